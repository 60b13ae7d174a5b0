import { Redacted, Result } from "effect"
import { InvalidInput } from "../domain/Problems.ts"
import { rateLimits } from "../domain/Webhook.ts"
import type { Egress } from "./Egress.ts"
import { eventGroups, unknownEvent } from "./EventNames.ts"
import type { SecretRotation, WebhookCreate } from "./WebhookInput.ts"

/** Event names and groups of one webhook. */
const maxEvents = 50
/** Characters of a secret that the subscriber chose. */
const secretLength = { least: 8, most: 256 }
/** Characters of a description. */
const maxDescription = 200
/** Hours for which a previous secret signs beside the new one. */
const overlap = { byDefault: 24, most: 168 }

interface Rules {
  readonly url?: WebhookCreate["url"] | undefined
  readonly events?: WebhookCreate["events"] | undefined
  readonly secret?: WebhookCreate["secret"]
  readonly ratePerSecond?: number | null | undefined
  readonly description?: string | null | undefined
}

/** Every rule that these members break; absent members break none. */
export const checkWebhook = (
  egress: Egress["Service"],
  { description, events, ratePerSecond, secret, url }: Rules
): Result.Result<void, InvalidInput> => {
  const judged = url === undefined ? undefined : egress.judgeUrl(url)
  const [first, ...others] = [
    ...(judged !== undefined && Result.isFailure(judged) ? [fault("url", "format", judged.failure)] : []),
    ...(events === undefined ? [] : eventFaults(events)),
    ...(secret === undefined ? [] : secretFaults(secret)),
    ...(ratePerSecond == null || isRate(ratePerSecond)
      ? []
      : [fault("ratePerSecond", "range", `must be a whole number from ${rateLimits.least} to ${rateLimits.most}`)]),
    ...(characters(description ?? "") > maxDescription
      ? [fault("description", "length", `must be at most ${maxDescription} characters long`)]
      : [])
  ]
  return first === undefined ? Result.void : Result.fail(new InvalidInput({ errors: [first, ...others] }))
}

/** The hours of overlap. */
export const checkRotation = ({
  overlapHours = overlap.byDefault,
  secret
}: SecretRotation): Result.Result<number, InvalidInput> => {
  const whole = Number.isInteger(overlapHours) && overlapHours >= 0 && overlapHours <= overlap.most
  const [first, ...others] = [
    ...(whole ? [] : [fault("overlapHours", "range", `must be a whole number from 0 to ${overlap.most}`)]),
    ...(secret === undefined ? [] : secretFaults(secret))
  ]
  return first === undefined
    ? Result.succeed(overlapHours)
    : Result.fail(new InvalidInput({ errors: [first, ...others] }))
}

const isRate = (rate: number) => Number.isInteger(rate) && rate >= rateLimits.least && rate <= rateLimits.most

/** As people count them: one outside the basic plane is one. */
const characters = (text: string) => [...text].length

type Fault = InvalidInput["errors"][number]

const fault = (field: string, code: Fault["code"], message: string): Fault => ({ field, code, message })

const eventFaults = (events: ReadonlyArray<string>): ReadonlyArray<Fault> => {
  if (events.length === 0) return [fault("events", "required", "must name at least one event")]
  if (events.length > maxEvents) return [fault("events", "too_many", `must have at most ${maxEvents} entries`)]
  const unknown = unknownEvent(events)
  return unknown === undefined
    ? []
    : [
        fault(
          `events[${events.indexOf(unknown)}]`,
          "enum",
          `is no event; groups are ${eventGroups.join(", ")}, and docs/webhooks.md lists the events`
        )
      ]
}

const secretFaults = (secret: Redacted.Redacted): ReadonlyArray<Fault> => {
  const length = characters(Redacted.value(secret))
  return length >= secretLength.least && length <= secretLength.most
    ? []
    : [fault("secret", "length", `must be ${secretLength.least} to ${secretLength.most} characters long`)]
}
