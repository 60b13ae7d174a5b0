import { connect } from "node:net"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Option, Redacted, Result } from "effect"
import { readSecrets } from "../../../channels/chat/SlackWorkspaces.ts"
import { ActorRegistry } from "../../../src/runtime/ActorRegistry.ts"
import { ConnectionStore } from "../../../src/tickets/connections/ConnectionStore.ts"
import { SlackAppStore } from "../../../src/tickets/connections/SlackAppStore.ts"
import { causation } from "../../support/Installation.ts"
import { ownSlackApp } from "../../support/ownSlackApp.ts"
import { rotatingNode } from "../../support/rotatingNode.ts"
import { connectWorkspace, eventually, Slack, slackSite, ticketsOf } from "../../support/SlackSite.ts"
import { asApp, eventCallback } from "../../support/slack/EventSender.ts"
import { handled } from "../../support/slackDesk.ts"

const challenge = JSON.stringify({ type: "url_verification", challenge: "3eZbrw1a" })

layer(slackSite, { excludeTestServices: true })("A brand's own Slack app", (it) => {
  it.effect("is reached at its own URL, with its own secret, beside the server's app", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const own = yield* ownSlackApp("beside", ["signingSecret"])
      const ofOwn = yield* connectWorkspace("of-own", { own })
      const ofServer = yield* connectWorkspace("of-server")
      slack.people.say(ofOwn.team, ofOwn.help, ofOwn.ines, "by our own app")
      slack.people.say(ofServer.team, ofServer.help, ofServer.ines, "by the server's")
      const first = yield* eventually(Effect.map(ticketsOf(ofOwn), ([found]) => found))
      const second = yield* eventually(Effect.map(ticketsOf(ofServer), ([found]) => found))
      assert.deepStrictEqual([first.ticket.title, second.ticket.title], ["by our own app", "by the server's"])
    })
  )

  it.effect("is trusted with its own secret only, and about its own workspaces only", () =>
    Effect.gen(function* () {
      const { sender, state, people } = yield* Slack
      const own = yield* ownSlackApp("apart", ["signingSecret"])
      const other = yield* ownSlackApp("other", ["signingSecret"])
      const send = (secret: string, target = own.app.target) =>
        Effect.promise(() => sender.send(challenge, { secret, target }))
      assert.strictEqual((yield* send(own.app.signingSecret)).status, 200)
      assert.strictEqual((yield* send(state.app.signingSecret)).status, 401)
      assert.strictEqual((yield* send(other.app.signingSecret)).status, 401)
      assert.strictEqual((yield* send(own.app.signingSecret, sender.target)).status, 401)

      // Knowing one app's secret gives no authority over another app's workspaces.
      const victim = yield* connectWorkspace("victim")
      const neighbour = yield* connectWorkspace("neighbour", { own: other })
      for (const { help, ines, team } of [victim, neighbour]) {
        const message = people.say(team, help, ines, "forged", { silent: true })
        const event = { type: "message", channel: help.id, user: ines.id, ts: message.ts, text: "forged" }
        const body = JSON.stringify(eventCallback(state.appOf(team), team, event))
        const told = yield* Effect.promise(() => sender.send(body, asApp(own.app)))
        assert.deepInclude(told, { status: 200, text: "" })
      }
      const command = { command: "/ticket", text: "list", user_id: victim.ines.id, trigger_id: "1.2" }
      const asked = yield* Effect.promise(() =>
        sender.form({ ...command, team_id: victim.team.id, api_app_id: state.app.id }, asApp(own.app))
      )
      assert.include(asked.text, "not connected")
      yield* handled(victim)
      yield* handled(neighbour)
      assert.isEmpty([...(yield* ticketsOf(victim)), ...(yield* ticketsOf(neighbour))])
    })
  )

  it.effect("has no URL when it is unknown, has no secret, or is removed, whatever is sent there", () =>
    Effect.gen(function* () {
      const { sender } = yield* Slack
      const silent = yield* ownSlackApp("silent", ["clientSecret"])
      const gone = yield* ownSlackApp("gone", ["signingSecret"])
      assert.strictEqual((yield* Effect.promise(() => sender.send(challenge, asApp(gone.app)))).status, 200)
      yield* (yield* SlackAppStore).delete(gone.scope, causation, gone.id, () =>
        Result.succeed({ event: "slack_app.deleted", entityType: "channel", entityId: gone.id })
      )
      const targets = [
        silent.app.target,
        silent.app.target?.replace(/app_.*/, "app_01m893khb3f5bbmdqn6zazb1ra"),
        silent.app.target?.replace(/app_.*/, "A0123"),
        gone.app.target
      ]
      for (const target of targets)
        yield* eventually(
          Effect.map(
            Effect.promise(() => sender.send(challenge, { secret: gone.app.signingSecret, target })),
            ({ status }) => (status === 404 ? true : undefined)
          )
        )
    })
  )

  it.effect("gets a 404 before anything of the body is read", () =>
    Effect.gen(function* () {
      const { app } = yield* ownSlackApp("unread", ["clientSecret"])
      const url = new URL(app.target ?? "")
      // Announces more than is ever sent, and more than would be accepted.
      const head = `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 9000000\r\n\r\n{`
      const answer = yield* Effect.callback<string>((resume) => {
        const socket = connect(Number(url.port), "127.0.0.1", () => socket.write(head))
        socket.once("data", (data) => {
          resume(Effect.succeed(String(data)))
          socket.destroy()
        })
        socket.on("error", (error) => resume(Effect.succeed(String(error))))
      })
      assert.match(answer, /^HTTP\/1\.1 404 /)
    })
  )

  it.effect("accepts a new secret at once, and the previous one no longer", () =>
    Effect.gen(function* () {
      const { sender } = yield* Slack
      const own = yield* ownSlackApp("changed", ["signingSecret"])
      const send = (secret: string) =>
        Effect.map(
          Effect.promise(() => sender.send(challenge, { secret, target: own.app.target })),
          ({ status }) => status
        )
      assert.strictEqual(yield* send(own.app.signingSecret), 200)
      const secrets = { signingSecret: Redacted.make("a secret of another day") }
      yield* (yield* SlackAppStore).change(own.scope, causation, own.id, (app) =>
        Result.succeed({
          app,
          secrets,
          audit: { event: "slack_app.updated", entityType: "channel", entityId: app.id }
        })
      )
      yield* eventually(Effect.map(send("a secret of another day"), (status) => (status === 200 ? true : undefined)))
      assert.strictEqual(yield* send(own.app.signingSecret), 401)
    })
  )

  it.effect("renews the tokens of its workspaces with its own client", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      slack.state.tokenLifetime = Duration.toMillis("12 hours")
      const own = yield* ownSlackApp("renewing", ["clientSecret", "signingSecret"])
      const { connection } = yield* connectWorkspace("renewed", { own, lifetime: Duration.toMillis("1 hour") })
      const connections = yield* ConnectionStore
      const tokenOf = Effect.map(
        connections.secrets(connection.id),
        (sealed) => readSecrets(Redacted.value(Option.getOrThrow(sealed))).botToken
      )
      const before = yield* tokenOf
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* rotatingNode
          yield* eventually(Effect.map(tokenOf, (now) => (now === before ? undefined : true)))
        })
      )
      const asked = slack.calls.filter(({ args }) => args["client_id"] === own.app.clientId)
      assert.deepStrictEqual(
        asked.map(({ method, answer }) => [method, answer?.["ok"]]),
        [["oauth.v2.access", true]]
      )
    })
  )

  it.effect("listens over sockets as long as it has a token for them", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const own = yield* ownSlackApp("listening", ["signingSecret", "appToken"])
      const open = (count: number) =>
        eventually(Effect.sync(() => (slack.sockets.of(own.app).length === count ? true : undefined)))
      yield* open(2)
      const connected = yield* connectWorkspace("by-socket", { own })
      const message = slack.people.say(connected.team, connected.help, connected.ines, "over a socket", {
        silent: true
      })
      const event = {
        ...{ type: "message", channel: connected.help.id, channel_type: "channel" },
        ...{ user: connected.ines.id, ts: message.ts, text: message.text }
      }
      yield* Effect.promise(() =>
        slack.sockets.send("events_api", eventCallback(own.app, connected.team, event), own.app)
      )
      const found = yield* eventually(Effect.map(ticketsOf(connected), ([first]) => first))
      assert.strictEqual(found.ticket.title, "over a socket")

      const store = yield* SlackAppStore
      const { appToken: _, ...left } = own.secrets
      yield* store.change(own.scope, causation, own.id, (app) =>
        Result.succeed({
          app: { ...app, known: ["signingSecret"] },
          secrets: left,
          audit: { event: "slack_app.updated", entityType: "channel", entityId: app.id }
        })
      )
      yield* open(0)
      const actors = yield* ActorRegistry
      yield* eventually(
        Effect.map(actors.list, (all) => (all.some(({ name }) => name.startsWith(own.id)) ? undefined : true))
      )
    })
  )
})
