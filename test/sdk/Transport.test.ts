import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import {
  ApiError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  TimeoutError,
  Trunkline,
  TrunklineError,
  type TrunklineOptions
} from "../../sdk/src/index.ts"

type Answering = (request: IncomingMessage, response: ServerResponse) => void

/** The server's responses, one per request; the last one is repeated. */
let script: Array<Answering> = []
let seen: Array<{
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}> = []

const server = createServer(async (request, response) => {
  let body = ""
  for await (const chunk of request) body += chunk
  seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body })
  const answering = script.length > 1 ? script.shift() : script[0]
  answering?.(request, response)
})
let baseUrl = ""

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen = []
})

const answers =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Answering =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
const problem = (status: number, code: string, more: object = {}, headers: Record<string, string> = {}) =>
  answers(status, { status, code, title: code, detail: `about ${code}`, requestId: "req_1", ...more }, headers)
const breaks: Answering = ({ socket }) => void socket.destroy()
const hangs: Answering = () => {}

const client = (options: Partial<TrunklineOptions> = {}) => new Trunkline({ baseUrl, apiKey: "sk_test_1", ...options })
const rejected = async (call: Promise<unknown>): Promise<Error> => {
  try {
    await call
  } catch (error) {
    return error as Error
  }
  throw new Error("it was answered")
}
const soon = { "retry-after": "0" }

describe("A request", () => {
  it("identifies the client, the credential and the format", async () => {
    script = [answers(201, { id: "tkt_1" })]
    await client({ baseUrl: `${baseUrl}//`, mode: "test", headers: { "x-team": "a" } }).tickets.create("br 1/2", {
      title: "Ä",
      customerEmail: "a@b.example"
    })
    assert.deepInclude(seen[0], { method: "POST", url: "/v1/brands/br%201%2F2/tickets" })
    assert.deepEqual(JSON.parse(seen[0]?.body ?? ""), { title: "Ä", customerEmail: "a@b.example" })
    const headers: IncomingMessage["headers"] = seen[0]?.headers ?? {}
    assert.deepInclude(headers, {
      authorization: "Bearer sk_test_1",
      "content-type": "application/json",
      "trunkline-mode": "test",
      "x-team": "a"
    })
    assert.match(String(headers["idempotency-key"]), /^[0-9a-f-]{36}$/)
  })

  it("joins lists in its query, writes dates, and leaves out undefined values", async () => {
    script = [answers(200, { data: [], pagination: { hasMore: false, nextCursor: null } })]
    const createdAfter = new Date("2026-11-01T00:00:00Z")
    await client().tickets.list({ brandId: "br_1", status: ["open", "pending"], createdAfter, search: undefined })
    assert.strictEqual(
      seen[0]?.url,
      "/v1/brands/br_1/tickets?status=open%2Cpending&createdAfter=2026-11-01T00%3A00%3A00.000Z"
    )
    assert.isUndefined(seen[0]?.headers["idempotency-key"])
  })

  it("is not sent with an empty filter, which would match everything", async () => {
    script = [answers(200, { data: [], pagination: { hasMore: false, nextCursor: null } })]
    const failed = await rejected(client().tickets.list({ brandId: "br_1", assigneeId: [] }))
    assert.instanceOf(failed, TypeError)
    assert.include(failed.message, "assigneeId is an empty list")
    assert.lengthOf(seen, 0)
  })

  it("goes to a base URL, with or without the common path prefix", async () => {
    script = [answers(200, {})]
    for (const behind of ["", "/", "/v1", "/v1/"]) await client({ baseUrl: `${baseUrl}${behind}` }).accounts.me()
    assert.deepEqual([...new Set(seen.map(({ url }) => url))], ["/v1/accounts/me"])
    for (const wrong of [undefined, "desk.example", "localhost:3000", "ftp://desk.example"])
      assert.throws(
        () => client({ baseUrl: wrong as string }),
        `must be a URL like https://desk.example, but is ${wrong}`
      )
  })

  it("requires the ids of its path", async () => {
    assert.throws(() => client().tickets.get("br_1", ""), "ticketId is required")
    assert.throws(() => client().tickets.get({ brandId: "br_1" } as never), "ticketId is required")
    assert.throws(() => client().tickets.get("br_1", ".."), "ticketId is not an id: ..")
    assert.throws(() => client().tickets.get({ brandId: ".", ticketId: "tkt_1" }), "brandId is not an id: .")
    assert.deepEqual(seen, [])
  })
})

describe("A request that fails", () => {
  it("is retried with the same key, whatever failed in between", async () => {
    script = [
      breaks,
      problem(503, "unavailable", {}, soon),
      problem(429, "rate_limited", {}, soon),
      answers(201, { id: "tkt_1" })
    ]
    const made = await client().tickets.create("br_1", { title: "A", customerEmail: "a@b.example" })
    assert.strictEqual(made.id, "tkt_1")
    assert.strictEqual(seen.length, 4)
    assert.strictEqual(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size, 1)
  })

  it("is retried while the same command is still in progress", async () => {
    script = [problem(409, "idempotency_in_progress", {}, soon), answers(201, { id: "tkt_1" })]
    const input = { title: "A", customerEmail: "a@b.example" }
    await client().tickets.create("br_1", input, { idempotencyKey: "order-1" })
    assert.deepEqual(
      seen.map(({ headers }) => headers["idempotency-key"]),
      ["order-1", "order-1"]
    )
  })

  it("is retried when it timed out, or its response broke off or stalled", async () => {
    const begins: Answering = (_, response) =>
      void response.writeHead(201, { "content-type": "application/json", "content-length": 100 }).write('{"id":')
    const breaksOff: Answering = (request, response) => {
      begins(request, response)
      setTimeout(() => response.destroy(), 10)
    }
    script = [
      problem(408, "timeout", {}, soon),
      problem(425, "early", {}, soon),
      breaksOff,
      begins,
      answers(201, { id: "tkt_1" })
    ]
    const input = { title: "A", customerEmail: "a@b.example" }
    const made = await client({ maxRetries: 4 }).tickets.create("br_1", input, { timeout: 1_000 })
    assert.strictEqual(made.id, "tkt_1")
    assert.strictEqual(seen.length, 5)
    assert.strictEqual(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size, 1)
    script = [breaksOff]
    assert.instanceOf(await rejected(client({ maxRetries: 0 }).accounts.me()), ConnectionError)
    script = [begins]
    assert.instanceOf(await rejected(client({ maxRetries: 0, timeout: 50 }).accounts.me()), TimeoutError)
    const controller = new AbortController()
    const reading = client({ onResponse: () => setImmediate(() => controller.abort(new Error("enough"))) as never })
    assert.strictEqual((await rejected(reading.accounts.me({ signal: controller.signal }))).message, "enough")
  })

  it("fails after the configured number of attempts", async () => {
    script = [problem(503, "unavailable", {}, soon)]
    const error = await rejected(client().accounts.me({ maxRetries: 1 }))
    assert.instanceOf(error, ServerError)
    assert.strictEqual(seen.length, 2)
    assert.instanceOf(await rejected(client({ maxRetries: 0 }).accounts.me()), ServerError)
    assert.strictEqual(seen.length, 3)
  })

  it("fails earlier when it only reads, if configured", async () => {
    const { accounts, tickets } = client({ maxRetries: 2, reads: { maxRetries: 0, timeout: 500 } })
    script = [problem(503, "unavailable", {}, soon)]
    await rejected(accounts.me())
    assert.lengthOf(seen, 1)
    await rejected(tickets.create("br_1", { title: "a", customerEmail: "a@b.example" }))
    assert.lengthOf(seen, 4)
    script = [hangs]
    assert.instanceOf(await rejected(accounts.me()), TimeoutError)
  })

  it("is not retried when that would not help, or only after a very long wait", async () => {
    for (const answering of [problem(400, "validation_failed"), problem(404, "not_found"), problem(501, "x")]) {
      script = [answering]
      await rejected(client().accounts.me())
    }
    script = [problem(429, "rate_limited", {}, { "retry-after": "3600" })]
    const error = await rejected(client().accounts.me())
    assert.instanceOf(error, RateLimitedError)
    assert.strictEqual((error as RateLimitedError).retryAfter, 3_600_000)
    assert.strictEqual(seen.length, 4)
  })

  it("reports that: no response, or none in time", async () => {
    script = [breaks]
    assert.instanceOf(await rejected(client({ maxRetries: 0 }).accounts.me()), ConnectionError)
    script = [hangs]
    const error = await rejected(client({ maxRetries: 0 }).accounts.me({ timeout: 20 }))
    assert.instanceOf(error, TimeoutError)
    assert.include(error.message, "within 20 ms")
  })

  it("reports the system's error, for one address and for several", async () => {
    const refused = (cause: Error) => () => Promise.reject(new TypeError("fetch failed", { cause }))
    for (const [cause, said] of [
      [new Error("connect ECONNREFUSED 127.0.0.1:4000"), "connect ECONNREFUSED 127.0.0.1:4000"],
      [Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }), "ECONNREFUSED"],
      [
        Object.assign(
          new Error("8AF0:error:0A00010B:SSL routines:read:wrong version number:../deps/openssl/a.c:350:\n"),
          {
            library: "SSL routines",
            reason: "wrong version number"
          }
        ),
        "SSL routines: wrong version number"
      ]
    ] as const) {
      const error = await rejected(client({ maxRetries: 0, fetch: refused(cause) }).accounts.me())
      assert.instanceOf(error, ConnectionError)
      assert.isTrue(error.message.endsWith(`got no response: ${said}`), error.message)
    }
  })

  it("is aborted by its signal, during an attempt and between two", async () => {
    script = [hangs]
    const controller = new AbortController()
    const call = rejected(client().accounts.me({ signal: controller.signal }))
    controller.abort(new Error("enough"))
    assert.strictEqual((await call).message, "enough")
    script = [problem(503, "unavailable", {}, { "retry-after": "50" })]
    const between = new AbortController()
    const waiting = rejected(
      client({ onResponse: () => setImmediate(() => between.abort(new Error("no more"))) as never }).accounts.me({
        signal: between.signal
      })
    )
    assert.strictEqual((await waiting).message, "no more")
  })
})

describe("A response", () => {
  it("with an error status is an error with the server's message", async () => {
    script = [
      problem(400, "validation_failed", { errors: [{ field: "title", message: "is required", code: "required" }] })
    ]
    const error = await rejected(client().tickets.create("br_1", {} as never))
    assert.instanceOf(error, BadRequestError)
    assert.deepInclude(error, {
      status: 400,
      code: "validation_failed",
      requestId: "req_1",
      message: "about validation_failed"
    })
    assert.deepEqual((error as ApiError).errors, [{ field: "title", message: "is required", code: "required" }])
    for (const [status, Kind] of [
      [404, NotFoundError],
      [412, ConflictError],
      [418, ApiError]
    ] as const) {
      script = [problem(status, "x")]
      assert.instanceOf(await rejected(client().accounts.me()), Kind)
    }
  })

  it("from a proxy in between is an error too, whatever it looks like", async () => {
    script = [(_, response) => void response.writeHead(502).end("<h1>Bad gateway</h1>")]
    const error = (await rejected(client({ maxRetries: 0 }).accounts.me())) as ApiError
    assert.instanceOf(error, ServerError)
    assert.deepInclude(error, { status: 502, code: "unknown", problem: undefined })
  })

  it("that is not JSON, or a redirect, suggests that another server was meant, and is not retried", async () => {
    script = [(_, response) => void response.writeHead(200).end("<!doctype html>")]
    const strange = await rejected(client().accounts.me())
    assert.instanceOf(strange, TrunklineError)
    assert.strictEqual(
      strange.message,
      `GET ${baseUrl}/v1/accounts/me was not answered by a Trunkline server: the response is not JSON`
    )
    script = [(_, response) => void response.writeHead(301, { location: "https://desk.example/" }).end()]
    const moved = await rejected(client().tickets.create("br_1", { title: "A", customerEmail: "a@b.example" }))
    assert.instanceOf(moved, ApiError)
    assert.strictEqual(
      moved.message,
      "The server redirects to https://desk.example/: baseUrl must be the address that it is served at"
    )
    assert.deepEqual(
      seen.map(({ method }) => method),
      ["GET", "POST"]
    )
  })

  it("on which a hook fails rejects with the hook's error, once", async () => {
    script = [answers(200, { id: "acct_1" })]
    const hooked = client({
      onResponse: () => {
        throw new Error("not this one")
      }
    })
    assert.strictEqual((await rejected(hooked.accounts.me())).message, "not this one")
    assert.lengthOf(seen, 1)
  })

  it("is available beside its value, and is passed to hooks", async () => {
    script = [answers(200, { id: "acct_1" }, { etag: '"3"' })]
    const attempts: Array<string> = []
    const asking = client({
      onRequest: ({ attempt, headers, method }) => {
        headers.set("x-hook", "1")
        attempts.push(`${attempt} ${method}`)
      },
      onResponse: ({ status }) => void attempts.push(`${status}`)
    })
    const { data, response } = await asking.accounts.me().withResponse()
    assert.deepEqual([data.id, response.headers.get("etag")], ["acct_1", '"3"'])
    assert.deepEqual(attempts, ["1 GET", "200"])
    assert.strictEqual(seen[0]?.headers["x-hook"], "1")
  })

  it("with an error is passed to callers who request only the response", async () => {
    script = [problem(404, "not_found")]
    assert.instanceOf(await rejected(client().accounts.me().withResponse()), NotFoundError)
  })
})

describe("A file", () => {
  it("is uploaded to an object store without the headers for the server", async () => {
    const store = createServer(async (request, response) => {
      for await (const _ of request);
      stored.push(request.headers)
      response.end()
    })
    const stored: Array<IncomingMessage["headers"]> = []
    await new Promise<void>((done) => store.listen(0, "127.0.0.1", done))
    const uploadUrl = `http://127.0.0.1:${(store.address() as AddressInfo).port}/x`
    script = [answers(201, { attachmentId: "att_1", uploadUrl }), answers(200, { id: "att_1" })]
    const content = new Blob(["a"], { type: "text/plain" })
    const sender = client({ mode: "test", headers: { "x-gateway": "secret" } })
    await sender.attachments
      .send("br_1", { filename: "a.txt", content }, { headers: { "x-why": "audit" }, ifMatch: '"1"' })
      .finally(() => store.close())
    assert.deepInclude(stored[0], { "content-type": "text/plain", "content-length": "1" })
    for (const name of ["authorization", "idempotency-key", "if-match", "trunkline-mode", "x-gateway", "x-why"])
      assert.notProperty(stored[0], name)
    for (const { headers } of seen) assert.deepInclude(headers, { "x-gateway": "secret", "x-why": "audit" })
  })

  it("is downloaded from an object store that the server redirects to, which gets only the file's headers", async () => {
    const store = createServer((request, response) => {
      stored.push(request.headers)
      response.end("bytes")
    })
    const stored: Array<IncomingMessage["headers"]> = []
    await new Promise<void>((done) => store.listen(0, "127.0.0.1", done))
    const location = `http://127.0.0.1:${(store.address() as AddressInfo).port}/x`
    const moved: Answering = (_, response) => void response.writeHead(302, { location: "/v1/files/again" }).end()
    const leads: Answering = (_, response) => void response.writeHead(302, { location }).end()
    script = [answers(200, { downloadUrl: `${baseUrl}/v1/files/one` }), moved, leads]
    const range = "bytes=0-4"
    const answer = await client({ mode: "test", headers: { "x-gateway": "secret" } })
      .attachments.download("br_1", "tkt_1", "att_1", { headers: { "x-why": "audit", range } })
      .finally(() => setImmediate(() => store.close()))
    assert.strictEqual(await answer.text(), "bytes")
    assert.strictEqual(stored[0]?.["range"], range)
    for (const name of ["authorization", "trunkline-mode", "x-gateway", "x-why"]) assert.notProperty(stored[0], name)
    for (const { headers } of seen) assert.deepInclude(headers, { "x-gateway": "secret", "x-why": "audit" })
  })
})

describe("A long list", () => {
  const page = (ids: ReadonlyArray<string>, nextCursor: string | null) =>
    answers(200, { data: ids.map((id) => ({ id })), pagination: { hasMore: nextCursor !== null, nextCursor } })

  it("is read page by page, each once and only when needed", async () => {
    script = [page(["a", "b"], "c1"), page(["c"], "c2"), page(["d"], null)]
    const ids: Array<string> = []
    for await (const { id } of client().tickets.list("br_1", { limit: 2 })) {
      ids.push(id)
      assert.strictEqual(seen.length, ids.length < 3 ? 1 : ids.length - 1)
    }
    assert.deepEqual(ids, ["a", "b", "c", "d"])
    assert.deepEqual(
      seen.map(({ url }) => url.split("?")[1]),
      ["limit=2", "limit=2&cursor=c1", "limit=2&cursor=c2"]
    )
  })

  it("also consists of pages if the cursor is in a header", async () => {
    script = [answers(200, [{ id: "del_1" }], { "x-next-cursor": "n" }), answers(200, [{ id: "del_2" }])]
    const sizes: Array<number> = []
    for await (const { data } of client().webhooks.listDeliveries("br_1", "wh_1").pages()) sizes.push(data.length)
    assert.deepEqual(sizes, [1, 1])
    assert.include(seen[1]?.url, "cursor=n")
  })
})
