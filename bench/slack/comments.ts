import { Effect, Schedule } from "effect"
import { callApi } from "../callApi.ts"
import { percentile } from "../Figure.ts"
import { type SlackMeasurement, turn } from "./Site.ts"

/** Comments per second. Slack accepts one per second in each channel, so they are spread over many channels. */
const perSecond = 20
const channels = 100
/** Seconds that the last comment may take to arrive. */
const longestWait = 60

export const comments: SlackMeasurement = {
  name: "comments",
  about: `from an agent's request to Slack, ${perSecond} comments a second over ${channels} threads`,
  measure: Effect.fnUntraced(function* ({ connect, node, slack, sql }, { seconds }) {
    const { brandId, channels: places, people, team } = yield* connect("Comments", channels, channels)
    for (const [n, place] of places.entries()) slack.people.say(team, place, turn(people, n), `Thread ${n}`)
    yield* slack.told
    const tickets = yield* Effect.repeat(sql("SELECT id FROM tickets WHERE source = 'slack'"), {
      until: (rows) => rows.length >= channels,
      schedule: Schedule.spaced("100 millis")
    }).pipe(Effect.andThen(callApi(node, "GET", `/v1/brands/${brandId}/tickets?limit=100`)))
    const ids = (tickets["data"] as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id)

    const asked = new Map<string, number>()
    const write = (n: number) => {
      const body = `Answer number ${n} of the measurement`
      asked.set(body, Date.now())
      return callApi(node, "POST", `/v1/brands/${brandId}/tickets/${turn(ids, n)}/comments`, {
        body,
        visibility: "public"
      })
    }
    const each = Effect.sleep(1000 / perSecond)
    for (let n = 0; n < perSecond * seconds; n++) {
      yield* Effect.forkScoped(write(n))
      yield* each
    }
    const arrivals = () =>
      slack.calls.flatMap(({ args, at, method }) => {
        const began = method === "chat.postMessage" ? asked.get(String(args["text"])) : undefined
        return began === undefined ? [] : [at - began]
      })
    const waits = yield* Effect.repeat(Effect.sync(arrivals), {
      until: (all) => all.length >= asked.size,
      schedule: Schedule.spaced("1 second"),
      times: longestWait
    }).pipe(Effect.map(() => arrivals()))
    return [
      { label: "at Slack, p50", value: percentile(waits, 0.5), unit: "ms" },
      { label: "at Slack, p99", value: percentile(waits, 0.99), unit: "ms", must: { atMost: 1000 } },
      {
        label: `comments of ${asked.size} that did not arrive once`,
        value: Math.abs(asked.size - waits.length),
        unit: "",
        must: { atMost: 0 }
      }
    ]
  })
}
