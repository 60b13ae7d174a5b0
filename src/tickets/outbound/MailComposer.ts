import { Context, Duration, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Attachment } from "../../domain/Attachment.ts"
import { spokenName } from "../../domain/Comment.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { MessageId } from "../../domain/Ids.ts"
import type { MailFile, Sender } from "../../domain/OutgoingMail.ts"
import { mailToken, tokenLocalPart } from "../../domain/ReplyAddress.ts"
import { domainOf } from "../../domain/SupportAddress.ts"
import { FileLinks, mailLinkDays } from "../files/FileLinks.ts"
import { loopHeader, MailMarks } from "./MailMarks.ts"
import { answersTo } from "./mail/answersTo.ts"
import type { ComposedMail } from "./mail/composedMail.ts"
import type { MailDraft } from "./mail/MailDraft.ts"
import { layoutHtml, layoutText } from "./mail/mailLayout.ts"
import { oneLine } from "./mail/mailSubject.ts"
import { mailWords } from "./mail/mailWords.ts"
import { mayNotSend, restReasons } from "./mail/mayNotSend.ts"
import { threadHeaders } from "./mail/threadHeaders.ts"
import { outlookHeaders } from "./mail/threadIndex.ts"
import { OutboundStore } from "./OutboundStore.ts"
import { type BrandSender, Senders } from "./Senders.ts"

/** Path prefix of the page that ends somebody's watching, followed by a mark. */
export const unwatchPath = "/unwatch/"
/** Maximum bytes of files in one mail. Encoding adds a third, and Postfix by default accepts no mail above 10 MB. */
const maxFiles = 6 * 1024 * 1024
/** How long the links to larger files are valid. */
const linkLifetime = Duration.days(mailLinkDays)

/**
 * Composes mail about tickets: once for each, before the first attempt to send it, and again if it is sent again after
 * its links to files have expired.
 */
export class MailComposer extends Context.Service<
  MailComposer,
  {
    /**
     * Composes and stores a mail that a command queued. One that must not be sent after all is marked as `suppressed`;
     * one that is already composed, or gone, stays unchanged. Returns whether it was, or is, to be sent.
     */
    compose(id: MessageId): Effect.Effect<boolean, DatabaseUnavailable>
  }
>()("trunkline/tickets/MailComposer") {
  /** `installation`: the sender of notices, so that replies to them, which would go to customers, reach no brand. */
  static readonly layer = (installation: {
    readonly sender: Sender
    readonly inboundDomain: string
    readonly publicUrl: string
  }) =>
    Layer.effect(
      MailComposer,
      Effect.gen(function* () {
        const store = yield* OutboundStore
        const senders = yield* Senders
        const marks = yield* MailMarks
        const fileLinks = yield* FileLinks
        const noticeSender: BrandSender = {
          from: { name: "", address: installation.sender.address },
          replyDomain: installation.inboundDomain,
          bounceDomain: installation.inboundDomain
        }
        const unwatchUrlOf = ({ context, ticket }: MailDraft) =>
          `${installation.publicUrl}${unwatchPath}${marks.unwatchMark({ ticketId: ticket.id, key: String(context["memberId"]) })}`
        const random = yield* SecureRandom.SecureRandom
        // Fails only if the system has no source of randomness, without which the server does not start.
        const freshToken = Effect.map(Effect.orDie(random.randomBytes(16)), mailToken)

        const composed = Effect.fnUntraced(function* (noted: MailDraft) {
          const { addressId, comment, scope, ticket } = noted
          const isNotice = noted.kind === "notice"
          const sender = isNotice
            ? noticeSender
            : yield* senders.senderOf(scope, { writtenTo: noted.conversation.writtenTo, addressId })
          const messageId = marks.messageId(markedId(noted), domainOf(sender.from.address))
          // A mail that is composed again is already part of the conversation.
          const messageIds = noted.conversation.messageIds.filter((id) => id !== messageId)
          const conversation = { ...noted.conversation, messageIds }
          const draft = { ...noted, conversation }
          const { inside, outside } = divided(comment?.files ?? [])
          const links = yield* Effect.forEach(outside, (file) =>
            Effect.map(fileLinks.download(scope.tenant, file, { lifetime: linkLifetime }), ({ url }) => ({
              filename: file.filename,
              url
            }))
          )
          const unwatchUrl = isNotice ? unwatchUrlOf(draft) : undefined
          const { body, quotes, subject } = mailWords(draft, unwatchUrl)
          const content = { body, links, quoted: quotes ? conversation.lastSaid : undefined }
          const to = answersTo(draft)
          const token = isNotice ? undefined : yield* store.replyToken(draft, draft.to, yield* freshToken)
          const bounceToken = draft.kind === "autoresponse" ? undefined : (draft.bounceToken ?? (yield* freshToken))
          return {
            from: { name: fromName(draft, sender), address: sender.from.address },
            to,
            cc: draft.cc.filter(
              (address) => address !== to && !draft.rested.has(address) && !draft.erased.has(address)
            ),
            leftOut: leftOut(draft, to),
            replyTo: token === undefined ? undefined : `${tokenLocalPart("reply", token)}@${sender.replyDomain}`,
            messageId,
            subject,
            text: layoutText(content),
            html: layoutHtml(content),
            headers: {
              ...(isNotice
                ? threadHeaders({ messageIds: [marks.messageId(ticket.id, domainOf(sender.from.address))] })
                : { ...threadHeaders(conversation), ...outlookHeaders(conversation.outlook, draft.createdAt) }),
              ...automatic[draft.kind],
              ...(unwatchUrl === undefined ? {} : unsubscribing(unwatchUrl)),
              [loopHeader]: marks.loopMark(scope.brandId)
            },
            files: inside,
            bounceToken,
            // Acknowledgements have the null return path (RFC 3834, 3.3).
            returnPath:
              bounceToken === undefined ? "" : `${tokenLocalPart("bounce", bounceToken)}@${sender.bounceDomain}`
          } satisfies ComposedMail
        })

        return MailComposer.of({
          compose: Effect.fn("MailComposer.compose")(function* (id: MessageId) {
            const draft = yield* store.draft(id)
            if (Option.isNone(draft)) return true
            const reason = mayNotSend(draft.value)
            if (reason !== undefined) {
              yield* store.suppressed(id, reason)
              return false
            }
            yield* store.composed(draft.value, yield* composed(draft.value))
            return true
          })
        })
      })
    ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}

/**
 * Headers with which mail programs offer to unsubscribe by a single POST (RFC 2369, RFC 8058), for mail that the
 * recipient did not request individually.
 */
const unsubscribing = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
})

/** Headers that mark automatic mail as such. Mail written by a person has none of them. */
const automatic: Record<MailDraft["kind"], Readonly<Record<string, string>>> = {
  reply: {},
  autoresponse: { "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" },
  notification: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
  notice: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" }
}

/** The id in the Message-ID: the comment's, or the acknowledged ticket's; a notice has many readers and its own id. */
const markedId = ({ comment, id, kind, ticket }: MailDraft) =>
  kind === "reply" ? (comment?.id ?? id) : kind === "notice" ? id : ticket.id

/** `Agent (Brand)` for what a person wrote; only the brand for everything else. */
const fromName = ({ brand, comment, kind }: MailDraft, { from }: BrandSender): string => {
  const name = from.name === "" ? (brand.fromName ?? brand.name) : from.name
  const author = kind === "reply" && comment !== undefined ? oneLine(spokenName(comment) ?? "") : ""
  return author === "" || author === name ? name : `${author} (${name})`
}

/** The copied recipients whose addresses are suppressed, as the message lists them. */
const leftOut = ({ cc, rested }: MailDraft, to: string): string | undefined => {
  const told = cc.flatMap((address) => {
    const reason = address === to ? undefined : rested.get(address)
    return reason === undefined ? [] : [`Not to ${address}: ${restReasons[reason]}`]
  })
  return told.length === 0 ? undefined : told.join("; ")
}

/** Files that fit into the mail, in order, and the others, or those that wait for the scanner; no malware in either. */
const divided = (files: ReadonlyArray<Attachment>) => {
  const inside: Array<MailFile> = []
  const outside: Array<Attachment> = []
  let room = maxFiles
  for (const file of files) {
    const { blobKey, contentType, filename, id, scan, size } = file
    if (scan === "blocked") continue
    if (blobKey === undefined || scan === "pending" || size > room) outside.push(file)
    else {
      room -= size
      inside.push({ id, filename, contentType, size, blobKey })
    }
  }
  return { inside, outside }
}
