import { Effect, Exit, Fiber, Scope } from "effect"
import type { Figure } from "../Figure.ts"
import { letterOf } from "./corpus.ts"
import type { MailMeasurement } from "./MailMeasurement.ts"
import { mailLoad } from "./mailLoad.ts"
import { makeBrand, type Site } from "./Site.ts"

const kills = 50
/** Mails acknowledged between two kills. */
const between = 400
const inFlight = 16

/** How many tickets or comments each message id of a run has become. */
const effectsOf = ({ sql }: Site, run: string) =>
  Effect.map(
    sql(`select source_id, count(*)::int as count from (
        select source_id from tickets union all select source_id from comments) s
      where source_id like '${run}.%' group by source_id`),
    (rows) => new Map(rows.map(({ count, source_id }) => [String(source_id), Number(count)]))
  )

export const kill: MailMeasurement = {
  name: "kill",
  about: "kill -9 fifty times while mail comes in: every acknowledged mail is one ticket or comment",
  measure: Effect.fnUntraced(function* (site) {
    const { corpus, startNode } = site
    const start = Effect.gen(function* () {
      const scope = yield* Scope.make()
      return { scope, node: yield* Scope.provide(startNode(), scope) }
    })
    let server = yield* start
    const brand = yield* makeBrand(server.node, "Survival")
    let killed = 0
    let taken = 0
    const load = yield* Effect.forkChild(
      mailLoad({
        port: () => server.node.smtpPort,
        to: () => brand.address,
        inFlight,
        while: () => killed < kills,
        letter: (n) => letterOf(corpus, "kill", n),
        taken: () => void taken++,
        again: true
      })
    )
    for (; killed < kills; killed++) {
      const enough = taken + between
      while (taken < enough) yield* Effect.sleep("5 millis")
      process.kill(server.node.pid, "SIGKILL")
      yield* Scope.close(server.scope, Exit.void)
      server = yield* start
    }
    const { acknowledged } = yield* Fiber.join(load)
    const effects = yield* effectsOf(site, "kill")
    yield* Scope.close(server.scope, Exit.void)
    const missing = [...acknowledged].filter((n) => !effects.has(`kill.${n}@mail.example`)).length
    const figures: ReadonlyArray<Figure> = [
      { label: "acknowledged", value: acknowledged.size, unit: "mails", must: { atLeast: 20_000 } },
      { label: "lost", value: missing, unit: "", must: { atMost: 0 } },
      {
        label: "doubled",
        value: [...effects.values()].filter((count) => count > 1).length,
        unit: "",
        must: { atMost: 0 }
      }
    ]
    return figures
  })
}

export const again: MailMeasurement = {
  name: "again",
  about: "each mail delivered eight times at once, and all of them once more: one effect",
  measure: Effect.fnUntraced(function* (site) {
    const { corpus, startNode } = site
    const node = yield* startNode()
    const brand = yield* makeBrand(node, "Again")
    const copies = 8
    const mails = 200
    const deliver = mailLoad({
      port: () => node.smtpPort,
      to: () => brand.address,
      inFlight: copies,
      count: copies * mails,
      letter: (n) => letterOf(corpus, "again", Math.floor(n / copies)),
      again: true
    })
    yield* deliver
    yield* deliver
    const effects = [...(yield* effectsOf(site, "again")).values()]
    return [
      { label: "mails", value: effects.length, unit: "", must: { atLeast: mails } },
      { label: "doubled", value: effects.filter((count) => count > 1).length, unit: "", must: { atMost: 0 } }
    ]
  })
}
