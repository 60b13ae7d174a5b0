import { createHash } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite, site } from "../support/HttpSite.ts"
import { openBrand } from "../support/portal.ts"

const ask = Effect.fnUntraced(function* (path: string, headers: Record<string, string> = {}, method = "GET") {
  return yield* (yield* HttpSite).ask(method, path, { key: "", headers })
})
const frame = (brandId: string) => ask(`/widget/frame?brand=${brandId}`)
const directive = (policy: string | null, name: string) =>
  policy?.split("; ").find((one) => one.startsWith(`${name} `)) ?? assert.fail(`${name} is not in ${policy}`)

layer(site(), { excludeTestServices: true })("The widget's loader", (it) => {
  it.effect("is immutable at the URL with its hash, which the API returns with its integrity value", () =>
    Effect.gen(function* () {
      const { integrity, newestUrl, url } = (yield* ask("/v1/system/widget")).json
      const { headers, status, text } = yield* ask(new URL(url).pathname, { origin: "https://any.example" })
      assert.strictEqual(status, 200)
      assert.strictEqual(integrity, `sha384-${createHash("sha384").update(text).digest("base64")}`)
      assert.strictEqual(headers.get("cache-control"), "public, max-age=31536000, immutable")
      assert.strictEqual(headers.get("access-control-allow-origin"), "*")
      assert.strictEqual(headers.get("cross-origin-resource-policy"), "cross-origin")
      assert.strictEqual(newestUrl, "https://desk.example/widget/v1/widget.js")
      assert.strictEqual((yield* ask("/widget/v1/widget.js")).text, text)
      for (const path of ["/widget/v2/widget.js", "/widget/0123456789abcdef/widget.js", "/widget//widget.js"])
        assert.strictEqual((yield* ask(path)).status, 404, path)
    })
  )

  it.effect("is available in every version that ever existed", () =>
    Effect.gen(function* () {
      for (const file of globSync("web/widget/loaders/*.js")) {
        const { status, text } = yield* ask(`/widget/${basename(file, ".js")}/widget.js`)
        assert.strictEqual(status, 200, file)
        assert.strictEqual(text, readFileSync(file, "utf8"))
      }
    })
  )

  it.effect("is available to every page, and is revalidated after an hour", () =>
    Effect.gen(function* () {
      const loader = yield* ask("/widget.js", { origin: "https://any.example" })
      assert.strictEqual(loader.status, 200)
      assert.strictEqual(loader.headers.get("content-type"), "text/javascript; charset=utf-8")
      assert.strictEqual(loader.headers.get("access-control-allow-origin"), "*")
      assert.strictEqual(loader.headers.get("cross-origin-resource-policy"), "cross-origin")
      assert.match(loader.headers.get("cache-control") ?? "", /^public, max-age=3600,/)
      const etag = loader.headers.get("etag") ?? ""
      const again = yield* ask("/widget.js", { "if-none-match": etag })
      assert.strictEqual(again.status, 304)
      assert.strictEqual(again.text, "")
    })
  )
})

layer(site(), { excludeTestServices: true })("The widget's frame", (it) => {
  it.effect("is allowed on the pages of its brand, and may connect to this server only", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand({ origins: ["https://shop.example"], more: { color: "#112233" } })
      const shown = yield* frame(brand.id)
      assert.strictEqual(shown.status, 200)
      const policy = shown.headers.get("content-security-policy")
      assert.strictEqual(directive(policy, "frame-ancestors"), "frame-ancestors 'self' https://shop.example")
      assert.strictEqual(directive(policy, "default-src"), "default-src 'none'")
      assert.strictEqual(directive(policy, "script-src"), "script-src 'self'")
      assert.strictEqual(directive(policy, "connect-src"), "connect-src 'self'")
      assert.strictEqual(shown.headers.get("referrer-policy"), "no-referrer")
      assert.strictEqual(shown.headers.get("cache-control"), "no-store")
      assert.isNull(shown.headers.get("set-cookie"))
      assert.include(shown.text, brand.name)
      assert.include(shown.text, "#112233")
    })
  )

  it.effect("follows the brand's list from the next request on", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand({ origins: ["https://shop.example"] })
      yield* brand.ask("PATCH", "", { body: { portalOrigins: ["https://other.example"] } })
      const policy = (yield* frame(brand.id)).headers.get("content-security-policy")
      assert.strictEqual(directive(policy, "frame-ancestors"), "frame-ancestors 'self' https://other.example")
    })
  )

  it.effect("treats a brand that lists no page like one that does not exist", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const unknown = "br_01m893khb3f5bbmdqn6zazb1ra"
      const [listless, none] = [yield* frame(brand.id), yield* frame(unknown)]
      assert.strictEqual(listless.text.replaceAll(brand.id, unknown), none.text)
      for (const { headers, status } of [listless, none, yield* frame("%22%3E%3Cscript%3E")]) {
        assert.strictEqual(status, 200)
        assert.strictEqual(
          directive(headers.get("content-security-policy"), "frame-ancestors"),
          "frame-ancestors 'self'"
        )
      }
    })
  )

  it.effect("loads files that browsers cache, and no others", () =>
    Effect.gen(function* () {
      const { text } = yield* frame("br_01m893khb3f5bbmdqn6zazb1ra")
      const files = [...text.matchAll(/(?:src|href)="(\/widget\/assets\/[^"]+)"/g)].map(([, path = ""]) => path)
      assert.isAtLeast(files.length, 2)
      for (const path of files) {
        const file = yield* ask(path)
        assert.strictEqual(file.status, 200, path)
        assert.include(file.headers.get("cache-control"), "immutable")
      }
      for (const path of ["/widget/assets/none.js", "/widget/assets/../manifest.json", "/widget/manifest.json"])
        assert.strictEqual((yield* ask(path)).status, 404, path)
      assert.strictEqual((yield* ask("/widget.js", {}, "POST")).status, 405)
    })
  )
})

layer(site({ rateLimitPerMinute: 6_000 }), { excludeTestServices: true })(
  "The rate limit of the widget's frame",
  (it) => {
    it.effect("slows down whoever tries brands that do not exist, and no one else", () =>
      Effect.gen(function* () {
        const brand = yield* openBrand({ origins: ["https://shop.example"] })
        const refused = yield* Effect.repeat(frame("br_01m893khb3f5bbmdqn6zazb1ra"), {
          until: ({ status }) => status !== 200
        })
        assert.strictEqual(refused.status, 429)
        assert.strictEqual((yield* frame(brand.id)).status, 200)
      })
    )
  }
)
