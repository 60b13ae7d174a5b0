import { Trunkline, type TrunklineOptions } from "@trunkline/sdk"
import { readSoon } from "../data/readSoon.ts"
import { mode } from "./mode.ts"
import { keys, queryClient } from "./queries.ts"

/** Where a person goes who is not signed in. */
export const loginPath = "/login"
/** Under which the address is kept that somebody wanted to see before they signed in. */
export const wantedKey = "trunkline.wanted"

/** Somebody waits for what is read: it is asked for twice, each time for ten seconds. Commands have the patience of the SDK. */
const reads = { timeout: 10_000, maxRetries: 1 }

const options: TrunklineOptions = {
  baseUrl: location.origin,
  mode,
  reads,
  onResponse: ({ status }, { url }) => {
    if (status === 401)
      void import("./signIn.ts").then(({ signIn }) => signIn()).catch(() => location.assign(loginPath))
    // Perhaps for a role that is another one now; of the session's own refusal, as by a proxy, another would come.
    if (status === 403 && !url.endsWith("/auth/session")) readSoon(queryClient, [keys.session])
  }
}

/** Stands in for the API while an act is rehearsed. */
let standIn: Trunkline | undefined

/** The API, by the session of whoever looks. An answer that says that it has ended leads to the sign-in page. */
export const client = new Proxy(new Trunkline(options), {
  get: (api, name) => Reflect.get(standIn ?? api, name)
})

/** Has `act` talk to a stand-in until it first waits for something. */
export const withStandIn = (stand: (options: TrunklineOptions) => Trunkline, act: () => unknown) => {
  standIn = stand(options)
  try {
    void act()
  } finally {
    standIn = undefined
  }
}

/** The address that was wanted before signing in, once. */
export const takeWanted = (): string | undefined => {
  const wanted = localStorage.getItem(wantedKey)
  localStorage.removeItem(wantedKey)
  return wanted !== null && /^\/(?![/\\])/.test(wanted) ? wanted : undefined
}
