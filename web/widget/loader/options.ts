import type { HelpLink, SignIn, Theme } from "../protocol.ts"

/** A portal token, alone or as in a server's response; `null` if nobody is signed in. */
type Given = string | { readonly accessToken: string } | { readonly token: string } | null | undefined

/** Who the visitor is. If several are given, the first applies; with none, the visitor signs in by an emailed link. */
export interface Identity {
  /** Called whenever a token is needed. */
  readonly getToken?: (() => Given | Promise<Given>) | undefined
  /** URL on the page's own server that answers a POST with `{"accessToken": "pt_…"}`. */
  readonly tokenUrl?: string | undefined
  /** A single token; it is refreshed while the page is open, for a day (docs/portal.md). */
  readonly token?: string | undefined
}

export interface Options extends Identity {
  /** The brand of the widget, which is required. */
  readonly brandId?: string | undefined
  /** Defaults to the page's own language. */
  readonly locale?: string | undefined
  readonly theme?: Theme | undefined
  /** Shown below the visitor's requests. */
  readonly links?: ReadonlyArray<HelpLink> | undefined
  /** `false` if the page has its own button. */
  readonly launcher?: boolean | undefined
  /** The frame's name for screen readers. */
  readonly title?: string | undefined
}

export const signInOf = ({ getToken, token, tokenUrl }: Identity): SignIn =>
  getToken || tokenUrl ? "host" : token ? "token" : "mail"

/** Returns a token of the page's signed-in user; `null` if nobody is signed in. */
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

/** Removes the token of an emailed link from the page's address, and returns it. */
export const takeLink = (): string | undefined => {
  const url = new URL(location.href)
  const link = url.searchParams.get("token")
  if (!link?.startsWith("ml_")) return
  url.searchParams.delete("token")
  history.replaceState(history.state, "", url)
  return link
}
