import { Clock, Duration, Effect, Predicate } from "effect"
import type { WantedRecord } from "../../domain/EmailDomain.ts"
import type { DnsAnswer } from "../../domain/judgeRecord.ts"
import type { Resolve } from "../../runtime/DnsResolver.ts"

/** How long answers are waited for, however many questions there are: a request waits for them. */
const patience = Duration.seconds(8)

export interface Question {
  readonly name: string
  readonly type: WantedRecord["type"] | "A" | "AAAA"
}

/** What DNS says to some questions. Where it gave no answer in time there is none, and nothing is known. */
export type DnsAnswers = (question: Question) => DnsAnswer | undefined

/** Asks all questions at once. A name or record that does not exist is an empty answer; trouble of any kind is none. */
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
    // Real time: DNS lives in it, whatever clock a test has set.
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.map((entries) => {
      const answers = new Map(entries)
      return (question) => answers.get(keyOf(question))
    })
  )

const keyOf = ({ name, type }: Question): string => `${type} ${name}`

const codeOf = (error: unknown): string => (Predicate.hasProperty(error, "code") ? String(error.code) : "")

const isNothing = (code: string): boolean => code === "ENOTFOUND" || code === "ENODATA"

/** TXT: the strings of one record, of any bytes but NUL, which belong together; MX: an object; CNAME: a name. */
const textOf = (record: unknown): string =>
  Array.isArray(record)
    ? record.join("").replaceAll("\0", "\ufffd")
    : Predicate.hasProperty(record, "exchange") && Predicate.hasProperty(record, "priority")
      ? `${record.priority} ${record.exchange}`
      : String(record)
