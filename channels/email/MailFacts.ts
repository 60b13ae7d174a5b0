import { Context, Effect, FileSystem, Layer, Option, Stream } from "effect"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { Bounce, InboundMail } from "../../src/domain/InboundMessage.ts"
import { isDisowned, type MailAuthentication } from "../../src/domain/MailAuthentication.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { InboundLog } from "../../src/tickets/intake/InboundLog.ts"
import { RecipientDirectory } from "../../src/tickets/intake/RecipientDirectory.ts"
import { MailMarks } from "../../src/tickets/outbound/MailMarks.ts"
import { make as authenticating } from "./AuthenticatingThread.ts"
import type { Delivery, ReceiptLimits } from "./Delivery.ts"
import type { dedupeKeys } from "./dedupeKey.ts"
import type { ReadMail } from "./MimeParser.ts"
import {
  acknowledgeable,
  answerAddress,
  authorBehind,
  forwarderOf,
  isOwnNetwork,
  peopleOf,
  writerOf
} from "./mailPolicy.ts"
import { HeaderFields, maxHeaderBytes } from "./mime/HeaderFields.ts"
import type { MailFile, MailHead } from "./mime/Mail.ts"
import type { Mailbox } from "./mime/mailboxes.ts"
import { readHead } from "./mime/readHead.ts"
import { readBounce } from "./readBounce.ts"
import { readComplaint } from "./readComplaint.ts"
import type { ReceivedData } from "./receiveData.ts"
import { isTrustedRelay, relayVerdicts, type TrustedRelays, withRelayVerdicts } from "./relayVerdicts.ts"

/** Bytes read of each part of a report. */
const maxReportBytes = 64 * 1024
/** Bytes of a header that are parsed here if no reader has done it: few enough to be quick, whatever they contain. */
const maxOwnHeader = 32 * 1024
/** Header addresses that are looked up to find the mailbox that forwarded an email. */
const maxForwarders = 5

/** Looks up what must be known about an email before it can be decided what becomes of it. */
export class MailFacts extends Context.Service<
  MailFacts,
  {
    /**
     * Authenticates the email. For email from our own network or a trusted relay, only its signatures count, and what the
     * relay itself reports in its own name. `undefined` if there was no connection.
     */
    authenticated(delivery: Delivery, data: ReceivedData): Effect.Effect<MailAuthentication | undefined>

    /** The header of a message whose reader ended before reporting it, read from its first bytes. */
    headOf(data: ReceivedData, returnPath: string): Effect.Effect<MailHead>

    /** The key (`dedupeKeys`) that a brand knows an email by: the one of the previous period if it arrived then. */
    keyOf(scope: BrandScope, keys: ReturnType<typeof dedupeKeys>): Effect.Effect<Uint8Array, DatabaseUnavailable>

    /** The author of the email for one of its recipients; `sender` is the one that its header names. */
    writerOf(
      head: MailHead,
      sender: Mailbox,
      recipient: Delivery["recipients"][number],
      authentication: MailAuthentication | undefined
    ): Effect.Effect<Mailbox, DatabaseUnavailable>

    /** What intake needs to know about the email, for one of its recipients. */
    mailOf(
      mail: ReadMail,
      sender: Mailbox,
      delivery: Delivery,
      recipient: Delivery["recipients"][number],
      authentication: MailAuthentication | undefined,
      limits: ReceiptLimits
    ): Effect.Effect<InboundMail, DatabaseUnavailable>
  }
>()("trunkline/channels/email/MailFacts") {
  /** `ownDomain` is the domain of the brands' own addresses. */
  static readonly layer = (ownDomain: string, relays: TrustedRelays = { networks: [] }) =>
    Layer.effect(
      MailFacts,
      Effect.gen(function* () {
        const log = yield* InboundLog
        const marks = yield* MailMarks
        const directory = yield* RecipientDirectory
        const authenticate = yield* authenticating()
        const disk = yield* FileSystem.FileSystem
        const isTrusted = isTrustedRelay(relays)
        const startOf = (source: MailFile["content"], length: number) =>
          "bytes" in source
            ? Effect.succeed(source.bytes.subarray(0, length))
            : Stream.orDie(disk.stream(source.path, { bytesToRead: length })).pipe(
                Stream.runCollect,
                Effect.map((chunks) => new Uint8Array(Buffer.concat([...chunks])))
              )

        const authenticated = Effect.fnUntraced(function* (delivery: Delivery, data: ReceivedData) {
          if (delivery.clientAddress === "") return undefined
          const isRelay = isTrusted(delivery.clientAddress)
          const clientAddress = isRelay || isOwnNetwork(delivery.clientAddress) ? undefined : delivery.clientAddress
          const origin = { ...delivery, clientAddress, serverName: ownDomain }
          const start = yield* startOf(data.source, maxHeaderBytes)
          const found = yield* authenticate({ start, source: data.source, origin })
          if (clientAddress !== undefined) return found
          const dmarc = found.dmarc.result === "fail" ? { ...found.dmarc, result: "none" as const } : found.dmarc
          const bySignature: MailAuthentication = { ...found, spf: { result: "none" }, dmarc }
          return isRelay && relays.authservId !== undefined
            ? withRelayVerdicts(
                bySignature,
                relayVerdicts(new HeaderFields(start.subarray(0, maxOwnHeader)), relays.authservId),
                relays.authservId
              )
            : bySignature
        })

        /** A report identifies its email by the address it was sent to, or by the message ids in the returned parts. */
        const bounceOf = Effect.fnUntraced(function* (
          mail: ReadMail,
          { route, scope }: Delivery["recipients"][number],
          read: typeof readBounce | typeof readComplaint
        ) {
          const parts = yield* Effect.forEach(
            (mail.body?.files ?? []).filter(({ contentType }) => /^(?:message|text)\//.test(contentType)),
            (file) => Effect.map(startOf(file.content, maxReportBytes), (start) => ({ ...file, start }))
          )
          const bounce = read(mail.body?.text ?? "", parts)
          if (bounce === undefined) return undefined
          const named = { id: route.messageId, messageIds: route.messageId === undefined ? bounce.messageIds : [] }
          return { ...bounce, of: Option.getOrUndefined(yield* log.sentMail(scope, named)) } satisfies Bounce
        })

        /** A complaint about an email of ours is a report; any other is left to whoever reads the brand's mail. */
        const reportIn = Effect.fnUntraced(function* (mail: ReadMail, recipient: Delivery["recipients"][number]) {
          const { kind } = mail.head
          if (kind === "bounce") return { kind, bounce: yield* bounceOf(mail, recipient, readBounce) } as const
          if (kind !== "complaint") return { kind, bounce: undefined } as const
          const bounce = yield* bounceOf(mail, recipient, readComplaint)
          return bounce?.of === undefined
            ? ({ kind: "auto-generated", bounce: undefined } as const)
            : ({ kind: "bounce", bounce } as const)
        })

        /** Whether an external mailbox of the brand forwarded the email, which may have broken its authentication. */
        const isForwarded = (head: MailHead, { addresses, scope }: Delivery["recipients"][number]) =>
          Effect.map(
            Effect.forEach(
              [...new Set([...head.deliveredTo, ...head.people.map(({ email }) => email)])].slice(0, maxForwarders),
              (email) => {
                const at = email.lastIndexOf("@")
                return email.endsWith(`@${ownDomain}`) || addresses.some((address) => address.toLowerCase() === email)
                  ? Effect.succeedNone
                  : directory.find(email.slice(0, at), email.slice(at + 1))
              }
            ),
            (found) =>
              found.some((one) => Option.isSome(one) && one.value.forwards && one.value.scope.brandId === scope.brandId)
          )

        /** The brand that an address belongs to, if any. */
        const ownerOf = (email: string) => {
          const at = email.lastIndexOf("@")
          return Effect.map(directory.find(email.slice(0, at), email.slice(at + 1)), (found) =>
            Option.getOrUndefined(Option.map(found, ({ scope }) => scope.brandId))
          )
        }

        /** The header without the marks of a list whose address is the brand's own: such a list is just its mailbox. */
        const asPosted = Effect.fnUntraced(function* (head: MailHead, { scope }: Delivery["recipients"][number]) {
          return head.post !== undefined && (yield* ownerOf(head.post.to)) === scope.brandId
            ? { ...head, kind: head.post.kind }
            : head
        })

        const writer = Effect.fnUntraced(function* (
          head: MailHead,
          sender: Mailbox,
          { policy, scope }: Delivery["recipients"][number],
          authentication: MailAuthentication | undefined
        ) {
          const author = authorBehind(head, sender, authentication)
          const isOurs =
            author !== undefined &&
            (yield* ownerOf(sender.email)) === scope.brandId &&
            (yield* ownerOf(author.email)) === undefined
          return isOurs ? author : writerOf(head, sender, policy, authentication)
        })

        const mailOf = Effect.fnUntraced(function* (
          mail: ReadMail,
          sender: Mailbox,
          delivery: Delivery,
          recipient: Delivery["recipients"][number],
          authentication: MailAuthentication | undefined,
          limits: ReceiptLimits
        ) {
          const { returnPath } = delivery
          const head = yield* asPosted(mail.head, recipient)
          const disowned =
            authentication !== undefined && isDisowned(authentication) && !(yield* isForwarded(head, recipient))
          const spam = disowned ? "disowned" : authentication?.relay?.isSpam === true ? "relay" : undefined
          const loop = Option.getOrUndefined(marks.brandIn(head.loopMark))
          return {
            ...(yield* reportIn({ ...mail, head }, recipient)),
            ownDomain,
            route: recipient.route,
            byForm: head.sender !== undefined && head.sender.email !== sender.email,
            authentication,
            acknowledge: spam === undefined ? acknowledgeable(head, sender, returnPath, authentication) : "none",
            replyTo: answerAddress(head, sender),
            forwarder: forwarderOf(head, peopleOf(head, recipient.addresses, ownDomain)),
            spam,
            outlook: head.outlook,
            forwardedFrom: mail.body?.forwardedFrom,
            loop: loop === undefined ? undefined : { brandId: loop },
            ownReferences: head.references.flatMap((reference) =>
              Option.match(marks.idIn(reference), { onNone: () => [], onSome: (names) => [{ reference, names }] })
            ),
            hourlyLimits: limits.hourly
          } satisfies InboundMail
        })

        const keyOf: MailFacts["Service"]["keyOf"] = (scope, [now, before]) =>
          before === undefined
            ? Effect.succeed(now)
            : Effect.map(log.received(scope, before), (found) => (Option.isSome(found) ? before : now))

        const headOf = (data: ReceivedData, returnPath: string) =>
          Effect.map(startOf(data.source, maxOwnHeader), (start) => readHead(start, returnPath))

        return MailFacts.of({ authenticated, headOf, keyOf, mailOf, writerOf: writer })
      })
    )
}
