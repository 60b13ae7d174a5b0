/** Where somebody may be sent on to after they have signed in, below the portal's path: nowhere else. */
export const nextIn = (values: URLSearchParams | FormData): string => {
  const next = values.get("next")
  return typeof next === "string" && /^\/(new|r\/tkt_\w{1,64})$/.test(next) ? next : ""
}

/** The page that asks for an address, and remembers where to go on. */
export const signInPath = (base: string, next: string, ended = false): string => {
  const query = new URLSearchParams({ ...(next === "" ? {} : { next }), ...(ended ? { ended: "1" } : {}) })
  return `${base}/sign-in${query.size === 0 ? "" : `?${query}`}`
}
