import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { parseId, uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { HttpSite, type Reply, site } from "../../support/HttpSite.ts"
import { enter, openBrand } from "../../support/portal.ts"
import { formWith, fromOurPage, hiddenFields, mailedTo, PortalBrowser } from "../../support/portalPages.ts"
import { outbox } from "../../support/signInServices.ts"

const someone = () => `c-${crypto.randomUUID()}@north.example`
const locationOf = ({ headers }: Reply) => headers.get("location")

layer(site(), { excludeTestServices: true })("The hosted portal without JavaScript", (it) => {
  it.effect("signs a customer in with a mailed link, and keeps the token where only this brand's pages send it", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand({ more: { color: "#0f766e", logoUrl: "https://shop.example/logo.svg" } })
      const browser = new PortalBrowser(brand)
      const { base } = browser
      const email = someone()
      assert.deepStrictEqual(
        [
          (yield* browser.visit()).status,
          locationOf(yield* browser.visit("/")),
          locationOf(yield* browser.visit("/new"))
        ],
        [303, base, `${base}/sign-in?next=%2Fnew`]
      )
      const asking = yield* browser.visit("/sign-in?next=%2Fnew")
      assert.strictEqual(asking.status, 200)
      assert.include(asking.text, `alt="${brand.name}"`)
      assert.include(asking.text, `${base}/theme/0f766e.css`)

      const asked = yield* browser.send("/sign-in", { ...hiddenFields(asking), email: email.toUpperCase() })
      assert.include(asked.text, "Check your email")
      const token = yield* mailedTo(email)
      const opened = yield* browser.visit(`/enter?next=%2Fnew&token=${token}`)
      assert.include(opened.text, "One more click")
      const entered = yield* browser.send("/enter", hiddenFields(opened))
      assert.deepStrictEqual([entered.status, locationOf(entered)], [303, `${base}/new`])
      assert.match(
        entered.headers.getSetCookie().join(),
        new RegExp(
          `^__Secure-trunkline_portal=pt_\\w{43}; Max-Age=604800; Path=${base}; (HttpOnly; Secure|Secure; HttpOnly); SameSite=Lax$`
        )
      )
      assert.include((yield* browser.visit("/new")).text, email)

      const left = yield* browser.send("/sign-out", {})
      assert.strictEqual(locationOf(left), `${base}/sign-in`)
      assert.match(left.headers.getSetCookie().join(), /^__Secure-trunkline_portal=; Max-Age=0;/)
      const { ask } = yield* HttpSite
      const key = entered.headers.getSetCookie().join().split(/[=;]/)[1]
      assert.strictEqual((yield* ask("GET", "/v1/portal/me", { key })).status, 401)
    })
  )

  it.effect("shows no more of a conversation of megabytes than a page can hold", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const browser = new PortalBrowser(brand)
      const email = someone()
      yield* browser.enter(email)
      // Sixteen of these, rendered as links or quotation marks, exhausted the server's memory.
      const body = `Old. ${'http://a " '.repeat(90_000)}`
      const made = yield* brand.ask("POST", "/tickets", { body: { title: "Log", customerEmail: email, body } })
      for (const newest of ["Older. ", "Newest. "])
        yield* brand.ask("POST", `/tickets/${made.json.id}/comments`, {
          body: { body: body.replace("Old. ", newest), visibility: "public" }
        })
      const newest = yield* browser.visit(`/r/${made.json.id}`)
      assert.include(newest.text, "Newest. ")
      assert.notInclude(newest.text, "Older. ")
      const page = yield* browser.visit(String(/href="[^"]*(\/r\/[^"#]*\?all)/.exec(newest.text)?.[1]))
      assert.strictEqual(page.status, 200)
      for (const beginning of ["Old. ", "Older. ", "Newest. "]) assert.include(page.text, beginning)
      assert.isBelow(page.text.length, 4 * 1024 * 1024)
      assert.isBelow(page.text.split("<a ").length, 600)
      const data = yield* browser.visit(`/r/${made.json.id}?all`, { accept: "application/json" })
      assert.deepStrictEqual(
        data.json.comments.map((comment: { bodyTruncated?: boolean }) => comment.bodyTruncated === true),
        [true, false]
      )
    })
  )

  it.effect("accepts a request and replies with files, shows the answers, and links to the files", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const brand = yield* openBrand()
      yield* brand.ask("POST", "/fields/ticket", {
        body: { key: "order", label: "Order number", type: "text", showOnCreate: true }
      })
      const browser = new PortalBrowser(brand)
      yield* browser.enter(someone())
      const blank = yield* browser.visit("/new")
      assert.include(blank.text, "Order number")
      const fields = { ...hiddenFields(blank), title: "Where is <b>my</b> parcel?", body: "", "field.order": "A-1" }
      const made = yield* browser.send("/new", formWith(fields, { name: "photo.txt", text: "hello" }))
      assert.strictEqual(made.status, 303, made.text)
      const path = String(locationOf(made)).slice(browser.base.length)
      const ticket = (yield* brand.ask("GET", `/tickets/${path.slice("/r/".length)}`)).json
      assert.deepInclude(ticket, { title: "Where is <b>my</b> parcel?", customFields: { order: "A-1" }, source: "web" })

      yield* brand.ask("POST", `/tickets/${ticket.id}/comments`, { body: { body: "Only for us", isInternal: true } })
      yield* brand.ask("POST", `/tickets/${ticket.id}/comments`, { body: { body: "See https://shop.example/x." } })
      const shown = yield* browser.visit(path)
      assert.include(shown.text, "Where is &lt;b>my&lt;/b> parcel?")
      assert.notInclude(shown.text, "Only for us")
      assert.include(shown.text, 'href="https://shop.example/x"')
      const file = /href="([^"]*\/files\/att_\w+)"/.exec(shown.text)?.[1] ?? ""
      const led = yield* ask("GET", file, { key: "", headers: { cookie: browser.cookie } })
      assert.strictEqual(led.status, 303)
      const bytes = yield* ask("GET", new URL(String(locationOf(led))).pathname, { key: "" })
      assert.deepStrictEqual(
        [bytes.text, bytes.headers.get("content-disposition")?.slice(0, 10)],
        ["hello", "attachment"]
      )

      const replied = yield* browser.send(path, formWith({ ...hiddenFields(shown), body: "Thank you" }))
      assert.deepStrictEqual([replied.status, locationOf(replied)], [303, browser.base + path])
      assert.include((yield* browser.visit(path)).text, "Thank you")
      const list = yield* browser.visit()
      assert.include(list.text, "2 replies")
    })
  )

  it.effect("accepts and shows long texts", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const browser = new PortalBrowser(brand)
      yield* browser.enter(someone())
      const body = "It says that the parcel is lost. ".repeat(4_000).trim()
      const blank = yield* browser.visit("/new")
      const made = yield* browser.send("/new", formWith({ ...hiddenFields(blank), title: "A whole log", body }))
      assert.strictEqual(made.status, 303, made.text)
      const shown = yield* browser.visit(String(locationOf(made)).slice(browser.base.length))
      assert.strictEqual(shown.status, 200)
      assert.include(shown.text, body)
    })
  )

  it.effect("executes a form once that is sent twice, with files and without", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const browser = new PortalBrowser(brand)
      yield* browser.enter(someone())
      const fields = { ...hiddenFields(yield* browser.visit("/new")), title: "Once", body: "" }
      const sent = yield* Effect.forEach([1, 2, 3], () => browser.send("/new", formWith(fields)), { concurrency: 3 })
      assert.lengthOf(new Set(sent.map(locationOf)), 1)
      const again = yield* browser.send("/new", formWith(fields, { name: "a.txt", text: "a" }))
      assert.strictEqual(again.status, 422)
      assert.include(again.text, "already received this a moment ago")
      assert.include(again.text, "a.txt")
      assert.lengthOf((yield* brand.ask("GET", "/tickets")).json.data, 1)
    })
  )

  it.effect("shows a refused form again with what was entered", () =>
    Effect.gen(function* () {
      const browser = new PortalBrowser(yield* openBrand())
      yield* browser.enter(someone())
      const refused = yield* browser.send("/new", formWith({ title: "x".repeat(501), body: 'My "story"' }))
      assert.strictEqual(refused.status, 400)
      assert.include(refused.text, "Subject: must")
      assert.include(refused.text, "My &quot;story&quot;</textarea>")
      const empty = yield* browser.send("/new", { title: "Not multipart" })
      assert.strictEqual(empty.status, 415)
      const headless = yield* (yield* HttpSite).ask("POST", `${browser.base}/new`, {
        key: "",
        body: Buffer.from("--x\r\nX: y\r\n--x--\r\n"),
        headers: { ...fromOurPage, cookie: browser.cookie, "content-type": "multipart/form-data; boundary=x" }
      })
      assert.strictEqual(headless.status, 415)
      const large = yield* browser.send("/files", formWith({}, { name: "a.bin", text: "x".repeat(2 ** 20 + 1) }))
      assert.strictEqual(large.status, 413)
      for (const size of [2 ** 20 + 1, 2 ** 21]) {
        const file = { name: "a.bin", text: "x".repeat(size) }
        const kept = yield* browser.send("/new", formWith({ title: "A film", body: "See here." }, file))
        assert.strictEqual(kept.status, 413)
        assert.include(kept.text, "A film\n\nSee here.</textarea>")
      }
      assert.strictEqual((yield* browser.send("/sign-in", { email: "nobody" })).status, 400)
      assert.strictEqual((yield* browser.send("/sign-in", { email: `${"x".repeat(9000)}@a.example` })).status, 413)
    })
  )

  it.effect("sends nothing in the name of someone who signed in later in another tab, and keeps what was entered", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const browser = new PortalBrowser(brand)
      yield* browser.enter(someone())
      const path = String(locationOf(yield* browser.send("/new", formWith({ title: "Mine" })))).slice(
        browser.base.length
      )
      const begun = hiddenFields(yield* browser.visit("/new"))
      const thread = hiddenFields(yield* browser.visit(path))
      yield* browser.enter(someone())
      const refused = yield* browser.send("/new", formWith({ ...begun, title: "A secret", body: "For nobody else" }))
      assert.strictEqual(refused.status, 401)
      assert.include(refused.text, "A secret\n\nFor nobody else</textarea>")
      assert.deepStrictEqual(refused.headers.getSetCookie(), [])
      const unsent = yield* browser.send(path, formWith({ ...thread, body: "Mine, too" }), {
        ...fromOurPage,
        accept: "application/json"
      })
      assert.deepStrictEqual([unsent.status, Object.keys(unsent.json)], [401, ["reason"]])
      assert.lengthOf((yield* brand.ask("GET", "/tickets")).json.data, 1)
    })
  )

  it.effect("keeps what was entered when the session has ended in the meantime", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const brand = yield* openBrand()
      const browser = new PortalBrowser(brand)
      yield* browser.enter(someone())
      const path = String(locationOf(yield* browser.send("/new", formWith({ title: "Short", key: "one" })))).slice(
        browser.base.length
      )
      const id = uuidOf(Option.getOrThrow(parseId("brand", brand.id)))
      yield* Effect.orDie(
        system`UPDATE portal_tokens SET expires_at = now() - interval '1 second' WHERE brand_id = ${id}`
      )
      const film = { name: "a.bin", text: "x".repeat(2 ** 21) }
      const kept = yield* browser.send(path, formWith({ body: "A long text" }, film))
      assert.strictEqual(kept.status, 401)
      assert.include(kept.text, "A long text</textarea>")
      assert.include(kept.text, `${browser.base}/sign-in?next=${encodeURIComponent(path)}`)
      assert.match(kept.headers.getSetCookie().join(), /=; Max-Age=0;/)

      yield* browser.enter(someone())
      yield* Effect.orDie(
        system`UPDATE portal_tokens SET expires_at = now() - interval '1 second' WHERE brand_id = ${id}`
      )
      const led = yield* browser.visit(path)
      assert.deepStrictEqual(
        [led.status, locationOf(led)],
        [303, `${browser.base}/sign-in?next=${encodeURIComponent(path)}&ended=1`]
      )
      const data = yield* browser.visit(path, { accept: "application/json" })
      assert.deepStrictEqual([data.status, Object.keys(data.json)], [401, ["reason"]])
      assert.strictEqual((yield* browser.visit("/stream")).status, 401)
    })
  )

  it.effect("renews the session of a customer who returns in its second half", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const brand = yield* openBrand()
      const browser = new PortalBrowser(brand)
      yield* browser.enter(someone())
      assert.lengthOf((yield* browser.visit()).headers.getSetCookie(), 0)
      const id = uuidOf(Option.getOrThrow(parseId("brand", brand.id)))
      yield* Effect.orDie(
        system`UPDATE portal_tokens SET expires_at = now() + interval '3 days' WHERE brand_id = ${id}`
      )
      const [renewed = ""] = (yield* browser.visit()).headers.getSetCookie()
      assert.match(renewed, /=pt_\w{43}; Max-Age=604800;/)
      assert.notInclude(renewed, browser.cookie)
    })
  )

  it.effect("responds with not found for other customers' requests and unknown pages", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const otto = yield* (yield* enter(brand, someone())).open()
      const browser = new PortalBrowser(brand)
      yield* browser.enter(someone())
      const foreign = yield* browser.visit(`/r/${otto}`)
      const unknown = yield* browser.visit(`/r/${otto.slice(0, -4)}0000`)
      assert.strictEqual(foreign.status, 404)
      assert.strictEqual(foreign.text, unknown.text)
      for (const path of [`/r/${otto}/files/att_x`, "/nowhere", "/r/", "/new/", "/theme/red.css"])
        assert.strictEqual((yield* browser.visit(path)).status, 404, path)
      const reply = yield* browser.send(`/r/${otto}`, formWith({ body: "Let me in" }))
      assert.strictEqual(reply.status, 404)
      assert.include(reply.text, "Let me in</textarea>")
      const nobody = new PortalBrowser({ id: "br_unknown" })
      for (const path of ["/sign-in", "/enter?token=x"])
        assert.strictEqual((yield* nobody.visit(path)).status, 404, path)
      const { ask } = yield* HttpSite
      for (const path of ["/portal", "/portal/", "/portal//sign-in"])
        assert.strictEqual((yield* ask("GET", path, { key: "" })).status, 404, path)
    })
  )

  it.effect("uses the chosen language, or else the browser's preference, and remembers the choice", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const browser = new PortalBrowser(brand)
      const german = yield* browser.visit("/sign-in", { "accept-language": "sv, de-AT;q=0.9, en;q=0.8" })
      assert.include(german.text, '<html lang="de-AT" dir="ltr">')
      assert.include(german.text, "Link senden")
      assert.include(german.headers.get("vary") ?? "", "Accept-Language")
      assert.lengthOf(german.headers.getSetCookie(), 0)
      assert.include(german.text, 'href="?lang=ar"')

      const arabic = yield* browser.visit("/sign-in?next=%2Fnew&lang=ar", { "accept-language": "de" })
      assert.include(arabic.text, '<html lang="ar" dir="rtl">')
      assert.include(arabic.text, 'href="?next=%2Fnew&amp;lang=de"')
      const [kept = ""] = arabic.headers.getSetCookie()
      assert.match(kept, new RegExp(`^trunkline_language=ar; Max-Age=31536000; Path=${browser.base};`))
      browser.cookie = kept.split(";", 1)[0] ?? ""
      const refused = yield* browser.send("/sign-in", { email: "nobody" })
      assert.include(refused.text, '<html lang="ar" dir="rtl">')
      assert.notInclude(refused.text, "?lang=")
      assert.include((yield* browser.visit("/sign-in?lang=tlh")).text, '<html lang="ar"')

      const signedIn = new PortalBrowser(brand)
      yield* signedIn.enter(someone())
      const fromGermany = { ...fromOurPage, "accept-language": "de" }
      const form = yield* signedIn.send("/new", formWith({ title: "x".repeat(501) }), fromGermany)
      assert.include(form.text, "Betreff: Das ist zu lang oder zu kurz.")
    })
  )

  it.effect("accepts a brand's cookie for that brand only", () =>
    Effect.gen(function* () {
      const [one, other] = [new PortalBrowser(yield* openBrand()), new PortalBrowser(yield* openBrand())]
      yield* one.enter(someone())
      other.cookie = one.cookie
      assert.strictEqual((yield* one.visit()).status, 200)
      assert.strictEqual(locationOf(yield* other.visit()), `${other.base}/sign-in?ended=1`)
    })
  )

  it.effect(
    "responds alike for every address, and says that a used, replaced or invented link does not work, except to who is still signed in",
    () =>
      Effect.gen(function* () {
        const brand = yield* openBrand()
        const browser = new PortalBrowser(brand)
        const [known, stranger] = [someone(), someone()]
        yield* enter(brand, known)
        const answers = yield* Effect.forEach([known, stranger], (email) => browser.send("/sign-in", { email }))
        const [one, other] = answers.map(({ text }, index) => text.replaceAll([known, stranger][index] ?? "", "…"))
        assert.strictEqual(one, other)
        const token = yield* mailedTo(known)
        for (let seen = 0; seen < 3; seen++)
          assert.strictEqual((yield* browser.visit(`/enter?token=${token}`)).status, 200)
        assert.strictEqual((yield* browser.send("/enter", { token })).status, 303)
        const again = yield* browser.send("/enter", { token, next: "/new" })
        assert.deepStrictEqual([again.status, locationOf(again)], [303, `${browser.base}/new`])
        const elsewhere = new PortalBrowser(brand)
        for (const used of [token, `ml_${"x".repeat(43)}`, ""]) {
          const refused = yield* elsewhere.send("/enter", { token: used })
          assert.strictEqual(refused.status, 401)
          assert.include(refused.text, "This link no longer works")
          assert.lengthOf(refused.headers.getSetCookie(), 0)
        }
        assert.strictEqual((yield* browser.visit("/enter?token=<script>")).status, 401)
      })
  )

  it.effect("accepts forms from its own pages only", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand({ origins: ["https://shop.example"] })
      const browser = new PortalBrowser(brand)
      const email = someone()
      yield* browser.enter(email)
      const { cookie } = browser
      const victim = someone()
      for (const headers of [
        { origin: "https://evil.example" },
        { origin: "https://shop.example" },
        { origin: "null", "sec-fetch-site": "cross-site" },
        { origin: "https://admin.example", "sec-fetch-site": "cross-site" }
      ])
        for (const path of ["/new", "/sign-out", "/enter", "/sign-in", "/files"]) {
          const refused = yield* browser.send(path, formWith({ title: "Forged", email: victim }), headers)
          assert.strictEqual(refused.status, 403, path)
        }
      assert.strictEqual(browser.cookie, cookie)
      assert.lengthOf((yield* brand.ask("GET", "/tickets")).json.data, 0)
      assert.lengthOf(
        (yield* outbox).filter(({ recipient }) => recipient === victim),
        0
      )
      assert.strictEqual((yield* browser.send("/new", formWith({ title: "Own" }), fromOurPage)).status, 303)
    })
  )

  it.effect("loads only its own files, runs no inline code, and cannot be framed", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const brand = yield* openBrand({
        more: { logoUrl: "https://shop.example/logo.svg", iconUrl: "http://plain.example/icon.png" }
      })
      const browser = new PortalBrowser(brand)
      const pages = [yield* browser.visit("/sign-in"), yield* browser.visit("/nowhere")]
      yield* browser.enter(someone())
      pages.push(yield* browser.visit(), yield* browser.visit("/new"))
      for (const { headers, text } of pages) {
        assert.strictEqual(headers.get("content-type"), "text/html; charset=utf-8")
        assert.strictEqual(
          headers.get("content-security-policy"),
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https://shop.example; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; report-uri /csp-reports; report-to csp"
        )
        assert.deepInclude(Object.fromEntries(headers), {
          "referrer-policy": "no-referrer",
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
          "cross-origin-opener-policy": "same-origin"
        })
        assert.notMatch(text, /<script(?![^>]* src=)|<style|\son\w+=|\sstyle=|plain\.example/)
        assert.include(text, '<html lang="en" dir="ltr">')
      }
      const loaded = [
        ...(pages[0]?.text.matchAll(/(?:src|href)="(\/portal\/(?:assets|br_\w+\/theme)\/[^"]+)"/g) ?? [])
      ].map(([, path = ""]) => path)
      for (const path of loaded) {
        const file = yield* ask("GET", path, { key: "", headers: { "accept-encoding": "gzip" } })
        assert.strictEqual(file.status, 200, path)
        assert.strictEqual(file.headers.get("cache-control"), "public, max-age=31536000, immutable")
        // Files that the page does not name are requested by browsers once they have read what imports them.
        for (const [, imported] of file.text.matchAll(/from"\.\/([^"]+)"/g))
          assert.include(loaded, `/portal/assets/${imported}`)
      }
      for (const path of ["handle.js", "../server/handle.js", "manifest.json.gz", ".inputs"])
        assert.strictEqual((yield* ask("GET", `/portal/assets/${path}`, { key: "" })).status, 404, path)
    })
  )

  it.effect("lists requests page by page, those with news first, by status", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const email = someone()
      const ines = yield* enter(brand, email)
      const ids: Array<string> = []
      for (let made = 0; made < 22; made++) ids.push(yield* ines.open({ title: `Parcel ${made}` }))
      yield* brand.ask("PATCH", `/tickets/${ids[0]}`, { body: { status: "resolved" } })
      const browser = new PortalBrowser(brand)
      browser.cookie = `__Secure-trunkline_portal=${ines.token}`
      const first = yield* browser.visit()
      assert.lengthOf([...first.text.matchAll(/class="title"/g)], 20)
      const older = /href="([^"]*cursor=[^"]*)"/.exec(first.text)?.[1]?.replaceAll("&amp;", "&") ?? ""
      const second = yield* browser.visit(older.slice(browser.base.length))
      assert.lengthOf([...second.text.matchAll(/class="title"/g)], 1)
      assert.include(second.text, "Parcel 1<")
      const done = yield* browser.visit("?show=closed")
      assert.lengthOf([...done.text.matchAll(/class="title"/g)], 1)
      assert.include(done.text, "Parcel 0<")
      assert.strictEqual((yield* browser.visit("?cursor=nonsense")).status, 400)
    })
  )
})

layer(site({ rateLimitPerMinute: 6000 }), { excludeTestServices: true })("The hosted portal's limits", (it) => {
  it.effect("are those of the API, for the visitor's own network, and are shown as a page", () =>
    Effect.gen(function* () {
      const browser = new PortalBrowser(yield* openBrand())
      const email = someone()
      const statuses: Array<number> = []
      for (let asked = 0; asked < 6; asked++) statuses.push((yield* browser.send("/sign-in", { email })).status)
      assert.deepStrictEqual(statuses, [200, 200, 200, 200, 200, 429])
      const refused = yield* browser.send("/sign-in", { email })
      assert.isAbove(Number(refused.headers.get("retry-after")), 60)
      assert.include(refused.text, "Too many attempts")
    })
  )
})
