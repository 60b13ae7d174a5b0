import type { Attachment, Comment } from "@trunkline/sdk"
import { mode } from "../app/mode.ts"

/** What is written and not sent. */
export interface Draft {
  readonly body: string
  readonly visibility: Comment["visibility"]
  readonly cc: string
  /** The Idempotency-Key of the message that it was, which may have arrived. */
  readonly key?: string | undefined
}

/** What comes back to where it was written; files are known only there and then. */
export interface Returned extends Draft {
  readonly files: ReadonlyArray<Attachment>
}

export const emptyDraft: Draft = { body: "", visibility: "public", cc: "" }

const keyOf = (ticketId: string) => `trunkline.draft ${mode} ${ticketId}`
const composers = new Map<string, (returned: Returned) => void>()

/** The draft of a ticket, as it was left. */
export const draftOf = (ticketId: string): Draft => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(ticketId)) ?? "null")
    return typeof kept === "object" ? { ...emptyDraft, ...kept } : emptyDraft
  } catch {
    return emptyDraft
  }
}

/** Keeps a draft in this browser; an empty one is forgotten. Files are not kept: they would have to be chosen again. */
export const keepDraft = (ticketId: string, { body, cc, key, visibility }: Draft) => {
  if (body.trim() === "") localStorage.removeItem(keyOf(ticketId))
  else localStorage.setItem(keyOf(ticketId), JSON.stringify({ body, visibility, cc, key }))
}

/** Before what has been written since stands what comes back. */
export const joined = (current: Draft, { body, cc, key = current.key, visibility }: Draft): Draft =>
  current.body.trim() === "" ? { body, cc, key, visibility } : { ...current, key, body: `${body}\n\n${current.body}` }

/** Gives a draft back to the ticket's composer, or keeps it until there is one. */
export const returnDraft = (ticketId: string, returned: Returned) => {
  const composer = composers.get(ticketId)
  if (composer === undefined) keepDraft(ticketId, joined(draftOf(ticketId), returned))
  else composer(returned)
}

/** Takes what comes back, as long as the composer is there. */
export const takeReturned = (ticketId: string, take: (returned: Returned) => void) => {
  composers.set(ticketId, take)
  return () => {
    if (composers.get(ticketId) === take) composers.delete(ticketId)
  }
}
