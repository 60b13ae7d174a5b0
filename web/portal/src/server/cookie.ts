import { spokenLocale } from "../../../customer/words/language.ts"

/** Seconds for which somebody who came by a link stays signed in without coming back. */
export const lifetime = 7 * 24 * 60 * 60
/** Seconds for which a language stays chosen. */
const languageLifetime = 365 * 24 * 60 * 60

const languageName = "trunkline_language"

const isTls = (publicUrl: string) => publicUrl.startsWith("https:")

/**
 * Where there is TLS, `__Secure-` has browsers refuse the cookie from anything else, and `__Host-` from other hosts of the
 * same domain, too: that wants it for the whole host, which a portal has that has one of its own.
 */
const tokenName = (brandPath: string, publicUrl: string) =>
  `${isTls(publicUrl) ? (brandPath === "" ? "__Host-" : "__Secure-") : ""}trunkline_portal`

/** The portal token in a `Cookie` header, if it holds what could be one. */
export const tokenIn = (header: string | null, brandPath: string, publicUrl: string): string | undefined =>
  valuesIn(header, tokenName(brandPath, publicUrl)).find((value) => /^pt_\w{1,100}$/.test(value))

/** The language in a `Cookie` header, if we speak it. */
export const languageIn = (header: string | null): string | undefined =>
  valuesIn(header, languageName)
    .map(spokenLocale)
    .find((locale) => locale !== undefined)

/**
 * The `Set-Cookie` that keeps a token, for the pages of one brand's portal alone: no script reads it, and no other site's
 * form is sent with it. Without a token it is forgotten.
 */
export const tokenCookie = (token: string | undefined, brandPath: string, publicUrl: string): string =>
  cookieOf(tokenName(brandPath, publicUrl), token ?? "", token === undefined ? 0 : lifetime, brandPath, publicUrl)

/** The `Set-Cookie` that keeps which language was chosen, for the same pages. */
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
