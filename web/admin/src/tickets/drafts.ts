import type { Attachment, Comment } from "@trunkline/sdk"
import { followKept } from "../app/followKept.ts"
import { keyOf, type Place } from "./place.ts"
import { restoreUploads } from "./useUploads.ts"

/** What is written and not sent. */
export interface Draft {
  readonly body: string
  readonly visibility: Comment["visibility"]
  readonly cc: string
  /** The address of the brand that was chosen to send it from. */
  readonly from?: string | undefined
  /** The Idempotency-Key of the message that it was, which may have arrived. */
  readonly key?: string | undefined
}

/** What comes back to where it was written. */
export interface Returned extends Draft {
  readonly files: ReadonlyArray<Attachment>
}

export const emptyDraft: Draft = { body: "", visibility: "public", cc: "" }

const composers = new Map<string, (returned: Draft) => void>()

/** A member's draft of a ticket, as they left it. */
export const draftOf = (place: Place): Draft => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf("draft", place)) ?? "null")
    return typeof kept === "object" && kept !== null ? { ...emptyDraft, ...kept } : emptyDraft
  } catch {
    return emptyDraft
  }
}

/** Keeps a draft in this browser; one without words and files is forgotten. Its files are kept beside it (`useUploads`). */
export const keepDraft = (place: Place, { body, cc, from, key, visibility }: Draft, hasFiles: boolean) => {
  try {
    if (body.trim() === "" && !hasFiles) localStorage.removeItem(keyOf("draft", place))
    else localStorage.setItem(keyOf("draft", place), JSON.stringify({ body, visibility, cc, from, key }))
  } catch {
    // Without a place on disk it lasts as long as the page.
  }
}

/** Tells what another window of the member has made of a draft, until it is called off. */
export const followDraft = (place: Place, take: (kept: Draft) => void) =>
  followKept(keyOf("draft", place), () => take(draftOf(place)))

/** Before what has been written since stands what comes back. */
export const joined = (current: Draft, { body, cc, from, key = current.key, visibility }: Draft): Draft =>
  current.body.trim() === ""
    ? { body, cc, from, key, visibility }
    : { ...current, key, body: `${body}\n\n${current.body}` }

/** Gives a draft back to the ticket's composer, or keeps it until there is one. */
export const returnDraft = (place: Place, { files, ...returned }: Returned) => {
  restoreUploads(place, files)
  const composer = composers.get(keyOf("draft", place))
  if (composer === undefined) keepDraft(place, joined(draftOf(place), returned), files.length > 0)
  else composer(returned)
}

/** Takes what comes back, as long as the composer is there. */
export const takeReturned = (place: Place, take: (returned: Draft) => void) => {
  const key = keyOf("draft", place)
  composers.set(key, take)
  return () => {
    if (composers.get(key) === take) composers.delete(key)
  }
}
