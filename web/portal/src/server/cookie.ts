/** Seconds for which somebody who came by a link stays signed in without coming back. */
export const lifetime = 7 * 24 * 60 * 60

const isTls = (publicUrl: string) => publicUrl.startsWith("https:")

/** `__Secure-` has browsers refuse the cookie from anything but TLS, where there is TLS. */
const nameAt = (publicUrl: string) => (isTls(publicUrl) ? "__Secure-trunkline_portal" : "trunkline_portal")

/** The portal token in a `Cookie` header, if it holds what could be one. */
export const tokenIn = (header: string | null, publicUrl: string): string | undefined => {
  const name = nameAt(publicUrl)
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=")
    const value = pair.slice(at + 1).trim()
    if (pair.slice(0, at).trim() === name && /^pt_\w{1,100}$/.test(value)) return value
  }
  return undefined
}

/**
 * The `Set-Cookie` that keeps a token, for the pages of one brand's portal alone: no script reads it, and no other site's
 * form is sent with it. Without a token it is forgotten.
 */
export const cookieWith = (token: string | undefined, brandPath: string, publicUrl: string): string =>
  [
    `${nameAt(publicUrl)}=${token ?? ""}`,
    `Max-Age=${token === undefined ? 0 : lifetime}`,
    `Path=${brandPath}`,
    "HttpOnly",
    ...(isTls(publicUrl) ? ["Secure"] : []),
    "SameSite=Lax"
  ].join("; ")
