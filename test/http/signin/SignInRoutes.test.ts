import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite, type Reply, site } from "../../support/HttpSite.ts"
import { Installation } from "../../support/Installation.ts"
import { linkFor, outbox, outboxWhen, seedMember, textOf, tokenIn } from "../../support/signInServices.ts"

const own = "https://desk.example"
/** The headers of a browser that submits a form from a page with no referrer. */
const fromOurPage = { origin: "null", "sec-fetch-site": "same-origin" }

const visit = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  Effect.flatMap(HttpSite, ({ ask }) => ask(method, path, { key: "", headers }))

const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = fromOurPage) =>
  Effect.flatMap(HttpSite, ({ ask }) =>
    ask("POST", path, {
      key: "",
      body: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers }
    })
  )

/** The fields and the target of a page's only form, as a browser would send it. */
const formOf = ({ text }: Reply) => ({
  action: /<form method="post" action="([^"]+)"/.exec(text)?.[1] ?? "",
  fields: Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value
    ])
  )
})

const cookieOf = ({ headers }: Reply) => headers.getSetCookie()[0]?.split("; ")[0] ?? ""

layer(site(), { excludeTestServices: true })("The sign-in pages", (it) => {
  it.effect("guide a person without JavaScript from an address to a session and out again", () =>
    Effect.gen(function* () {
      yield* seedMember((yield* Installation).live.tenant.accountId, "ines@team.example", "admin")
      const welcome = yield* visit("/login")
      assert.strictEqual(welcome.status, 200)
      assert.include(welcome.text, "https://desk.example/v1")
      assert.include(welcome.text, 'href="/docs"')

      const requested = yield* submit(formOf(welcome).action, { email: "Ines@team.example" })
      assert.strictEqual(requested.status, 200)
      const [mail] = yield* outboxWhen((mails) => mails.length > 0)
      if (mail === undefined) return assert.fail("no mail")
      const link = new URL(/^https:.*$/m.exec((yield* textOf(mail)).split("\n").slice(1).join("\n"))?.[0] ?? "")
      assert.strictEqual(link.origin, own)

      const confirm = yield* visit(link.pathname + link.search)
      const { action, fields } = formOf(confirm)
      const entered = yield* submit(action, fields)
      assert.deepStrictEqual([entered.status, entered.headers.get("location")], [303, "/"])
      assert.match(
        entered.headers.getSetCookie()[0] ?? "",
        /^__Host-trunkline_session=stk_\w{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/
      )

      const cookie = cookieOf(entered)
      const signedIn = yield* visit("/login", { cookie })
      assert.include(signedIn.text, "<strong>ines@team.example</strong>, admin of My Account")
      assert.strictEqual((yield* visit("/v1/auth/session", { cookie })).status, 200)

      const left = yield* submit(formOf(signedIn).action, {}, { ...fromOurPage, cookie })
      assert.deepStrictEqual([left.status, left.headers.get("location")], [303, "/login"])
      assert.strictEqual(cookieOf(left), "__Host-trunkline_session=")
      assert.strictEqual(left.headers.get("clear-site-data"), '"cookies", "storage"')
      assert.strictEqual((yield* visit("/v1/auth/session", { cookie })).status, 401)
      assert.include((yield* visit("/login", { cookie })).text, "Email me a sign-in link")
    })
  )

  it.effect("do not use up a link, however often scanners open it", () =>
    Effect.gen(function* () {
      const token = yield* linkFor("owner@localhost")
      for (const method of ["HEAD", "GET", "HEAD", "GET", "GET"]) {
        const seen = yield* visit(`/auth/callback?token=${token}`, {}, method)
        assert.strictEqual(seen.status, 200)
        assert.lengthOf(seen.headers.getSetCookie(), 0)
      }
      assert.strictEqual((yield* submit("/auth/callback", { token })).status, 303)
    })
  )

  it.effect("show the same page for working and broken links, until the link is used", () =>
    Effect.gen(function* () {
      const token = yield* linkFor("owner@localhost")
      const other = `ml_${"x".repeat(43)}`
      const [known, unknown] = yield* Effect.all([
        visit(`/auth/callback?token=${token}`),
        visit(`/auth/callback?token=${other}`)
      ])
      assert.strictEqual(known.text.replaceAll(token, other), unknown.text)
    })
  )

  it.effect("say that a used, unknown or broken link does not work, and offer a new one", () =>
    Effect.gen(function* () {
      const used = yield* linkFor("owner@localhost")
      yield* submit("/auth/callback", { token: used })
      const answers = [
        yield* submit("/auth/callback", { token: used }),
        yield* submit("/auth/callback", { token: `ml_${"x".repeat(43)}` }),
        yield* submit("/auth/callback", {}),
        yield* visit("/auth/callback"),
        yield* visit("/auth/callback?token=<script>alert(1)</script>")
      ]
      for (const answer of answers) {
        assert.strictEqual(answer.status, 401)
        assert.include(answer.text, "This link no longer works")
        assert.include(answer.text, "Email me a sign-in link")
        assert.notInclude(answer.text, "<script")
        assert.lengthOf(answer.headers.getSetCookie(), 0)
      }
    })
  )

  it.effect("accept forms from our own pages only: no other page can sign anyone in or out", () =>
    Effect.gen(function* () {
      const token = yield* linkFor("owner@localhost")
      for (const headers of [
        { origin: "https://evil.example" },
        { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
        { origin: "null", "sec-fetch-site": "cross-site" },
        { origin: "https://admin.example" }
      ]) {
        for (const path of ["/auth/callback", "/auth/magic-link", "/auth/sign-out"]) {
          const refused = yield* submit(path, { token, email: "owner@localhost" }, headers)
          assert.strictEqual(refused.status, 403, path)
          assert.lengthOf(refused.headers.getSetCookie(), 0)
        }
      }
      assert.lengthOf(
        (yield* outbox).filter(({ recipient }) => recipient === "owner@localhost"),
        0
      )
      assert.strictEqual((yield* submit("/auth/callback", { token }, { origin: own })).status, 303)
    })
  )

  it.effect("respond alike for members and for strangers", () =>
    Effect.gen(function* () {
      yield* seedMember((yield* Installation).live.tenant.accountId, "bob@team.example")
      const [stranger, bob] = yield* Effect.forEach(["stranger@elsewhere.example", "bob@team.example"], (email) =>
        submit("/auth/magic-link", { email })
      )
      assert.strictEqual(bob?.text, stranger?.text)
      assert.strictEqual(bob?.status, stranger?.status)
      const mails = yield* outboxWhen((mails) => mails.some(({ recipient }) => recipient === "bob@team.example"))
      assert.isTrue(mails.every(({ recipient }) => !recipient.startsWith("stranger")))
      for (const mail of mails)
        assert.isTrue((yield* textOf(mail)) === "" || tokenIn(yield* textOf(mail))._tag === "Some")
    })
  )

  it.effect("run no script, load nothing, cannot be framed, and send no referrer", () =>
    Effect.gen(function* () {
      const cookie = cookieOf(yield* submit("/auth/callback", { token: yield* linkFor("owner@localhost") }))
      for (const page of [
        yield* visit("/login"),
        yield* visit("/login", { cookie }),
        yield* visit(`/auth/callback?token=ml_${"x".repeat(43)}`),
        yield* submit("/auth/callback", {})
      ]) {
        assert.strictEqual(page.headers.get("content-type"), "text/html; charset=utf-8")
        assert.strictEqual(page.headers.get("referrer-policy"), "no-referrer")
        assert.strictEqual(page.headers.get("cache-control"), "no-store")
        assert.strictEqual(page.headers.get("x-content-type-options"), "nosniff")
        const style = /<style>(.*)<\/style>/s.exec(page.text)?.[1] ?? ""
        assert.strictEqual(
          page.headers.get("content-security-policy"),
          `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
        )
        const [, icon = ""] = /<link rel="icon" href="data:image\/svg\+xml,([^"]+)">/.exec(page.text) ?? []
        assert.strictEqual(decodeURIComponent(icon), readFileSync("web/admin/src/icon.svg", "utf8").trim())
        assert.notMatch(
          page.text.replace(/<link rel="icon" href="data:[^"]+">/, ""),
          /<script|<link|<img|<iframe|@import|url\(|\son\w+=|\sstyle=|https?:\/\/(?!desk\.example)/
        )
      }
    })
  )

  it.effect("refuse invalid forms, and forms of any excessive size", () =>
    Effect.gen(function* () {
      const json = yield* submit("/auth/callback", {}, { ...fromOurPage, "content-type": "application/json" })
      assert.strictEqual(json.status, 415)
      const large = yield* submit("/auth/callback", { token: "x".repeat(5000) })
      assert.strictEqual(large.status, 413)
      for (const email of ["", "nobody", "a b@team.example"]) {
        assert.strictEqual((yield* submit("/auth/magic-link", { email })).status, 400)
      }
    })
  )

  it.effect("show names as text, whatever they contain", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      yield* ask("PATCH", "/v1/accounts/me", { body: { name: `<b onclick="x">'&` } })
      const cookie = cookieOf(yield* submit("/auth/callback", { token: yield* linkFor("owner@localhost") }))
      const { text } = yield* visit("/login", { cookie })
      assert.notInclude(text, "<b onclick")
      assert.include(text, "&#60;b onclick")
    })
  )
})

layer(site({ rateLimitPerMinute: 6000 }), { excludeTestServices: true })("The sign-in pages' limits", (it) => {
  it.effect("are those of the API, and are shown to people as a page", () =>
    Effect.gen(function* () {
      for (let asked = 0; asked < 20; asked++) {
        const sent = yield* submit("/auth/magic-link", { email: `user${asked % 3}@elsewhere.example` })
        assert.strictEqual(sent.status, 200)
      }
      const refused = yield* submit("/auth/magic-link", { email: "owner@localhost" })
      assert.strictEqual(refused.status, 429)
      assert.isAbove(Number(refused.headers.get("retry-after")), 60)
      assert.include(refused.text, "Too many requests")
    })
  )
})
