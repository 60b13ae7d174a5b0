import { join } from "node:path"
import { Effect, FileSystem, Layer, Option, Stream } from "effect"
import type { InboundPolicy } from "../../src/domain/Brand.ts"
import { InvalidState } from "../../src/domain/Problems.ts"
import { DataFolder } from "../../src/runtime/DataFolder.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { MailReader } from "../../src/tickets/intake/MailReader.ts"
import { RecipientDirectory } from "../../src/tickets/intake/RecipientDirectory.ts"
import { MailReceiver } from "./MailReceiver.ts"
import { memoryLimit, type ReceivedData } from "./receiveData.ts"
import { defaultLimits } from "./SmtpLimits.ts"

/** The policy for a brand that no longer accepts email. */
const plainPolicy: InboundPolicy = { inboundSpam: "mark", contactFormSenders: [] }

/** Implements `MailReader` with the code that reads incoming email. */
export const layer = (inboundDomain: string) =>
  Layer.effect(
    MailReader,
    Effect.gen(function* () {
      const directory = yield* RecipientDirectory
      const receiver = yield* MailReceiver
      const blobs = yield* BlobStore
      const files = yield* FileSystem.FileSystem
      const spool = join(yield* DataFolder, "spool")

      /** The stored message as if just received, for as long as the scope is open. */
      const received = Effect.fnUntraced(function* (key: string, size: number) {
        if (size <= memoryLimit) {
          const bytes = new Uint8Array(Buffer.concat([...(yield* Stream.runCollect(blobs.get(key)))]))
          return { source: { bytes }, bytes: Stream.make(bytes), size, folder: "" } satisfies ReceivedData
        }
        yield* files.makeDirectory(spool, { recursive: true })
        const folder = yield* files.makeTempDirectoryScoped({ directory: spool })
        const path = join(folder, "message")
        yield* Stream.run(blobs.get(key), files.sink(path, { flag: "wx", mode: 0o600 }))
        return { source: { path }, bytes: Stream.orDie(files.stream(path)), size, folder } satisfies ReceivedData
      }, Effect.orDie)

      return MailReader.of({
        read: Effect.fn("MailReader.read")(function* (scope, logged) {
          const { authentication, envelope, rawBlobKey, receivedAt, route, size, status, to } = logged
          const refuse = (reason: string) => new InvalidState({ state: status, reason })
          if (logged.channel !== "email" || route === undefined)
            return yield* refuse("Only an email can be reprocessed.")
          if (rawBlobKey === undefined) return yield* refuse("The original message is no longer stored.")
          const takes = yield* directory.find(scope.brandId, inboundDomain)
          const policy = Option.match(takes, { onNone: () => plainPolicy, onSome: (found) => found.policy })
          const [read] = yield* receiver
            .read(
              {
                returnPath: envelope.from,
                clientName: envelope.clientName,
                clientAddress: envelope.clientAddress,
                recipients: [{ scope, addresses: to, route, policy }]
              },
              yield* received(rawBlobKey, size),
              { hops: defaultLimits.hops },
              { authentication, receivedAt }
            )
            .pipe(Effect.catchTag("SmtpRefusal", ({ text }) => refuse(text)))
          return read === undefined
            ? yield* Effect.die("read for one brand")
            : { ...read.message, dedupeKey: logged.dedupeKey }
        }, Effect.scoped)
      })
    })
  )
