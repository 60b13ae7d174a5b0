import type { Conversation } from "./MailDraft.ts"

/** Maximum number of ids and bytes in References: some servers truncate or reject longer header fields. */
const limits = { ids: 20, bytes: 1_500 } as const

/**
 * `In-Reply-To` and `References` (RFC 5322, 3.6.4) of a mail that continues a conversation: the last message received,
 * and, in order, the first message and as many of the latest as fit. Empty at the start of a conversation.
 */
export const threadHeaders = ({ lastInbound, messageIds }: Conversation): Readonly<Record<string, string>> => {
  const answered = lastInbound ?? messageIds.at(-1)
  if (answered === undefined) return {}
  const [first = answered, ...others] = messageIds
  const kept = new Set([answered])
  let room: number = limits.bytes - size(answered)
  for (const id of [first, ...others.reverse()]) {
    if (kept.has(id)) continue
    room -= size(id)
    if (room < 0 || kept.size >= limits.ids) break
    kept.add(id)
  }
  const references = new Set([...messageIds.filter((id) => kept.has(id)), answered])
  return { "In-Reply-To": `<${answered}>`, References: [...references].map((id) => `<${id}>`).join(" ") }
}

/** Bytes of an id, including its brackets and the separating space. */
const size = (id: string) => Buffer.byteLength(id) + 3
