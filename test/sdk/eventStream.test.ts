import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { ApiError, Trunkline, type TrunklineEvent, TrunklinePortal } from "../../sdk/src/index.ts"

let close = () => {}
afterEach(() => close())

/** A feed with scripted connections, one after another, and where each of them started. */
const feed = async (...connections: ReadonlyArray<(response: ServerResponse) => void>) => {
  const began: Array<string | undefined> = []
  const asked: Array<IncomingMessage> = []
  const server = createServer((request, response) => {
    began.push(request.headers["last-event-id"] as string | undefined)
    asked.push(request)
    connections[Math.min(began.length, connections.length) - 1]?.(response)
  })
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}`
  return {
    baseUrl,
    client: new Trunkline({ baseUrl, apiKey: "sk_test_1" }),
    portal: new TrunklinePortal({ baseUrl, token: "pt_1" }),
    began,
    asked
  }
}

const frame = (id: string) => `id: ${id}\nevent: ticket.created\ndata: {"id":"${id}","type":"ticket.created"}\n\n`
const sends =
  (...parts: ReadonlyArray<string>) =>
  (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/event-stream" })
    for (const part of parts) response.write(part)
  }
const breaksAfter =
  (...parts: ReadonlyArray<string>) =>
  (response: ServerResponse) => {
    sends(...parts)(response)
    setImmediate(() => response.destroy())
  }

const take = async (stream: AsyncIterable<TrunklineEvent>, count: number) => {
  const ids: Array<string> = []
  for await (const { id } of stream) {
    ids.push(id)
    if (ids.length === count) break
  }
  return ids
}

describe("The stream of events", () => {
  it("parses frames however they are split, and skips unknown ones", async () => {
    const text = `retry: 3000\n\n: ping\n\n${frame("evt_1")}${frame("evt_2")}`
    const { asked, client } = await feed(sends(text.slice(0, 30), text.slice(30, 71), text.slice(71)))
    const stream = client.events.stream({ types: ["ticket.*"], brandId: "br_1" })
    assert.deepEqual(await take(stream, 2), ["evt_1", "evt_2"])
    assert.strictEqual(asked[0]?.url, "/v1/events/stream?types=ticket.*&brandId=br_1")
    assert.deepInclude(asked[0]?.headers, { accept: "text/event-stream", authorization: "Bearer sk_test_1" })
  })

  it("works where streams are not async iterable, as in Safari", async () => {
    const { baseUrl } = await feed(sends(frame("evt_1")), sends(frame("evt_2")))
    const fetchLikeSafari: typeof fetch = async (...asked) => {
      const response = await fetch(...asked)
      Object.defineProperty(response.body, Symbol.asyncIterator, { value: undefined })
      return response
    }
    const inSafari = new Trunkline({ baseUrl, apiKey: "sk_test_1", fetch: fetchLikeSafari })
    assert.deepEqual(await take(inSafari.events.stream(), 1), ["evt_1"])
  })

  it("separates presence from events, and resumes after events only", async () => {
    const news = { type: "presence.changed", ticketId: "tkt_1", memberId: "mem_1", name: "Ana", state: "viewing" }
    const presence = `event: presence.changed\ndata: ${JSON.stringify(news)}\n\n`
    const others = { type: "watchers.changed", brandId: "br_1", ticketId: "tkt_1" }
    const watchers = `event: watchers.changed\ndata: ${JSON.stringify(others)}\n\n`
    const { asked, began, client } = await feed(breaksAfter(frame("evt_1"), presence, watchers), sends(frame("evt_2")))
    const heard: Array<unknown> = []
    const stream = client.events.stream({ onPresence: (told) => heard.push(told) })
    assert.deepEqual(await take(stream, 2), ["evt_1", "evt_2"])
    assert.deepEqual(heard, [news, others])
    assert.strictEqual(asked[0]?.url, "/v1/events/stream?presence=true")
    assert.strictEqual(began[1], "evt_1")
  })

  it("passes on unknown event types, and skips other unknown news", async () => {
    const later = `id: evt_1\ndata: ${JSON.stringify({ id: "evt_1", type: "ticket.exploded", data: {} })}\n\n`
    const news = `event: weather.changed\ndata: ${JSON.stringify({ type: "weather.changed" })}\n\n`
    const { began, client } = await feed(breaksAfter(later, news), sends(frame("evt_2")))
    const heard: Array<unknown> = []
    const stream = client.events.stream({ onPresence: (told) => heard.push(told) })
    assert.deepEqual(await take(stream, 2), ["evt_1", "evt_2"])
    assert.deepEqual([heard, began[1]], [[], "evt_1"])
  })

  it("continues after its last event when a connection breaks, is refused temporarily, or ends", async () => {
    const { began, client } = await feed(
      breaksAfter(frame("evt_1"), frame("evt_2"), "id: evt_3\ndata: {"),
      (response) => void response.writeHead(503).end(),
      (response) => void response.end(),
      sends(frame("evt_3"))
    )
    assert.deepEqual(await take(client.events.stream({ after: "evt_0" }), 3), ["evt_1", "evt_2", "evt_3"])
    assert.deepEqual(began, ["evt_0", "evt_2", "evt_2", "evt_2"])
  })

  it("reports its connections: each that is established, and each that breaks or fails", async () => {
    const { client } = await feed(
      (response) => void response.writeHead(503).end(),
      breaksAfter(frame("evt_1")),
      sends(frame("evt_2"))
    )
    const heard: Array<string> = []
    const stream = client.events.stream({
      onConnect: () => heard.push("connected"),
      onDisconnect: (error) => heard.push(error?.name ?? "ended")
    })
    assert.deepEqual(await take(stream, 2), ["evt_1", "evt_2"])
    assert.deepEqual(heard, ["ServerError", "connected", "ConnectionError", "connected"])
  })

  it("fails when it is refused permanently", async () => {
    const { client } = await feed((response) =>
      response.writeHead(410, { "content-type": "application/json" }).end('{"code":"event_expired","status":410}')
    )
    const failed = await take(client.events.stream({ after: "evt_old" }), 1).catch((error: unknown) => error)
    assert.instanceOf(failed, ApiError)
    assert.strictEqual((failed as ApiError).code, "event_expired")
  })

  it("ends with its signal at once, also while it waits to reconnect", async () => {
    const { client } = await feed((response) => response.destroy())
    const controller = new AbortController()
    let broken = 0
    const onDisconnect = () => {
      if (++broken < 4) return
      // The fourth pause does not end by itself.
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
      setImmediate(() => controller.abort())
    }
    for await (const _ of client.events.stream({ onDisconnect }, { signal: controller.signal }));
    assert.strictEqual(vi.getTimerCount(), 0)
    vi.useRealTimers()
    assert.strictEqual(broken, 4)
  })

  it("ends with its signal, and closes its connection when no one continues to read", async () => {
    const { asked, client } = await feed(sends(frame("evt_1")))
    const controller = new AbortController()
    const ids: Array<string> = []
    for await (const { id } of client.events.stream({}, { signal: controller.signal })) {
      ids.push(id)
      controller.abort()
    }
    assert.deepEqual(ids, ["evt_1"])
    await take(client.events.stream(), 1)
    const left = asked[1]?.socket
    if (left?.destroyed === false) await new Promise((done) => left.once("close", done))
  })
})

describe("The stream of a portal", () => {
  const news = (ticketId: string) =>
    `event: comment.created\ndata: {"type":"comment.created","ticketId":"${ticketId}"}\n\n`

  it("reports each connection, so that nothing is missed in between", async () => {
    const { asked, portal } = await feed(
      breaksAfter(news("tkt_1")),
      (response) => void response.writeHead(503).end(),
      sends(news("tkt_2"))
    )
    const heard: Array<string> = []
    for await (const one of portal.stream()) {
      heard.push(one.type === "connected" ? one.type : one.ticketId)
      if (heard.length === 4) break
    }
    assert.deepEqual(heard, ["connected", "tkt_1", "connected", "tkt_2"])
    assert.strictEqual(asked[0]?.url, "/v1/portal/stream")
    assert.deepInclude(asked[2]?.headers, { accept: "text/event-stream", authorization: "Bearer pt_1" })
  })

  it("fails with an expired token", async () => {
    const { portal } = await feed((response) =>
      response.writeHead(401, { "content-type": "application/json" }).end('{"code":"token_expired","status":401}')
    )
    const failed = await portal
      .stream()
      [Symbol.asyncIterator]()
      .next()
      .catch((error: unknown) => error)
    assert.strictEqual((failed as ApiError).code, "token_expired")
  })
})
