import type {
  PortalAttachment,
  PortalComment,
  PortalTicket,
  PortalTicketCreate,
  PortalTicketDetail
} from "../../../sdk/src/portal.ts"
import { newKey } from "../../customer/keys.ts"
import { oneAtATime } from "./oneAtATime.ts"
import { SeenStore } from "./SeenStore.ts"
import type { Session } from "./Session.ts"
import { isUnread, withBaseline, withSeen } from "./unread.ts"
import { Value } from "./Value.ts"

/** Requests on a page of the list. */
const pageSize = 20

/** A list as far as it was read. */
export interface Listed {
  readonly tickets: ReadonlyArray<PortalTicket>
  /** Where the next page begins. */
  readonly next: string | null
  /** Those with answers that the customer has not seen. */
  readonly unread: ReadonlySet<string>
}

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

export interface Loaded<A> {
  readonly data?: A | undefined
  readonly error?: unknown
}

/** The requests of one customer: read, followed, answered and opened. */
export class Requests {
  readonly list = new Value<Loaded<Listed>>({})
  /** The request that is looked at. */
  readonly thread = new Value<Loaded<PortalTicketDetail>>({})
  readonly outgoing = new Value<ReadonlyArray<Outgoing>>([])
  /** What is written, and not sent yet, by request. */
  readonly drafts = new Map<string, string>()
  readonly #session: Session
  readonly #seen: SeenStore
  #threadId: string | undefined
  /** Whether the customer sees the thread that is open. */
  #isLookedAt = false

  constructor(session: Session, customerId: string) {
    this.#session = session
    this.#seen = new SeenStore(customerId)
  }

  /** Reads the beginning of the list again, and the request that is looked at. */
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
    const known = new Set(data.tickets.map(({ id }) => id))
    this.#show([...data.tickets, ...page.data.filter(({ id }) => !known.has(id))], page.nextCursor)
  }

  /** Looks at a request, or at none. */
  look(ticketId: string | undefined) {
    if (this.#threadId !== ticketId) this.thread.set({})
    this.#threadId = ticketId
    if (ticketId !== undefined) this.refresh()
  }

  /** Says whether the thread that is open can be seen. */
  watch(isLookedAt: boolean) {
    this.#isLookedAt = isLookedAt
    this.#markSeen()
  }

  /** Opens a request; the same key never opens two. */
  async create(input: PortalTicketCreate, key: string) {
    const ticket = await this.#session.call((portal) => portal.tickets.create(input, { idempotencyKey: key }))
    this.#seen.set(withSeen(this.#seen.get(), ticket.id, ticket.commentCount))
    this.refresh()
    return ticket
  }

  /** Sends a message; until the server has it, it is among `outgoing`. */
  reply(ticketId: string, body: string, attachments: ReadonlyArray<PortalAttachment>) {
    const sentAt = new Date().toISOString()
    this.#send({ key: newKey(), ticketId, body, attachments, sentAt })
  }

  /** Sends once more what was not sent. */
  retry({ error: _, ...message }: Outgoing) {
    this.#send(message)
  }

  discard({ key }: Outgoing) {
    this.outgoing.set(this.outgoing.get().filter((one) => one.key !== key))
  }

  async #send(message: Outgoing) {
    const { attachments, body, key, ticketId } = message
    const others = () => this.outgoing.get().filter((one) => one.key !== key)
    this.outgoing.set([...others(), message])
    try {
      const comment = await this.#session.call((portal) =>
        portal.comments.create(
          ticketId,
          { body, attachmentIds: attachments.map(({ id }) => id) },
          { idempotencyKey: key }
        )
      )
      this.#add(ticketId, comment)
      this.outgoing.set(others())
      this.refresh()
    } catch (error) {
      this.outgoing.set([...others(), { ...message, error }])
    }
  }

  #add(ticketId: string, comment: PortalComment) {
    const { data } = this.thread.get()
    if (data?.id !== ticketId || data.comments.some(({ id }) => id === comment.id)) return
    this.thread.set({ data: { ...data, comments: [...data.comments, comment] } })
  }

  async #readList() {
    try {
      const page = await this.#session.call((portal) => portal.tickets.list({ limit: pageSize, sort: "updatedAt" }))
      this.#seen.set(withBaseline(page.data, this.#seen.get()))
      // What was read beyond the first page stays: what has changed since has come up into it.
      const known = this.list.get().data
      const first = new Set(page.data.map(({ id }) => id))
      const rest = known?.tickets.slice(pageSize).filter(({ id }) => !first.has(id)) ?? []
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
