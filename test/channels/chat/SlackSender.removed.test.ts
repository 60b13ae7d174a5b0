import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Comments } from "../../../src/tickets/Comments.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { causation } from "../../support/Installation.ts"
import { type Connected, eventually, Slack, slackSite } from "../../support/SlackSite.ts"
import { agentSays, opened, statusOf, thanked, until } from "../../support/slackConversation.ts"
import { fresh } from "../../support/ticketService.ts"

/** What our bot has posted in the customer's channel and not removed. */
const saidIn = ({ help, team }: Pick<Connected, "help" | "team">) =>
  [...help.messages.values()].filter(({ botId, isDeleted }) => botId === team.botId && !isDeleted)

/** Runs `write` while sending is on hold, so that everything is written before anything is sent. */
const whileHeld = Effect.fnUntraced(function* <E, R>({ connection }: Connected, write: Effect.Effect<unknown, E, R>) {
  const { system } = yield* Database
  const id = uuidOf(connection.id)
  yield* system`UPDATE channel_connections SET retry_at = now() + interval '1 hour' WHERE id = ${id}`
  yield* write
  yield* system`UPDATE channel_connections SET retry_at = NULL WHERE id = ${id}`
})

/** Puts a message in the state of an attempt that was killed at this point. */
const attempted = Effect.fnUntraced(function* ({ connection }: Connected, progress: object) {
  const { system } = yield* Database
  yield* system`UPDATE outgoing_mail SET attempts = 1, context = jsonb_set(context, '{progress}', ${JSON.stringify(progress)}::text::jsonb)
    WHERE connection_id = ${uuidOf(connection.id)} AND state = 'queued'`
})

const allSent = (one: Parameters<typeof statusOf>[0], count: number) =>
  eventually(
    Effect.map(statusOf(one), (all) =>
      all.filter(({ status }) => status === "sent").length === count ? true : undefined
    )
  )

layer(slackSite, { excludeTestServices: true })("If its thread was removed, a reply", (it) => {
  it.effect("starts its own thread when the old one is closed, and posts all parts there", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      for (const error of ["thread_not_found", "cannot_reply_to_message", "restricted_action_thread_locked"]) {
        const one = yield* opened(error)
        const text = "word ".repeat(1_000).trim()
        slack.fault({ method: "chat.postMessage", what: { error } })
        yield* agentSays(one, text)
        yield* until(one, "sent")
        const [top, ...below] = saidIn(one)
        assert.strictEqual([top, ...below].map((part) => part?.text).join(" "), text)
        assert.deepStrictEqual([top?.threadTs, ...below.map(({ threadTs }) => threadTs)], [undefined, top?.ts])
        yield* thanked(one, top)
      }
    })
  )

  it.effect("is in its new thread once, whatever responses of Slack were lost", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      for (const what of ["applied, then 500", "applied, then reset"] as const) {
        const one = yield* opened(`removed, ${what}`)
        one.root.isDeleted = true
        slack.fault({ method: "chat.postMessage", what })
        const text = "word ".repeat(1_000).trim()
        yield* agentSays(one, text)
        yield* until(one, "sent")
        const [top, ...below] = saidIn(one)
        assert.strictEqual([top, ...below].map((part) => part?.text).join(" "), text)
        assert.deepStrictEqual(
          below.map(({ threadTs }) => threadTs),
          [top?.ts]
        )
        yield* thanked(one, top)
      }
    })
  )

  it.effect("is found by itself if Slack could not tell what happened to the thread", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const one = yield* opened("a fault of its own")
      one.root.isDeleted = true
      slack.fault({ method: "conversations.replies", what: { error: "internal_error" } })
      yield* agentSays(one, "Here you are")
      yield* until(one, "sent")
      const [top, ...more] = saidIn(one)
      assert.deepStrictEqual([top?.text, more], ["Here you are", []])
      yield* thanked(one, top)
    })
  )

  it.effect("stays in an existing thread, whatever Slack reports about its post", () =>
    Effect.gen(function* () {
      const { state } = yield* Slack
      const one = yield* opened("no echo")
      state.echoes = false
      yield* agentSays(one, "Here you are")
      yield* until(one, "sent")
      state.echoes = true
      assert.deepStrictEqual(
        saidIn(one).map(({ text, threadTs }) => [text, threadTs]),
        [["Here you are", one.root.ts]]
      )
    })
  )

  it.effect("follows into the new thread if it was written at the moment when that started", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const one = yield* opened("raced")
      one.root.isDeleted = true
      yield* agentSays(one, "First")
      yield* until(one, "sent")
      const [top] = saidIn(one)
      yield* whileHeld(
        one,
        Effect.andThen(
          agentSays(one, "At the same time"),
          system`UPDATE outgoing_mail SET lane = ${`${one.help.id}:${one.root.ts}`}
              WHERE connection_id = ${uuidOf(one.connection.id)} AND state = 'queued'`
        )
      )
      yield* allSent(one, 2)
      assert.deepStrictEqual(
        saidIn(one).map(({ text, threadTs }) => [text, threadTs]),
        [
          ["First", undefined],
          ["At the same time", top?.ts]
        ]
      )
    })
  )

  it.effect("takes the conversation along into a new thread, even if it was killed before it could", () =>
    Effect.gen(function* () {
      const one = yield* opened("killed while it moved")
      one.help.messages.delete(one.root.ts)
      const top = one.team.add(one.help, { text: "Here you are", botId: one.team.botId, appId: one.team.appId })
      yield* whileHeld(
        one,
        Effect.andThen(agentSays(one, "Here you are"), attempted(one, { posted: [top.ts], isMoved: true }))
      )
      yield* until(one, "sent")
      yield* thanked(one, top)
      assert.lengthOf(
        [...one.help.messages.values()].filter(({ text }) => text === "Here you are"),
        1
      )
    })
  )

  it.effect("starts over when its thread was removed or locked between two of its parts", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      for (const what of ["went", "locked"]) {
        const one = yield* opened(`${what} between`)
        const { botId } = one.team
        const part = one.team.add(one.help, {
          text: "word",
          botId,
          threadTs: one.root.ts,
          isDeleted: what === "went"
        })
        one.root.isDeleted = what === "went"
        if (what === "locked")
          slack.fault({ method: "chat.postMessage", what: { error: "restricted_action_thread_locked" } })
        const text = "word ".repeat(1_000).trim()
        yield* whileHeld(one, Effect.andThen(agentSays(one, text), attempted(one, { posted: [part.ts] })))
        yield* allSent(one, 1)
        const [top, ...below] = saidIn(one).filter(({ ts }) => ts !== part.ts)
        assert.strictEqual([top, ...below].map((part) => part?.text).join(" "), text)
        assert.deepStrictEqual([top?.threadTs, ...below.map(({ threadTs }) => threadTs)], [undefined, top?.ts])
      }
    })
  )

  it.effect("starts one thread in place of a removed one, whoever continues and however many replies wait", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const slack = yield* Slack
      const one = yield* opened("removed for good")
      const { help } = one
      const said = () => saidIn(one)
      const connection = uuidOf(one.connection.id)
      help.messages.delete(one.root.ts)
      yield* whileHeld(one, Effect.andThen(agentSays(one, "First"), agentSays(one, "Waits behind it")))
      yield* allSent(one, 2)
      yield* agentSays(one, "Comes later")
      yield* allSent(one, 3)
      const [top, ...below] = said()
      assert.deepInclude(top, { text: "First", threadTs: undefined })
      assert.deepStrictEqual(
        below.map(({ text, threadTs }) => ({ text, threadTs })),
        ["Waits behind it", "Comes later"].map((text) => ({ text, threadTs: top?.ts }))
      )

      yield* fresh((yield* Tickets).update(one.scope, causation, one.ticket.id, { status: "resolved" }))
      yield* eventually(
        Effect.map(system`SELECT FROM chat_updates WHERE connection_id = ${connection}`, (behind) =>
          behind.length === 0 ? true : undefined
        )
      )
      const [line, ...more] = said().filter(({ text }) => text.includes("is resolved"))
      assert.deepStrictEqual([line?.threadTs, more], [top?.ts, []])
      const [workspace] = yield* system<{
        error: string | null
      }>`SELECT last_error AS error FROM channel_connections WHERE id = ${connection}`
      assert.isNull(workspace?.error)

      help.messages.set(one.root.ts, one.root)
      slack.people.say(one.team, help, one.ines, "Here again", { thread: one.root })
      yield* eventually(
        Effect.gen(function* () {
          const all = yield* (yield* Comments).list(one.scope, one.ticket.id, {})
          return all.find(({ body }) => body === "Here again")
        })
      )
      yield* agentSays(one, "Where you write")
      yield* allSent(one, 4)
      assert.strictEqual(said().find(({ text }) => text === "Where you write")?.threadTs, one.root.ts)
    })
  )
})
