import { Clock, Duration, Effect, Predicate } from "effect"
import type { WantedRecord } from "../../domain/EmailDomain.ts"
import type { DnsAnswer } from "../../domain/judgeRecord.ts"
import type { Resolve } from "../../runtime/DnsResolver.ts"

/** Maximum time to wait for answers, whatever the number of questions: a request is waiting for them. */
const patience = Duration.seconds(8)

export interface Question {
  readonly name: string
  readonly type: WantedRecord["type"] | "A" | "AAAA"
}

/** The answers of DNS to a set of questions, or `undefined` for one that was not answered in time: nothing is known then. */
export type DnsAnswers = (question: Question) => DnsAnswer | undefined

/** Sends all questions at once. A name or record that does not exist gives an empty answer; an error of any kind gives none. */
export const askDns = (resolve: Resolve, questions: ReadonlyArray<Question>): Effect.Effect<DnsAnswers> =>
  Effect.forEach(
    questions,
    ({ name, type }) =>
      Effect.tryPromise({ try: () => resolve(name, type), catch: codeOf }).pipe(
        Effect.map((records) => records.map(textOf)),
        Effect.catchIf(isNothing, () => Effect.succeed([])),
        Effect.timeout(patience),
        Effect.orElseSucceed(() => undefined),
        Effect.map((answer) => [keyOf({ name, type }), answer] as const)
      ),
    { concurrency: "unbounded" }
  ).pipe(
    // Real time, whatever clock a test has set: DNS does not follow it.
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.map((entries) => {
      const answers = new Map(entries)
      return (question) => answers.get(keyOf(question))
    })
  )

const keyOf = ({ name, type }: Question): string => `${type} ${name}`

const codeOf = (error: unknown): string => (Predicate.hasProperty(error, "code") ? String(error.code) : "")

const isNothing = (code: string): boolean => code === "ENOTFOUND" || code === "ENODATA"

/** TXT: the strings of one record, to be concatenated, with any bytes but NUL. MX: an object. CNAME: a name. */
const textOf = (record: unknown): string =>
  Array.isArray(record)
    ? record.join("").replaceAll("\0", "\ufffd")
    : Predicate.hasProperty(record, "exchange") && Predicate.hasProperty(record, "priority")
      ? `${record.priority} ${record.exchange}`
      : String(record)
