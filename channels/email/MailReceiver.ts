import { Context, DateTime, Effect, FileSystem, Layer, Stream } from "effect"
import type { InboundPolicy } from "../../src/domain/Brand.ts"
import type { InboundFile, InboundMessage, IntakeResult } from "../../src/domain/InboundMessage.ts"
import type { JsonObject } from "../../src/domain/Json.ts"
import type { MailAuthentication } from "../../src/domain/MailAuthentication.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { isPlaceholder } from "../../src/tickets/customers/placeholderEmail.ts"
import { type Blob, BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { Intake } from "../../src/tickets/intake/Intake.ts"
import { MailArrivals } from "../../src/tickets/intake/MailArrivals.ts"
import type { Delivery, ReceiptLimits } from "./Delivery.ts"
import { dedupeKeys } from "./dedupeKey.ts"
import { MailFacts } from "./MailFacts.ts"
import { MimeParser } from "./MimeParser.ts"
import { isRefusedAsSpam, peopleOf } from "./mailPolicy.ts"
import { attachmentName } from "./mime/attachmentName.ts"
import type { MailFile, MailHead } from "./mime/Mail.ts"
import type { Mailbox } from "./mime/mailboxes.ts"
import { bodyHash, type ReceivedData } from "./receiveData.ts"
import { refusals, type SmtpRefusal } from "./SmtpRefusal.ts"

/** The body of a ticket whose message could not be read. */
const unreadable = "This message could not be displayed. It is attached as message.eml."
/** Header addresses that are kept, so that replies can come from the mailbox that the customer wrote to. */
const maxNamed = 20
/** Files of one message that are stored concurrently. */
const filesAtOnce = 4

/** Turns a received email into messages for intake, one for each recipient brand. */
export class MailReceiver extends Context.Service<
  MailReceiver,
  {
    /**
     * Stores the raw message and its files, reads it, and passes it to intake. When this returns, the result is committed
     * for all brands in one transaction; on failure, for none.
     */
    receive(
      delivery: Delivery,
      data: ReceivedData,
      limits: ReceiptLimits
    ): Effect.Effect<ReadonlyArray<IntakeResult>, SmtpRefusal>

    /**
     * Stores and reads a message without passing it to intake. `known` is what was found out about its origin at the time.
     */
    read(
      delivery: Delivery,
      data: ReceivedData,
      limits: ReceiptLimits,
      known?: { readonly authentication: MailAuthentication | undefined; readonly receivedAt: DateTime.Utc }
    ): Effect.Effect<
      ReadonlyArray<{
        readonly scope: BrandScope
        readonly message: InboundMessage
        readonly policy: InboundPolicy
        /** Header addresses that it may have been forwarded from. */
        readonly named: ReadonlyArray<string>
      }>,
      SmtpRefusal
    >
  }
>()("trunkline/channels/email/MailReceiver") {
  static readonly layer = Layer.effect(
    MailReceiver,
    Effect.gen(function* () {
      const parser = yield* MimeParser
      const blobs = yield* BlobStore
      const intake = yield* Intake
      const facts = yield* MailFacts
      const arrived = yield* MailArrivals
      const disk = yield* FileSystem.FileSystem
      const contentOf = ({ content }: MailFile) =>
        "bytes" in content ? content.bytes : Stream.orDie(disk.stream(content.path))

      /** Reads a message, and stores its files unless its author cannot be determined. */
      const parsed = Effect.fnUntraced(function* (
        data: ReceivedData,
        returnPath: string,
        limits: ReceiptLimits,
        tenants: ReadonlySet<string>
      ) {
        const found = yield* parser.parse({ source: data.source, folder: data.folder, returnPath })
        const mail = { ...found, head: found.head ?? (yield* facts.headOf(data, returnPath)) }
        const sender = yield* senderOf(mail.head, limits.hops)
        // The inbound log says why: a parser's error may quote the message, which does not belong in this log.
        if (mail.problem !== undefined) yield* Effect.logWarning("A message could not be read")
        const files = yield* forEach(tenants, (tenant) =>
          Effect.forEach(
            mail.body?.files ?? [],
            (file) => Effect.map(blobs.put(tenant, contentOf(file)), keptAs(file)),
            { concurrency: filesAtOnce }
          )
        )
        return { files, mail, sender }
      })

      const read: MailReceiver["Service"]["read"] = Effect.fn("MailReceiver.read")(
        function* (delivery, data, limits, known) {
          const receivedAt = known?.receivedAt ?? (yield* DateTime.now)
          const { recipients, returnPath } = delivery
          const tenants = new Set(recipients.map(({ scope }) => scope.tenant.id))
          const [raw, { files, mail, sender }, authentication] = yield* Effect.all(
            [
              forEach(tenants, (tenant) => blobs.put(tenant, "bytes" in data.source ? data.source.bytes : data.bytes)),
              parsed(data, returnPath, limits, tenants),
              known === undefined ? facts.authenticated(delivery, data) : Effect.succeed(known.authentication)
            ],
            { concurrency: 3 }
          )
          const { head } = mail
          const named = namedIn(head)
          const content = mail.body?.contentHash ?? (yield* bodyHash(data.bytes))
          const keys = dedupeKeys(head, content, receivedAt.epochMilliseconds)
          return yield* Effect.forEach(
            recipients,
            Effect.fnUntraced(function* (recipient) {
              const { addresses, policy, route, scope } = recipient
              const [blob, kept] = [raw.get(scope.tenant.id), files.get(scope.tenant.id)]
              if (blob === undefined || kept === undefined) return yield* Effect.die("not kept for this tenant")
              const key = yield* facts.keyOf(scope, keys)
              const writer = yield* facts.writerOf(head, sender, recipient, authentication)
              const about = yield* facts.mailOf(mail, writer, delivery, recipient, authentication, limits)
              const message: InboundMessage = {
                channel: "email",
                source: "email",
                externalId: head.messageId ?? Buffer.from(key).toString("hex"),
                dedupeKey: key,
                sender: writer,
                recipients: addresses,
                subject: head.subject,
                text: mail.body?.text ?? unreadable,
                reply: mail.body?.reply?.quoted ? mail.body.reply : undefined,
                addsNothing: mail.body?.reply?.addsNothing,
                html: mail.html,
                references: referencesOf(head),
                files: mail.body === undefined || mail.body.incomplete ? [...kept, wholeMessage(blob, kept)] : kept,
                participants: peopleOf(head, addresses, about.ownDomain),
                isAutomated: about.kind !== "human",
                receivedAt,
                size: data.size,
                rawBlobKey: blob.key,
                mail: about,
                envelope: {
                  from: returnPath,
                  clientName: delivery.clientName,
                  clientAddress: delivery.clientAddress,
                  kind: about.kind,
                  route: jsonOf(route),
                  named,
                  ...(about.outlook === undefined ? {} : { outlook: jsonOf(about.outlook) }),
                  ...(authentication === undefined ? {} : { authentication: jsonOf(authentication) }),
                  ...(head.replyTo === undefined ? {} : { replyTo: head.replyTo.email }),
                  ...(mail.problem === undefined ? {} : { problem: mail.problem }),
                  ...(mail.body === undefined || mail.body.repairs.length === 0 ? {} : { repairs: mail.body.repairs })
                }
              }
              return { scope, message, policy, named }
            })
          )
        },
        Effect.catchTag("ParserBusy", () => refusals.busy),
        Effect.catchTag("DatabaseUnavailable", () => refusals.trouble)
      )

      const receive = Effect.fn("MailReceiver.receive")(
        function* (delivery: Delivery, data: ReceivedData, limits: ReceiptLimits) {
          const messages = yield* read(delivery, data, limits)
          if (isRefusedAsSpam(messages.map(({ message: { mail }, policy }) => ({ mail, policy }))))
            return yield* refusals.spam
          const [first, ...others] = messages
          if (first === undefined) return yield* refusals.unknownRecipient
          const results =
            others.length === 0
              ? [
                  yield* Effect.catchTag(
                    intake.receive(first.scope, first.message),
                    "NotFound",
                    () => refusals.unknownRecipient
                  )
                ]
              : yield* intake.receiveTogether(messages)
          yield* Effect.forEach(messages, ({ message, named, scope }) =>
            arrived(scope.brandId, [...message.recipients, ...named])
          )
          return results
        },
        Effect.catchTag("DatabaseUnavailable", () => refusals.trouble),
        Effect.catchTag("SenderOverLimit", () => refusals.senderOverLimit),
        // One of several brands was deleted: when the message is sent again, its address is refused, and the others accept
        // it.
        Effect.catchTag("NotFound", () => refusals.trouble)
      )

      return MailReceiver.of({ read, receive })
    })
  )
}

const forEach = <A, E, R>(tenants: ReadonlySet<string>, keep: (tenant: string) => Effect.Effect<A, E, R>) =>
  Effect.map(
    Effect.forEach(tenants, (tenant) => Effect.map(keep(tenant), (kept) => [tenant, kept] as const)),
    (entries) => new Map(entries)
  )

/** The author; fails if there is none or several, or if the message is looping. */
const senderOf = ({ fromFields, hops, sender }: MailHead, maxHops: number): Effect.Effect<Mailbox, SmtpRefusal> => {
  if (fromFields > 1) return Effect.fail(refusals.severalSenders)
  if (hops > maxHops) return Effect.fail(refusals.loop)
  // Placeholder addresses stand for people without an address, so nobody writes from one.
  return sender === undefined || isPlaceholder(sender.email) ? Effect.fail(refusals.noSender) : Effect.succeed(sender)
}

/** The messages that an email replies to; if it names none, the conversation that Outlook assigns it to. */
const referencesOf = ({ outlook, references }: MailHead): ReadonlyArray<string> =>
  references.length === 0 && outlook !== undefined ? [outlook.key] : references

/** The same without undefined members, which JSON does not have. */
const jsonOf = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject // an object's JSON is one

/** Header addresses, one of which may be the mailbox that forwarded the email here. */
const namedIn = ({ deliveredTo, people }: MailHead): ReadonlyArray<string> =>
  [...new Set([...deliveredTo, ...people.map(({ email }) => email)])].slice(0, maxNamed)

const keptAs =
  ({ content: _, disposition: __, size: ___, sha256: ____, ...file }: MailFile) =>
  (blob: Blob): InboundFile => ({ ...file, size: blob.size, sha256: blob.sha256, blobKey: blob.key })

/** The whole message as a file, for whatever could not be read of it. */
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
