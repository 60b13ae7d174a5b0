import { assert, it } from "@effect/vitest"
import { DateTime, Deferred, Duration, Effect, Layer, Stream } from "effect"
import type { SlackConnection } from "../../../src/domain/ChannelConnection.ts"
import { idOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { ActorRegistry } from "../../../src/runtime/ActorRegistry.ts"
import { ConnectionStore } from "../../../src/tickets/connections/ConnectionStore.ts"
import { ChannelOutbox } from "../../../src/tickets/outbound/ChannelOutbox.ts"
import { type ChatFacts, ChatUpdates, type LeasedUpdate } from "../../../src/tickets/outbound/ChatUpdates.ts"
import { updateThreads } from "../../../src/tickets/outbound/updateThreads.ts"

const uuid = (n: number) => `01900000-0000-7000-8000-00000000000${n}`
const now = DateTime.makeUnsafe("2026-01-02T03:04:05Z")
const [brandId, ticketId] = [idOf("brand", uuid(2)), idOf("ticket", uuid(3))]
const scope: BrandScope = {
  tenant: { id: uuid(4), accountId: idOf("account", uuid(5)), mode: "live" },
  brandId
}
const connection: SlackConnection = {
  id: idOf("installation", uuid(1)),
  brandId,
  kind: "chat",
  provider: "slack",
  externalId: "A1/T1",
  name: "north",
  status: "active",
  settings: { appId: "A1", teamId: "T1", botId: "B1", botUserId: "U1", scopes: [], channels: [] },
  createdAt: now,
  updatedAt: now
}
const facts: ChatFacts = {
  scope,
  ticket: {
    id: ticketId,
    publicId: "ACME-1",
    title: "Printer",
    status: "open",
    statusCategory: "open",
    priority: "normal",
    origin: "chat",
    brandName: "Acme",
    isSpam: false,
    isDeleted: false,
    files: []
  }
}
const trial: LeasedUpdate = {
  id: uuid(6),
  connectionId: connection.id,
  lane: "C1:1700.1",
  ticketId,
  attempts: 1,
  progress: {},
  isTrial: true,
  createdAt: now
}

it.live("leaves the trial of a circuit to the next message if an update did not use the connection", () =>
  Effect.gen(function* () {
    const due = [trial]
    const [untried, postponed] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const stores = Layer.mergeAll(
      ActorRegistry.layer,
      Layer.mock(ChatUpdates, {
        lease: () => Effect.sync(() => due.splice(0)),
        facts: () => Effect.succeedSome(facts),
        postpone: () => Effect.asVoid(Deferred.succeed(postponed, undefined)),
        purge: () => Effect.void,
        backlog: Effect.succeed(0),
        noted: Stream.never
      }),
      Layer.mock(ChannelOutbox, { untried: () => Effect.asVoid(Deferred.succeed(untried, undefined)) }),
      Layer.mock(ConnectionStore, {
        // The requested kind determines the type: only chats here.
        reached: () => Effect.succeedSome({ scope, connection } as never),
        changes: Stream.never
      })
    )
    const waits = { outcome: "waiting", reason: "No room", wait: Duration.hours(1), concerns: "message" } as const
    yield* Layer.build(updateThreads(() => Effect.succeed(waits)).pipe(Layer.provide(stores)))
    yield* Deferred.await(postponed)
    assert.isTrue(yield* Deferred.isDone(untried))
  }).pipe(Effect.scoped)
)

it.live("sets aside an update for something missing, which may be in the trash with its brand", () =>
  Effect.gen(function* () {
    const due = [trial]
    const aside = yield* Deferred.make<LeasedUpdate>()
    const stores = Layer.mergeAll(
      ActorRegistry.layer,
      Layer.mock(ChatUpdates, {
        lease: () => Effect.sync(() => due.splice(0)),
        facts: () => Effect.succeedNone,
        putAside: (leased) => Effect.asVoid(Deferred.succeed(aside, leased)),
        purge: () => Effect.void,
        backlog: Effect.succeed(0),
        noted: Stream.never
      }),
      Layer.mock(ChannelOutbox, {}),
      Layer.mock(ConnectionStore, { reached: () => Effect.succeedNone, changes: Stream.never })
    )
    yield* Layer.build(updateThreads(() => Effect.die("asked nothing")).pipe(Layer.provide(stores)))
    assert.strictEqual(yield* Deferred.await(aside), trial)
  }).pipe(Effect.scoped)
)

for (const isHeld of [true, false])
  it.live(`${isHeld ? "drops" : "leaves to whoever has it by now"} an update that its channel refuses for good`, () =>
    Effect.gen(function* () {
      const due = [trial]
      const noted = yield* Deferred.make<void>()
      const dropped: Array<LeasedUpdate> = []
      const stores = Layer.mergeAll(
        ActorRegistry.layer,
        Layer.mock(ChatUpdates, {
          lease: () => Effect.sync(() => due.splice(0)),
          facts: () => Effect.succeedSome(facts),
          renew: () => Effect.succeed(isHeld),
          done: (leased) => Effect.sync(() => void dropped.push(leased)),
          purge: () => Effect.void,
          backlog: Effect.succeed(0),
          noted: Stream.never
        }),
        Layer.mock(ChannelOutbox, { answered: () => Effect.void }),
        Layer.mock(ConnectionStore, {
          reached: () => Effect.succeedSome({ scope, connection } as never),
          note: () => Effect.asVoid(Deferred.succeed(noted, undefined)),
          changes: Stream.never
        })
      )
      const refused = { outcome: "refused", permanent: true, reason: "It is locked" } as const
      yield* Layer.build(updateThreads(() => Effect.succeed(refused)).pipe(Layer.provide(stores)))
      yield* Deferred.await(noted)
      assert.deepStrictEqual(dropped, isHeld ? [trial] : [])
    }).pipe(Effect.scoped)
  )
