import { Result } from "effect"
import { eventGroups } from "../domain/eventNames.ts"
import { type FieldError, InvalidInput } from "../domain/Problems.ts"
import { secretFaults } from "../domain/signingSecret.ts"
import { rateLimits } from "../domain/Webhook.ts"
import type { Egress } from "./Egress.ts"
import { unknownEvent } from "./EventNames.ts"
import type { WebhookCreate } from "./WebhookInput.ts"

/** Most event names and groups of one webhook. */
const maxEvents = 50
/** Most characters of a description. */
const maxDescription = 200

interface Rules {
  readonly url?: WebhookCreate["url"] | undefined
  readonly events?: WebhookCreate["events"] | undefined
  readonly secret?: WebhookCreate["secret"]
  readonly ratePerSecond?: number | null | undefined
  readonly description?: string | null | undefined
}

/** Checks the given members and reports every rule that they break. */
export const checkWebhook = (
  egress: Egress["Service"],
  { description, events, ratePerSecond, secret, url }: Rules
): Result.Result<void, InvalidInput> => {
  const judged = url === undefined ? undefined : egress.judgeUrl(url)
  return InvalidInput.judge(undefined, [
    ...(judged !== undefined && Result.isFailure(judged) ? [fault("url", "format", judged.failure)] : []),
    ...(events === undefined ? [] : eventFaults(events)),
    ...secretFaults(secret),
    ...(ratePerSecond == null || isRate(ratePerSecond)
      ? []
      : [fault("ratePerSecond", "range", `must be a whole number from ${rateLimits.least} to ${rateLimits.most}`)]),
    ...(characters(description ?? "") > maxDescription
      ? [fault("description", "length", `must be at most ${maxDescription} characters long`)]
      : [])
  ])
}

const isRate = (rate: number) => Number.isInteger(rate) && rate >= rateLimits.least && rate <= rateLimits.most

/** Counts code points, so that a character outside the basic plane counts as one. */
const characters = (text: string) => [...text].length

const fault = (field: string, code: FieldError["code"], message: string): FieldError => ({ field, code, message })

const eventFaults = (events: ReadonlyArray<string>): ReadonlyArray<FieldError> => {
  if (events.length === 0) return [fault("events", "required", "must name at least one event")]
  if (events.length > maxEvents) return [fault("events", "too_many", `must have at most ${maxEvents} entries`)]
  const unknown = unknownEvent(events)
  return unknown === undefined
    ? []
    : [
        fault(
          `events[${events.indexOf(unknown)}]`,
          "enum",
          `is not an event; groups are ${eventGroups.join(", ")}, and docs/webhooks.md lists the events`
        )
      ]
}
