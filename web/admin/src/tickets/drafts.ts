import type { Comment } from "@trunkline/sdk"
import { mode } from "../app/mode.ts"

/** What is written and not sent. Files are not kept: they would have to be chosen again. */
export interface Draft {
  readonly body: string
  readonly visibility: Comment["visibility"]
  readonly cc: string
}

export const emptyDraft: Draft = { body: "", visibility: "public", cc: "" }

const keyOf = (ticketId: string) => `trunkline.draft ${mode} ${ticketId}`

/** The draft of a ticket, as it was left. */
export const draftOf = (ticketId: string): Draft => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(ticketId)) ?? "null")
    return typeof kept === "object" ? { ...emptyDraft, ...kept } : emptyDraft
  } catch {
    return emptyDraft
  }
}

/** Keeps a draft in this browser; an empty one is forgotten. */
export const keepDraft = (ticketId: string, draft: Draft) => {
  if (draft.body.trim() === "") localStorage.removeItem(keyOf(ticketId))
  else localStorage.setItem(keyOf(ticketId), JSON.stringify(draft))
}
