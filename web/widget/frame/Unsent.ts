import type { PortalAttachment } from "../../../sdk/src/portal.ts"
import { remember, remembered } from "../../customer/tabMemory.ts"
import type { Draft } from "../protocol.ts"
import { Value } from "./Value.ts"

/** A message from the customer that the server has not confirmed. */
export interface Outgoing {
  /** The idempotency key, so that retrying never sends it twice. */
  readonly key: string
  readonly ticketId: string
  readonly body: string
  readonly attachments: ReadonlyArray<PortalAttachment>
  readonly sentAt: string
  /** Why it was not sent; `undefined` while it is being sent. */
  readonly error?: unknown
}

/** The draft at a place. */
export interface Written extends Draft {
  /** The idempotency key of the request, once it was sent. */
  readonly key?: string | undefined
}

/** Milliseconds for which a file is usable. The server keeps files without a message for a day, and writing takes a while. */
const usable = 23 * 60 * 60_000

/** The place where a new request is written. The place of a reply is the id of its request. */
export const newRequest = "new"

/**
 * What a customer has written and the server does not have. It outlives the view and the page, until the tab is closed, so that
 * a visitor finds it again on another page of the site.
 */
export class Unsent {
  readonly outgoing: Value<ReadonlyArray<Outgoing>>
  /** The name under which the tab stores it; `undefined` once it must be forgotten. */
  #name: string | undefined
  #drafts: Readonly<Record<string, Written>>
  #files: Readonly<Record<string, ReadonlyArray<PortalAttachment>>>

  constructor(customerId: string) {
    this.#name = `trunkline.unsent.${customerId}`
    const kept = remembered(this.#name) as Kept | null
    const { drafts, files = {}, outgoing } = kept ?? { drafts: {}, outgoing: [] }
    this.#drafts = drafts
    this.#files = files
    this.outgoing = new Value(outgoing)
    this.outgoing.watch(() => this.#keep())
  }

  /** Returns the unsent draft at a place. */
  draft(place: string): Written | undefined {
    return this.#drafts[place]
  }

  /** Stores the draft at a place, or removes one that is missing or has no text. */
  write(place: string, written?: Written) {
    const { [place]: _, ...others } = this.#drafts
    const hasText = `${written?.title ?? ""}${written?.body ?? ""}`.trim() !== ""
    this.#drafts = written !== undefined && hasText ? { ...others, [place]: written } : others
    this.#keep()
  }

  /** Returns the files for the draft at a place, as long as the server has them. */
  files(place: string): ReadonlyArray<PortalAttachment> {
    return (this.#files[place] ?? []).filter(({ createdAt }) => Date.now() - Date.parse(createdAt) < usable)
  }

  keepFiles(place: string, files: ReadonlyArray<PortalAttachment>) {
    const { [place]: _, ...others } = this.#files
    this.#files = files.length === 0 ? others : { ...others, [place]: files }
    this.#keep()
  }

  /** Moves the draft of a request to the one that it was merged into, in front of the draft there. */
  move(from: string, to: string) {
    const texts = [this.draft(from)?.body, this.draft(to)?.body].filter((text) => text !== undefined)
    this.write(to, { body: texts.join("\n\n") })
    this.write(from)
  }

  /** Forgets everything, so that signing out leaves nothing behind. */
  forget() {
    if (this.#name !== undefined) remember(this.#name, undefined)
    this.#name = undefined
  }

  #keep() {
    if (this.#name === undefined) return
    // Errors are not stored: the next page sends the message again.
    const outgoing = this.outgoing.get().map(({ error: _, ...message }) => message)
    remember(this.#name, { drafts: this.#drafts, files: this.#files, outgoing } satisfies Kept)
  }
}

interface Kept {
  readonly drafts: Readonly<Record<string, Written>>
  /** `undefined` if stored by an older widget. */
  readonly files?: Readonly<Record<string, ReadonlyArray<PortalAttachment>>>
  readonly outgoing: ReadonlyArray<Outgoing>
}
