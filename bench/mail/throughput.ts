import { Effect } from "effect"
import { percentile } from "../Figure.ts"
import { median } from "../median.ts"
import { cpuSeconds } from "../processUsage.ts"
import { letterOf } from "./corpus.ts"
import type { MailMeasurement } from "./MailMeasurement.ts"
import { type MailLoadOptions, mailLoad } from "./mailLoad.ts"
import { inboundDomain, makeBrand } from "./Site.ts"

const inFlight = 16
/** In the order of a round. */
const names = ["sink", "floor", "ours"] as const
type Name = (typeof names)[number]
/** Uncounted mails per contender before the first round: the parser reaches full speed after about a thousand. */
const warmUp = { count: 1_500 }

export const throughput: MailMeasurement = {
  name: "throughput",
  about:
    "mail of 16 kB mean, taken and stored, against what stores nothing and against the least that keeps it; waits at half of that",
  measure: Effect.fnUntraced(function* (site, { rounds, seconds }) {
    const { corpus, postgres, sql, startFloor, startNode, startSink } = site
    const node = yield* startNode()
    // Several brands, so that no sender comes near the hourly limit per sender.
    const brands = yield* Effect.forEach([1, 2, 3, 4], (n) => makeBrand(node, `Brand ${n}`))
    const to = brands.map(({ address }) => address)
    const others = { to: [`sink@${inboundDomain}`] }
    const contenders = {
      sink: { ...(yield* startSink), ...others, ...counters() },
      floor: { ...(yield* startFloor), ...others, ...counters() },
      ours: { ...node, to, ...counters() }
    }
    const run = Effect.fnUntraced(function* (
      name: Name,
      length: Pick<MailLoadOptions, "count" | "perSecond" | "seconds">
    ) {
      const contender = contenders[name]
      const done = yield* mailLoad({
        port: () => contender.smtpPort,
        to: (n) => contender.to[Math.floor(n / corpus.templates.length) % contender.to.length] ?? "",
        inFlight,
        letter: (n) => letterOf(corpus, name, n),
        from: contender.next,
        ...length
      })
      contender.next = done.next
      return done
    })
    for (const name of names) yield* run(name, warmUp)
    yield* sql("analyze; checkpoint")
    for (let n = 0; n < rounds; n++)
      for (const name of names) {
        const { cpu, pid, rates, store } = contenders[name]
        const before = { own: cpuSeconds(pid), postgres: cpuSeconds(postgres.pid) }
        const { rate, waits } = yield* run(name, { seconds })
        const perMail = (seconds: number) => (seconds * 1000) / waits.length
        cpu.push(perMail(cpuSeconds(pid) - before.own))
        store.push(perMail(cpuSeconds(postgres.pid) - before.postgres))
        rates.push(rate)
      }
    const { floor, ours, sink } = contenders
    const against = (one: typeof sink, other: typeof sink) =>
      median(one.rates.map((rate, n) => rate / (other.rates[n] ?? 0)))
    const spent = ({ cpu, store }: typeof sink) => median(cpu.map((one, n) => one + (store[n] ?? 0)))
    const { waits } = yield* run("ours", { seconds: seconds * 2, perSecond: median(ours.rates) / 2 })
    const mean = corpus.templates.reduce((sum, { rest }) => sum + rest.length, 0) / corpus.templates.length
    return [
      { label: "mean size", value: Math.round(mean / 1000), unit: "kB" },
      ...names.flatMap((name) => [
        { label: `${name}: taken`, value: Math.round(median(contenders[name].rates)), unit: "mails/s" },
        { label: `${name}: processor time`, value: median(contenders[name].cpu), unit: "ms a mail" },
        { label: `${name}: processor time of PostgreSQL`, value: median(contenders[name].store), unit: "ms a mail" }
      ]),
      { label: "floor against the sink", value: against(floor, sink), unit: "×" },
      { label: "ours against the floor", value: against(ours, floor), unit: "×" },
      {
        label: "processor time of ours against the floor's",
        value: spent(ours) / spent(floor),
        unit: "×",
        must: { atMost: 2.5 }
      },
      { label: "ours against the sink", value: against(ours, sink), unit: "×", must: { atLeast: 0.3 } },
      {
        label: "from the last byte to 250 at half of that, p50",
        value: percentile(waits, 0.5),
        unit: "ms",
        must: { atMost: 25 }
      },
      {
        label: "from the last byte to 250 at half of that, p99",
        value: percentile(waits, 0.99),
        unit: "ms",
        must: { atMost: 250 }
      }
    ]
  })
}

/** What is recorded per contender: the next letter, and the rate and processor times of each round. */
const counters = () => ({
  next: 0,
  rates: [] as Array<number>,
  cpu: [] as Array<number>,
  store: [] as Array<number>
})
