import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

/** Status, headers and body of a response as text. */
const parse = (answer: string) => {
  const [head = "", body = ""] = answer.split("\r\n\r\n")
  const [line = "", ...headers] = head.split("\r\n")
  return {
    status: Number(line.split(" ")[1]),
    headers: headers.map((header) => header.toLowerCase()),
    body: body === "" ? undefined : JSON.parse(body)
  }
}
const get = (target: string, headers = "") => `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`
const to = (host: string) => `GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`

layer(site(), { excludeTestServices: true })("The edge", (it) => {
  it.effect("gives every response an id of its own, security headers and rate limit state", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const ids = new Set<string>()
      for (const [method, path] of [
        ["GET", "/health"],
        ["GET", "/v1/brands"],
        ["GET", "/nowhere"],
        ["PUT", "/v1/brands"],
        ["GET", "/docs"]
      ] as const) {
        const { headers } = yield* ask(method, path, { headers: { "x-request-id": "mine" } })
        ids.add(headers.get("x-request-id") ?? "")
        assert.match(headers.get("x-request-id") ?? "", /^req_[0-7][0-9a-z]{25}$/)
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
        // The reference is the same for everyone.
        assert.strictEqual(headers.get("cache-control"), path === "/docs" ? "no-cache" : "no-store")
        assert.isNull(headers.get("server"))
        assert.strictEqual(headers.get("strict-transport-security"), "max-age=31536000")
        assert.strictEqual(headers.get("cross-origin-opener-policy"), path === "/docs" ? "same-origin" : null)
        assert.strictEqual(headers.has("permissions-policy"), path === "/docs")
        for (const name of ["limit", "remaining", "reset"])
          assert.match(headers.get(`x-ratelimit-${name}`) ?? "", /^\d+$/)
        assert.match(headers.get("ratelimit") ?? "", /^"(default|documents)";r=\d+;t=\d+$/)
        assert.match(headers.get("ratelimit-policy") ?? "", /^"(default|documents)";q=\d+;w=60$/)
      }
      assert.strictEqual(ids.size, 5)
    })
  )

  it.effect("answers unknown paths with 404, and known ones with 405 and Allow, as problems", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const unknown = yield* ask("GET", "/v1/nothing?secret=1", { key: "" })
      assert.strictEqual(unknown.status, 404)
      assert.deepInclude(unknown.json, {
        type: "https://desk.example/docs/errors#route_not_found",
        title: "Route not found",
        status: 404,
        statusCode: 404,
        error: "Route not found",
        code: "route_not_found",
        instance: "/v1/nothing",
        message: unknown.json.detail,
        requestId: unknown.headers.get("x-request-id")
      })
      for (const path of [
        "/v1/brands/",
        "/V1/brands",
        "/v1//brands",
        "/v1/brands/x/tickets/y/z",
        "/v1/brands;x",
        "/health;x"
      ]) {
        assert.strictEqual((yield* ask("GET", path)).json.code, "route_not_found", path)
      }
      const wrong = yield* ask("PUT", "/v1/brands", { key: "" })
      assert.strictEqual(wrong.status, 405)
      assert.strictEqual(wrong.headers.get("allow"), "GET, HEAD, POST")
      assert.strictEqual(wrong.json.code, "method_not_allowed")
    })
  )

  it.effect("serves HEAD wherever GET is served, without a body", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      for (const path of ["/health", "/v1/brands", "/openapi.json"]) {
        const head = yield* ask("HEAD", path)
        assert.strictEqual(head.status, 200, path)
        assert.strictEqual(head.text, "")
      }
      assert.strictEqual((yield* ask("HEAD", "/v1/brands", { key: "" })).status, 401)
    })
  )

  it.effect("reports a body that is not a JSON object as such, whether its endpoint reads the body or not", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const brand = `/v1/brands/${live.brand.id}`
      const deep = `{"customFields":${"[".repeat(70)}${"]".repeat(70)}}`
      const notJson = "The body is not valid JSON. Check its quotes, commas and braces."
      const noObject = "The body is valid JSON, but it must be an object: {…}."
      const bodies = [
        ['{"title":', notJson],
        ["{'title': 1}", notJson],
        ["[]", noObject],
        ['"text"', noObject],
        ["7", noObject],
        ["null", noObject],
        [new Uint8Array([0x7b, 0xff, 0x7d]), "The body is not valid UTF-8."],
        [deep, "The body is nested more than 64 levels deep."]
      ] as const
      for (const [method, path] of [
        ["POST", `${brand}/tickets`],
        ["PUT", `${brand}/schema`],
        ["POST", `${brand}/restore`]
      ] as const)
        for (const [body, detail] of bodies) {
          const refused = yield* ask(method, path, { body })
          assert.deepInclude(refused.json, { status: 400, code: "malformed_json", detail }, `${path} ${body}`)
        }
    })
  )

  it.effect("uses the problem media type when Accept asks for it, and JSON otherwise", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const type = (accept: string) =>
        Effect.map(ask("GET", "/none", { headers: { accept } }), ({ headers }) => headers.get("content-type"))
      assert.strictEqual(yield* type("application/problem+json"), "application/problem+json")
      assert.strictEqual(yield* type("*/*"), "application/json")
      assert.strictEqual(yield* type("application/*"), "application/json")
    })
  )

  for (const [what, bytes, status, code] of [
    ["what is no HTTP", "hello\r\n\r\n", 400, "malformed_request"],
    ["obsolete line folding and bare control characters", get("/health", "X-A: \u0001\r\n"), 400, "malformed_request"],
    [
      "two lengths",
      "POST /v1/brands HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
      400,
      "malformed_request"
    ],
    [
      "a length beside chunks",
      "POST /v1/brands HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
      "malformed_request"
    ],
    ["no Host", "GET /health HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "malformed_request"],
    ["two Hosts", "GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", 400, "malformed_request"],
    ["a Host that is no name", to("exa mple"), 400, "malformed_request"],
    ["a Host with a user", to("a@b"), 400, "malformed_request"],
    ["a Host with a path", to("a/b"), 400, "malformed_request"],
    ["a Host whose port is no number", to("a:b"), 400, "malformed_request"],
    ["a Host with markup", to("<b>"), 400, "malformed_request"],
    ["a Host of an unfinished address", to("[::1"), 400, "malformed_request"],
    [
      "a body that was compressed for its way",
      "POST /v1/brands HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
      415,
      "unsupported_media_type"
    ],
    ["broken percent-encoding in the path", get("/v1/brands/%zz"), 400, "malformed_request"],
    ["bytes that are no UTF-8 in the path", get("/v1/brands/%ff"), 400, "malformed_request"],
    ["broken percent-encoding in the query", get("/v1/brands?a=%e0%a4"), 400, "malformed_request"],
    ["a long target", get(`/v1/brands?a=${"x".repeat(17_000)}`), 414, "uri_too_long"],
    ["an endless target", `GET /${"x".repeat(60_000)}`, 414, "uri_too_long"],
    ["large headers", get("/health", `X-A: ${"x".repeat(33_000)}\r\n`), 431, "headers_too_large"],
    ["endless headers", `GET /health HTTP/1.1\r\nHost: a\r\nX-A: ${"x".repeat(60_000)}`, 431, "headers_too_large"]
  ] as const) {
    it.effect(`refuses ${what} with ${status}, as a problem`, () =>
      Effect.gen(function* () {
        const { raw } = yield* HttpSite
        const answer = parse(yield* raw(bytes))
        assert.strictEqual(answer.status, status)
        assert.include(answer.body, { code, status })
        assert.match(answer.body.requestId, /^req_/)
        assert.isTrue(answer.headers.some((header) => header.startsWith("content-type: application/json")))
        assert.isTrue(answer.headers.includes("connection: close"))
      })
    )
  }

  it.effect("accepts every possible Host: names and addresses, with or without a port", () =>
    Effect.gen(function* () {
      const { raw } = yield* HttpSite
      for (const host of [
        "a.example",
        "",
        "a:",
        "a:8080",
        "under_score",
        "xn--bcher-kva.example.",
        "127.0.0.1:80",
        "[::1]:80"
      ])
        assert.match(yield* raw(to(host)), /^HTTP\/1.1 200 /, host)
      const chunked =
        "GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n"
      assert.match(yield* raw(chunked), /^HTTP\/1.1 200 /)
    })
  )

  it.effect("lets no other origin read responses, and no proxy header change them", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const from = (origin: string, headers = {}) =>
        ask("OPTIONS", "/v1/brands", { key: "", headers: { origin, ...headers } })
      const preflight = { "access-control-request-method": "POST" }
      const admin = yield* from("https://admin.example", preflight)
      assert.strictEqual(admin.status, 204)
      assert.strictEqual(admin.headers.get("access-control-allow-origin"), "https://admin.example")
      assert.include(admin.headers.get("access-control-allow-headers"), "Idempotency-Key")
      const stranger = yield* from("https://evil.example", preflight)
      assert.strictEqual(stranger.status, 405)
      assert.isNull(stranger.headers.get("access-control-allow-origin"))
      const spoofed = yield* ask("GET", "/nowhere", {
        headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" }
      })
      assert.include(spoofed.json.type, "https://desk.example/")
    })
  )
})
