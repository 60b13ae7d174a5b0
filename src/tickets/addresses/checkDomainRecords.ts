import { Effect } from "effect"
import type { EmailDomain, Finding, WantedRecord } from "../../domain/EmailDomain.ts"
import { type DnsAnswer, judgeRecord } from "../../domain/judgeRecord.ts"
import { findingOf, wantedRecords } from "../../domain/wantedRecords.ts"
import type { Resolve } from "../../runtime/DnsResolver.ts"
import { askDns } from "./askDns.ts"

/** What DNS says of a domain. */
export interface RecordCheck {
  readonly findings: ReadonlyArray<Finding>
  /** Records of which nothing is known, because DNS gave no answer. */
  readonly unanswered: ReadonlyArray<WantedRecord>
}

/** Asks DNS for all records of a domain at once. Takes as long as DNS does, and eight seconds at most. */
export const checkDomainRecords = Effect.fn("checkDomainRecords")(function* (
  domain: EmailDomain,
  inboundDomain: string,
  resolve: Resolve
) {
  const wanted = wantedRecords(domain, inboundDomain)
  const hosts = domain.type === "INBOUND" ? [{ type: "MX" as const, name: inboundDomain }] : []
  const answers = yield* askDns(resolve, [...wanted, ...hosts])
  const measures = {
    inboundDomain,
    inboundHosts: hosts.flatMap((host) => answers(host) ?? []).map(hostOf),
    keys: domain.keys
  }
  const findings: Array<Finding> = []
  const unanswered: Array<WantedRecord> = []
  for (const record of wanted) {
    const answer = answers(record)
    if (answer === undefined) unanswered.push(record)
    else findings.push(judgeRecord(record, answer, measures, findingOf(domain, record)))
  }
  return { findings, unanswered } satisfies RecordCheck
})

const hostOf = (exchange: DnsAnswer[number]): string => exchange.slice(exchange.indexOf(" ") + 1)
