/** Name of the session cookie. With https, `__Host-` binds it to this host and to TLS. */
export const sessionCookieName = (publicUrl: string) =>
  publicUrl.startsWith("https:") ? "__Host-trunkline_session" : "trunkline_session"
