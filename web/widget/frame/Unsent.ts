import type { PortalAttachment } from "../../../sdk/src/portal.ts"
import { remember, remembered } from "../../customer/tabMemory.ts"
import type { Draft } from "../protocol.ts"
import { Value } from "./Value.ts"

/** A message of the customer's that the server has not answered for yet, or could not. */
export interface Outgoing {
  /** By which the server knows it again, so that trying again never sends it twice. */
  readonly key: string
  readonly ticketId: string
  readonly body: string
  readonly attachments: ReadonlyArray<PortalAttachment>
  readonly sentAt: string
  /** Why it was not sent; undefined while it is being sent. */
  readonly error?: unknown
}

/** What is written at a place. */
export interface Written extends Draft {
  /** By which the server knows the request again, once it was sent. */
  readonly key?: string | undefined
}

/** Milliseconds for which a file is of use: the server keeps what goes with no message for a day, and writing takes a while. */
const usable = 23 * 60 * 60_000

/** Where a request that is yet to be opened is written; replies are written where their request is. */
export const newRequest = "new"

/**
 * What a customer has written and the server does not have: it outlives what is shown, and the page, until the tab is
 * closed. A visitor who goes on to another page of the site finds it there.
 */
export class Unsent {
  readonly outgoing: Value<ReadonlyArray<Outgoing>>
  /** By which the tab remembers it; undefined once it is to be forgotten. */
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

  /** What is written at a place, and not sent. */
  draft(place: string): Written | undefined {
    return this.#drafts[place]
  }

  /** Keeps what is written at a place; nothing, or what has no text, is forgotten. */
  write(place: string, written?: Written) {
    const { [place]: _, ...others } = this.#drafts
    const hasText = `${written?.title ?? ""}${written?.body ?? ""}`.trim() !== ""
    this.#drafts = written !== undefined && hasText ? { ...others, [place]: written } : others
    this.#keep()
  }

  /** The files that go with what is written at a place, as long as the server has them. */
  files(place: string): ReadonlyArray<PortalAttachment> {
    return (this.#files[place] ?? []).filter(({ createdAt }) => Date.now() - Date.parse(createdAt) < usable)
  }

  keepFiles(place: string, files: ReadonlyArray<PortalAttachment>) {
    const { [place]: _, ...others } = this.#files
    this.#files = files.length === 0 ? others : { ...others, [place]: files }
    this.#keep()
  }

  /** Moves the text of one request to the one that it was merged into, before what is written there. */
  move(from: string, to: string) {
    const texts = [this.draft(from)?.body, this.draft(to)?.body].filter((text) => text !== undefined)
    this.write(to, { body: texts.join("\n\n") })
    this.write(from)
  }

  /** Forgets everything: whoever signs out leaves nothing behind. */
  forget() {
    if (this.#name !== undefined) remember(this.#name, undefined)
    this.#name = undefined
  }

  #keep() {
    if (this.#name === undefined) return
    // An error does not outlast the page, nor what it was about: it is sent once more.
    const outgoing = this.outgoing.get().map(({ error: _, ...message }) => message)
    remember(this.#name, { drafts: this.#drafts, files: this.#files, outgoing } satisfies Kept)
  }
}

interface Kept {
  readonly drafts: Readonly<Record<string, Written>>
  /** Undefined where an older widget kept it. */
  readonly files?: Readonly<Record<string, ReadonlyArray<PortalAttachment>>>
  readonly outgoing: ReadonlyArray<Outgoing>
}
