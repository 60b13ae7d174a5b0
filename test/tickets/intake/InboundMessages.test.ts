import { createHash } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { InboundFile } from "../../../src/domain/InboundMessage.ts"
import { Receipts } from "../../../src/events/Receipts.ts"
import { Database } from "../../../src/sql/Database.ts"
import { BlobStore } from "../../../src/tickets/files/BlobStore.ts"
import { ChannelInbox } from "../../../src/tickets/intake/ChannelInbox.ts"
import { CustomReader } from "../../../src/tickets/intake/CustomReader.ts"
import { InboundMessages } from "../../../src/tickets/intake/InboundMessages.ts"
import { Intake } from "../../../src/tickets/intake/Intake.ts"
import { MailReader } from "../../../src/tickets/intake/MailReader.ts"
import { arriving, connectionIn, deliveryGround } from "../../support/deliveryGround.ts"
import { byKey } from "../../support/seedTenant.ts"
import { freshBrand } from "../../support/ticketService.ts"

const file = (filename: string): InboundFile => ({
  filename,
  contentType: "text/plain",
  size: 1,
  sha256: createHash("sha256").update(filename).digest("hex"),
  blobKey: `files/${filename}`,
  inline: false
})

layer(deliveryGround, { excludeTestServices: true })("A message that is read again twice at once", (it) => {
  for (const [names, order] of [
    [["b.txt", "b.txt"], "together"],
    [["b.txt", "c.txt"], "together"],
    [["b.txt", "c.txt"], "one after the other"]
  ] as const)
    it.effect(`has one file if they find ${names.join(" and ")}, and are stored ${order}`, () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const received = arriving(yield* connectionIn(scope), "files", { files: [file("a.txt")] })
        const { inboundId, ticketId } = yield* (yield* Intake).receive(scope, received)
        const read = [...names]
        const [bothRead, oneStored] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        // Both know the message as it was, and neither has changed it yet.
        const reader = Layer.mock(CustomReader, {
          read: () =>
            Effect.gen(function* () {
              const name = read.shift() ?? assert.fail("it is read twice")
              const isSecond = read.length === 0
              if (isSecond) yield* Deferred.succeed(bothRead, undefined)
              yield* Deferred.await(isSecond && order === "one after the other" ? oneStored : bothRead)
              return { ...received, files: [file(name)] }
            })
        })
        const others = [
          Layer.mock(MailReader, {}),
          Layer.mock(ChannelInbox, {}),
          Layer.mock(BlobStore, {}),
          Layer.mock(Receipts, {})
        ] as const
        const messages = yield* Effect.provide(
          InboundMessages,
          Layer.provide(InboundMessages.layer, [reader, ...others])
        )
        const again = Effect.tap(messages.reprocess(scope, byKey, inboundId, true), () =>
          Deferred.succeed(oneStored, undefined)
        )
        yield* Effect.all([again, again], { concurrency: 2 })

        const { system } = yield* Database
        const ofTicket = ticketId ?? assert.fail("no ticket")
        const files = yield* system<{ id: string; filename: string }>`SELECT id, filename FROM attachments
          WHERE ticket_id = ${uuidOf(ofTicket)} AND deleted_at IS NULL`
        assert.lengthOf(files, 1)
        assert.isTrue(names.some((name) => name === files[0]?.filename))
        const [stored] = yield* system`SELECT attachment_ids AS files, attempts FROM inbound_messages
          WHERE id = ${uuidOf(inboundId)}`
        assert.deepStrictEqual(stored, { files: files.map(({ id }) => id), attempts: 3 })
        const [ticket] = yield* system`SELECT attachment_count AS files FROM tickets WHERE id = ${uuidOf(ofTicket)}`
        assert.deepStrictEqual(ticket, { files: 1 })
      })
    )
})
