import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite, site } from "../../support/HttpSite.ts"
import { Installation } from "../../support/Installation.ts"
import { openBrand } from "../../support/portal.ts"
import { startReceiver } from "../../support/Receiver.ts"
import { smallPictures } from "../../support/smallPictures.ts"

const { png } = smallPictures
const rgb = "color: rgb(1, 2, 3)"

const api = Effect.fnUntraced(function* (method: string, path: string, body?: unknown) {
  const { test } = yield* Installation
  return yield* (yield* HttpSite).ask(method, path, { key: test.key, ...(body === undefined ? {} : { body }) })
})

/** Receives a mail; returns its record, with the URL that shows it. */
const receive = Effect.fnUntraced(function* (mail: object) {
  const { test } = yield* Installation
  const brandId = test.brand.id
  const from = "ines@north.example"
  const body = { brandId, from, subject: "Look", text: "Hi", ...mail }
  const { json, text } = yield* api("POST", "/v1/test/inbound/email", body)
  assert.isString(json?.inbound?.id, text)
  return (yield* api("GET", `/v1/brands/${brandId}/inbound/${json.inbound.id}`)).json
})

/** Requests a document or picture as a browser does: without a credential. */
const look = Effect.fnUntraced(function* (address: string) {
  const { pathname, search } = new URL(address, "https://desk.example")
  return yield* (yield* HttpSite).ask("GET", pathname + search, { key: "" })
})
const picturesIn = (page: string) => [...page.matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, address = ""]) => address)

layer(site(), { excludeTestServices: true })("A mail in its original design", (it) => {
  it.effect("is shown at a signed URL, with its styles, under its own policy", () =>
    Effect.gen(function* () {
      const html = `<p style="${rgb}; position: fixed">Red</p><script>alert(1)</script><a href="https://shop.example/">Shop</a>`
      const { htmlView } = yield* receive({ html })
      assert.strictEqual(htmlView.expiresIn, 3600)
      assert.match(htmlView.url, /^https:\/\/desk\.example\/mail\/pages\/[\w-]+$/)
      const { headers, status, text } = yield* look(htmlView.url)
      assert.strictEqual(status, 200)
      assert.include(text, `<p style="${rgb}">Red</p>`)
      assert.match(text, /<a rel="noopener noreferrer nofollow" target="_blank" href="https:\/\/shop\.example\/"/)
      assert.notMatch(text, /<script|alert|position|https:\/\/desk/)
      const policy = headers.get("content-security-policy")?.split("; ") ?? []
      const ours = "'self' https://desk.example https://admin.example"
      for (const rule of ["default-src 'none'", `img-src ${ours}`, `frame-ancestors ${ours}`])
        assert.include(policy, rule)
      assert.strictEqual(headers.get("cache-control"), "no-store")
      assert.strictEqual(headers.get("referrer-policy"), "no-referrer")
      assert.isNull(headers.get("access-control-allow-origin"))
    })
  )

  it.effect("loads no pictures until they are requested, and then through this server", () =>
    Effect.gen(function* () {
      const sender = yield* startReceiver(() => ({ status: 200, body: png }))
      const html = `<p>News</p><img src="${sender.url}?a=1&amp;b=2" alt="A boat"><img src="${sender.url}/2">`
      const { htmlView } = yield* receive({ html })
      const host = `127.0.0.1:${sender.port}`
      assert.deepStrictEqual(htmlView.pictures, { count: 2, hosts: [host] })
      const plain = yield* look(htmlView.url)
      assert.include(plain.text, "A boat")
      assert.notMatch(plain.text, /<img|127\.0\.0\.1/)
      assert.lengthOf(sender.received, 0)

      const whole = yield* look(`${htmlView.url}?pictures=1`)
      const addresses = picturesIn(whole.text)
      assert.lengthOf(addresses, 2)
      assert.notInclude(whole.text, host)
      for (const address of addresses) assert.match(address, /^\/mail\/pictures\/[\w-]+$/)
      assert.lengthOf(sender.received, 0)
      const picture = yield* look(addresses[0] ?? "")
      assert.strictEqual(picture.status, 200)
      for (const [name, value] of [
        ["content-type", "image/png"],
        ["content-security-policy", "sandbox; default-src 'none'"],
        ["cross-origin-resource-policy", "cross-origin"],
        ["cache-control", "private, max-age=3600, immutable"],
        ["x-content-type-options", "nosniff"]
      ] as const)
        assert.strictEqual(picture.headers.get(name), value)
      assert.deepStrictEqual(
        sender.received.map(({ path }) => path),
        ["/hook?a=1&b=2"]
      )
      // The same mail, shown again, has the same URLs, so the browser has the pictures in its cache.
      assert.deepStrictEqual(picturesIn((yield* look(`${htmlView.url}?pictures=1`)).text), addresses)
    }).pipe(Effect.scoped)
  )

  it.effect("shows the files that came with it, and no others", () =>
    Effect.gen(function* () {
      const raw = [
        "From: ines@north.example",
        `To: ${(yield* Installation).test.brand.slug}@inbound.example`,
        "Subject: Inline",
        "MIME-Version: 1.0",
        'Content-Type: multipart/related; boundary="b"',
        "",
        "--b",
        "Content-Type: text/html",
        "",
        '<p>Ours</p><img src="cid:Boat@north.example" alt="boat"><img src="cid:none@north.example" alt="nothing">',
        "--b",
        "Content-Type: image/png",
        "Content-ID: <boat@north.example>",
        "Content-Transfer-Encoding: base64",
        "",
        png.toString("base64"),
        "--b--",
        ""
      ].join("\r\n")
      const { htmlView } = yield* receive({
        ...{ from: undefined, subject: undefined, text: undefined },
        raw: Buffer.from(raw).toString("base64")
      })
      assert.strictEqual(htmlView.pictures.count, 0)
      const { text } = yield* look(htmlView.url)
      const [address = "", ...others] = picturesIn(text)
      assert.isEmpty(others)
      assert.include(text, "nothing")
      assert.match(address, /^\/v1\/files\/[\w-]+\?inline=1$/)
      const picture = yield* look(address)
      assert.strictEqual(picture.status, 200)
      assert.strictEqual(picture.headers.get("content-type"), "image/png")
      assert.strictEqual(picture.headers.get("content-disposition"), 'inline; filename="attachment-1.png"')
    })
  )

  it.effect("exists for mail captured in test mode too, and not for plain text", () =>
    Effect.gen(function* () {
      const { test } = yield* Installation
      const { ticketId } = yield* receive({ subject: "An answer, please" })
      yield* api("POST", `/v1/brands/${test.brand.id}/tickets/${ticketId}/comments`, { body: "Here is **one**." })
      const { data } = (yield* api("GET", `/v1/test/outbox?ticketId=${ticketId}&kind=reply`)).json
      assert.notProperty(data[0], "htmlView")
      const { htmlView } = (yield* api("GET", `/v1/test/outbox/${data[0].id}`)).json
      assert.include((yield* look(htmlView.url)).text, "<strong>one</strong>")
      assert.notProperty(yield* receive({ text: "Only text" }), "htmlView")
    })
  )

  it.effect("has URLs that are valid for their purpose only", () =>
    Effect.gen(function* () {
      const { htmlView } = yield* receive({ html: '<img src="https://stranger.invalid/x.png">' })
      const [token = ""] = htmlView.url.split("/").slice(-1)
      const [address = ""] = picturesIn((yield* look(`${htmlView.url}?pictures=1`)).text)
      for (const [path, status] of [
        [`/mail/pictures/${token}`, 404],
        [address.replace("/pictures/", "/pages/"), 404],
        [`/mail/pages/${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`, 403],
        ["/mail/pages/nothing", 403],
        ["/mail/pictures/https%3A%2F%2Fstranger.invalid%2Fx.png", 403]
      ] as const)
        assert.strictEqual((yield* look(path)).status, status, path)
      const { ask } = yield* HttpSite
      assert.strictEqual((yield* ask("POST", `/mail/pages/${token}`, { key: "", body: {} })).status, 405)
    })
  )

  it.effect("is gone with its brand, like everything known about it", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand({ mode: "test" })
      const body = { brandId: brand.id, from: "ines@north.example", subject: "Look", html: "<p>Here</p>" }
      const { inbound } = (yield* api("POST", "/v1/test/inbound/email", body)).json
      const { htmlView } = (yield* brand.ask("GET", `/inbound/${inbound.id}`)).json
      assert.strictEqual((yield* look(htmlView.url)).status, 200)
      assert.lengthOf((yield* brand.ask("GET", "/inbound")).json.data, 1)
      yield* brand.ask("DELETE", "?confirm=true")
      assert.strictEqual((yield* look(htmlView.url)).status, 404)
      for (const path of ["", `/${inbound.id}`, `/${inbound.id}/explain`, `/${inbound.id}/raw`])
        assert.strictEqual((yield* brand.ask("GET", `/inbound${path}`)).status, 404, path)
    })
  )

  it.effect("responds with not found for a picture that is not available", () =>
    Effect.gen(function* () {
      const sender = yield* startReceiver(() => ({ status: 200, body: "<svg/>" }))
      const { htmlView } = yield* receive({ html: `<img src="${sender.url}">` })
      const [address = ""] = picturesIn((yield* look(`${htmlView.url}?pictures=1`)).text)
      const { status, text } = yield* look(address)
      assert.strictEqual(status, 404)
      assert.include(text, "not_a_picture")
    }).pipe(Effect.scoped)
  )
})

layer(site({ rateLimitPerMinute: 6_000 }), { excludeTestServices: true })("Pictures in mail", (it) => {
  it.effect("are fetched at a limited rate per account", () =>
    Effect.gen(function* () {
      const sender = yield* startReceiver(() => ({ status: 200, body: png }))
      const { htmlView } = yield* receive({ html: `<img src="${sender.url}">` })
      const [address = ""] = picturesIn((yield* look(`${htmlView.url}?pictures=1`)).text)
      // All at once: a bucket that is used slowly never runs empty.
      const answers = yield* Effect.all(
        Array.from({ length: 1_200 }, () => look(address)),
        { concurrency: 100 }
      )
      const refused = answers.find(({ status }) => status !== 200)
      assert.strictEqual(refused?.status, 429)
      assert.isAtLeast(Number(refused?.headers.get("retry-after")), 1)
      assert.lengthOf(sender.received, 1)
    }).pipe(Effect.scoped)
  )
})
