import { spokenLocale } from "../../../customer/words/language.ts"

/** Seconds for which somebody who signed in by a link stays signed in without returning. */
export const lifetime = 7 * 24 * 60 * 60
/** Seconds for which a chosen language is remembered. */
const languageLifetime = 365 * 24 * 60 * 60

const languageName = "trunkline_language"

const isTls = (publicUrl: string) => publicUrl.startsWith("https:")

/**
 * With TLS, `__Secure-` makes browsers refuse the cookie from any insecure origin, and `__Host-` also from other hosts of the
 * same domain. The latter requires a cookie for the whole host, as for a portal with its own host.
 */
const tokenName = (brandPath: string, publicUrl: string) =>
  `${isTls(publicUrl) ? (brandPath === "" ? "__Host-" : "__Secure-") : ""}trunkline_portal`

/** Returns the portal token from a `Cookie` header, if it has the right form. */
export const tokenIn = (header: string | null, brandPath: string, publicUrl: string): string | undefined =>
  valuesIn(header, tokenName(brandPath, publicUrl)).find((value) => /^pt_\w{1,100}$/.test(value))

/** Returns the language from a `Cookie` header, if it is supported. */
export const languageIn = (header: string | null): string | undefined =>
  valuesIn(header, languageName)
    .map(spokenLocale)
    .find((locale) => locale !== undefined)

/**
 * Returns the `Set-Cookie` for a token, only for the pages of one brand's portal: scripts cannot read it, and forms of other
 * sites are submitted without it. Without a token, it deletes the cookie.
 */
export const tokenCookie = (token: string | undefined, brandPath: string, publicUrl: string): string =>
  cookieOf(tokenName(brandPath, publicUrl), token ?? "", token === undefined ? 0 : lifetime, brandPath, publicUrl)

/** Returns the `Set-Cookie` for the chosen language, for the same pages. */
export const languageCookie = (locale: string, brandPath: string, publicUrl: string): string =>
  cookieOf(languageName, locale, languageLifetime, brandPath, publicUrl)

const cookieOf = (name: string, value: string, seconds: number, path: string, publicUrl: string) =>
  [
    `${name}=${value}`,
    `Max-Age=${seconds}`,
    `Path=${path === "" ? "/" : path}`,
    "HttpOnly",
    ...(isTls(publicUrl) ? ["Secure"] : []),
    "SameSite=Lax"
  ].join("; ")

const valuesIn = (header: string | null, name: string): ReadonlyArray<string> =>
  (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=")
    return pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : []
  })
