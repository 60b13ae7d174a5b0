/** Returns where to go after signing in, below the portal's path. Any other address is ignored. */
export const nextIn = (values: URLSearchParams | FormData): string => {
  const next = values.get("next")
  return typeof next === "string" && /^\/(new|r\/tkt_\w{1,64})$/.test(next) ? next : ""
}

/** The path of the sign-in page, including where to go afterwards. */
export const signInPath = (base: string, next: string, ended = false): string => {
  const query = new URLSearchParams({ ...(next === "" ? {} : { next }), ...(ended ? { ended: "1" } : {}) })
  return `${base}/sign-in${query.size === 0 ? "" : `?${query}`}`
}
