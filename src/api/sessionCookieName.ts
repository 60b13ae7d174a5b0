/** The name of the cookie of a browser that is signed in. `__Host-` binds it to this host and to TLS, where there is TLS. */
export const sessionCookieName = (publicUrl: string) =>
  publicUrl.startsWith("https:") ? "__Host-trunkline_session" : "trunkline_session"
