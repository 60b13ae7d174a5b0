import {
  ApiError,
  type PortalAttachment,
  type PortalComment,
  type PortalTicket,
  type PortalTicketCreate,
  type PortalTicketDetail
} from "../../../sdk/src/portal.ts"
import { newKey } from "../../customer/keys.ts"
import { listedAfter } from "./listedAfter.ts"
import { oneAtATime } from "./oneAtATime.ts"
import { SeenStore } from "./SeenStore.ts"
import type { Session } from "./Session.ts"
import { newRequest, type Outgoing, Unsent, type Written } from "./Unsent.ts"
import { Uploads } from "./Uploads.ts"
import { isUnread, withBaseline, withOwn, withSeen } from "./unread.ts"
import { Value } from "./Value.ts"

/** Requests per page of the list. */
const pageSize = 20

/** The part of the list read so far. */
export interface Listed {
  readonly tickets: ReadonlyArray<PortalTicket>
  /** The cursor of the next page. */
  readonly next: string | null
  /** Ids of requests with replies that the customer has not seen. */
  readonly unread: ReadonlySet<string>
}

/** Milliseconds for which the server knows a message by its idempotency key, less an hour. */
const knownAgain = 23 * 60 * 60_000

export interface Loaded<A> {
  readonly data?: A | undefined
  readonly error?: unknown
}

/** The requests of one customer: reads and follows them, replies to them and creates new ones. */
export class Requests {
  readonly list = new Value<Loaded<Listed>>({})
  /** The open request. */
  readonly thread = new Value<Loaded<PortalTicketDetail>>({})
  readonly unsent: Unsent
  /** The state of the request that is being created. */
  readonly opening = new Value<{ readonly isSending: boolean; readonly error?: unknown }>({ isSending: false })
  readonly #session: Session
  readonly #uploads = new Map<string, Uploads>()
  readonly #seen: SeenStore
  #threadId: string | undefined
  /** Whether the customer can see the open thread. */
  #isLookedAt = false

  constructor(session: Session, customerId: string) {
    this.#session = session
    this.#seen = new SeenStore(customerId)
    this.unsent = new Unsent(customerId)
    for (const message of this.unsent.outgoing.get()) {
      // Messages that an earlier page was sending. For older ones, it can no longer be told whether they have arrived.
      if (Date.now() - Date.parse(message.sentAt) < knownAgain) this.#send(message)
      else this.#put({ ...message, error: new Error("Too old to be sent again by itself") })
    }
  }

  /** The files for the draft at a place. */
  uploads(place: string): Uploads {
    const keep = (files: ReadonlyArray<PortalAttachment>) => this.unsent.keepFiles(place, files)
    const uploads = this.#uploads.get(place) ?? new Uploads(this.#session, this.unsent.files(place), keep)
    this.#uploads.set(place, uploads)
    return uploads
  }

  /** Moves the draft for a request, with its files, to the request that it was merged into. */
  move(from: string, to: string) {
    this.unsent.move(from, to)
    this.uploads(from).moveTo(this.uploads(to))
  }

  /** Forgets everything written and not sent. */
  forget() {
    this.stop()
    this.unsent.forget()
  }

  /** Aborts the uploads in progress. */
  stop() {
    for (const uploads of this.#uploads.values()) uploads.stop()
  }

  /** Reads the start of the list and the open request again. */
  readonly refresh = oneAtATime(async () => {
    await Promise.all([this.#readList(), this.#readThread()])
  })

  async more() {
    const { data } = this.list.get()
    if (data?.next == null) return
    const cursor = data.next
    const page = await this.#session.call((portal) =>
      portal.tickets.list({ limit: pageSize, sort: "updatedAt", cursor })
    )
    // The start of the list may have been read again meanwhile.
    const { tickets } = this.list.get().data ?? data
    const known = new Set(tickets.map(({ id }) => id))
    this.#show([...tickets, ...page.data.filter(({ id }) => !known.has(id))], page.nextCursor)
  }

  /** Opens a request, or none. */
  look(ticketId: string | undefined) {
    if (this.#threadId !== ticketId) this.thread.set({})
    this.#threadId = ticketId
    if (ticketId !== undefined) this.refresh()
  }

  /** Sets whether the open thread can be seen. */
  watch(isLookedAt: boolean) {
    this.#isLookedAt = isLookedAt
    this.#markSeen()
  }

  /**
   * Creates a request, and forgets its draft. Retrying never creates a second one, whatever became of the first attempt, and on
   * any page.
   */
  async create(input: PortalTicketCreate): Promise<PortalTicket> {
    const key = this.unsent.draft(newRequest)?.key ?? newKey()
    const { body, customFields, title } = input
    // The draft, in the types that the form uses.
    const written = { title, body: body ?? "", customFields: customFields as Written["customFields"] }
    this.unsent.write(newRequest, { ...written, key })
    this.opening.set({ isSending: true })
    try {
      const ticket = await this.#session.call((portal) => portal.tickets.create(input, { idempotencyKey: key }))
      this.unsent.write(newRequest)
      this.uploads(newRequest).clear()
      this.opening.set({ isSending: false })
      this.#seen.set(withSeen(this.#seen.get(), ticket.id, ticket.commentCount))
      this.refresh()
      return ticket
    } catch (error) {
      // This key was used with other content, so the next attempt is a new request.
      if (error instanceof ApiError && error.code === "idempotency_key_reused") this.unsent.write(newRequest, written)
      this.opening.set({ isSending: false, error })
      throw error
    }
  }

  /** Sends a message, which is among `outgoing` until the server has it. */
  reply(ticketId: string, body: string, attachments: ReadonlyArray<PortalAttachment>) {
    const sentAt = new Date().toISOString()
    this.#send({ key: newKey(), ticketId, body, attachments, sentAt })
  }

  /** Sends a failed message again. */
  retry({ error: _, ...message }: Outgoing) {
    this.#send(message)
  }

  discard({ key }: Outgoing) {
    const { outgoing } = this.unsent
    outgoing.set(outgoing.get().filter((one) => one.key !== key))
  }

  /** Moves the current state of a message to the end of those that are being sent. */
  #put(message: Outgoing) {
    this.discard(message)
    this.unsent.outgoing.set([...this.unsent.outgoing.get(), message])
  }

  async #send(message: Outgoing) {
    const { attachments, body, key, ticketId } = message
    this.#put(message)
    try {
      const comment = await this.#session.call((portal) =>
        portal.comments.create(
          ticketId,
          { body, attachmentIds: attachments.map(({ id }) => id) },
          { idempotencyKey: key }
        )
      )
      this.#add(ticketId, comment)
      this.discard(message)
      this.refresh()
    } catch (error) {
      this.#put({ ...message, error })
    }
  }

  #add(ticketId: string, comment: PortalComment) {
    const { data } = this.thread.get()
    const isShown = data?.id === ticketId
    if (isShown && data.comments.some(({ id }) => id === comment.id)) return
    this.#seen.set(withOwn(this.#seen.get(), ticketId))
    if (isShown) this.thread.set({ data: { ...data, comments: [...data.comments, comment] } })
  }

  async #readList() {
    try {
      const page = await this.#session.call((portal) => portal.tickets.list({ limit: pageSize, sort: "updatedAt" }))
      this.#seen.set(withBaseline(page.data, this.#seen.get()))
      const known = this.list.get().data
      const rest = listedAfter(page.data, known?.tickets ?? [])
      this.#show([...page.data, ...rest], known !== undefined && rest.length > 0 ? known.next : page.nextCursor)
    } catch (error) {
      this.list.set({ ...this.list.get(), error })
    }
  }

  #show(tickets: ReadonlyArray<PortalTicket>, next: string | null) {
    const seen = this.#seen.get()
    const unread = new Set(tickets.filter((ticket) => isUnread(ticket, seen)).map(({ id }) => id))
    this.list.set({ data: { tickets, next, unread } })
  }

  async #readThread() {
    const id = this.#threadId
    if (id === undefined) return
    try {
      const data = await this.#session.call((portal) => portal.tickets.get(id))
      if (this.#threadId === id) this.thread.set({ data })
      this.#markSeen()
    } catch (error) {
      if (this.#threadId === id) this.thread.set({ ...this.thread.get(), error })
    }
  }

  #markSeen() {
    const { data } = this.thread.get()
    if (data === undefined || !this.#isLookedAt) return
    this.#seen.set(withSeen(this.#seen.get(), data.id, data.comments.length))
    const { data: listed } = this.list.get()
    if (listed !== undefined) this.#show(listed.tickets, listed.next)
  }
}
