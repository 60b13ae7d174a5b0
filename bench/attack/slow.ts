import { Effect } from "effect"
import type { Figure } from "../Figure.ts"
import { residentMegabytes } from "../processUsage.ts"
import { attack, rest } from "./attack.ts"
import { attacksOn } from "./attacks.ts"
import type { AttackMeasurement } from "./Site.ts"
import { descriptors, figures, latest, type Testimony, witness } from "./Witness.ts"

/** Seconds: ordinary use before the first attack, and the shortest and longest time that an attack lasts. */
const warmUp = 10
const shortest = 5
const longest = 150
/** Descriptors that may come and go for other reasons: connections to the database and of the observer. */
const slack = 20

export const slow: AttackMeasurement = {
  name: "slow",
  about:
    "--sockets slow connections in each of sixteen ways, one way after the other, beside others who use the server",
  measure: (site, { sockets }) =>
    Effect.promise(async () => {
      const warm = witness(site)
      await rest(warmUp)
      const quiet = { told: await warm(), memory: residentMegabytes(site.pid)?.now ?? Number.NaN }
      const usual = descriptors(site.pid)
      const told: Array<Testimony> = []
      const ends: Array<Figure> = []
      let late = 0
      for (const { atMost, hold, name } of attacksOn(site)) {
        await latest(site)
        const stop = witness(site)
        const began = performance.now()
        const seconds = () => (performance.now() - began) / 1000
        const end = attack({ count: sockets, hold })
        let most = 0
        while (seconds() < shortest || (descriptors(site.pid) > usual + slack && seconds() < longest)) {
          most = Math.max(most, descriptors(site.pid) - usual)
          await rest(0.25)
        }
        const ended = seconds()
        const testimony = await stop()
        const lateNow = await latest(site)
        told.push(testimony)
        late = Math.max(late, lateNow)
        const label = `${name}: ${most} at once, event loop ${Math.round(lateNow * 1000)} ms late, ${testimony.failures.health.length} of ${testimony.health.length} health failed, all ended after`
        ends.push({ label, value: ended, unit: "s", must: { atMost } })
        await end()
      }
      return [...ends, ...figures(told, quiet, late)]
    })
}
