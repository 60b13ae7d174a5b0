import { type PortalBrand, type PortalMe, TrunklinePortal } from "../../../../sdk/src/portal.ts"
import { type Language, languageOf } from "../../../customer/words/language.ts"
import { languageCookie, languageIn, tokenIn } from "./cookie.ts"
import type { Host } from "./Host.ts"
import { chosenLocale, preferredLocale } from "./locale.ts"

/** A request to the portal of a brand, and what becomes known on the way to its answer. */
export class Visit {
  readonly request: Request
  readonly host: Host
  readonly url: URL
  readonly brandId: string
  /** Path of the brand's portal; empty where it has a host of its own. */
  readonly base: string
  /** Below the portal's path; empty for its first page. */
  readonly path: string
  /** The visitor's portal token, if they have one. */
  readonly token: string | undefined
  /** The API with that token: all that the portal can do. */
  readonly portal: TrunklinePortal
  readonly language: Language
  /** What goes with the answer, each a `Set-Cookie`. */
  readonly cookies: Array<string> = []
  brand: PortalBrand | undefined
  me: PortalMe | undefined
  #form: ReturnType<Host["form"]> | undefined

  /** Whoever chooses a language by the address keeps it; others read what their browser prefers, or else English. */
  static async of(request: Request, host: Host): Promise<Visit> {
    const { headers } = request
    const chosen = chosenLocale(new URL(request.url))
    const kept = languageIn(headers.get("cookie"))
    const language = await languageOf(chosen ?? kept ?? preferredLocale(headers.get("accept-language")) ?? "en")
    const visit = new Visit(request, host, language)
    if (chosen !== undefined && chosen !== kept) visit.cookies.push(languageCookie(chosen, visit.base, host.publicUrl))
    return visit
  }

  constructor(request: Request, host: Host, language: Language) {
    this.request = request
    this.host = host
    this.language = language
    this.url = new URL(request.url)
    const { pathname } = this.url
    if (host.site === undefined) {
      const [, , brandId = "", ...path] = pathname.split("/")
      this.brandId = brandId
      this.base = portalPath(brandId)
      this.path = path.map((segment) => `/${segment}`).join("")
    } else {
      this.brandId = host.site.brandId
      this.base = ""
      this.path = pathname === "/" ? "" : pathname
    }
    this.token = tokenIn(request.headers.get("cookie"), this.base, host.publicUrl)
    this.portal = this.portalOf(this.token)
  }

  /** The API in the name of whoever has this token. */
  portalOf(token: string | undefined): TrunklinePortal {
    const { fetch, publicUrl } = this.host
    // Whoever waits for a page tries again themselves.
    return new TrunklinePortal({ baseUrl: publicUrl, fetch, maxRetries: 0, token })
  }

  /** Address of the brand's portal. */
  get address(): string {
    return (this.host.site?.origin ?? this.host.publicUrl) + this.base
  }

  /** The form that was posted, which is read once. */
  form(takes: Parameters<Host["form"]>[0]): ReturnType<Host["form"]> {
    this.#form ??= this.host.form(takes)
    return this.#form
  }

  /** Whose page it is, where that can be told: a page without a brand says the same. */
  async knowBrand() {
    if (this.brandId === "" || this.me !== undefined || this.brand !== undefined) return
    this.brand = await this.portalOf(undefined)
      .session.brand(this.brandId)
      .catch(() => undefined)
  }

  /** Whether a script asks, for data. */
  get wantsJson(): boolean {
    return this.request.headers.get("accept") === "application/json"
  }
}

/** Where the portal of a brand is at the server's own address. */
export const portalPath = (brandId: string): string => `/portal/${brandId}`

/** By which a tab remembers what this customer writes of a new request, and a form whose it is: nobody else who signs in there is shown it. */
export const keptRequest = ({ me }: Visit): string => `new.${me?.customer.id}`
