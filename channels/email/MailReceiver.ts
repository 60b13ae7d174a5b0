import { Context, DateTime, Effect, FileSystem, Layer, Stream } from "effect"
import type { InboundFile, InboundMessage, IntakeResult } from "../../src/domain/InboundMessage.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { type Blob, BlobStore } from "../../src/tickets/BlobStore.ts"
import { Intake } from "../../src/tickets/Intake.ts"
import { dedupeKey } from "./dedupeKey.ts"
import { MimeParser, type ParsedMail } from "./MimeParser.ts"
import { attachmentName } from "./mime/attachmentName.ts"
import type { MailFile } from "./mime/Mail.ts"
import { type Mailbox, normalizeEmail } from "./mime/mailboxes.ts"
import { bodyHash, type ReceivedData } from "./receiveData.ts"
import { refusals, type SmtpRefusal } from "./SmtpRefusal.ts"

/** Body of a ticket whose message nobody could read. */
const unreadable = "This message could not be displayed. It is attached as message.eml."

/** The envelope of a message, its recipients sorted out. */
export interface Delivery {
  /** Reverse path; empty for the null sender. */
  readonly returnPath: string
  /** What the client calls itself, and where it is. */
  readonly clientName: string
  readonly clientAddress: string
  /** The brands that take it, each with those of its addresses that were named. */
  readonly recipients: ReadonlyArray<{ readonly scope: BrandScope; readonly addresses: ReadonlyArray<string> }>
}

/** Turns a received mail into messages for the intake: one for each brand that it is for. */
export class MailReceiver extends Context.Service<
  MailReceiver,
  {
    /**
     * Keeps the raw message and its files, reads it, and hands it in. What it became is committed when this returns.
     * After a failure part of the brands may have it; the same message again completes the rest and doubles nothing.
     */
    receive(
      delivery: Delivery,
      data: ReceivedData,
      maxHops: number
    ): Effect.Effect<ReadonlyArray<IntakeResult>, SmtpRefusal>
  }
>()("trunkline/channels/email/MailReceiver") {
  static readonly layer = Layer.effect(
    MailReceiver,
    Effect.gen(function* () {
      const parser = yield* MimeParser
      const blobs = yield* BlobStore
      const intake = yield* Intake
      const disk = yield* FileSystem.FileSystem
      const contentOf = ({ content }: MailFile) =>
        "bytes" in content ? Stream.make(content.bytes) : Stream.orDie(disk.stream(content.path))

      const receive = Effect.fn("MailReceiver.receive")(
        function* (delivery: Delivery, data: ReceivedData, maxHops: number) {
          const receivedAt = yield* DateTime.now
          const { recipients, returnPath } = delivery
          const tenants = new Set(recipients.map(({ scope }) => scope.tenant.id))
          const [raw, mail] = yield* Effect.all(
            [
              forEach(tenants, (tenant) => blobs.put(tenant, data.bytes)),
              parser.parse({ source: data.source, folder: data.folder, returnPath })
            ],
            { concurrency: 2 }
          )
          const sender = yield* senderOf(mail, returnPath, maxHops)
          // Why, the inbound log says: a parser's words may quote the message, which is nothing for this log.
          if (mail.problem !== undefined) yield* Effect.logWarning("A message could not be read")

          const files = yield* forEach(tenants, (tenant) =>
            Effect.forEach(mail.body?.files ?? [], (file) =>
              Effect.map(blobs.put(tenant, contentOf(file)), keptAs(file))
            )
          )
          const key = dedupeKey(mail.head, mail.body?.contentHash ?? (yield* bodyHash(data.bytes)))
          return yield* Effect.forEach(recipients, ({ addresses, scope }) => {
            const [blob, kept] = [raw.get(scope.tenant.id), files.get(scope.tenant.id)]
            if (blob === undefined || kept === undefined) return Effect.die(new Error("not kept for this tenant"))
            return intake.receive(scope, {
              channel: "email",
              source: "email",
              externalId: mail.head?.messageId ?? Buffer.from(key).toString("hex"),
              dedupeKey: key,
              sender,
              recipients: addresses,
              subject: mail.head?.subject,
              text: mail.body?.text ?? unreadable,
              references: mail.head?.references ?? [],
              files: mail.body === undefined || mail.body.incomplete ? [...kept, wholeMessage(blob, kept)] : kept,
              participants: [],
              isAutomated: mail.head === undefined ? returnPath === "" : mail.head.kind !== "human",
              receivedAt,
              size: data.size,
              rawBlobKey: blob.key,
              envelope: {
                from: returnPath,
                clientName: delivery.clientName,
                clientAddress: delivery.clientAddress,
                ...(mail.head === undefined ? {} : { kind: mail.head.kind }),
                ...(mail.head?.replyTo === undefined ? {} : { replyTo: mail.head.replyTo.email }),
                ...(mail.problem === undefined ? {} : { problem: mail.problem })
              }
            } satisfies InboundMessage)
          })
        },
        Effect.catchTag("ParserBusy", () => refusals.busy),
        Effect.catchTag("DatabaseUnavailable", () => refusals.trouble),
        Effect.catchTag("NotFound", () => refusals.unknownRecipient)
      )

      return MailReceiver.of({ receive })
    })
  )
}

const forEach = <A, E, R>(tenants: ReadonlySet<string>, keep: (tenant: string) => Effect.Effect<A, E, R>) =>
  Effect.map(
    Effect.forEach(tenants, (tenant) => Effect.map(keep(tenant), (kept) => [tenant, kept] as const)),
    (entries) => new Map(entries)
  )

/** Who wrote it, unless nobody can say or the message goes in circles. */
const senderOf = ({ head }: ParsedMail, returnPath: string, maxHops: number): Effect.Effect<Mailbox, SmtpRefusal> => {
  if (head !== undefined && head.fromFields > 1) return Effect.fail(refusals.severalSenders)
  if (head !== undefined && head.hops > maxHops) return Effect.fail(refusals.loop)
  const envelope = head === undefined ? normalizeEmail(returnPath) : undefined
  const sender = head?.sender ?? (envelope === undefined ? undefined : { email: envelope })
  return sender === undefined ? Effect.fail(refusals.noSender) : Effect.succeed(sender)
}

const keptAs =
  ({ content: _, size: __, sha256: ___, ...file }: MailFile) =>
  (blob: Blob): InboundFile => ({ ...file, size: blob.size, sha256: blob.sha256, blobKey: blob.key })

/** The message itself as a file, for what could not be read of it. */
const wholeMessage = (blob: Blob, others: ReadonlyArray<InboundFile>): InboundFile => {
  const contentType = "message/rfc822"
  const taken = new Set(others.map(({ filename }) => filename.toLowerCase()))
  return {
    filename: attachmentName("message.eml", contentType, 1, taken),
    contentType,
    size: blob.size,
    sha256: blob.sha256,
    blobKey: blob.key,
    inline: false
  }
}
