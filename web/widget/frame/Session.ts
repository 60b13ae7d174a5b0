import { ApiError, type PortalMe, TrunklinePortal, UnauthorizedError } from "../../../sdk/src/portal.ts"
import type { SignIn } from "../protocol.ts"
import type { HostPage } from "./HostPage.ts"
import { LinkToken } from "./LinkToken.ts"
import { renewalDelay } from "./renewalDelay.ts"
import { Value } from "./Value.ts"

export type SessionState =
  | { readonly name: "starting" }
  /** Nobody is signed in: to the page, or by a link. */
  | { readonly name: "out"; readonly by: SignIn }
  /** A link is on its way. */
  | { readonly name: "mailed"; readonly email: string }
  /** The visitor came by a link that is yet to be used: looking at a page must not use it up. */
  | { readonly name: "linked"; readonly link: string }
  | { readonly name: "in"; readonly me: PortalMe; readonly by: SignIn }
  | { readonly name: "failed"; readonly error: unknown }

/** Who the visitor is: gets tokens, renews them before they end and after a refusal, once, and ends them. */
export class Session {
  readonly state = new Value<SessionState>({ name: "starting" })
  /** The API in the name of whoever is there, and never of somebody who comes later. */
  portal: TrunklinePortal
  readonly #page: HostPage
  readonly #brandId: string
  readonly #linkToken: LinkToken
  #by: SignIn = "mail"
  #token: string | undefined
  #renewal: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Counts who was there: an answer that comes after its asker has gone is nobody's. */
  #turn = 0
  /** Milliseconds by which the server's clock is ahead. */
  #ahead = 0

  constructor(page: HostPage, brandId: string) {
    this.#page = page
    this.#brandId = brandId
    this.#linkToken = new LinkToken(brandId)
    this.portal = this.#portalOfTurn()
    this.#linkToken.watch((token) => {
      if (this.#by !== "mail" || token === this.#token) return
      this.#leave()
      this.#enter(token)
    })
  }

  /** Begins anew, with whoever is there now. */
  async begin(by: SignIn, link?: string) {
    this.#by = by
    this.#leave()
    if (by === "mail" && link !== undefined) return this.state.set({ name: "linked", link })
    this.state.set({ name: "starting" })
    const turn = this.#turn
    try {
      const token = by === "mail" ? this.#linkToken.get() : ((await this.#page.ask("token")) ?? undefined)
      if (turn === this.#turn) await this.#enter(token)
    } catch (error) {
      if (turn === this.#turn) this.state.set({ name: "failed", error })
    }
  }

  /** Does what needs a token; with another one when the first is refused. */
  async call<A>(ask: (portal: TrunklinePortal) => Promise<A>): Promise<A> {
    const token = this.#token
    const turn = this.#turn
    try {
      return await ask(this.portal)
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || token === undefined) throw error
      if (token === this.#token) await this.#renew()
      // Somebody else may be there by now, for whom it is not to be done.
      if (turn !== this.#turn) throw error
      return ask(this.portal)
    }
  }

  /** Asks for a link to this page. Whether the address is known, nobody learns. */
  async mailLink(email: string) {
    const portalUrl = (await this.#page.ask("page")) ?? ""
    await this.portal.session.magicLink({ brandId: this.#brandId, email, portalUrl })
    this.state.set({ name: "mailed", email })
  }

  /** Uses the link that the visitor came by. Who follows a used one, and is still signed in here, stays so. */
  async followLink(link: string) {
    const kept = this.#linkToken.get()
    const token = await this.portal.session.verify({ token: link, expiresIn: linkLifetime }).then(
      ({ accessToken }) => accessToken,
      (error: unknown) => {
        if (kept === undefined || !(error instanceof ApiError) || error.code !== "invalid_token") throw error
        return kept
      }
    )
    await this.#enter(token)
  }

  /** Back to the question who the visitor is. */
  askAgain() {
    this.state.set({ name: "out", by: this.#by })
  }

  /** Ends the session, on the server too. */
  async end() {
    const { portal } = this
    const token = this.#token
    if (token !== undefined) await portal.session.logout({ timeout: 2_000, maxRetries: 0 }).catch(() => {})
    this.#signOut()
  }

  #leave() {
    this.#turn++
    clearTimeout(this.#timer)
    this.#token = undefined
    this.#renewal = undefined
    this.portal = this.#portalOfTurn()
  }

  /** What is tried again after its asker has gone is tried with the asker's last token. */
  #portalOfTurn(): TrunklinePortal {
    const turn = this.#turn
    let own: string | undefined
    return this.#portalOf(() => {
      if (turn === this.#turn) own = this.#token
      return own
    })
  }

  #portalOf(token: () => string | undefined): TrunklinePortal {
    return new TrunklinePortal({
      baseUrl: location.origin,
      token,
      // The dashboard may be on the same origin: its cookie is not the customer's.
      fetch: (input, init) => fetch(input, { ...init, credentials: "omit", keepalive: isLogout(input) }),
      onResponse: ({ headers }) => {
        const at = Date.parse(headers.get("date") ?? "")
        if (!Number.isNaN(at)) this.#ahead = at - Date.now()
      }
    })
  }

  #signOut() {
    if (this.#by === "mail") this.#linkToken.set(undefined)
    this.#leave()
    this.state.set({ name: "out", by: this.#by })
  }

  /** Takes a token and asks who it is for. */
  async #enter(token: string | undefined) {
    const by = this.#by
    const turn = this.#turn
    this.#token = token
    if (token === undefined) return this.state.set({ name: "out", by })
    try {
      const me = await this.call((portal) => portal.session.me())
      if (turn !== this.#turn) return
      if (by === "mail") this.#linkToken.set(this.#token)
      this.#renewBefore(Date.parse(me.expiresAt) - this.#ahead)
      this.state.set({ name: "in", me, by })
    } catch (error) {
      if (turn !== this.#turn) return
      if (error instanceof UnauthorizedError && by === "mail") this.#signOut()
      else this.state.set({ name: "failed", error })
    }
  }

  #renewBefore(end: number) {
    clearTimeout(this.#timer)
    const renew = () => {
      // What fails now, as without a network, is tried again.
      this.#renew().catch(() => this.#renewBefore(Date.now()))
    }
    this.#timer = setTimeout(renew, Math.min(renewalDelay(end - Date.now()), longestTimer))
  }

  /** Gets another token: one at a time, whoever needs it. */
  #renew(): Promise<void> {
    this.#renewal ??= this.#next().finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #next() {
    const turn = this.#turn
    if (this.#by !== "host") return this.#refresh(turn)
    const token = (await this.#page.ask("token")) ?? undefined
    if (turn !== this.#turn) return
    if (token === undefined) return this.#signOut()
    const me = await this.#portalOf(() => token).session.me()
    if (turn !== this.#turn) return
    const state = this.state.get()
    const isOther = state.name === "in" && state.me.customer.id !== me.customer.id
    if (isOther) this.#leave()
    this.#token = token
    this.#renewBefore(Date.parse(me.expiresAt) - this.#ahead)
    if (isOther || state.name !== "in") this.state.set({ name: "in", me, by: "host" })
  }

  async #refresh(turn: number) {
    try {
      const { accessToken, expiresIn } = await this.portal.session.refresh()
      if (turn !== this.#turn) return
      this.#token = accessToken
      if (this.#by === "mail") this.#linkToken.set(accessToken)
      this.#renewBefore(Date.now() + expiresIn * 1000)
    } catch (error) {
      if (error instanceof UnauthorizedError && turn === this.#turn) this.#signOut()
      throw error
    }
  }
}

/** A page that signs its visitor out is often left at once. */
const isLogout = (input: Parameters<typeof fetch>[0]): boolean => `${input}`.endsWith("/v1/portal/logout")

/** How long who came by a link stays signed in, in this browser and on this site. */
const linkLifetime = "7d"
/** Milliseconds that timers of browsers hold. */
const longestTimer = 2 ** 31 - 1
