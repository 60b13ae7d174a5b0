import { Effect } from "effect"
import { residentMegabytes } from "../processUsage.ts"
import { attack, rest } from "./attack.ts"
import type { Hold, Job } from "./attacker.ts"
import type { AttackMeasurement, Site } from "./Site.ts"
import { figures, latest, witness } from "./Witness.ts"

/** Connections that arrive at once. */
const connects = 2_000
/** More connections than the server accepts, and more concurrent requests than it admits. */
const tooMany = 5_000
const busyMany = 3_900
/** Requests in flight at any moment. */
const inFlight = 256
/** Seconds of ordinary use before the flood. */
const warmUp = 5

/** Seconds until many authenticated requests have arrived, each of which the server has to check. */
const arrival = 20

/** Measures what other users notice of a flood, from its start or from `beforehand` seconds into it. */
const flood = (name: string, about: string, jobOn: (site: Site) => Job, beforehand = 0): AttackMeasurement => ({
  name,
  about,
  measure: (site, { seconds }) =>
    Effect.promise(async () => {
      const warm = witness(site)
      await rest(warmUp)
      const quiet = { told: await warm(), memory: residentMegabytes(site.pid)?.now ?? Number.NaN }
      const end = attack(jobOn(site))
      await rest(beforehand)
      await latest(site)
      const stop = witness(site)
      await rest(seconds)
      const told = await stop()
      const late = await latest(site)
      await end()
      return figures([told], quiet, late)
    })
})

const held = (count: number, port: number, first = ""): Job => {
  const hold: Hold = { port, first, drop: "", reads: "all", again: true }
  return { count, hold }
}

export const connecting = flood("connects", `${connects} connections at once that say nothing`, ({ port }) =>
  held(connects, port)
)

export const full = flood(
  "full",
  `${tooMany} connections that say nothing, each of them again when it was ended: more than the server takes`,
  ({ port }) => held(tooMany, port)
)

export const busy = flood(
  "busy",
  `${busyMany} requests with a key whose bodies do not come: others are refused with 503, but who asks for its health`,
  ({ key, port, tickets }) =>
    held(
      busyMany,
      port,
      `POST ${tickets} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
    ),
  arrival
)

export const requests = flood(
  "requests",
  `requests with a wrong key as fast as they are refused, ${inFlight} at a time`,
  ({ origin }) => ({ count: inFlight, url: `${origin}/v1/brands`, key: "sk_live_nobody" })
)
