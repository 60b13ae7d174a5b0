import type { Contender } from "./Contender.ts"
import { median } from "./median.ts"
import type { Operation } from "./operations.ts"
import type { Figures, Outcome } from "./rounds.ts"
import type { StartUp } from "./startUp.ts"

/** Resident memory of a server process in MB. */
export interface Memory {
  /** After start-up, before any load. Undefined where there is no /proc. */
  readonly idle: number | undefined
  /** The peak. */
  readonly peak: number | undefined
}

export interface Report {
  readonly machine: string
  /** Names of the contenders; the first is the reference. */
  readonly contenders: ReadonlyArray<Contender["name"]>
  readonly outcomes: ReadonlyArray<Outcome>
  /** One entry per contender, in their order. */
  readonly memory: ReadonlyArray<Memory>
  readonly startUp?: StartUp
}

/** Upper bounds of the figures that have no reference: the "must" column of the design. */
const limits = { firstStart: 10, laterStart: 3, idleMemory: 200, peakMemory: 450, pageAgainstPage: 1.2 }

/** Rates, latencies and processor time of one operation, one line per contender. */
export const renderOutcome = ({ contenders, medians, operation, rates }: Outcome): string =>
  contenders
    .flatMap((contender, i) => {
      const of = medians[i]
      if (of === undefined) return []
      const toReference = ratios(rates[i], rates[0])
      const toFloor = ratios(rates[i], rates[contenders.indexOf("floor")])
      const verdict = {
        reference: [],
        floor: [renderRatio(toReference)],
        trunkline: [
          renderRatio(toReference, operation.must),
          ...(toFloor.length === 0 ? [] : [` of the floor ${renderRatio(toFloor).trim()}`])
        ]
      }[contender]
      return [
        [pad(i === 0 ? title(operation) : "", 30), pad(contender, 10), ...renderFigures(of), ...verdict].join(" ")
      ]
    })
    .join("\n")

/** The table head for the lines of `renderOutcome`. */
export const outcomeHead = [
  pad("operation, in flight", 30),
  pad("contender", 10),
  ...["per second", "p50 ms", "p99 ms", "server µs", "pg µs"].map((head) => head.padStart(10)),
  "  ratio to the reference (range), must"
].join(" ")

/** The figures that compare pages, and those of start-up and memory. */
export const renderSummary = (report: Report): string =>
  [...comparePages(report), ...renderMemory(report), ...renderStartUp(report)].join("\n")

const title = ({ inFlight, label }: Operation) => `${label}, ${inFlight}`

const renderFigures = ({ p50, p99, postgresCpu, rate, serverCpu }: Figures) =>
  [rate.toFixed(0), p50.toFixed(2), p99.toFixed(2), serverCpu.toFixed(0), postgresCpu.toFixed(0)].map((text) =>
    text.padStart(10)
  )

const renderRatio = (ratios: ReadonlyArray<number>, must?: number) => {
  const ratio = median(ratios)
  const shown = `  ${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`
  return must === undefined ? shown : `${shown}, ${must.toFixed(1)}: ${ratio >= must ? "reached" : "MISSED"}`
}

/** How much slower a page far down a list, or of a large brand, is than the first page of a small brand. */
const comparePages = ({ contenders, outcomes }: Report) => {
  const rates = (name: string, contender: Contender["name"]) => {
    const outcome = outcomes.find(({ operation }) => operation.name === name)
    return outcome?.rates[outcome.contenders.indexOf(contender)]
  }
  const pairs = [
    { label: "deep page / first page, small brand", of: "deep", to: "list" },
    { label: "deep page / first page, large brand", of: "large-deep", to: "large-list" },
    { label: "first page, large brand / small brand", of: "large-list", to: "list" }
  ]
  return pairs.flatMap(({ label, of, to }) =>
    contenders.flatMap((contender) => {
      const slowdowns = ratios(rates(to, contender), rates(of, contender))
      if (slowdowns.length === 0) return []
      return limited(
        `${label}, ${contender}`,
        median(slowdowns),
        "",
        contender === "trunkline" ? limits.pageAgainstPage : undefined
      )
    })
  )
}

const renderMemory = ({ contenders, memory }: Report) =>
  memory.flatMap(({ idle, peak }, i) => [
    limited(
      `resident memory, idle, ${contenders[i]}`,
      idle,
      " MB",
      contenders[i] === "trunkline" ? limits.idleMemory : undefined
    ),
    limited(
      `resident memory, most under load, ${contenders[i]}`,
      peak,
      " MB",
      contenders[i] === "trunkline" ? limits.peakMemory : undefined
    )
  ])

const renderStartUp = ({ startUp }: Report) =>
  startUp === undefined
    ? []
    : [
        limited("start to first 200, first start", startUp.first, " s", limits.firstStart),
        limited("start to first 200, later start", startUp.later, " s", limits.laterStart)
      ]

const limited = (label: string, value: number | undefined, unit: string, limit: number | undefined) => {
  if (value === undefined) return `${pad(label, 52)} not known here`
  const verdict = limit === undefined ? "" : `, at most ${limit}${unit}: ${value <= limit ? "reached" : "MISSED"}`
  return `${pad(label, 52)} ${value.toFixed(2)}${unit}${verdict}`
}

/** The ratio of the two rates, round by round. */
function ratios(rates: ReadonlyArray<number> = [], others: ReadonlyArray<number> = []) {
  return rates.flatMap((rate, round) => {
    const other = others[round]
    return other === undefined ? [] : rate / other
  })
}

function pad(text: string, width: number) {
  return text.padEnd(width)
}
