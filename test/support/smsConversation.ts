import { Effect } from "effect"
import { HttpSite } from "./HttpSite.ts"
import { type Connected, connectNumber, Twilio, ticketsOf } from "./SmsSite.ts"
import { until } from "./until.ts"

let phones = 0

/** A conversation that a customer has started, and what the team does in it. */
export const smsConversation = Effect.fnUntraced(function* (number?: Connected, given?: string) {
  const { ask } = yield* HttpSite
  const twilio = yield* Twilio
  const connected = number ?? (yield* connectNumber())
  const phone = given ?? `+1415556${String(1000 + phones++)}`
  yield* connected.text(phone, "Hello")
  const [ticket] = yield* ticketsOf(connected, phone, 1)
  const path = `${connected.brand}/tickets/${ticket.id}`
  const messages = Effect.map(ask("GET", `${path}/messages`), ({ json }) => json)
  return {
    number: connected,
    phone,
    path,
    /** Adds a public comment; returns its id. */
    answer: (body: string, more: object = {}) =>
      Effect.map(ask("POST", `${path}/comments`, { body: { body, ...more } }), ({ json }) => json.id as string),
    /** The messages of the ticket, once the last one has one of these statuses. */
    settled: (...statuses: ReadonlyArray<string>) =>
      until(messages, (all) => all.length > 0 && statuses.includes(all.at(-1).status)),
    /** Retries the last message. */
    retry: Effect.flatMap(messages, (all) => ask("POST", `${path}/messages/${all.at(-1).id}/retry`)),
    /** Waits until the last message has failed at least once and waits for a retry. */
    waiting: until(messages, (all) => all.at(-1)?.error !== undefined && all.at(-1)?.status === "queued"),
    taken: () => twilio.messages.filter(({ to }) => to === phone),
    asked: () => twilio.requests.filter(({ form, method }) => method === "POST" && form.get("To") === phone)
  }
})
