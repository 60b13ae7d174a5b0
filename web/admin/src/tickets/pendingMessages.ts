import type { Attachment, Comment } from "@trunkline/sdk"
import { useSyncExternalStore } from "react"
import { type KnownPlace, keyOf, type Place, prefixOf } from "./place.ts"
import type { Seen } from "./wroteSince.ts"

/** A message that has been written, but not confirmed by the API. */
export interface Pending {
  /** Also the Idempotency-Key, so that it arrives once, however often it is sent. */
  readonly key: string
  readonly body: string
  readonly visibility: Comment["visibility"]
  readonly cc: ReadonlyArray<string>
  /** The brand's address chosen as the sender. */
  readonly from?: string | undefined
  readonly files: ReadonlyArray<Attachment>
  readonly setStatus?: string | undefined
  /** What its author had read. */
  readonly seen: Seen
  /** Who has written meanwhile: the message waits until its author confirms it. */
  readonly heldBy?: string | undefined
  /** Why it was not accepted; `undefined` while it is being sent. */
  readonly error?: unknown
  /** The ticket it belongs to, for returning to it later. */
  readonly at?: KnownPlace | undefined
}

/** The part that is stored in this browser. */
interface Kept extends Omit<Pending, "error" | "seen"> {
  readonly seen: Omit<Seen, "comments"> & { readonly comments: ReadonlyArray<string> }
}

const none: ReadonlyArray<Pending> = []
/** By the key of their place, as for the maps below. */
const known = new Map<string, ReadonlyArray<Pending>>()
const watchers = new Map<string, Set<() => void>>()
/** Called on every change, for any ticket. */
const followers = new Set<() => void>()

/** A member's messages on a ticket that the API has not confirmed. They outlive the page and the session. */
export const usePendingOf = (place: Place) => {
  const key = keyOf("pending", place)
  return useSyncExternalStore(
    (watcher) => {
      const all = watchers.get(key) ?? new Set()
      watchers.set(key, all.add(watcher))
      return () => all.delete(watcher)
    },
    () => pendingOf(key)
  )
}

/** Whether a member has an unsent message there: one that failed, is held back, or was left by an earlier page. */
export const useIsUnsent = (place: Place) => {
  const key = keyOf("pending", place)
  return useSyncExternalStore(followPending, () => {
    const messages = known.get(key)
    return messages === undefined ? localStorage.getItem(key) !== null : messages.some(isStopped)
  })
}

export const followPending = (follower: () => void) => {
  followers.add(follower)
  return () => followers.delete(follower)
}

/** Returns the tickets on which an earlier page left unsent messages of a member. */
export const leftBehindBy = (memberId: string): ReadonlyArray<KnownPlace> =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(prefixOf("pending", memberId)))
    .flatMap((key) => read(key).at(0)?.at ?? [])

const isStopped = ({ error, heldBy }: Pending) => error !== undefined || heldBy !== undefined

/** Whether the ticket is open on this page. */
export const isWatched = (place: Place) => (watchers.get(keyOf("pending", place))?.size ?? 0) > 0

/** Adds a message to its place, or replaces it there. */
export const keepPending = (place: Place, message: Pending) => {
  const key = keyOf("pending", place)
  const all = pendingOf(key)
  const isNew = all.every((one) => one.key !== message.key)
  write(key, [...read(key).filter((one) => one.key !== message.key), message])
  change(key, isNew ? [...all, message] : all.map((one) => (one.key === message.key ? message : one)))
}

export const forgetPending = (place: Place, messageKey: string) => {
  const key = keyOf("pending", place)
  const isOther = (one: Pending) => one.key !== messageKey
  write(key, read(key).filter(isOther))
  change(key, pendingOf(key).filter(isOther))
}

const pendingOf = (key: string): ReadonlyArray<Pending> => {
  if (!known.has(key)) known.set(key, read(key).map(interrupted))
  return known.get(key) ?? none
}

/** Called after `write`, since listeners may read the stored messages. */
const change = (key: string, messages: ReadonlyArray<Pending>) => {
  known.set(key, messages)
  for (const watcher of watchers.get(key) ?? []) watcher()
  tellFollowers()
}

const tellFollowers = () => {
  for (const follower of followers) follower()
}

/** A message left by an earlier page. */
const interrupted = (message: Pending): Pending =>
  message.heldBy === undefined ? { ...message, error: new Error(interruption) } : message
const interruption =
  "The page was closed before the server confirmed this message. Try again; it will be sent only once."

const read = (key: string): ReadonlyArray<Pending> => {
  try {
    const kept: ReadonlyArray<Kept> = JSON.parse(localStorage.getItem(key) ?? "[]")
    return kept.map(({ seen, ...message }) => ({ ...message, seen: { ...seen, comments: new Set(seen.comments) } }))
  } catch {
    return none
  }
}

const write = (key: string, messages: ReadonlyArray<Pending>) => {
  const kept = messages.map(({ error: _, seen, ...message }) => ({
    ...message,
    seen: { ...seen, comments: [...seen.comments] }
  }))
  try {
    if (kept.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Without storage, it lasts as long as the page.
  }
}

// A message that another window has sent or taken back must not be sent here.
addEventListener("storage", ({ key }) => {
  if (key?.startsWith("trunkline.pending ") !== true) return
  if (!known.has(key)) return tellFollowers()
  const kept = new Set(read(key).map((message) => message.key))
  change(
    key,
    pendingOf(key).filter((message) => kept.has(message.key))
  )
})
