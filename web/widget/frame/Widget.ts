import type { PortalNews } from "../../../sdk/src/portal.ts"
import type { Language } from "../../customer/words/language.ts"
import { isComposing } from "../../message/isComposing.ts"
import type { Boot, Draft, SignIn } from "../protocol.ts"
import { follow } from "./follow.ts"
import type { FrameBrand } from "./frameBrand.ts"
import { HostPage } from "./HostPage.ts"
import { Requests } from "./Requests.ts"
import { Session, type SessionState } from "./Session.ts"
import { Value } from "./Value.ts"

/** The views of the panel for a signed-in customer. */
export type View =
  | { readonly name: "home" }
  | { readonly name: "new"; readonly draft: Draft }
  | { readonly name: "thread"; readonly ticketId: string }

const home: View = { name: "home" }

/** The whole widget except for rendering: obeys the page, and reports events to it. */
export class Widget {
  readonly boot: Boot
  readonly brand: FrameBrand
  readonly language: Language
  readonly session: Session
  readonly isOpen: Value<boolean>
  readonly view = new Value<View>(home)
  /** The customer's requests; `undefined` while nobody is signed in. */
  readonly requests = new Value<Requests | undefined>(undefined)
  readonly unread = new Value(0)
  /** A change announced to screen readers. */
  readonly announced = new Value("")
  readonly #page: HostPage
  #signIn: SignIn
  #isUsed = false
  #leave = () => {}
  #customerId: string | undefined
  /** The requests of the last customer, in case the page identifies them again. */
  #last: { readonly customerId: string; readonly requests: Requests; readonly view: View } | undefined

  constructor(port: MessagePort, boot: Boot, brand: FrameBrand, language: Language) {
    this.boot = boot
    this.#signIn = boot.signIn
    this.brand = brand
    this.language = language
    this.isOpen = new Value(boot.isInline)
    this.#page = new HostPage(port, (command) => {
      if (command.type === "open") this.open()
      else if (command.type === "close") this.close()
      else if (command.type === "newTicket") this.show({ name: "new", draft: command.draft ?? {} })
      else if (command.type === "identify") this.#identify(command.signIn)
      else this.#shutDown()
    })
    this.session = new Session(this.#page, brand.id)
    this.session.state.watch((state) => this.#enter(state))
    this.isOpen.watch((isOpen) => {
      this.#page.tell({ type: "shown", isOpen })
      this.#page.tell({ type: "event", name: isOpen ? "open" : "close", detail: undefined })
      this.#look()
    })
    this.view.watch((view) => {
      this.requests.get()?.look(view.name === "thread" ? view.ticketId : undefined)
      this.#look()
    })
    this.unread.watch((count) => this.#page.tell({ type: "event", name: "unread", detail: { count } }))
    document.addEventListener("visibilitychange", () => this.#look())
    document.addEventListener("pointerdown", () => {
      this.#isUsed = true
    })
    document.addEventListener("keydown", (event) => {
      this.#isUsed = true
      if (event.key === "Escape" && !isComposing(event)) this.close()
    })
  }

  start() {
    this.#page.tell({ type: "ready" })
    this.#page.tell({ type: "event", name: "ready", detail: undefined })
    this.session.begin(this.boot.signIn, this.boot.link)
    // Somebody who comes by a link wants to sign in.
    if (this.boot.link !== undefined) this.open()
  }

  /** Whether somebody has pressed anything in it. */
  get isUsed(): boolean {
    return this.#isUsed
  }

  /** Asks again who the visitor is. */
  tryAgain() {
    this.session.begin(this.#signIn)
  }

  open() {
    this.isOpen.set(true)
  }

  /** Closes the panel. An inline widget stays open. */
  close() {
    if (!this.boot.isInline) this.isOpen.set(false)
  }

  show(view: View) {
    this.view.set(view)
    this.open()
  }

  /** Shows the form again after a new request could not be sent. */
  reopen() {
    if (this.view.get().name !== "new") this.view.set({ name: "new", draft: {} })
  }

  goHome() {
    this.view.set(home)
  }

  /** Reports a new request to the page, and shows it. */
  opened(ticket: { readonly id: string; readonly ticketNumber: string }) {
    const { id, ticketNumber } = ticket
    this.#page.tell({ type: "event", name: "ticket", detail: { id, ticketNumber } })
    this.announced.set(this.language.words.sent)
    this.view.set({ name: "thread", ticketId: id })
  }

  /** Signs the visitor out, leaving nothing behind. */
  async signOut() {
    this.#last?.requests.forget()
    this.#last = undefined
    await this.session.end()
  }

  /**
   * Starts with a customer, and ends with the previous one. A customer who returns finds everything as it was, including
   * drafts; a draft that the page has passed in stays too.
   */
  #enter(state: SessionState) {
    if (state.name === "failed")
      this.#page.tell({ type: "event", name: "error", detail: { message: `${state.error}` } })
    const customerId = state.name === "in" ? state.me.customer.id : undefined
    if (customerId === this.#customerId) return
    const before = this.#customerId
    this.#customerId = customerId
    this.#leave()
    if (before !== undefined) {
      if (this.#last !== undefined) this.#last = { ...this.#last, view: this.view.get() }
      this.view.set(home)
    }
    if (customerId === undefined) {
      this.#leave = () => {}
      this.requests.set(undefined)
      this.unread.set(0)
      return
    }
    if (this.#last?.customerId !== customerId) {
      this.#last?.requests.stop()
      this.#last = { customerId, requests: new Requests(this.session, customerId), view: home }
    }
    const { requests, view } = this.#last
    const forget = requests.list.watch(({ data }) => this.unread.set(data?.unread.size ?? 0))
    const stop = follow(this.session, (news) => this.#hear(requests, news))
    this.#leave = () => {
      forget()
      stop()
    }
    this.requests.set(requests)
    if (this.view.get() === home) this.view.set(view)
    requests.refresh()
    this.#look()
  }

  async #hear(requests: Requests, news: PortalNews) {
    const known = requests.thread.get().data
    await requests.refresh()
    const { data } = requests.thread.get()
    if (news.type !== "comment.created" || data === undefined || known?.id !== data.id) return
    const latest = data.comments.slice(known.comments.length).findLast(({ authorType }) => authorType === "STAFF")
    if (latest !== undefined) this.announced.set(this.language.words.answeredBy(latest.authorName))
  }

  #identify(signIn: SignIn) {
    this.#signIn = signIn
    this.session.begin(signIn)
  }

  #look() {
    this.requests.get()?.watch(this.isOpen.get() && !document.hidden && this.view.get().name === "thread")
  }

  async #shutDown() {
    await this.signOut()
    this.#page.tell({ type: "gone" })
  }
}
