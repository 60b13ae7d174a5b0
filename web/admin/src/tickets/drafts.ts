import type { Attachment, Comment } from "@trunkline/sdk"
import { followKept } from "../app/followKept.ts"
import { keyOf, type Place } from "./place.ts"
import { restoreUploads } from "./useUploads.ts"

/** A draft that has not been sent. */
export interface Draft {
  readonly body: string
  readonly visibility: Comment["visibility"]
  readonly cc: string
  /** The brand's address chosen as the sender. */
  readonly from?: string | undefined
  /** The Idempotency-Key of the message that the draft was, and that may have arrived. */
  readonly key?: string | undefined
}

/** A message that becomes a draft again. */
export interface Returned extends Draft {
  readonly files: ReadonlyArray<Attachment>
}

export const emptyDraft: Draft = { body: "", visibility: "public", cc: "" }

const composers = new Map<string, (returned: Draft) => void>()

/** Returns a member's draft for a ticket, as they left it. */
export const draftOf = (place: Place): Draft => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf("draft", place)) ?? "null")
    return typeof kept === "object" && kept !== null ? { ...emptyDraft, ...kept } : emptyDraft
  } catch {
    return emptyDraft
  }
}

/** Stores a draft in this browser, or removes one without text and files. Its files are stored beside it (`useUploads`). */
export const keepDraft = (place: Place, { body, cc, from, key, visibility }: Draft, hasFiles: boolean) => {
  try {
    if (body.trim() === "" && !hasFiles) localStorage.removeItem(keyOf("draft", place))
    else localStorage.setItem(keyOf("draft", place), JSON.stringify({ body, visibility, cc, from, key }))
  } catch {
    // Without storage, it lasts as long as the page.
  }
}

/** Calls `take` when another window of the member changes a draft. Returns a function that stops it. */
export const followDraft = (place: Place, take: (kept: Draft) => void) =>
  followKept(keyOf("draft", place), () => take(draftOf(place)))

/** Puts a returned draft before what has been written since. */
export const joined = (current: Draft, { body, cc, from, key = current.key, visibility }: Draft): Draft =>
  current.body.trim() === ""
    ? { body, cc, from, key, visibility }
    : { ...current, key, body: `${body}\n\n${current.body}` }

/** Returns a draft to the ticket's composer, or stores it until there is one. */
export const returnDraft = (place: Place, { files, ...returned }: Returned) => {
  restoreUploads(place, files)
  const composer = composers.get(keyOf("draft", place))
  if (composer === undefined) keepDraft(place, joined(draftOf(place), returned), files.length > 0)
  else composer(returned)
}

/** Registers a composer for returned drafts. Returns a function that removes it. */
export const takeReturned = (place: Place, take: (returned: Draft) => void) => {
  const key = keyOf("draft", place)
  composers.set(key, take)
  return () => {
    if (composers.get(key) === take) composers.delete(key)
  }
}
