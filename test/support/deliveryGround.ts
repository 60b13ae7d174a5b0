import { randomUUID } from "node:crypto"
import { DateTime, Duration, Effect, Exit, Layer, Redacted, Scope } from "effect"
import type { CustomConnection } from "../../src/domain/ChannelConnection.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../src/domain/Ids.ts"
import type { InboundMessage } from "../../src/domain/InboundMessage.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { ActorRegistry } from "../../src/runtime/ActorRegistry.ts"
import * as SqlConnectionStore from "../../src/sql/connections/SqlConnectionStore.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlInboundLog from "../../src/sql/intake/SqlInboundLog.ts"
import * as SqlChannelOutbox from "../../src/sql/outbound/SqlChannelOutbox.ts"
import * as SqlOutboundStore from "../../src/sql/outbound/SqlOutboundStore.ts"
import { Comments } from "../../src/tickets/Comments.ts"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { newCustomChannel, secretsOf, toldOfChannel } from "../../src/tickets/connections/changeCustomChannel.ts"
import { placeholderEmail } from "../../src/tickets/customers/placeholderEmail.ts"
import { FileLinks } from "../../src/tickets/files/FileLinks.ts"
import { Intake } from "../../src/tickets/intake/Intake.ts"
import type { Deliverer } from "../../src/tickets/outbound/attemptMessage.ts"
import { deliverMessages } from "../../src/tickets/outbound/deliverMessages.ts"
import * as MailNews from "../../src/tickets/outbound/MailNews.ts"
import { OutboundStore } from "../../src/tickets/outbound/OutboundStore.ts"
import { outboundServices } from "./outboundServices.ts"
import { byKey } from "./seedTenant.ts"
import { silentHandoff } from "./silentHandoff.ts"
import * as TestDatabase from "./TestDatabase.ts"
import { testVault } from "./testVault.ts"
import { fresh, ticketServiceOn } from "./ticketService.ts"

const noLinks = Layer.succeed(FileLinks, {
  upload: () => Effect.die(new Error("nothing is uploaded here")),
  download: () => Effect.die(new Error("nothing is downloaded here"))
})

/** Conversations through a connection, and the outbox that carries the answers; no channel's actor runs. */
export const deliveryGround = Intake.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(SqlConnectionStore.layer, Layer.provide(SqlChannelOutbox.layer, silentHandoff), SqlInboundLog.layer)
  ),
  Layer.provideMerge(Layer.merge(outboundServices({ inboundDomain: "inbound.example" }), SqlOutboundStore.layer)),
  Layer.provideMerge(ticketServiceOn(Layer.mergeAll(TestDatabase.layer, IdGenerator.layer))),
  Layer.provideMerge(Layer.mergeAll(testVault, ActorRegistry.layer, MailNews.layer, noLinks))
)

/** A custom channel of the brand that only has to exist. */
export const connectionIn = Effect.fnUntraced(function* (scope: BrandScope) {
  const store = yield* ConnectionStore
  const input = { name: "Shop chat", callbackUrl: "https://shop.example/callback" }
  const channel = newCustomChannel((yield* IdGenerator).next("channel"), scope.brandId, input, yield* DateTime.now)
  const secrets = secretsOf(Redacted.make("a secret of ours"))
  yield* store.create(scope, byKey, channel, secrets, toldOfChannel("channel.created", channel))
  return channel
})

/** A customer's message through the channel. */
export const arriving = (
  channel: CustomConnection,
  key: string,
  more: Partial<InboundMessage> = {}
): InboundMessage => {
  const externalId = randomUUID()
  return {
    channel: "custom",
    source: "custom",
    externalId,
    dedupeKey: new TextEncoder().encode(externalId),
    sender: {
      email: placeholderEmail("custom", channel.id, `person of ${key}`),
      identity: { channel: "custom", address: `person of ${key}` }
    },
    conversation: { connectionId: channel.id, key, check: "custom_thread", mode: "customer" },
    recipients: [channel.id],
    text: `Hello from ${key}`,
    references: [],
    files: [],
    participants: [],
    isAutomated: false,
    receivedAt: DateTime.nowUnsafe(),
    size: 10,
    rawBlobKey: `raw/${externalId}`,
    ...more
  }
}

/** A ticket with a conversation. */
export const conversationIn = Effect.fnUntraced(function* (scope: BrandScope, channel: CustomConnection, key: string) {
  const { ticketId } = yield* (yield* Intake).receive(scope, arriving(channel, key))
  if (ticketId === undefined) return yield* Effect.die(new Error("no ticket"))
  return ticketId
})

/** An agent's answer: the comment, and the message that carries it. */
export const answered = Effect.fnUntraced(function* (
  scope: BrandScope,
  ticketId: Effect.Success<ReturnType<typeof conversationIn>>,
  body: string
) {
  const comments = yield* Comments
  return yield* fresh(
    comments.add(scope, byKey, ticketId, { body, visibility: "public", authorType: "AGENT", source: "api" })
  )
})

/** A sender of its own, as another process has one. Returns what ends it, as an orderly stop does. */
export const startSender = Effect.fnUntraced(function* (
  deliver: Deliverer<"custom", never>["deliver"],
  retryDelay: (attempts: number) => Duration.Duration | undefined = () => Duration.millis(20)
) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  yield* Layer.buildWithScope(
    Layer.fresh(deliverMessages({ kind: "custom", lease: Duration.seconds(30), retryDelay, deliver })),
    scope
  )
  return Scope.close(scope, Exit.void)
})

/** Expires all leases, as if their process had been killed: the next sender to look takes the messages over. */
export const leasesEnd = Effect.gen(function* () {
  const { system } = yield* Database
  yield* system`UPDATE outgoing_mail SET due_at = now() - interval '1 second' WHERE state = 'sending'`
  yield* system`SELECT pg_notify('trunkline_mail', '')`
}).pipe(Effect.orDie)

/** Makes the connection's circuit due for another try. */
export const circuitMayTry = ({ id }: CustomConnection) =>
  Effect.gen(function* () {
    const { system } = yield* Database
    yield* system`UPDATE channel_connections SET retry_at = now() - interval '1 second' WHERE id = ${uuidOf(id)} AND retry_at IS NOT NULL`
    yield* system`SELECT pg_notify('trunkline_mail', '')`
  }).pipe(Effect.orDie)

/** Statuses of a ticket's messages. */
export const statusesOf = (scope: BrandScope, ticketId: Effect.Success<ReturnType<typeof conversationIn>>) =>
  Effect.map(
    Effect.flatMap(OutboundStore, (store) => store.list(scope, ticketId)),
    (found) => (found._tag === "Some" ? found.value.map(({ status }) => status) : [])
  )
