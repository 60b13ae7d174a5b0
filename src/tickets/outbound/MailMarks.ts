import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto"
import { Context, Layer, Option, Redacted } from "effect"
import { type BrandId, type CommentId, type MessageId, parseId, type TicketId } from "../../domain/Ids.ts"
import { mailToken } from "../../domain/ReplyAddress.ts"

/** The id in a mail's Message-ID: the comment that it carries, the ticket that it acknowledges, or its own. */
export type MarkedId = CommentId | TicketId | MessageId

/** A ticket and the key of one of its watchers. */
export interface Watching {
  readonly ticketId: TicketId
  readonly key: string
}

/** Name of the header field by which we recognize our own mail when it comes back. Its value is `<brand id>.<mac>`. */
export const loopHeader = "X-Trunkline-Loop"

/** The purpose of a mark; a mark is not valid for any other. */
type Use = "message" | "loop" | "unwatch"

/** Length of a MAC in bytes: too long to be guessed. */
const macLength = 16
/** Number of characters in which `mailToken` encodes a MAC. */
const codeLength = mailToken(new Uint8Array(macLength)).length

/**
 * Marks in our mail by which we recognize it, whoever forwards it: message ids and loop marks that carry a MAC
 * (HMAC-SHA-256, 128 bits) under a key derived from ENCRYPTION_KEY. Nothing is looked up, and after a key rotation the
 * older keys still verify their marks.
 */
export class MailMarks extends Context.Service<
  MailMarks,
  {
    /** `<id>.<mac>@<domain>`, without angle brackets: the same for the same id, so that a mail sent twice is one message. */
    readonly messageId: (id: MarkedId, domain: string) => string
    /** The id in a message id of ours, with any domain; `none` for forged ones and those of others. */
    readonly idIn: (messageId: string) => Option.Option<MarkedId>
    /** The value of `loopHeader` on all mail of a brand. */
    readonly loopMark: (brandId: BrandId) => string
    /** The brand that a loop mark names, if the mark is ours. */
    readonly brandIn: (mark: string) => Option.Option<BrandId>
    /** Part of a URL with which a watcher, who has it only from their mail, ends their watching. */
    readonly unwatchMark: (watching: Watching) => string
    /** Who wants to stop watching what, if the mark is ours. */
    readonly unwatchIn: (mark: string) => Option.Option<Watching>
  }
>()("trunkline/tickets/MailMarks") {
  /** `keys` are the installation's, newest first. */
  static readonly layer = (keys: Redacted.Redacted<readonly [Uint8Array, ...ReadonlyArray<Uint8Array>]>) => {
    const [newest, ...older] = Redacted.value(keys)
    // As key objects: raw bytes would be converted to one for each MAC, at ten times the cost of the MAC.
    const derived = (key: Uint8Array) =>
      createSecretKey(Buffer.from(hkdfSync("sha256", key, "", "trunkline/tickets/mail-marks", 32)))
    const [first, rest] = [derived(newest), older.map(derived)]
    const mac = (key: KeyObject, use: Use, id: string) =>
      createHmac("sha256", key).update(`${use} ${id}`).digest().subarray(0, macLength)
    const marked = (use: Use, id: string) => `${id}.${mailToken(mac(first, use, id))}`
    /** The id in a mark, if it is one of ours. */
    const idOf = (use: Use, mark: string) => {
      const dot = mark.lastIndexOf(".")
      const [id, code] = [mark.slice(0, Math.max(dot, 0)), Buffer.from(mark.slice(dot + 1))]
      // Most marks are from other programs, or are no marks at all.
      if (code.length !== codeLength) return ""
      const isOurs = [first, ...rest].some((key) => {
        const expected = Buffer.from(mailToken(mac(key, use, id)))
        return timingSafeEqual(expected, code)
      })
      return isOurs ? id : ""
    }

    return Layer.succeed(
      MailMarks,
      MailMarks.of({
        messageId: (id, domain) => `${marked("message", id)}@${domain}`,
        idIn: (messageId) => {
          // Relays that change case change all of it: ids and MACs are lower case.
          const text = messageId.toLowerCase()
          const id = idOf("message", text.slice(0, Math.max(text.lastIndexOf("@"), 0)))
          return Option.firstSomeOf<MarkedId>([parseId("comment", id), parseId("ticket", id), parseId("message", id)])
        },
        loopMark: (brandId) => marked("loop", brandId),
        brandIn: (mark) => parseId("brand", idOf("loop", mark.trim().toLowerCase())),
        unwatchMark: ({ key, ticketId }) => marked("unwatch", `${ticketId}.${Buffer.from(key).toString("base64url")}`),
        unwatchIn: (mark) => {
          const [id = "", key = ""] = idOf("unwatch", mark).split(".")
          return Option.map(parseId("ticket", id), (ticketId) => ({
            ticketId,
            key: Buffer.from(key, "base64url").toString()
          }))
        }
      })
    )
  }
}
