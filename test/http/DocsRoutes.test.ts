import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { codes } from "../../src/api/ProblemCatalogue.ts"
import { operations } from "../support/declaredAnswers.ts"
import { HttpSite, site } from "../support/HttpSite.ts"

layer(site({ rateLimitPerMinute: 6000 }), { excludeTestServices: true })("The documentation's rate limit", (it) => {
  it.effect("is per network: 120 pages a minute", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const read = ask("GET", "/docs/errors", { key: "" })
      for (let asked = 0; asked < 120; asked++) assert.strictEqual((yield* read).status, 200)
      // A slow machine has accumulated more tokens in the meantime.
      const { headers, json, status } = yield* Effect.repeat(read, { until: ({ status }) => status !== 200 })
      assert.strictEqual(status, 429)
      assert.deepInclude(json, { code: "rate_limited", limit: 120 })
      assert.strictEqual(headers.get("ratelimit-policy"), '"documents";q=120;w=60')
      assert.strictEqual((yield* ask("GET", "/health", { key: "" })).status, 200)
    })
  )
})

layer(site(), { excludeTestServices: true })("The documentation", (it) => {
  it.effect("is an OpenAPI 3.1 document of every operation, its credentials and its errors", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { json, status, text } = yield* ask("GET", "/openapi.json", { key: "" })
      assert.strictEqual(status, 200)
      assert.strictEqual(text, (yield* ask("GET", "/v1/openapi.json", { key: "" })).text)
      assert.match(json.openapi, /^3\.1\./)
      assert.deepStrictEqual(Object.keys(json.components.securitySchemes), [
        "apiKey",
        "session",
        "sessionToken",
        "portalToken",
        "channelSignature"
      ])
      for (const { method, path } of operations) {
        const operation = json.paths[path.replaceAll(/:(\w+)/g, "{$1}")][method.toLowerCase()]
        assert.match(operation.operationId, /^[a-zA-Z]+\.[a-zA-Z]+$/)
        assert.isAbove(operation.summary.length, 4, operation.operationId)
        assert.includeMembers([...codes], operation["x-error-codes"])
        assert.include(operation["x-error-codes"], "internal")
        const open = operation.security.length === 0
        assert.strictEqual(open, !operation["x-error-codes"].includes("unauthorized"), operation.operationId)
      }
      const create = json.paths["/v1/brands/{brandId}/tickets"].post
      assert.strictEqual(create.operationId, "tickets.create")
      assert.deepStrictEqual(json.components.schemas.TicketCreate.properties.customFields.type, undefined)
      assert.includeMembers(Object.keys(create.responses), ["201", "400", "401", "404", "422", "429", "503"])
    })
  )

  it.effect("has no unresolved reference", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { json, text } = yield* ask("GET", "/openapi.json", { key: "" })
      for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
        assert.property(json.components.schemas, name ?? "")
      }
    })
  )

  it.effect("is readable as pages that load and run nothing from elsewhere", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      for (const path of ["/docs", "/v1/docs", "/docs/errors"]) {
        const { headers, status, text } = yield* ask("GET", path, { key: "" })
        assert.strictEqual(status, 200)
        assert.match(headers.get("content-type") ?? "", /^text\/html/)
        assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'/)
        // Without an icon, browsers request /favicon.ico.
        assert.match(headers.get("content-security-policy") ?? "", /img-src data:;/)
        assert.match(text, /<link rel="icon" href="data:image\/svg\+xml,/)
        assert.notMatch(
          text.replace(/<link rel="icon" href="data:[^"]+">/, ""),
          /<script|<link|<img|<iframe|@import|url\(/
        )
        assert.notInclude(text, "undefined")
        for (const [, target] of text.matchAll(/href="#([^"]+)"/g)) assert.include(text, `id="${target}"`)
      }
    })
  )

  it.effect("is compressed for clients that accept it, and not resent to clients that have it", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      for (const path of ["/openapi.json", "/docs", "/docs/errors"]) {
        const read = (headers: Record<string, string>) => ask("GET", path, { key: "", headers })
        const plain = yield* read({ "accept-encoding": "identity" })
        const packed = yield* read({ "accept-encoding": "gzip" })
        assert.isNull(plain.headers.get("content-encoding"))
        assert.strictEqual(packed.headers.get("content-encoding"), "gzip")
        assert.isBelow(Number(packed.headers.get("content-length")), plain.text.length / 2, path)
        assert.strictEqual(packed.text, plain.text)
        const known = yield* read({ "accept-encoding": "gzip", "if-none-match": packed.headers.get("etag") ?? "" })
        assert.strictEqual(known.status, 304)
      }
    })
  )

  it.effect("has headings in plain words", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { text } = yield* ask("GET", "/docs", { key: "" })
      const headings = [...text.matchAll(/<section><h2>([^<]+)</g)].map(([, heading]) => heading)
      assert.includeMembers(headings, ["Tickets", "Custom channels", "SMS numbers"])
      for (const heading of headings) assert.match(heading ?? "", /^(SMS|[A-Z][a-z]+)( [a-z]+)*$/)
    })
  )

  it.effect("has one page heading, and skips no level below it", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      for (const path of ["/docs", "/docs/errors"]) {
        const { text } = yield* ask("GET", path, { key: "" })
        assert.strictEqual(text.split("<h1>").length, 2, path)
        const [, main = ""] = text.split("<main")
        const levels = [...main.matchAll(/<h([1-6])>/g)].map(([, level]) => Number(level))
        for (const [place, level] of levels.entries())
          assert.isAtMost(level, (levels[place - 1] ?? 0) + 1, `${path}, heading ${place}`)
      }
    })
  )

  it.effect("shows how to send files and read streams", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { text } = yield* ask("GET", "/docs", { key: "" })
      const article = (id: string) => text.slice(text.indexOf(`<article id="${id}">`)).split("</article>", 1)[0] ?? ""
      assert.include(article("attachments.upload"), "-F &#34;file=@invoice.pdf&#34;")
      assert.include(article("attachments.upload"), "multipart/form-data")
      assert.include(article("files.receive"), "<h4>Body</h4><p>The bytes of the file, with its own media type.</p>")
      assert.include(
        article("files.receive"),
        "-H &#34;Content-Type: application/pdf&#34; \\\n  --data-binary @invoice.pdf"
      )
      assert.include(article("files.receive"), "<h4>Response 204</h4><p>No body.</p>")
      assert.include(
        article("files.send"),
        "<h4>Response 200</h4><p>The bytes of the file, with its own media type.</p>"
      )
      assert.include(article("events.stream"), "curl -N ")
      assert.include(article("events.stream"), "text/event-stream")
      assert.include(article("system.metrics"), "text/plain")
    })
  )

  it.effect("explains every error at the URL that responses name", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { text } = yield* ask("GET", "/docs/errors", { key: "" })
      for (const code of codes) assert.include(text, `<article id="${code}">`)
    })
  )
})
