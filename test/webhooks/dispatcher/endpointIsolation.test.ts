import { type AddressInfo, createServer, type Socket } from "node:net"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Received, startReceiver } from "../../support/Receiver.ts"
import { seedBrand, seedTenant } from "../../support/seedTenant.ts"
import { eventually, inRealTime, publish, startNode, subscribe, WebhookLab } from "../../support/WebhookLab.ts"

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

layer(WebhookLab)("Endpoints of many kinds", (it) => {
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
})
