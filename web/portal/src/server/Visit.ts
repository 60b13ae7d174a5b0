import { type PortalBrand, type PortalMe, TrunklinePortal } from "../../../../sdk/src/portal.ts"
import { type Language, languageOf } from "../../../customer/words/language.ts"
import { languageCookie, languageIn, tokenIn } from "./cookie.ts"
import type { Host } from "./Host.ts"
import { chosenLocale, preferredLocale } from "./locale.ts"

/** A request to a brand's portal, and what is found out while answering it. */
export class Visit {
  readonly request: Request
  readonly host: Host
  readonly url: URL
  readonly brandId: string
  /** Path of the brand's portal; empty if it has its own host. */
  readonly base: string
  /** The path below the portal's; empty for its first page. */
  readonly path: string
  /** The visitor's portal token, if they have one. */
  readonly token: string | undefined
  /** The API with that token, which is everything that the portal can do. */
  readonly portal: TrunklinePortal
  readonly language: Language
  /** The `Set-Cookie` headers of the response. */
  readonly cookies: Array<string> = []
  brand: PortalBrand | undefined
  me: PortalMe | undefined
  #form: ReturnType<Host["form"]> | undefined

  /**
   * Creates a visit. A language chosen in the address is remembered; otherwise it is the browser's preference, or else English.
   */
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

  /** The API on behalf of the owner of a token. */
  portalOf(token: string | undefined): TrunklinePortal {
    const { fetch, publicUrl } = this.host
    // A visitor who waits for a page retries by themselves.
    return new TrunklinePortal({ baseUrl: publicUrl, fetch, maxRetries: 0, token })
  }

  /** URL of the brand's portal. */
  get address(): string {
    return (this.host.site?.origin ?? this.host.publicUrl) + this.base
  }

  /** The posted form, which is read only once. */
  form(takes: Parameters<Host["form"]>[0]): ReturnType<Host["form"]> {
    this.#form ??= this.host.form(takes)
    return this.#form
  }

  /** Reads the brand if possible; a page works without it. */
  async knowBrand() {
    if (this.brandId === "" || this.me !== undefined || this.brand !== undefined) return
    this.brand = await this.portalOf(undefined)
      .session.brand(this.brandId)
      .catch(() => undefined)
  }

  /** Whether a script requests data. */
  get wantsJson(): boolean {
    return this.request.headers.get("accept") === "application/json"
  }
}

/** The path of a brand's portal at the server's own address. */
export const portalPath = (brandId: string): string => `/portal/${brandId}`

/**
 * The name under which a tab remembers this customer's draft of a new request, and by which a form says whose it is, so that
 * nobody else who signs in there is shown it.
 */
export const keptRequest = ({ me }: Visit): string => `new.${me?.customer.id}`
