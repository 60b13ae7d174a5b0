import type { HelpLink, SignIn, Theme } from "../protocol.ts"

/** A portal token, as a server's answer holds it or alone; null when nobody is signed in. */
type Given = string | { readonly accessToken: string } | { readonly token: string } | null | undefined

/** Who the visitor is. Of several, the first counts; without any, the visitor signs in by a mailed link. */
export interface Identity {
  /** Asked whenever a token is needed. */
  readonly getToken?: (() => Given | Promise<Given>) | undefined
  /** An address of the page's own server that answers a POST with `{"accessToken": "pt_…"}`. */
  readonly tokenUrl?: string | undefined
  /** One token; it is refreshed while the page is open, for a day (docs/portal.md). */
  readonly token?: string | undefined
}

export interface Options extends Identity {
  /** Whose widget it is: without one there is none. */
  readonly brandId?: string | undefined
  /** The page's own language unless it is said. */
  readonly locale?: string | undefined
  readonly theme?: Theme | undefined
  /** Shown below the visitor's requests. */
  readonly links?: ReadonlyArray<HelpLink> | undefined
  /** False when the page has a button of its own. */
  readonly launcher?: boolean | undefined
  /** What the frame is called to who cannot see it. */
  readonly title?: string | undefined
}

export const signInOf = ({ getToken, token, tokenUrl }: Identity): SignIn =>
  getToken || tokenUrl ? "host" : token ? "token" : "mail"

/** A token of who is signed in to the page; null when nobody is. */
export const tokenOf = async ({ getToken, token, tokenUrl }: Identity): Promise<string | null> => {
  const given = getToken ? await getToken() : tokenUrl ? await fetched(tokenUrl) : token
  if (!given) return null
  return typeof given === "string" ? given : "accessToken" in given ? given.accessToken : given.token
}

const fetched = async (url: string): Promise<Given> => {
  const answer = await fetch(url, { method: "POST", credentials: "same-origin" })
  if ([204, 401, 403].includes(answer.status)) return null
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.json()
}

/** Takes the token of a mailed link out of the page's address. */
export const takeLink = (): string | undefined => {
  const url = new URL(location.href)
  const link = url.searchParams.get("token")
  if (!link?.startsWith("ml_")) return
  url.searchParams.delete("token")
  history.replaceState(history.state, "", url)
  return link
}
