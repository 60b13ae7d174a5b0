import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type AttachmentId, parseId } from "../../src/domain/Ids.ts"
import { FileTokens } from "../../src/http/files/FileTokens.ts"
import { announce, openTicket, pathOf, send, uploaded } from "../support/attachmentCalls.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(20)])

/** The URL of an uploaded file, without its host. */
const addressOf = Effect.fnUntraced(function* (
  ticket: string,
  bytes: string | Uint8Array,
  more: { readonly contentType?: string; readonly [member: string]: unknown } = {}
) {
  const { ask } = yield* HttpSite
  const file = yield* uploaded(ticket, bytes, more)
  const { json } = yield* ask("GET", `${ticket}/attachments/${file.id}`)
  return { file, path: pathOf(json.downloadUrl), at: `${ticket}/attachments/${file.id}` }
})

const idIn = (id: string): AttachmentId => {
  const parsed = parseId("attachment", id)
  assert(parsed._tag === "Some")
  return parsed.value
}

layer(site({ attachmentMaxBytes: 100_000 }), { excludeTestServices: true })("Files at signed URLs", (it) => {
  it.effect("are downloaded whole by whoever has the URL, and can do no harm where they are opened", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const html = "<script>alert(1)</script>"
      const { path } = yield* addressOf(yield* openTicket(), html, {
        contentType: "text/html",
        filename: 'R\u00e9sum\u00e9 "final".html'
      })
      const { headers, status, text } = yield* ask("GET", path, { key: "" })
      assert.deepStrictEqual([status, text], [200, html])
      assert.deepInclude(Object.fromEntries(headers), {
        "content-type": "text/html",
        "content-length": String(html.length),
        "content-disposition": `attachment; filename="R_sum_ _final_.html"; filename*=UTF-8''R%C3%A9sum%C3%A9%20%22final%22.html`,
        "content-security-policy": "sandbox; default-src 'none'",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "cross-origin",
        "access-control-allow-origin": "*",
        "accept-ranges": "bytes",
        "cache-control": "no-store",
        "referrer-policy": "no-referrer"
      })
      assert.isFalse(headers.has("access-control-allow-credentials"))
      const head = yield* ask("HEAD", path, { key: "" })
      assert.deepStrictEqual(
        [head.status, head.text, head.headers.get("content-length")],
        [200, "", String(html.length)]
      )
    })
  )

  it.effect("are downloaded in parts", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { path } = yield* addressOf(yield* openTicket(), "0123456789")
      const part = Effect.fnUntraced(function* (range: string, more: Record<string, string> = {}) {
        const { headers, status, text } = yield* ask("GET", path, { key: "", headers: { range, ...more } })
        return status === 416 ? [status, headers.get("content-range")] : [status, text, headers.get("content-range")]
      })
      assert.deepStrictEqual(yield* part("bytes=2-4"), [206, "234", "bytes 2-4/10"])
      assert.deepStrictEqual(yield* part("bytes=7-"), [206, "789", "bytes 7-9/10"])
      assert.deepStrictEqual(yield* part("bytes=-3"), [206, "789", "bytes 7-9/10"])
      assert.deepStrictEqual(yield* part("bytes=8-100"), [206, "89", "bytes 8-9/10"])
      assert.deepStrictEqual(yield* part("bytes=10-"), [416, "bytes */10"])
      assert.deepStrictEqual(yield* part("bytes=0-1,4-5"), [200, "0123456789", null])
      assert.deepStrictEqual(yield* part("lines=1-2"), [200, "0123456789", null])
      const refused = yield* ask("GET", path, { key: "", headers: { range: "bytes=99-" } })
      assert.include(refused.json, { code: "range_not_satisfiable", instance: "/v1/files" })
      const etag = (yield* ask("HEAD", path, { key: "" })).headers.get("etag") ?? ""
      assert.deepStrictEqual(yield* part("bytes=2-4", { "if-range": etag }), [206, "234", "bytes 2-4/10"])
      assert.deepStrictEqual(yield* part("bytes=2-4", { "if-range": '"other"' }), [200, "0123456789", null])
    })
  )

  it.effect("are shown inline only when they are the picture or PDF that they were declared as", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const ticket = yield* openTicket()
      for (const [contentType, bytes, kind] of [
        ["image/png", png, "inline"],
        ["application/pdf", Buffer.from("%PDF-1.7\n"), "inline"],
        ["image/png", Buffer.from("<svg onload=alert(1)>"), "attachment"],
        ["image/svg+xml", Buffer.from("<svg/>"), "attachment"],
        ["text/html", png, "attachment"]
      ] as const) {
        const { path } = yield* addressOf(ticket, bytes, { contentType, filename: "x" })
        const { headers } = yield* ask("GET", `${path}?inline=1`, { key: "" })
        assert.strictEqual(headers.get("content-disposition"), `${kind}; filename="x"`, contentType)
        assert.strictEqual(headers.get("content-security-policy"), "sandbox; default-src 'none'")
        assert.match((yield* ask("GET", path, { key: "" })).headers.get("content-disposition") ?? "", /^attachment/)
      }
    })
  )

  it.effect("are gone with the file, its ticket, its comment and its brand", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const ticket = yield* openTicket()
      const gone = Effect.fnUntraced(function* (path: string) {
        const { json } = yield* ask("GET", path, { key: "" })
        assert.deepInclude(json, { status: 404, code: "not_found", instance: "/v1/files" })
      })
      const removed = yield* addressOf(ticket, "one")
      yield* ask("DELETE", removed.at)
      yield* gone(removed.path)

      const comment = (yield* ask("POST", `${ticket}/comments`, { body: { body: "see below" } })).json
      const commented = yield* addressOf(ticket, "two", { commentId: comment.id })
      yield* ask("DELETE", `${ticket}/comments/${comment.id}`)
      yield* gone(commented.path)

      const trashed = yield* addressOf(ticket, "three")
      yield* ask("DELETE", ticket)
      yield* gone(trashed.path)
      yield* ask("POST", `${ticket}/restore`)
      assert.strictEqual((yield* ask("GET", trashed.path, { key: "" })).text, "three")
    })
  )

  it.effect("refuse URLs that were altered, are for another method, or have expired", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const ticket = yield* openTicket()
      const { file, path } = yield* addressOf(ticket, "hello")
      const made = yield* announce(`${ticket}/attachments`, "hello")
      const tokens = yield* Effect.provide(FileTokens, FileTokens.layer)
      const expired = (use: "upload" | "download", id: string) =>
        `/v1/files/${tokens.write({ use, holder: "", tenantId: live.tenant.id, id: idIn(id), expiresAt: Date.now() - 1000 })}`
      const refusal = Effect.fnUntraced(function* (method: string, path: string) {
        const answer = yield* ask(method, path, {
          key: "",
          ...(method === "PUT" ? { body: "hello", headers: { "content-type": "text/plain" } } : {})
        })
        assert.notInclude(answer.text, path.slice("/v1/files/".length))
        assert.deepInclude(answer.json, { status: 403, code: "invalid_signature", instance: "/v1/files" }, path)
        assert.strictEqual(answer.headers.get("access-control-allow-origin"), "*")
      })
      const altered = path.replace(/.$/, (last) => (last === "A" ? "B" : "A"))
      for (const wrong of [altered, `${path}A`, path.slice(0, -2), "/v1/files/nonsense", pathOf(made.uploadUrl)])
        yield* refusal("GET", wrong)
      for (const wrong of [path, expired("upload", made.id)]) yield* refusal("PUT", wrong)
      yield* refusal("GET", expired("download", file.id))
      assert.strictEqual((yield* ask("GET", "/v1/files/", { key: "" })).json.code, "route_not_found")
      assert.strictEqual((yield* ask("POST", path, { key: "" })).headers.get("allow"), "GET, HEAD, PUT")
    })
  )

  it.effect("accept exactly the bytes that were announced, in the announced type", () =>
    Effect.gen(function* () {
      const { ask, port, raw } = yield* HttpSite
      const ticket = yield* openTicket()
      const made = yield* announce(`${ticket}/attachments`, "hello")
      const refusal = Effect.fnUntraced(function* (bytes: string, headers: Record<string, string> = {}) {
        const { json } = yield* send(made.uploadUrl, bytes, headers)
        return [json.status, json.code, json.limit ?? json.errors?.[0].field]
      })
      assert.deepStrictEqual(yield* refusal("too long"), [413, "payload_too_large", 5])
      assert.deepStrictEqual(yield* refusal("short".slice(1)), [400, "validation_failed", "Content-Length"])
      assert.deepStrictEqual(yield* refusal("hello", { "content-type": "text/html" }), [
        415,
        "unsupported_media_type",
        undefined
      ])
      for (const encoding of ["gzip", "br"])
        assert.deepStrictEqual(yield* refusal("hello", { "content-encoding": encoding }), [
          415,
          "unsupported_media_type",
          undefined
        ])
      const head = (more: string) =>
        `PUT ${pathOf(made.uploadUrl)} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: text/plain\r\nconnection: close\r\n${more}\r\n\r\n`
      assert.match(
        yield* raw(`${head("transfer-encoding: chunked")}5\r\nhello\r\n0\r\n\r\n`),
        /^HTTP\/1.1 400 .*"Content-Length"/s
      )
      assert.strictEqual(
        (yield* ask("POST", `${ticket}/attachments/${made.id}/confirm`)).json.code,
        "attachment_not_uploaded"
      )
    })
  )

  it.effect("may be used by pages of any origin", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { path } = yield* addressOf(yield* openTicket(), "hello")
      const preflight = yield* ask("OPTIONS", path, {
        key: "",
        headers: {
          origin: "https://anywhere.example",
          "access-control-request-method": "PUT",
          "access-control-request-headers": "content-type"
        }
      })
      assert.strictEqual(preflight.status, 204)
      assert.strictEqual(preflight.headers.get("access-control-allow-origin"), "*")
      assert.include(preflight.headers.get("access-control-allow-headers"), "Content-Type")
      assert.include(preflight.headers.get("access-control-allow-methods"), "PUT")
    })
  )
})

layer(site({ rateLimitPerMinute: 10_000 }), { excludeTestServices: true })("Signed URLs", (it) => {
  it.effect("are rate-limited by network only, valid and invalid ones alike", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { path } = yield* addressOf(yield* openTicket(), "hello")
      const first = yield* ask("GET", path, { key: "" })
      assert.strictEqual(first.headers.get("x-ratelimit-limit"), "600")
      const refused = yield* Effect.repeat(ask("GET", "/v1/files/none", { key: "" }), {
        until: ({ status }) => status === 429
      })
      assert.strictEqual(refused.json.code, "rate_limited")
      // One more becomes available each tenth of a second.
      yield* Effect.repeat(ask("GET", path, { key: "" }), { until: ({ status }) => status === 429 })
      assert.strictEqual((yield* ask("GET", "/v1/accounts/me")).status, 200)
    })
  )
})
