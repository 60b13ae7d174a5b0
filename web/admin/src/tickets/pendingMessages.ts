import type { Attachment, Comment, Ticket } from "@trunkline/sdk"
import { useSyncExternalStore } from "react"
import { mode } from "../app/mode.ts"
import type { Seen } from "./wroteSince.ts"

/** A message that is written, and not known to be taken yet. */
export interface Pending {
  /** Also the Idempotency-Key: however often it is sent, it arrives once. */
  readonly key: string
  readonly body: string
  readonly visibility: Comment["visibility"]
  readonly cc: ReadonlyArray<string>
  readonly files: ReadonlyArray<Attachment>
  readonly setStatus?: string | undefined
  /** What its author had read. */
  readonly seen: Seen
  /** Who wrote meanwhile: it waits for its author's word. */
  readonly heldBy?: string | undefined
  /** Why it was not taken; while it is undefined, it is on its way. */
  readonly error?: unknown
  /** Where it belongs, for whoever comes back without its ticket on the page. */
  readonly at?: Place | undefined
}

/** A ticket, and whoever writes on it. */
export interface Place extends Pick<Ticket, "id" | "brandId" | "publicId" | "ticketNumber"> {
  readonly memberId: string
}

/** What is kept of it in this browser. */
interface Kept extends Omit<Pending, "error" | "seen"> {
  readonly seen: Omit<Seen, "comments"> & { readonly comments: ReadonlyArray<string> }
}

const prefix = `trunkline.pending ${mode} `
const none: ReadonlyArray<Pending> = []
const known = new Map<string, ReadonlyArray<Pending>>()
const watchers = new Map<string, Set<() => void>>()
/** Told of every change, whichever ticket it is of. */
const followers = new Set<() => void>()

/** Messages of a ticket between "send" and the API's yes, whoever looks; they outlive the page. */
export const usePendingOf = (ticketId: string) =>
  useSyncExternalStore(
    (watcher) => {
      const all = watchers.get(ticketId) ?? new Set()
      watchers.set(ticketId, all.add(watcher))
      return () => all.delete(watcher)
    },
    () => pendingOf(ticketId)
  )

/** Whether a message waits on the ticket that was not sent: it failed, is held back, or was left behind by another page. */
export const useIsUnsent = (ticketId: string) =>
  useSyncExternalStore(followPending, () => {
    const messages = known.get(ticketId)
    return messages === undefined ? localStorage.getItem(prefix + ticketId) !== null : messages.some(isStopped)
  })

export const followPending = (follower: () => void) => {
  followers.add(follower)
  return () => followers.delete(follower)
}

/** Tickets on which messages of a member wait that an earlier page has left behind. */
export const leftBehindBy = (memberId: string): ReadonlyArray<Place> =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => read(key.slice(prefix.length)).at(0)?.at ?? [])
    .filter((place) => place.memberId === memberId)

const isStopped = ({ error, heldBy }: Pending) => error !== undefined || heldBy !== undefined

/** Whether the ticket is on the page. */
export const isWatched = (ticketId: string) => (watchers.get(ticketId)?.size ?? 0) > 0

/** Puts a message among those of its ticket, in place of what was known of it. */
export const keepPending = (ticketId: string, message: Pending) => {
  const all = pendingOf(ticketId)
  const isNew = all.every(({ key }) => key !== message.key)
  change(ticketId, isNew ? [...all, message] : all.map((one) => (one.key === message.key ? message : one)))
  write(ticketId, [...read(ticketId).filter(({ key }) => key !== message.key), message])
}

export const forgetPending = (ticketId: string, key: string) => {
  change(
    ticketId,
    pendingOf(ticketId).filter((one) => one.key !== key)
  )
  write(
    ticketId,
    read(ticketId).filter((one) => one.key !== key)
  )
}

const pendingOf = (ticketId: string): ReadonlyArray<Pending> => {
  if (!known.has(ticketId)) known.set(ticketId, read(ticketId).map(interrupted))
  return known.get(ticketId) ?? none
}

const change = (ticketId: string, messages: ReadonlyArray<Pending>) => {
  known.set(ticketId, messages)
  for (const watcher of watchers.get(ticketId) ?? []) watcher()
  tellFollowers()
}

const tellFollowers = () => {
  for (const follower of followers) follower()
}

/** A message that an earlier page has left behind. */
const interrupted = (message: Pending): Pending =>
  message.heldBy === undefined ? { ...message, error: new Error(interruption) } : message
const interruption = "The page was closed before the server had confirmed it. Try again: it arrives only once."

const read = (ticketId: string): ReadonlyArray<Pending> => {
  try {
    const kept: ReadonlyArray<Kept> = JSON.parse(localStorage.getItem(prefix + ticketId) ?? "[]")
    return kept.map(({ seen, ...message }) => ({ ...message, seen: { ...seen, comments: new Set(seen.comments) } }))
  } catch {
    return none
  }
}

const write = (ticketId: string, messages: ReadonlyArray<Pending>) => {
  const kept = messages.map(({ error: _, seen, ...message }) => ({
    ...message,
    seen: { ...seen, comments: [...seen.comments] }
  }))
  try {
    if (kept.length === 0) localStorage.removeItem(prefix + ticketId)
    else localStorage.setItem(prefix + ticketId, JSON.stringify(kept))
  } catch {
    // Without a place on disk it lasts as long as the page.
  }
}

// What another window has sent, or taken back, is no message to send here.
addEventListener("storage", ({ key }) => {
  const ticketId = key?.startsWith(prefix) === true ? key.slice(prefix.length) : undefined
  if (ticketId === undefined) return
  if (!known.has(ticketId)) return tellFollowers()
  const kept = new Set(read(ticketId).map((message) => message.key))
  change(
    ticketId,
    pendingOf(ticketId).filter((message) => kept.has(message.key))
  )
})
