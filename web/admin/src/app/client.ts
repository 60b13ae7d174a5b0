import { Trunkline, type TrunklineOptions } from "@trunkline/sdk"
import { readSoon } from "../data/readSoon.ts"
import { mode } from "./mode.ts"
import { keys, queryClient } from "./queries.ts"

/** Where somebody who is not signed in is sent. */
export const loginPath = "/login"
/** Storage key of the address that somebody wanted to see before they signed in. */
export const wantedKey = "trunkline.wanted"

/** Somebody waits for a read: it has two attempts of ten seconds each. Writes have the SDK's own timeout and retries. */
const reads = { timeout: 10_000, maxRetries: 1 }

const options: TrunklineOptions = {
  baseUrl: location.origin,
  mode,
  reads,
  onResponse: ({ status }, { url }) => {
    if (status === 401)
      void import("./signIn.ts").then(({ signIn }) => signIn()).catch(() => location.assign(loginPath))
    // The member's role may have changed. Not after a 403 for the session itself, as from a proxy: that would repeat forever.
    if (status === 403 && !url.endsWith("/auth/session")) readSoon(queryClient, [keys.session])
  }
}

/** The stand-in for the API while an act is rehearsed. */
let standIn: Trunkline | undefined

/** The API, called with the session of the signed-in member. A 401 leads to the sign-in page. */
export const client = new Proxy(new Trunkline(options), {
  get: (api, name) => Reflect.get(standIn ?? api, name)
})

/** Runs `act` against a stand-in for the API until it first awaits something. */
export const withStandIn = (stand: (options: TrunklineOptions) => Trunkline, act: () => unknown) => {
  standIn = stand(options)
  try {
    void act()
  } finally {
    standIn = undefined
  }
}

/** Returns the address that was wanted before signing in, and forgets it. */
export const takeWanted = (): string | undefined => {
  const wanted = localStorage.getItem(wantedKey)
  localStorage.removeItem(wantedKey)
  return wanted !== null && /^\/(?![/\\])/.test(wanted) ? wanted : undefined
}
