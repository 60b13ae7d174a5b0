import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite, site } from "../../support/HttpSite.ts"

const page = { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" }

const visit = (path: string, headers: Record<string, string> = page, method = "GET") =>
  Effect.flatMap(HttpSite, ({ ask }) => ask(method, path, { key: "", headers }))

/** The script that the page loads first. */
const script = (text: string) => /<script type="module" crossorigin src="([^"]+)"/.exec(text)?.[1] ?? ""

layer(site(), { excludeTestServices: true })("The dashboard's routes", (it) => {
  it.effect("serve the dashboard for every page URL, and let it run and load only its own files", () =>
    Effect.gen(function* () {
      const first = yield* visit("/")
      assert.strictEqual(first.status, 200, "npm run build makes it")
      assert.match(script(first.text), /^\/assets\/index-[\w-]+\.js$/)
      for (const path of ["/inbox?view=mine", "/b/acme/t/1042", "/test/settings/tags", "/nowhere"])
        assert.strictEqual((yield* visit(path)).text, first.text)
      for (const method of ["GET", "HEAD"])
        assert.strictEqual((yield* visit("/", { accept: "*/*" }, method)).status, 200, "what monitors ask")
      const policy = first.headers.get("content-security-policy") ?? ""
      for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"])
        assert.include(policy.split("; "), rule)
      assert.notMatch(policy, /unsafe|\*|data:/)
      assert.strictEqual(first.headers.get("cache-control"), "no-cache")
      assert.strictEqual(first.headers.get("cross-origin-opener-policy"), "same-origin")
      assert.strictEqual(first.headers.get("referrer-policy"), "no-referrer")
    })
  )

  it.effect("leave the API's paths, other methods and programs to the API", () =>
    Effect.gen(function* () {
      for (const [path, headers, method, status] of [
        ["/v1", page, "GET", 404],
        ["/v1/nothing", page, "GET", 404],
        ["/v1/auth/verify", page, "GET", 405],
        ["/inbox", { accept: "*/*" }, "GET", 404],
        ["/inbox", page, "POST", 404],
        ["/assets/index-unknown.js", page, "GET", 404],
        ["/assets/../index.html", { accept: "*/*" }, "GET", 404],
        ["/assets/%2e%2e%2fmanifest.json", page, "GET", 404]
      ] as const) {
        const answer = yield* visit(path, headers, method)
        assert.strictEqual(answer.status, status, `${method} ${path}`)
        assert.match(answer.json.code, /^(?:route_not_found|method_not_allowed)$/)
      }
    })
  )

  it.effect("let browsers cache files forever, and revalidate the page each time", () =>
    Effect.gen(function* () {
      const first = yield* visit("/")
      const file = yield* visit(script(first.text), { "accept-encoding": "identity" })
      assert.strictEqual(file.status, 200)
      assert.strictEqual(file.headers.get("content-type"), "text/javascript; charset=utf-8")
      assert.strictEqual(file.headers.get("cache-control"), "public, max-age=31536000, immutable")
      assert.strictEqual(file.headers.get("x-content-type-options"), "nosniff")

      const etag = first.headers.get("etag") ?? ""
      const same = yield* visit("/inbox", { ...page, "if-none-match": `"other", ${etag}` })
      assert.deepStrictEqual([same.status, same.text, same.headers.get("etag")], [304, "", etag])
      assert.strictEqual((yield* visit("/", { ...page, "if-none-match": '"other"' })).status, 200)
      assert.strictEqual((yield* visit("/", page, "HEAD")).status, 200)
    })
  )

  it.effect("send a file in the smallest accepted encoding, each with its own tag", () =>
    Effect.gen(function* () {
      const path = script((yield* visit("/")).text)
      const seen = yield* Effect.forEach(
        [
          ["br, gzip", "br"],
          ["gzip;q=1.0, br;q=0", "gzip"],
          ["GZIP", "gzip"],
          ["deflate", null],
          ["gzip;q=0.000", null]
        ] as const,
        ([accepted, encoding]) =>
          Effect.map(visit(path, { "accept-encoding": accepted }), ({ headers, text }) => {
            assert.strictEqual(headers.get("content-encoding"), encoding, accepted)
            assert.strictEqual(headers.get("vary"), "accept-encoding")
            return { text, etag: headers.get("etag") }
          })
      )
      assert.strictEqual(new Set(seen.map(({ text }) => text)).size, 1)
      assert.strictEqual(new Set(seen.map(({ etag }) => etag)).size, 3)
    })
  )
})
