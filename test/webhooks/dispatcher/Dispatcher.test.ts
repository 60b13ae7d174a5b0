import { type AddressInfo, createServer, type Socket } from "node:net"
import { assert, layer } from "@effect/vitest"
import { Clock, DateTime, Effect, Exit, Redacted, Scope } from "effect"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { ActorRegistry } from "../../../src/runtime/ActorRegistry.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Deliveries } from "../../../src/webhooks/Deliveries.ts"
import { Webhooks } from "../../../src/webhooks/Webhooks.ts"
import { type Received, type Reply, startReceiver } from "../../support/Receiver.ts"
import { byKey, seedBrand, seedTenant } from "../../support/seedTenant.ts"
import {
  eventually,
  inRealTime,
  makeDue,
  nodeOf,
  publish,
  startNode,
  subscribe,
  underWay,
  WebhookLab
} from "../../support/WebhookLab.ts"

const brand = Effect.flatMap(seedTenant(), (tenant) => seedBrand(tenant))

const verify = (secret: Redacted.Redacted, { body, headers }: Received) =>
  new StandardWebhook(Redacted.value(secret)).verify(body, {
    "webhook-id": String(headers["webhook-id"]),
    "webhook-timestamp": String(headers["webhook-timestamp"]),
    "webhook-signature": String(headers["webhook-signature"])
  })

/** Answers with these one after the other, and with the last one for ever. */
const inTurn =
  (...replies: ReadonlyArray<Reply>) =>
  (_: Received, index: number): Reply =>
    replies[Math.min(index, replies.length - 1)] ?? { status: 200 }

/** The address of a server that does with every connection as it likes. */
const startHostile = (serve: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket.on("error", () => {}).on("close", () => sockets.delete(socket)))
        socket.once("data", () => serve(socket))
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return { server, sockets }
    }),
    ({ server, sockets }) =>
      Effect.sync(() => {
        server.close()
        for (const socket of sockets) socket.destroy()
      })
  ).pipe(Effect.map(({ server }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`))

const titles = (received: ReadonlyArray<Received>) => received.map(({ body }) => JSON.parse(body).data.title)

layer(WebhookLab)("The dispatcher", (it) => {
  it.effect("sends an event to its subscriber, signed, and logs that it arrived", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver()
      const { secret, webhook } = yield* subscribe(scope, { url: receiver.url, events: ["ticket.created"] })
      const event = yield* publish(scope, { data: { title: "Příliš žluťoučký kůň" } })
      yield* startNode
      const [request] = yield* receiver.first(1)
      if (request === undefined) return assert.fail()
      assert.strictEqual(request.body, event.payload)
      assert.deepStrictEqual(verify(secret, request), JSON.parse(event.payload))
      assert.strictEqual(request.headers["x-trunkline-event"], "ticket.created")
      assert.strictEqual(request.headers["x-trunkline-attempt"], "1")
      assert.strictEqual(request.headers["webhook-id"], event.id)

      const webhooks = yield* Webhooks
      const deliveries = yield* Deliveries
      const { items } = yield* eventually(
        deliveries.list(scope, webhook.id, { limit: 10 }),
        ({ items }) => items[0]?.status === "SUCCESS"
      )
      assert.strictEqual(items[0]?.id, request.headers["x-trunkline-delivery"])
      assert.strictEqual(items[0]?.responseBody, "ok")
      assert.strictEqual(items[0]?.responseCode, 200)
      assert.deepStrictEqual(yield* underWay(webhook.id), [])
      const after = yield* webhooks.get(scope, webhook.id)
      assert.isDefined(after.lastTriggered)
    }).pipe(inRealTime)
  )

  it.effect("tries again after a failure, with the same id and the same bytes, under the name that was asked for", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(inTurn({ status: 500, body: "boom" }, { status: 204 }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["ticket.comment.created"] })
      yield* publish(scope, {
        type: "comment.created",
        data: { text: '"event":"comment.created","type":"comment.created"' }
      })
      yield* startNode
      yield* receiver.first(1)
      const [waiting] = yield* eventually(underWay(webhook.id), ([row]) => row?.leased === false)
      assert.isAtLeast(waiting?.due_in ?? 0, 3)
      assert.isAtMost(waiting?.due_in ?? 0, 6)

      // Even when the subscription has changed its name meanwhile.
      const webhooks = yield* Webhooks
      const deliveries = yield* Deliveries
      yield* webhooks.update(scope, byKey, webhook.id, { events: ["comment.created"] })
      yield* makeDue(webhook.id)
      const [first, second] = yield* receiver.first(2)
      assert.strictEqual(first?.body, second?.body)
      assert.strictEqual(first?.headers["webhook-id"], second?.headers["webhook-id"])
      assert.strictEqual(second?.headers["x-trunkline-attempt"], "2")
      assert.strictEqual(second?.headers["x-trunkline-event"], "ticket.comment.created")
      const body = JSON.parse(second?.body ?? "")
      assert.deepStrictEqual([body.event, body.type], ["ticket.comment.created", "ticket.comment.created"])
      assert.strictEqual(body.data.text, '"event":"comment.created","type":"comment.created"')

      const { items } = yield* eventually(
        deliveries.list(scope, webhook.id, { limit: 10 }),
        ({ items }) => items[0]?.status === "SUCCESS"
      )
      assert.strictEqual(items.length, 1)
      const detail = yield* deliveries.get(scope, webhook.id, items[0]?.id ?? assert.fail())
      assert.deepStrictEqual(
        detail.attemptLog.map(({ responseCode }) => responseCode),
        [500, 204]
      )
    }).pipe(inRealTime)
  )

  it.effect("keeps the order of a ticket while an event of it fails, and other tickets do not wait", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      let broken = true
      const receiver = yield* startReceiver(({ body }) => ({ status: broken && body.includes('"first"') ? 500 : 200 }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["ticket.*"] })
      const { ticketId } = yield* publish(scope, { sequence: 1, data: { title: "first" } })
      yield* publish(scope, { ticketId, sequence: 2, type: "ticket.updated", data: { title: "second" } })
      yield* publish(scope, { ticketId, sequence: 3, type: "ticket.closed", data: { title: "third" } })
      yield* publish(scope, { data: { title: "other" } })
      yield* startNode
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 3 && rows.every(({ leased }) => !leased))
      assert.sameMembers(titles(receiver.received), ["first", "other"])
      broken = false
      yield* makeDue(webhook.id)
      assert.deepStrictEqual(titles(yield* receiver.first(5)).slice(2), ["first", "second", "third"])
    }).pipe(inRealTime)
  )

  it.effect("lets later events of a ticket pass one that failed three times", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(({ body }) => ({ status: body.includes('"poison"') ? 500 : 200 }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["ticket.*"] })
      const { ticketId } = yield* publish(scope, { sequence: 1, data: { title: "poison" } })
      yield* publish(scope, { ticketId, sequence: 2, type: "ticket.updated", data: { title: "later" } })
      yield* startNode
      for (const attempts of [1, 2, 3]) {
        yield* eventually(underWay(webhook.id), (rows) => rows.some((row) => row.attempts === attempts && !row.leased))
        if (attempts < 3) assert.notInclude(titles(receiver.received), "later")
        if (attempts < 3) yield* makeDue(webhook.id)
      }
      assert.deepStrictEqual(titles(yield* receiver.first(4)), ["poison", "poison", "poison", "later"])
    }).pipe(inRealTime)
  )

  it.effect("disables a webhook whose receiver answers 410, and cancels what waits for it", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 410 }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      const { ticketId } = yield* publish(scope)
      yield* publish(scope, { ticketId, sequence: 2, type: "ticket.updated" })
      yield* startNode
      const webhooks = yield* Webhooks
      const deliveries = yield* Deliveries
      const disabled = yield* eventually(webhooks.get(scope, webhook.id), ({ enabled }) => !enabled)
      assert.strictEqual(disabled.disabledReason, "gone")
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      assert.strictEqual(receiver.received.length, 1)
      const { items } = yield* deliveries.list(scope, webhook.id, { limit: 10 })
      // Two deliveries of one millisecond are listed in either order.
      assert.sameDeepMembers(
        items.map(({ error, status }) => [status, error]),
        [
          ["FAILED", "webhook_disabled"],
          ["FAILED", undefined]
        ]
      )
    }).pipe(inRealTime)
  )

  it.effect("leaves a receiver alone for as long as its Retry-After asks", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 503, headers: { "retry-after": "3600" } }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"], ordering: "none" })
      yield* publish(scope)
      yield* startNode
      const [row] = yield* eventually(underWay(webhook.id), ([row]) => row?.leased === false && row.attempts === 1)
      assert.isAtLeast(row?.due_in ?? 0, 3_590)
      yield* publish(scope)
      const { system: sql } = yield* Database
      const [gate] = yield* eventually(
        sql<{ seconds: number | null }>`SELECT extract(epoch FROM gate_until - now())::float8 AS seconds
          FROM webhooks WHERE id = ${uuidOf(webhook.id)}`,
        ([row]) => row?.seconds != null
      )
      assert.isAtLeast(gate?.seconds ?? 0, 3_590)
      yield* Effect.sleep("2500 millis")
      assert.strictEqual(receiver.received.length, 1)
    }).pipe(inRealTime)
  )

  it.effect("waits no longer and no shorter when the machine's clock is set meanwhile", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const real = Clock.Clock.defaultValue()
      let hours = 0
      const set: Clock.Clock = Object.create(real, {
        currentTimeMillisUnsafe: { value: () => real.currentTimeMillisUnsafe() + hours * 3_600_000 }
      })
      const receiver = yield* startReceiver((_, index) => {
        // Once the answer has been judged.
        setTimeout(() => (hours = [-5, 5][index] ?? 0), 500)
        return index < 2 ? { status: 503, headers: { "retry-after": "1" } } : { status: 200 }
      })
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"], ordering: "none" })
      yield* publish(scope)
      yield* Effect.provideService(startNode, Clock.Clock, set)
      const asked = yield* Effect.forEach([1, 2, 3], (count) =>
        Effect.gen(function* () {
          // Its own retry is due in some seconds: the gate alone is in question.
          yield* Effect.forkChild(Effect.delay(makeDue(webhook.id), "1200 millis"))
          yield* receiver.first(count)
          return performance.now()
        })
      )
      const [first = 0, second = 0, third = 0] = asked
      assert.isAtLeast(second - first, 900)
      assert.isAtLeast(third - second, 900)
    }).pipe(inRealTime)
  )

  it.effect("only probes an endpoint that is down, and drains the backlog when it is back", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      let up = false
      const receiver = yield* startReceiver(() => ({ status: up ? 200 : 500 }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      for (let index = 0; index < 40; index++) yield* publish(scope)
      yield* startNode
      const { system: sql } = yield* Database
      yield* eventually(
        sql`SELECT FROM webhooks WHERE id = ${uuidOf(webhook.id)} AND gate_until > now() AND failure_count >= 5`,
        (rows) => rows.length === 1
      )
      const tried = receiver.received.length
      assert.isAtMost(tried, 10)
      const registry = yield* ActorRegistry
      const status = (yield* registry.list).find(({ name }) => name === webhook.id)
      assert.strictEqual(status?.state, "backing_off")
      assert.strictEqual(status?.lastError, "the receiver answered 500")
      up = true
      // Up to 6 seconds until the probe; then everything, whatever its own due time.
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      const after = yield* Webhooks.use((webhooks) => webhooks.get(scope, webhook.id))
      assert.strictEqual(after.failureCount, 0)
      assert.strictEqual(receiver.received.length, tried + 40)
    }).pipe(inRealTime)
  )

  it.effect("takes over what a dead node had leased, and what was leased too long", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver()
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      const { system: sql } = yield* Database
      yield* publish(scope, { data: { title: "of the dead" } })
      yield* sql`INSERT INTO nodes (id) VALUES (4711)`
      yield* sql`UPDATE deliveries SET lease_owner = 4711, lease_until = now() + interval '1 hour', attempts = 1
        WHERE webhook_id = ${uuidOf(webhook.id)}`
      yield* publish(scope, { data: { title: "forgotten" } })
      yield* sql`UPDATE deliveries SET lease_owner = 4712, lease_until = now() - interval '1 second', attempts = 1
        WHERE webhook_id = ${uuidOf(webhook.id)} AND lease_owner IS NULL`
      yield* startNode
      const received = yield* receiver.first(2)
      assert.sameMembers(titles(received), ["of the dead", "forgotten"])
      assert.deepStrictEqual(
        received.map(({ headers }) => headers["x-trunkline-attempt"]),
        ["2", "2"]
      )
      assert.deepStrictEqual(yield* sql`SELECT FROM nodes WHERE id = 4711`, [])
    }).pipe(inRealTime)
  )

  it.effect("sends at once what the writer handed over", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver()
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      const handoff = nodeOf(yield* startNode)
      yield* publish(scope)
      handoff.wake([uuidOf(webhook.id)])
      yield* receiver.first(1)
      yield* eventually(
        Effect.sync(() => handoff.ready(scope.tenant.id)),
        (ready) => ready.includes(uuidOf(webhook.id))
      )
      assert.deepStrictEqual(handoff.ready(crypto.randomUUID()), [])

      const { system: sql } = yield* Database
      const ids = yield* IdGenerator
      const event = yield* publish(scope, { data: { title: "handed" } })
      const [row] = yield* sql<{ id: string }>`UPDATE deliveries SET lease_owner = ${handoff.node}, attempts = 1,
        lease_until = now() + interval '45 seconds' WHERE webhook_id = ${uuidOf(webhook.id)} RETURNING id`
      handoff.accept([
        {
          webhookId: uuidOf(webhook.id),
          eventId: uuidOf(event.id),
          deliveryId: row?.id ?? assert.fail(),
          tenantId: scope.tenant.id,
          chainId: uuidOf(ids.next("ticket")),
          type: "ticket.created",
          payload: event.payload,
          traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        }
      ])
      const [, handed] = yield* receiver.first(2)
      assert.strictEqual(handed?.body, event.payload)
      assert.strictEqual(handed?.headers["traceparent"], "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
    }).pipe(inRealTime)
  )

  it.effect("gives back what was handed over for an endpoint that it no longer serves", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver()
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      const { system: sql } = yield* Database
      const handoff = nodeOf(yield* startNode)
      const event = yield* publish(scope, { data: { title: "orphan" } })
      const [row] = yield* sql<{ id: string; chain_id: string }>`UPDATE deliveries SET lease_owner = ${handoff.node},
        attempts = 1, lease_until = now() + interval '1 hour' WHERE webhook_id = ${uuidOf(webhook.id)} RETURNING *`
      handoff.accept([
        {
          webhookId: uuidOf(webhook.id),
          eventId: uuidOf(event.id),
          deliveryId: row?.id ?? assert.fail(),
          tenantId: scope.tenant.id,
          chainId: row?.chain_id ?? assert.fail(),
          type: "ticket.created",
          payload: event.payload,
          traceparent: null
        }
      ])
      const [request] = yield* receiver.first(1)
      assert.strictEqual(request?.headers["x-trunkline-attempt"], "1")
    }).pipe(inRealTime)
  )

  it.effect("serves an endpoint from two nodes without a double or a change of order", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 200, after: 2 }))
      yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      const nodes = [nodeOf(yield* startNode), nodeOf(yield* startNode)]
      assert.notStrictEqual(nodes[0]?.node, nodes[1]?.node)
      const tickets = yield* Effect.forEach(Array.from({ length: 20 }), () => publish(scope))
      const ticketOf = new Map(tickets.map(({ id, ticketId }) => [String(id), ticketId]))
      for (let sequence = 2; sequence <= 5; sequence++) {
        const updates = yield* Effect.forEach(
          tickets,
          ({ ticketId }) => publish(scope, { ticketId, sequence, type: "ticket.updated" }),
          { concurrency: 8 }
        )
        for (const { id, ticketId } of updates) ticketOf.set(id, ticketId)
      }
      const received = yield* receiver.first(100)
      yield* Effect.sleep("300 millis")
      assert.strictEqual(receiver.received.length, 100)
      assert.strictEqual(new Set(received.map(({ headers }) => headers["webhook-id"])).size, 100)
      const sequences = Map.groupBy(
        received.map(({ body }) => JSON.parse(body)),
        ({ id }) => ticketOf.get(id)
      )
      for (const events of sequences.values()) {
        assert.deepStrictEqual(
          events.map(({ sequence }) => sequence),
          [1, 2, 3, 4, 5]
        )
      }
    }).pipe(inRealTime)
  )

  it.effect("serves healthy endpoints while many others hang, drip, pour, refuse and answer garbage", () =>
    Effect.gen(function* () {
      const tenant = yield* seedTenant()
      const healthy = yield* startReceiver()
      const hostile: ReadonlyArray<(socket: Socket) => void> = [
        () => {},
        (socket) => socket.write("HTTP/1.1 200 OK\r\n\r\n"),
        (socket) => {
          socket.write("HTTP/1.1 200 OK\r\n\r\n")
          const pour = () => {
            while (!socket.destroyed && socket.write("x".repeat(65_536))) {
              // Until the buffers of the other side are full.
            }
          }
          socket.on("drain", pour)
          pour()
        },
        (socket) => socket.resetAndDestroy(),
        (socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n"),
        (socket) => socket.end("HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n")
      ]
      const dead = yield* Effect.forEach(hostile, startHostile)
      const count = 90
      const events = yield* Effect.forEach(Array.from({ length: count }), (_, n) =>
        Effect.gen(function* () {
          const scope = yield* seedBrand(tenant)
          const url = n % 3 === 0 ? (dead[(n / 3) % dead.length] ?? "") : `${healthy.url}/${n}`
          yield* subscribe(scope, { url, events: ["*"] })
          return yield* Effect.forEach([1, 2, 3], () => publish(scope))
        })
      )
      yield* startNode
      const wanted = events.flatMap((published, n) => (n % 3 === 0 ? [] : published.map(({ id }) => id)))
      const received = yield* healthy.first(wanted.length)
      assert.sameMembers(
        received.map(({ headers }) => String(headers["webhook-id"])),
        wanted
      )
    }).pipe(inRealTime)
  )

  it.effect("serves a healthy endpoint at the same origin as many that hang", () =>
    Effect.gen(function* () {
      const tenant = yield* seedTenant()
      const receiver = yield* startReceiver(({ path }) => (path === "/healthy" ? { status: 200 } : "hang"))
      const origin = new URL(receiver.url).origin
      const scopes = yield* Effect.forEach(Array.from({ length: 60 }), (_, n) =>
        Effect.gen(function* () {
          const scope = yield* seedBrand(tenant)
          yield* subscribe(scope, { url: `${origin}/${n === 59 ? "healthy" : n}`, events: ["*"], ordering: "none" })
          return scope
        })
      )
      yield* Effect.forEach(scopes.slice(0, 59), (scope) => Effect.forEach([1, 2], () => publish(scope)))
      yield* startNode
      yield* receiver.first(59)
      const healthy = scopes[59]
      if (healthy === undefined) return assert.fail()
      const event = yield* publish(healthy)
      const isIt = ({ headers }: Received) => headers["webhook-id"] === event.id
      yield* eventually(
        Effect.sync(() => receiver.received.some(isIt)),
        (arrived) => arrived
      )
      assert.strictEqual(receiver.received.find(isIt)?.headers["x-trunkline-attempt"], "1")
    }).pipe(inRealTime)
  )

  it.effect("finishes what is under way when it stops, and gives back the rest", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 200, after: 400 }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      for (let index = 0; index < 5; index++) yield* publish(scope)
      const lifetime = yield* Scope.make()
      yield* Scope.provide(startNode, lifetime)
      yield* receiver.first(2)
      yield* Scope.close(lifetime, Exit.void)
      const rest = yield* underWay(webhook.id)
      assert.strictEqual(rest.length + receiver.received.length, 5)
      assert.isTrue(rest.every(({ attempts, leased }) => !leased && attempts === 0))
    }).pipe(inRealTime)
  )

  it.effect("hears of changed settings: another URL, another secret, disabled, deleted", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const [before, after] = [yield* startReceiver(), yield* startReceiver()]
      const { secret, webhook } = yield* subscribe(scope, { url: before.url, events: ["*"] })
      const webhooks = yield* Webhooks
      const handoff = nodeOf(yield* startNode)
      const send = Effect.gen(function* () {
        yield* publish(scope)
        handoff.wake([uuidOf(webhook.id)])
      })
      yield* send
      yield* before.first(1)

      yield* webhooks.update(scope, byKey, webhook.id, { url: after.url })
      const rotated = yield* webhooks.rotateSecret(scope, byKey, webhook.id, {})
      if (rotated.replayed) return assert.fail()
      yield* send
      const [request] = yield* after.first(1)
      if (request === undefined) return assert.fail()
      verify(secret, request)
      verify(rotated.value.secret, request)
      assert.strictEqual(String(request.headers["webhook-signature"]).split(" ").length, 2)
      assert.match(String(request.headers["x-dispatch-signature-previous"]), /^sha256=[0-9a-f]{64}$/)

      yield* webhooks.update(scope, byKey, webhook.id, { enabled: false })
      const registry = yield* ActorRegistry
      yield* eventually(registry.list, (list) => list.every(({ name }) => name !== webhook.id))
      yield* publish(scope)
      assert.deepStrictEqual(yield* underWay(webhook.id), [])

      yield* webhooks.update(scope, byKey, webhook.id, { enabled: true })
      yield* send
      yield* after.first(2)
      yield* webhooks.delete(scope, byKey, webhook.id)
      yield* eventually(registry.list, (list) => list.every(({ name }) => name !== webhook.id))
    }).pipe(inRealTime)
  )

  it.effect("ends a delivery whose time is over with its next failure", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 500 }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      yield* publish(scope)
      const { system: sql } = yield* Database
      yield* sql`UPDATE deliveries SET step = 11, attempts = 11 WHERE webhook_id = ${uuidOf(webhook.id)}`
      yield* startNode
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      const { items } = yield* Deliveries.use((deliveries) => deliveries.list(scope, webhook.id, { limit: 1 }))
      assert.deepStrictEqual([items[0]?.status, items[0]?.attempts], ["FAILED", 12])
      assert.strictEqual(receiver.received.length, 1)
    }).pipe(inRealTime)
  )

  it.effect("loses nothing when every connection to the database is cut in full flow", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver(() => ({ status: 200, after: 5 }))
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"], ordering: "none" })
      const { system: sql } = yield* Database
      const started = yield* DateTime.now
      for (let index = 0; index < 200; index++) yield* publish(scope)
      yield* startNode
      yield* receiver.first(50)
      yield* Effect.exit(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`)
      yield* eventually(underWay(webhook.id), (rows) => rows.length === 0)
      assert.strictEqual(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size, 200)
      assert.isBelow((yield* DateTime.now).epochMilliseconds - started.epochMilliseconds, 60_000)
    }).pipe(inRealTime)
  )

  it.effect("shows its parts and one line for each active endpoint", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const receiver = yield* startReceiver()
      const { webhook } = yield* subscribe(scope, { url: receiver.url, events: ["*"] })
      yield* publish(scope)
      yield* startNode
      yield* receiver.first(1)
      const registry = yield* ActorRegistry
      const list = yield* eventually(registry.list, (list) =>
        list.some(({ name, state }) => name === "session" && state === "running")
      )
      const line = list.find(({ name }) => name === webhook.id)
      assert.deepStrictEqual([line?.kind, line?.brandId, line?.state], ["webhook", scope.brandId, "running"])
      for (const name of ["claim", "settle", "notify", "session", "sweep", "janitor"]) {
        assert.isTrue(
          list.some((one) => one.kind === "dispatcher" && one.name === name && one.state === "running"),
          name
        )
      }
    }).pipe(inRealTime)
  )
})
