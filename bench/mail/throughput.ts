import { Effect } from "effect"
import { percentile } from "../Figure.ts"
import { median } from "../median.ts"
import { cpuSeconds } from "../processUsage.ts"
import { letterOf } from "./corpus.ts"
import type { MailMeasurement } from "./MailMeasurement.ts"
import { mailLoad } from "./mailLoad.ts"
import { inboundDomain, makeBrand } from "./Site.ts"

const inFlight = 16
/** Seconds before the first round that are not counted: what reads mail is fast once it has read a thousand. */
const warmUp = { sink: 5, ours: 20 }

export const throughput: MailMeasurement = {
  name: "throughput",
  about:
    "mail of 16 kB mean, taken and stored, against smtp-server and mailparser that store nothing; waits at half of that",
  measure: Effect.fnUntraced(function* ({ corpus, postgres, startNode, startSink, sql }, { rounds, seconds }) {
    const node = yield* startNode()
    const sink = yield* startSink
    // Several brands, so that no sender comes near what one may send in an hour.
    const brands = yield* Effect.forEach([1, 2, 3, 4], (n) => makeBrand(node, `Brand ${n}`))
    const contenders = {
      ours: { ...node, to: brands.map(({ address }) => address), next: 0, cpu: [] as Array<number> },
      sink: { ...sink, to: [`sink@${inboundDomain}`], next: 0, cpu: [] as Array<number> }
    }
    const run = Effect.fnUntraced(function* (name: keyof typeof contenders, seconds: number, perSecond?: number) {
      const contender = contenders[name]
      const done = yield* mailLoad({
        port: () => contender.smtpPort,
        to: (n) => contender.to[Math.floor(n / corpus.templates.length) % contender.to.length] ?? "",
        inFlight,
        seconds,
        letter: (n) => letterOf(corpus, name, n),
        from: contender.next,
        ...(perSecond === undefined ? {} : { perSecond })
      })
      contender.next = done.next
      return done
    })
    yield* run("sink", warmUp.sink)
    yield* run("ours", warmUp.ours)
    yield* sql("analyze; checkpoint")
    const rates = { ours: [] as Array<number>, sink: [] as Array<number> }
    const postgresCpu: Array<number> = []
    const round = Effect.fnUntraced(function* (name: keyof typeof contenders) {
      const { cpu, pid } = contenders[name]
      const before = { own: cpuSeconds(pid), postgres: cpuSeconds(postgres.pid) }
      const { rate, waits } = yield* run(name, seconds)
      const perMail = (seconds: number) => (seconds * 1000) / waits.length
      cpu.push(perMail(cpuSeconds(pid) - before.own))
      if (name === "ours") postgresCpu.push(perMail(cpuSeconds(postgres.pid) - before.postgres))
      rates[name].push(rate)
    })
    for (let n = 0; n < rounds; n++) {
      yield* round("sink")
      yield* round("ours")
    }
    const ours = median(rates.ours)
    const { waits } = yield* run("ours", seconds * 2, ours / 2)
    const mean = corpus.templates.reduce((sum, { rest }) => sum + rest.length, 0) / corpus.templates.length
    return [
      { label: "mean size", value: Math.round(mean / 1000), unit: "kB" },
      { label: "processor time of the sink", value: median(contenders.sink.cpu), unit: "ms a mail" },
      { label: "processor time of the server and its readers", value: median(contenders.ours.cpu), unit: "ms a mail" },
      { label: "processor time of PostgreSQL", value: median(postgresCpu), unit: "ms a mail" },
      { label: "sink", value: Math.round(median(rates.sink)), unit: "mails/s" },
      { label: "taken and stored", value: Math.round(ours), unit: "mails/s" },
      {
        label: "against the sink",
        value: median(rates.ours.map((rate, n) => rate / (rates.sink[n] ?? 0))),
        unit: "×",
        must: { atLeast: 0.3 }
      },
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
