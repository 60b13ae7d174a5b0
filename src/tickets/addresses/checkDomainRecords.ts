import { Effect } from "effect"
import type { EmailDomain, Finding, WantedRecord } from "../../domain/EmailDomain.ts"
import { type DnsAnswer, judgeRecord } from "../../domain/judgeRecord.ts"
import { findingOf, wantedRecords } from "../../domain/wantedRecords.ts"
import type { Resolve } from "../../runtime/DnsResolver.ts"
import { askDns } from "./askDns.ts"

/** The answers of DNS about a domain. */
export interface RecordCheck {
  readonly findings: ReadonlyArray<Finding>
  /** Records about which nothing is known, because DNS did not answer. */
  readonly unanswered: ReadonlyArray<WantedRecord>
}

/** Looks up all records of a domain at once. Takes as long as DNS does, at most eight seconds. */
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
