import { DateTime } from "effect"
import type { OutlookThread } from "../../../domain/InboundMessage.ts"

/** Bytes of the beginning of an index: a reserved one, five of a time, and a GUID. */
const headLength = 22
/** Bytes that each answer adds. */
const blockLength = 5
/**
 * Bytes beyond which an index no longer grows, after some 130 answers: in base64 it is one line with its name, for which
 * mail systems refuse a message when it is longer than 998 characters (RFC 5322, 2.1.1).
 */
const longest = 696
/** 100 ns between 1601, where Windows begins to count, and 1970. */
const windowsEpoch = 116_444_736_000_000_000n

/**
 * `Thread-Index` and `Thread-Topic` of our answer to a mail of Outlook or Exchange, which show one conversation by them
 * (MS-OXOMSG, 2.2.1.3): the index of what is answered with one more block, its topic as it is.
 */
export const outlookHeaders = (
  thread: OutlookThread | undefined,
  at: DateTime.Utc
): Readonly<Record<string, string>> =>
  thread === undefined || thread.index.length > Math.ceil(longest / 3) * 4
    ? {}
    : { "Thread-Topic": thread.topic, "Thread-Index": continuedIndex(thread.index, at) }

/** The index of an answer that is written `at` that moment. */
export const continuedIndex = (index: string, at: DateTime.Utc): string => {
  const bytes = Buffer.from(index, "base64")
  if (bytes.length < headLength || bytes.length + blockLength > longest) return index
  // The six bytes of a head that hold its time are the upper ones of a FILETIME.
  const begun = BigInt(bytes.readUIntBE(0, 6)) << 16n
  const milliseconds = BigInt(DateTime.toEpochMillis(at))
  const now = milliseconds * 10_000n + windowsEpoch
  const passed = now > begun ? now - begun : 0n
  // 31 bits of the time passed: fine ones within 1.7 years, else coarse ones, and a bit that says which.
  const time = passed < 1n << 49n ? passed >> 18n : (1n << 31n) | ((passed >> 23n) & 0x7fff_ffffn)
  const block = Buffer.alloc(blockLength)
  block.writeUInt32BE(Number(time))
  // Four bits that tell apart answers of one moment, and four that count them.
  block.writeUInt8(Number(milliseconds & 0xfn) << 4, 4)
  return Buffer.concat([bytes, block]).toString("base64")
}
