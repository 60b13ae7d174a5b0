import { inspect } from "node:util"
import { assert, layer } from "@effect/vitest"
import { Cause, Effect, Layer, Logger, References } from "effect"
import { Comments } from "../../../src/tickets/Comments.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { causation } from "../../support/Installation.ts"
import { rotatingNode } from "../../support/rotatingNode.ts"
import {
  type Connected,
  commentsOf,
  connectWorkspace,
  eventually,
  Slack,
  slackSiteOver,
  ticketsOf
} from "../../support/SlackSite.ts"
import type { FakeSlack } from "../../support/slack/FakeSlack.ts"
import { slackFile } from "../../support/slack/SlackPeople.ts"
import { answered, filledWith, handled, madeWindow } from "../../support/slackDesk.ts"
import { fresh } from "../../support/ticketService.ts"

/** A word in everything that people write, to search for. */
const said = "quincejam"

/** Log lines with everything that any logger could include. */
const lines: Array<string> = []
const listening = Layer.mergeAll(
  Logger.layer([
    Logger.make((options) => {
      const { cause, fiber, logLevel, message } = options
      const annotations = fiber.getRef(References.CurrentLogAnnotations)
      lines.push(
        [logLevel, inspect(message, { depth: 12 }), Logger.formatJson.log(options), Cause.pretty(cause)].join(" "),
        inspect([cause, annotations], { depth: 12 })
      )
    })
  ]),
  Layer.succeed(References.MinimumLogLevel, "All")
)

/** What libraries print past our loggers during `run`. */
const printed = <A, E, R>(run: Effect.Effect<A, E, R>) => {
  const streams = [process.stdout, process.stderr] as const
  const before = streams.map((stream) => stream.write)
  const written: Array<string> = []
  return Effect.acquireUseRelease(
    Effect.sync(() => {
      for (const stream of streams) stream.write = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0
    }),
    () => Effect.as(run, written),
    () =>
      Effect.sync(() =>
        streams.forEach((stream, index) => {
          const write = before[index]
          if (write !== undefined) stream.write = write
        })
      )
  )
}

/** What must not appear in a log: secrets of the app and its workspaces, their encoded forms, and message texts. */
const secretsOf = ({ state }: FakeSlack): ReadonlyArray<string> => [
  state.app.signingSecret,
  state.app.clientSecret,
  state.app.appToken,
  ...[...state.workspaces.values()].flatMap(({ refreshTokens, tokens }) => [...tokens.keys(), ...refreshTokens]),
  ...state.responses.keys(),
  ...["Bearer ", "xoxb-", "xoxe-", "xapp-", "v0="],
  said
]

/** Everything that people do, and everything that can go wrong with it. */
const conversation = Effect.fn(function* (connected: Connected) {
  const slack = yield* Slack
  const { crew, help, ines, scope, team } = connected
  const { people, state } = slack
  const comments = yield* Comments

  const root = people.say(team, help, ines, `My ${said} is broken`, {
    files: [slackFile(team, ines, "photo.txt", said), slackFile(team, ines, "gone.txt", said)]
  })
  const { ticket } = yield* eventually(Effect.map(ticketsOf(connected), ([first]) => first))
  people.say(team, help, ines, `<@${team.botUserId}> ${said}`, { thread: root })
  people.edit(team, help, root, `My ${said} is mended`)
  yield* answered(people.command(team, help, ines, `${said}`))
  yield* answered(
    people.submit(team, ines, (yield* madeWindow(team)).id, filledWith({ title: said, description: `${said} again` }))
  )
  yield* answered(people.command(team, help, ines, `search ${said}`))
  yield* answered(people.shortcut(team, help, ines, root, "create_ticket"))
  yield* answered(people.press(team, help, ines, root, { action_id: "ticket_reply", value: said }))

  // Slack refuses, rate-limits, disconnects and does not respond.
  slack.fault({ method: "chat.postMessage", what: { error: "internal_error" } })
  slack.fault({ method: "chat.postMessage", what: { retryAfter: 1 } })
  slack.fault({ method: "chat.postMessage", what: "reset" })
  slack.fault({ method: "reactions.add", what: { status: 500 } })
  slack.fault({ method: "users.info", what: { status: 500 } })
  slack.fault({ method: "views.open", what: "reset" })
  slack.fault({ method: "download", what: { status: 500 } })
  const said1 = yield* fresh(
    comments.add(scope, causation, ticket.id, {
      body: `Take another ${said}`,
      visibility: "public",
      authorType: "AGENT",
      authorId: "mem_ada",
      authorName: "Ada",
      source: "api"
    })
  )
  yield* slack.untilFound(() => team.thread(help, root.ts).find(({ botId, text }) => botId && text.includes("another")))
  yield* comments.update(scope, causation, ticket.id, said1.id, { body: `Take the other ${said}` })
  yield* answered(people.command(team, help, ines, said))
  people.say(team, help, ines, `With a ${said}`, { thread: root, files: [slackFile(team, ines, "more.txt", said)] })
  people.say(team, crew, ines, said)
  people.remove(team, help, root)

  // Requests that Slack would never send, and that no one may.
  const bodies = [
    "{",
    `"${said}"`,
    `{"type":"event_callback","event":"${said}"}`,
    `{"type":"block_actions","x":"${said}"}`
  ]
  for (const body of bodies)
    for (const secret of [state.app.signingSecret, "forged"])
      yield* Effect.promise(() => slack.sender.send(body, { secret }))

  yield* handled(connected)
  yield* eventually(Effect.map(commentsOf(connected, ticket.id), (all) => (all.length >= 3 ? true : undefined)))
  yield* (yield* Tickets).get(scope, ticket.id)

  // The workspace uninstalls the app.
  for (const token of team.tokens.values()) token.isRevoked = true
  people.say(team, help, ines, `${said}, and nobody hears it`)
  yield* slack.told
})

const clean = Effect.fn(function* (written: ReadonlyArray<string>) {
  const slack = yield* Slack
  for (const secret of secretsOf(slack))
    for (const line of [...lines, ...written])
      assert.notInclude(line, secret, `a log line holds ${secret.slice(0, 8)}…`)
})

layer(slackSiteOver("http", listening), { excludeTestServices: true })("The log", (it) => {
  it.effect("contains no secret and no message text at any level, over HTTP", () =>
    Effect.gen(function* () {
      const connected = yield* connectWorkspace("logged", { mirror: "notes" })
      const written = yield* printed(conversation(connected))
      const lost = yield* connectWorkspace("lost", { lifetime: 60_000 })
      lost.team.refreshTokens.clear()
      yield* Effect.provide(rotatingNode, listening)
      yield* eventually(
        Effect.sync(() => (lines.some((line) => line.includes("could not be renewed")) ? true : undefined))
      )
      // Make sure that there is a log in which something could be found.
      assert.isTrue(lines.some((line) => line.includes("A form could not be opened")))
      yield* clean(written)
    }).pipe(Effect.scoped)
  )
})

layer(slackSiteOver("sockets", listening), { excludeTestServices: true })("The log", (it) => {
  it.effect("contains no secret and no message text at any level, over sockets", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      slack.usesSockets = true
      yield* eventually(Effect.sync(() => (slack.sockets.open.size === 2 ? true : undefined)))
      lines.length = 0
      slack.sockets.raw(`${said} is no JSON`)
      slack.sockets.raw(JSON.stringify({ type: "events_api", envelope_id: "e1", payload: { text: said } }))
      const connected = yield* connectWorkspace("logged-sockets", { mirror: "notes" })
      const written = yield* printed(conversation(connected))
      slack.sockets.cut()
      yield* eventually(Effect.sync(() => (slack.sockets.open.size === 2 ? true : undefined)))
      assert.isTrue(lines.some((line) => line.includes("An envelope from Slack was malformed")))
      yield* clean(written)
    })
  )
})
