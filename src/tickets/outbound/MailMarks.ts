import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto"
import { Context, Layer, Option, Redacted } from "effect"
import { type BrandId, type CommentId, type MessageId, parseId, type TicketId } from "../../domain/Ids.ts"
import { mailToken } from "../../domain/ReplyAddress.ts"

/** What a mail of ours is named after: the comment it carries, the ticket it acknowledges, or itself. */
export type MarkedId = CommentId | TicketId | MessageId

/** A ticket and the key of one who watches it. */
export interface Watching {
  readonly ticketId: TicketId
  readonly key: string
}

/** Name of the header field by which we know our own mail when it comes back. Its value is `<brand id>.<mac>`. */
export const loopHeader = "X-Trunkline-Loop"

/** What a mark is good for: one of another use is none. */
type Use = "message" | "loop" | "unwatch"

/** Bytes of a MAC: nobody makes one by trying. */
const macLength = 16
/** Characters by which `mailToken` writes one. */
const codeLength = mailToken(new Uint8Array(macLength)).length

/**
 * What we write into our mail to know it again, whoever passes it on: message ids and loop marks that carry a MAC
 * (HMAC-SHA-256, 128 bits) under a key derived from ENCRYPTION_KEY. Nothing is looked up, and after a change of keys the
 * older ones still recognise what they made.
 */
export class MailMarks extends Context.Service<
  MailMarks,
  {
    /** `<id>.<mac>@<domain>`, without angle brackets: the same for the same id, so that a mail sent twice is one message. */
    readonly messageId: (id: MarkedId, domain: string) => string
    /** The id in a message id of ours, whatever its domain; none for others' and for forged ones. */
    readonly idIn: (messageId: string) => Option.Option<MarkedId>
    /** The value of `loopHeader` on all mail of a brand. */
    readonly loopMark: (brandId: BrandId) => string
    /** The brand that a loop mark names, when the mark is ours. */
    readonly brandIn: (mark: string) => Option.Option<BrandId>
    /** Part of an address at which a watcher, who has it by mail alone, ends their watching. */
    readonly unwatchMark: (watching: Watching) => string
    /** Who wants to watch what no more, when the mark is ours. */
    readonly unwatchIn: (mark: string) => Option.Option<Watching>
  }
>()("trunkline/tickets/MailMarks") {
  /** `keys`: the installation's, newest first. */
  static readonly layer = (keys: Redacted.Redacted<readonly [Uint8Array, ...ReadonlyArray<Uint8Array>]>) => {
    const [newest, ...older] = Redacted.value(keys)
    // As objects: bytes would be made into one for each MAC, at ten times what the MAC costs.
    const derived = (key: Uint8Array) =>
      createSecretKey(Buffer.from(hkdfSync("sha256", key, "", "trunkline/tickets/mail-marks", 32)))
    const [first, rest] = [derived(newest), older.map(derived)]
    const mac = (key: KeyObject, use: Use, id: string) =>
      createHmac("sha256", key).update(`${use} ${id}`).digest().subarray(0, macLength)
    const marked = (use: Use, id: string) => `${id}.${mailToken(mac(first, use, id))}`
    /** The id in a mark of ours. */
    const idOf = (use: Use, mark: string) => {
      const dot = mark.lastIndexOf(".")
      const [id, code] = [mark.slice(0, Math.max(dot, 0)), Buffer.from(mark.slice(dot + 1))]
      // Most marks are other programs' or none at all.
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
          // Relays that fold case fold all of it: ids and MACs are lower case.
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
