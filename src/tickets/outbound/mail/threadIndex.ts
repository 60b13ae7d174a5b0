import { DateTime } from "effect"
import type { OutlookThread } from "../../../domain/InboundMessage.ts"

/** Bytes of the header of an index: a reserved one, five for the time, and a GUID. */
const headLength = 22
/** Bytes that each reply adds. */
const blockLength = 5
/**
 * Maximum length of an index in bytes, reached after some 130 replies: it is encoded in base64 on one line with its name,
 * and mail systems reject messages with lines longer than 998 characters (RFC 5322, 2.1.1).
 */
const longest = 696
/** 100 ns units between 1601, the Windows epoch, and 1970. */
const windowsEpoch = 116_444_736_000_000_000n

/**
 * `Thread-Index` and `Thread-Topic` of our reply to a mail from Outlook or Exchange, which group conversations by them
 * (MS-OXOMSG, 2.2.1.3): the index of that mail with one more block, and its topic unchanged.
 */
export const outlookHeaders = (
  thread: OutlookThread | undefined,
  at: DateTime.Utc
): Readonly<Record<string, string>> =>
  thread === undefined || thread.index.length > Math.ceil(longest / 3) * 4
    ? {}
    : { "Thread-Topic": thread.topic, "Thread-Index": continuedIndex(thread.index, at) }

/** The index of a reply that is written `at` this time. */
export const continuedIndex = (index: string, at: DateTime.Utc): string => {
  const bytes = Buffer.from(index, "base64")
  if (bytes.length < headLength || bytes.length + blockLength > longest) return index
  // The six bytes of a header that contain its time are the upper ones of a FILETIME.
  const begun = BigInt(bytes.readUIntBE(0, 6)) << 16n
  const milliseconds = BigInt(DateTime.toEpochMillis(at))
  const now = milliseconds * 10_000n + windowsEpoch
  const passed = now > begun ? now - begun : 0n
  // 31 bits of the elapsed time, of fine resolution within 1.7 years and coarse after that, and one bit that says which.
  const time = passed < 1n << 49n ? passed >> 18n : (1n << 31n) | ((passed >> 23n) & 0x7fff_ffffn)
  const block = Buffer.alloc(blockLength)
  block.writeUInt32BE(Number(time))
  // Four bits that distinguish replies written at the same time, and four that count them.
  block.writeUInt8(Number(milliseconds & 0xfn) << 4, 4)
  return Buffer.concat([bytes, block]).toString("base64")
}
