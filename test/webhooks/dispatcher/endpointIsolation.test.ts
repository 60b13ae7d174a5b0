import { type AddressInfo, createServer, type Socket } from "node:net"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { freePort } from "../../../src/runtime/freePort.ts"
import { type Received, startReceiver } from "../../support/Receiver.ts"
import { seedBrand, seedTenant } from "../../support/seedTenant.ts"
import {
  eventually,
  inRealTime,
  publish,
  publishRounds,
  startNode,
  subscribe,
  WebhookLab
} from "../../support/WebhookLab.ts"

/** The URL of a server that treats every connection with `serve`. */
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

/** Receivers that hang, drip, pour, reset, speak another protocol, and fail. */
const hostile: ReadonlyArray<(socket: Socket) => void> = [
  () => {},
  (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n")
    const drip = setInterval(() => socket.write("x"), 200)
    socket.on("close", () => clearInterval(drip))
  },
  (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n")
    const pour = () => {
      while (!socket.destroyed && socket.write("x".repeat(65_536))) {
        // Until the client's buffers are full.
      }
    }
    socket.on("drain", pour)
    pour()
  },
  (socket) => socket.resetAndDestroy(),
  (socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n"),
  (socket) => socket.end("HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n")
]

layer(WebhookLab)("Endpoints", (it) => {
  it.effect(
    "number a thousand, a hundred of which refuse, hang, drip, pour, reset, fail and send garbage: the others are not delayed",
    () =>
      Effect.gen(function* () {
        const tenant = yield* seedTenant()
        const healthy = yield* startReceiver()
        const dead = [
          ...(yield* Effect.forEach(hostile, startHostile)),
          `http://127.0.0.1:${yield* freePort("127.0.0.1")}/hook`
        ]
        const brands = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, brand) => brand),
          Effect.fnUntraced(function* (brand) {
            const scope = yield* seedBrand(tenant)
            const paths: Array<string> = []
            for (let n = 0; n < 50; n++) {
              const isDead = n % 10 === 0
              const url = isDead ? (dead[(5 * brand + n / 10) % dead.length] ?? "") : `${healthy.url}/${brand}/${n}`
              yield* subscribe(scope, { url, events: ["*"] })
              if (!isDead) paths.push(new URL(url).pathname)
            }
            const events = yield* publishRounds(scope, 1, 3)
            return { paths, events }
          }),
          { concurrency: 4 }
        )
        yield* startNode
        const wanted = 20 * 45 * 3
        yield* healthy.first(wanted)
        // On a busy machine a request may time out, and is then retried.
        const arrived = () => {
          const byPath = Map.groupBy(healthy.received, ({ path }) => path)
          return new Map(
            [...byPath].map(([path, all]) => [path, new Set(all.map(({ headers }) => String(headers["webhook-id"])))])
          )
        }
        yield* eventually(
          Effect.sync(() => [...arrived().values()].reduce((sum, { size }) => sum + size, 0)),
          (sum) => sum >= wanted
        )
        const received = arrived()
        for (const { events, paths } of brands) {
          // One that timed out three times no longer holds up its ticket; order is not tested here.
          for (const path of paths) assert.sameMembers([...(received.get(path) ?? [])], events, path)
        }
      }).pipe(inRealTime)
  )

  it.effect("of one origin do not wait for those of it that hang", () =>
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
