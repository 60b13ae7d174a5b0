import { Effect, Schedule } from "effect"
import { type Attempt, asApp, eventCallback } from "../../test/support/slack/EventSender.ts"
import { percentile } from "../Figure.ts"
import { type Connected, type Site, type SlackMeasurement, turn } from "./Site.ts"

/** Concurrent requests from Slack. */
const inFlight = 50
/** Of this many requests, one is a command and one is an event that was sent before. */
const mix = 10
/** Seconds of uncounted requests. */
const warmUp = 5
/** Seconds that all acknowledged messages may take to become tickets. */
const longestDrain = 300

interface Told {
  readonly attempt: Attempt
  /** Title of the ticket that the message opens. */
  readonly title?: string
}

export const answers: SlackMeasurement = {
  name: "answers",
  about: `what Slack sends, ${inFlight} requests at a time: messages that open tickets, retries, commands`,
  measure: Effect.fnUntraced(function* (site, { seconds }) {
    const connected = yield* site.connect("Answers", 100, 200)
    const run = (name: string, length: number) => Effect.promise(() => flood(site, connected, name, length * 1000))
    const warm = yield* run("warm", warmUp)
    const told = yield* run("told", seconds)
    const times = told.map(({ attempt }) => attempt.ms)
    const titles = [...warm, ...told].flatMap(({ attempt, title }) =>
      title === undefined || attempt.status !== 200 ? [] : [title]
    )
    const missing = Effect.map(site.sql("SELECT title FROM tickets WHERE source = 'slack'"), (rows) => {
      const made = new Set(rows.map(({ title }) => title))
      return titles.filter((title) => !made.has(title)).length
    })
    yield* Effect.repeat(missing, {
      until: (count) => count === 0,
      schedule: Schedule.spaced("1 second"),
      times: longestDrain
    })
    return [
      { label: "requests a second", value: told.length / seconds, unit: "/s" },
      { label: "answered, p50", value: percentile(times, 0.5), unit: "ms" },
      { label: "answered, p99", value: percentile(times, 0.99), unit: "ms", must: { atMost: 500 } },
      {
        label: "answered otherwise than 200",
        value: told.filter(({ attempt }) => attempt.status !== 200).length,
        unit: "",
        must: { atMost: 0 }
      },
      {
        label: `acknowledged messages of ${titles.length} that are no ticket`,
        value: yield* missing,
        unit: "",
        must: { atMost: 0 }
      }
    ]
  })
}

/** Sends for this many milliseconds; each request follows as soon as a previous one is answered. */
const flood = async ({ slack }: Site, { channels, people, team }: Connected, name: string, ms: number) => {
  const told: Array<Told> = []
  const app = slack.state.appOf(team)
  const ends = performance.now() + ms
  let sequence = 0
  let before: string | undefined
  const next = async (): Promise<Told> => {
    const n = sequence++
    const [channel, person] = [turn(channels, n), turn(people, n)]
    if (n % mix === 0) {
      const { attempt } = await slack.people.command(team, channel, person, "help")
      return { attempt }
    }
    if (n % mix === 1 && before !== undefined) {
      const headers = { "x-slack-retry-num": "1", "x-slack-retry-reason": "http_timeout" }
      return { attempt: await slack.sender.send(before, { ...asApp(app), headers }) }
    }
    const title = `Order ${name} ${n} is late`
    const { ts } = slack.people.say(team, channel, person, title, { silent: true })
    const event = {
      ...{ type: "message", channel: channel.id, channel_type: "channel" },
      ...{ user: person.id, ts, text: title }
    }
    const body = JSON.stringify(eventCallback(app, team, event))
    const attempt = await slack.sender.send(body, asApp(app))
    before = body
    return { attempt, title }
  }
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < ends) told.push(await next())
    })
  )
  return told
}
