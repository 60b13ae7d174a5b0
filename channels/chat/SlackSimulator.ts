import { createHash } from "node:crypto"
import { Clock, DateTime, Effect, Layer, Option, Random, Redacted } from "effect"
import type { SlackConnection } from "../../src/domain/ChannelConnection.ts"
import { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import type { JsonObject } from "../../src/domain/Json.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { ChannelNotReady, InvalidInput } from "../../src/domain/Problems.ts"
import { ChatDirectory } from "../../src/tickets/connections/ChatDirectory.ts"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { toldOf } from "../../src/tickets/connections/changeSlackInstallation.ts"
import { brandGone } from "../../src/tickets/simulation/brandGone.ts"
import { ChatSimulator, type SimulatedChat } from "../../src/tickets/simulation/ChatSimulator.ts"
import { customerAddress } from "./customerAddress.ts"
import { SlackAppSettings } from "./SlackAppSettings.ts"
import { SlackMessages } from "./SlackMessages.ts"
import { externalIdOf, writeSecrets } from "./SlackWorkspaces.ts"
import { slackClient } from "./slackClient.ts"
import { mentionedUsers } from "./text/fromSlackText.ts"

/** A workspace that exists only here, for test brands that have not connected one. */
const simulated = { appId: "simulated", channelId: "C0SIMULATED", botId: "B0SIMULATED", botUserId: "U0SIMULATED" }

/** Implements `ChatSimulator` with the code that handles Slack's events. Never calls Slack. */
export const layer = Layer.effect(
  ChatSimulator,
  Effect.gen(function* () {
    const { apiUrl } = yield* SlackAppSettings
    const connections = yield* ConnectionStore
    const directory = yield* ChatDirectory
    const ids = yield* IdGenerator
    const messages = yield* SlackMessages

    const workspaceOf = Effect.fnUntraced(function* (scope: BrandScope) {
      const known = yield* connections.list(scope, "chat")
      if (Option.isNone(known)) return yield* new ChannelNotReady({ channel: "chat", reason: brandGone })
      const found = known.value.find(({ status }) => status !== "disabled" && status !== "uninstalled")
      if (found !== undefined) return found
      const made = simulatedWorkspace(scope, ids.next("installation"), yield* DateTime.now)
      const secrets = writeSecrets({ botToken: "none" })
      return yield* connections
        .create(scope, causedByTest(made.id), made, secrets, toldOf("channel.created", made))
        .pipe(
          Effect.as(made),
          // Another request has created it, or it is disabled.
          Effect.catchTag("AlreadyExists", () =>
            Effect.flatMap(connections.external("chat", made.externalId), (other) =>
              Option.isSome(other) && other.value.connection.status === "active"
                ? Effect.succeed(other.value.connection)
                : Effect.fail(
                    new ChannelNotReady({
                      channel: "chat",
                      reason: "The brand's workspace is disabled. Enable it first."
                    })
                  )
            )
          )
        )
    })

    return ChatSimulator.of({
      receive: Effect.fn("SlackSimulator.receive")(function* (scope, message, name) {
        const { channelId, text, user } = message
        const email = user.email === undefined ? undefined : customerAddress(user.email)
        if (user.email !== undefined && email === undefined)
          return yield* InvalidInput.of("user.email", "format", "must be a valid address for a customer")
        const connection = yield* workspaceOf(scope)
        const isIntake = connection.settings.channels.some(
          (channel) => channel.channelId === channelId && channel.role === "customer"
        )
        if (channelId !== undefined && !isIntake)
          return yield* InvalidInput.of("channelId", "unknown_id", "is not a customer channel of the brand")
        const teamId = connection.settings.teamId ?? ""
        for (const id of new Set([...mentionedUsers(text, []), user.id]))
          yield* directory.keepPerson(scope, connection.id, {
            externalId: id,
            ...(id === user.id ? { name: user.name, email } : {}),
            facts: { teamId, isGuest: true }
          })
        const ts = message.messageId ?? (yield* tsOf(name))
        const occasion = {
          workspace: { scope, connection: ofOneBrand(connection) },
          client: slackClient(apiUrl, Redacted.make("none")),
          attempts: 1
        }
        const handled = yield* messages
          .heard(occasion, eventOf(message, ts))
          .pipe(
            Effect.mapError((trouble) =>
              trouble instanceof DatabaseUnavailable
                ? trouble
                : new ChannelNotReady({ channel: "chat", reason: brandGone })
            )
          )
        if (handled !== undefined) return handled.inboundId
        return yield* message.change === undefined
          ? InvalidInput.of("text", "not_allowed", "does not open a ticket in this channel")
          : InvalidInput.of("messageId", "unknown_id", "is not a message that was received")
      })
    })
  })
)

/** The connection for one brand only, since the caller has chosen the brand: neither the author nor Slack is asked. */
const ofOneBrand = (connection: SlackConnection): SlackConnection => ({
  ...connection,
  settings: {
    ...connection.settings,
    simulated: true,
    channels: connection.settings.channels.map(({ brandId: _, ...rest }) => rest)
  }
})

/** The event that Slack would send for it. */
const eventOf = ({ change, channelId, text, threadId, user }: SimulatedChat, ts: string): JsonObject => {
  const channel = channelId ?? `D${createHash("sha256").update(user.id).digest("hex").slice(0, 10).toUpperCase()}`
  const said: JsonObject = {
    type: "message",
    ts,
    user: user.id,
    text,
    ...(threadId === undefined ? {} : { thread_ts: threadId })
  }
  const where = { type: "message", channel, channel_type: channelId === undefined ? "im" : "channel" }
  switch (change) {
    case undefined:
      return { ...said, ...where }
    case "edit": {
      const edited = { user: user.id, ts: createHash("sha256").update(text).digest("hex").slice(0, 20) }
      return { ...where, subtype: "message_changed", message: { ...said, edited } }
    }
    case "delete":
      return { ...where, subtype: "message_deleted", previous_message: said }
  }
}

/** Seconds of a day. */
const day = 86_400

/** Microseconds. Random offset between messages of the same millisecond: too little to round up to the next one. */
const apart = 500

/** A `ts` like Slack's: the current time, or, for a named message, the same all day. */
const tsOf = Effect.fnUntraced(function* (name: string | undefined) {
  const now = yield* Clock.currentTimeMillis
  const micros = (value: number) => String(value % 1_000_000).padStart(6, "0")
  if (name === undefined)
    return `${Math.floor(now / 1000)}.${micros(now * 1000 + (yield* Random.nextIntBetween(0, apart)))}`
  const hash = createHash("sha256").update(name).digest()
  const today = Math.floor(now / 1000 / day) * day
  return `${today + (hash.readUInt32BE(0) % 3600)}.${micros(hash.readUInt32BE(4))}`
})

const simulatedWorkspace = (scope: BrandScope, id: SlackConnection["id"], now: DateTime.Utc): SlackConnection => ({
  id,
  brandId: scope.brandId,
  kind: "chat",
  provider: "slack",
  externalId: externalIdOf(simulated.appId, scope.brandId),
  name: "Simulated workspace",
  status: "active",
  settings: {
    appId: simulated.appId,
    simulated: true,
    teamId: "T0SIMULATED",
    botId: simulated.botId,
    botUserId: simulated.botUserId,
    scopes: [],
    channels: [{ channelId: simulated.channelId, role: "customer", trigger: "every_message" }]
  },
  createdAt: now,
  updatedAt: now
})

const causedByTest = (id: string) => ({
  id,
  actor: { type: "system", id: null, name: "Simulator", channel: "chat" } as const
})
