import { ApiError, type PortalMe, TrunklinePortal, UnauthorizedError } from "../../../sdk/src/portal.ts"
import type { SignIn } from "../protocol.ts"
import type { HostPage } from "./HostPage.ts"
import { LinkToken } from "./LinkToken.ts"
import { renewalDelay } from "./renewalDelay.ts"
import { Value } from "./Value.ts"

export type SessionState =
  | { readonly name: "starting" }
  /** Nobody is signed in, neither to the page nor by a link. */
  | { readonly name: "out"; readonly by: SignIn }
  /** A link has been emailed. */
  | { readonly name: "mailed"; readonly email: string }
  /** The visitor came by a link that is still to be used: viewing a page must not use it up. */
  | { readonly name: "linked"; readonly link: string }
  | { readonly name: "in"; readonly me: PortalMe; readonly by: SignIn }
  | { readonly name: "failed"; readonly error: unknown }

/** The visitor's session: gets tokens, renews them before they expire and once after a refusal, and ends them. */
export class Session {
  readonly state = new Value<SessionState>({ name: "starting" })
  /** The API on behalf of the current visitor, never of a later one. */
  portal: TrunklinePortal
  readonly #page: HostPage
  readonly #brandId: string
  readonly #linkToken: LinkToken
  #by: SignIn = "mail"
  #token: string | undefined
  #renewal: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Counts visitors, so that an answer that arrives after its visitor has gone is dropped. */
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

  /** Starts over with the current visitor. */
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

  /** Calls `ask`, and again with a new token if the first one is refused. */
  async call<A>(ask: (portal: TrunklinePortal) => Promise<A>): Promise<A> {
    const token = this.#token
    const turn = this.#turn
    try {
      return await ask(this.portal)
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || token === undefined) throw error
      if (token === this.#token) await this.#renew()
      // There may be another visitor by now, for whom this must not be done.
      if (turn !== this.#turn) throw error
      return ask(this.portal)
    }
  }

  /** Requests a link to this page. The answer does not reveal whether the address is known. */
  async mailLink(email: string) {
    const portalUrl = (await this.#page.ask("page")) ?? ""
    await this.portal.session.magicLink({ brandId: this.#brandId, email, portalUrl })
    this.state.set({ name: "mailed", email })
  }

  /** Uses the link by which the visitor came. Somebody who follows a used link while signed in here stays signed in. */
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

  /** Returns to asking who the visitor is. */
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

  /** A request retried after its visitor has gone still uses that visitor's last token. */
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
      // The dashboard may be on the same origin, and its cookie is not the customer's.
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

  /** Adopts a token, and reads whose it is. */
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
      // A failed renewal, as without a network, is retried.
      this.#renew().catch(() => this.#renewBefore(Date.now()))
    }
    this.#timer = setTimeout(renew, Math.min(renewalDelay(end - Date.now()), longestTimer))
  }

  /** Gets another token. Concurrent callers share one renewal. */
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

/** A page that signs its visitor out is often left immediately. */
const isLogout = (input: Parameters<typeof fetch>[0]): boolean => `${input}`.endsWith("/v1/portal/logout")

/** How long somebody who came by a link stays signed in, in this browser and on this site. */
const linkLifetime = "7d"
/** The longest delay in milliseconds that browsers' timers support. */
const longestTimer = 2 ** 31 - 1
