import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Webhook } from "standardwebhooks"
import { type Facts, hostedInstallation, start } from "../support/RunningServer.ts"
import { untilHolds } from "../support/until.ts"

interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

/** A receiver that refuses its first `refusals` requests. */
const receiver = (refusals: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const received: Array<Received> = []
      let refused = 0
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk) => chunks.push(chunk))
        request.on("end", () => {
          if (refused < refusals) {
            refused++
            response.writeHead(503).end()
            return
          }
          received.push({
            headers: request.headers as Record<string, string>,
            body: Buffer.concat(chunks).toString()
          })
          response.end()
        })
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const { port } = server.address() as AddressInfo
      return { server, received, refusedSoFar: () => refused, url: `http://127.0.0.1:${port}/hook` }
    }),
    ({ server }) => Effect.sync(() => server.close())
  )

const call = ({ apiUrl, liveKey }: Facts, method: string, path: string, body?: unknown) =>
  Effect.promise(async () => {
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${liveKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    // biome-ignore lint/suspicious/noExplicitAny: the journey looks into answers as a caller without types does
    return { status: response.status, json: (await response.json()) as any }
  })

it.live("A subscriber gets every event signed, in order per ticket, and again after failures", () =>
  Effect.gen(function* () {
    const { facts } = yield* start(yield* hostedInstallation, { WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" })
    const { received, refusedSoFar, url } = yield* receiver(1)
    const webhooks = `/v1/brands/${facts.brandId}/webhooks`

    const registered = yield* call(facts, "POST", webhooks, { url, events: ["ticket.*", "comment.created"] })
    assert.strictEqual(registered.status, 201)
    const { id, secret } = registered.json
    assert.match(secret, /^whsec_/)
    assert.notProperty((yield* call(facts, "GET", `${webhooks}/${id}`)).json, "secret")

    const opened = yield* call(facts, "POST", `/v1/brands/${facts.brandId}/tickets`, {
      title: "Where is my parcel?",
      customerEmail: "ada@example.com"
    })
    const ticket = `/v1/brands/${facts.brandId}/tickets/${opened.json.id}`
    yield* call(facts, "POST", `${ticket}/comments`, { body: "On its way", setStatus: "resolved" })
    yield* call(facts, "POST", `${ticket}/comments`, { body: "Only for us", visibility: "internal" })

    yield* untilHolds(() => received.length >= 4)
    assert.strictEqual(refusedSoFar(), 1)
    const events = received.map(
      ({ body, headers }) => new Webhook(secret).verify(body, headers) as Record<string, unknown>
    )
    assert.deepStrictEqual(
      events.map(({ type, sequence }) => [type, sequence]),
      [
        ["ticket.created", 1],
        ["comment.created", 2],
        ["ticket.updated", 3],
        ["ticket.resolved", 4]
      ]
    )
    assert.deepStrictEqual(new Set(received.map(({ headers }) => headers["webhook-id"])).size, 4)

    const deliveries = (yield* call(facts, "GET", `${webhooks}/${id}/deliveries`)).json as ReadonlyArray<{
      readonly status: string
      readonly attempts: number
      readonly event: string
    }>
    const created = deliveries.find(({ event }) => event === "ticket.created")
    assert.strictEqual(created?.attempts, 2)
    assert.strictEqual(created?.status, "SUCCESS")
  }).pipe(Effect.scoped)
)
