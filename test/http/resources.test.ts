import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { assertDeclared } from "../support/declaredAnswers.ts"
import { type Asked, HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

layer(site(), { excludeTestServices: true })("Every resource answers as declared", (it) => {
  /** Sends a request, and checks the response against the schema that its endpoint declares. */
  const ask = Effect.fnUntraced(function* (method: string, path: string, options?: Asked) {
    const answer = yield* (yield* HttpSite).ask(method, path, options)
    assertDeclared(method, path, answer.status, answer.json)
    return answer
  })

  it.effect("accounts and API keys", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      assert.strictEqual((yield* ask("GET", "/v1/accounts/me")).json.id, live.tenant.accountId)
      const renamed = yield* ask("PATCH", "/v1/accounts/me", { body: { name: " North Desk " } })
      assert.strictEqual(renamed.json.name, "North Desk")
      const made = yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name: "CI", expiresAt: "2999-01-01" } })
      assert.strictEqual(made.status, 201)
      assert.match(made.json.secret, /^sk_live_[0-9A-Za-z]{49}$/)
      assert.include(made.json, {
        key: made.json.secret,
        prefix: made.json.secret.slice(0, 12),
        allBrands: true,
        livemode: true,
        lastUsedAt: null
      })
      const listed = yield* ask("GET", "/v1/accounts/me/api-keys")
      assert.lengthOf(listed.json, 2)
      assert.notInclude(listed.text, made.json.secret.slice(12, -4))
      const path = `/v1/accounts/me/api-keys/${made.json.id}`
      const scoped = yield* ask("PATCH", `${path}/scope`, { body: { brandIds: [live.brand.id] } })
      assert.deepInclude(scoped.json, { success: true, allBrands: false, brandIds: [live.brand.id] })
      const unsaid = yield* ask("PATCH", `${path}/scope`, { body: {} })
      assert.deepInclude(unsaid.json.errors?.[0], { field: "brandIds", code: "required" }, unsaid.text)
      assert.deepStrictEqual((yield* ask("DELETE", path)).json, { success: true })
      assert.strictEqual((yield* ask("DELETE", path)).status, 404)
      const past = yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name: "CI", expiresAt: "2000-01-01" } })
      assert.include(past.json.errors[0], { field: "expiresAt", code: "range" })
      assert.strictEqual((yield* ask("POST", "/v1/accounts/me/api-keys")).json.errors[0].field, "name")
    })
  )

  it.effect("picture and link URLs, without pasted white space", () =>
    Effect.gen(function* () {
      const brand = `/v1/brands/${(yield* Installation).live.brand.id}`
      const customer = yield* ask("POST", `${brand}/customers`, {
        body: { email: "pasted@a.example", avatarUrl: " https://a.example/ada.png" }
      })
      assert.strictEqual(customer.json.avatarUrl, "https://a.example/ada.png", customer.text)
      const path = `${brand}/customers/${customer.json.id}`
      assert.notProperty((yield* ask("PATCH", path, { body: { avatarUrl: null } })).json, "avatarUrl")
      const ticket = yield* ask("POST", `${brand}/tickets`, {
        body: {
          title: "t",
          customerId: customer.json.id,
          links: ["https://a.example/1 ", { url: " https://a.example/2" }]
        }
      })
      assert.deepStrictEqual(ticket.json.links, [{ url: "https://a.example/1" }, { url: "https://a.example/2" }])
    })
  )

  it.effect("brands", () =>
    Effect.gen(function* () {
      const made = yield* ask("POST", "/v1/brands", {
        body: {
          name: "Acme Tools",
          ticketPrefix: "ac",
          color: "#112233",
          settings: { a: 1 },
          portalOrigins: ["https://Shop.Example/"],
          iconUrl: " https://acme.example/icon.png ",
          url: null
        }
      })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.json, {
        slug: "acme-tools",
        ticketPrefix: "AC",
        nextTicketNumber: 1001,
        iconUrl: "https://acme.example/icon.png",
        inboundEmail: `${made.json.id}@inbound.example`,
        portalOrigins: ["https://shop.example"]
      })
      const path = made.headers.get("location") ?? ""
      assert.strictEqual((yield* ask("GET", path)).text, made.text)
      assert.strictEqual(
        (yield* ask("POST", "/v1/brands", { body: { name: "Acme", slug: "acme-tools" } })).json.field,
        "slug"
      )
      const patched = yield* ask("PATCH", path, {
        body: { color: null, replyMode: "SINGLE", url: "https://acme.example ", id: "br_x", livemode: false }
      })
      assert.include(patched.json, {
        replyMode: "SINGLE",
        url: "https://acme.example",
        version: 2,
        id: made.json.id,
        livemode: true
      })
      assert.notProperty(patched.json, "color")
      for (const [body, field] of [
        [{ slug: "Not A Slug" }, "slug"],
        [{ name: null }, "name"],
        [{ replyMode: "BOTH" }, "replyMode"],
        [{ inboundSpam: "burn" }, "inboundSpam"],
        [{ contactFormSenders: ["form@acme.example", "nobody"] }, "contactFormSenders[1]"],
        [{ closedReplyWindowDays: 1.5 }, "closedReplyWindowDays"],
        [{ fromEmail: "desk@acme.example" }, "fromEmail"],
        [{ portalOrigins: ["https://a.example/path"] }, "portalOrigins[0]"],
        [{ portalOrigins: ["https://a.example:99999"] }, "portalOrigins[0]"],
        [{ ticketNumberStart: 5 }, "ticketNumberStart"],
        [{ autoresponseBody: "x".repeat(20_001) }, "autoresponseBody"],
        [{ autoresponseBody: "\u200b" }, "autoresponseBody"],
        [{ settings: "x" }, "settings"]
      ] as const) {
        assert.strictEqual((yield* ask("PATCH", path, { body })).json.errors[0].field, field)
      }
      // The limit is in characters: these are 80,000 bytes.
      const words = { autoresponseBody: "😀".repeat(20_000) }
      assert.include((yield* ask("PATCH", path, { body: words })).json, words)
      assert.deepStrictEqual((yield* ask("GET", `${path}/schema`)).json, {})
      assert.deepStrictEqual((yield* ask("PUT", `${path}/schema`, { body: { fields: [] } })).json, { fields: [] })
      const tooLong = yield* ask("PUT", `${path}/schema`, { body: { fields: "x".repeat(65_536) } })
      assert.deepInclude(tooLong.json.errors, {
        field: "body",
        code: "length",
        message: "must have at most 65536 bytes as JSON"
      })
      assert.deepStrictEqual((yield* ask("GET", `${path}/schema`)).json, { fields: [] })
      assert.deepStrictEqual((yield* ask("DELETE", path)).json, {
        ticketCount: 0,
        webhookCount: 0,
        categoryCount: 0,
        tagCount: 0,
        customerCount: 0
      })
      assert.deepStrictEqual((yield* ask("DELETE", `${path}?confirm=true`)).json, { success: true })
      assert.strictEqual((yield* ask("GET", path)).status, 404)
      assert.strictEqual(
        (yield* ask("POST", `${path}/tickets`, { body: { title: "t", customerEmail: "a@b.example" } })).status,
        404
      )
      assert.strictEqual((yield* ask("POST", `${path}/restore`)).json.id, made.json.id)
      const names = (yield* ask("GET", "/v1/brands")).json.map(({ name }: { name: string }) => name)
      assert.deepStrictEqual(names, ["Acme Tools", "My Brand"])
    })
  )

  it.effect("comments", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const ticket = yield* ask("POST", "/v1/tickets", {
        body: {
          brandId: live.brand.id,
          title: "t",
          customerEmail: "ines@north.example",
          customerName: "Ines",
          links: ["https://a.example/"],
          dueAt: "2027-01-01",
          sourceData: { a: 1 },
          tags: ["vip"]
        }
      })
      assert.strictEqual(ticket.status, 201, ticket.text)
      const told = { brandId: live.brand.id, title: "t", customerEmail: "ines@north.example", notifyCustomer: true }
      assert.strictEqual((yield* ask("POST", "/v1/tickets", { body: told })).status, 201)
      const path = `${ticket.headers.get("location")}/comments`
      const sentFrom = { body: "b", connectionId: "adr_01m896efq3e6hv4g62mf8gy9bq" }
      assert.strictEqual((yield* ask("POST", path, { body: sentFrom })).json.errors[0].code, "unknown_id")
      const made = yield* ask("POST", path, {
        body: {
          body: "We look into it.",
          setStatus: "pending",
          links: [{ url: "https://a.example/", title: "A" }],
          cc: ["Ben@north.example", "ben@north.example"]
        }
      })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepStrictEqual(made.json.cc, ["ben@north.example"])
      assert.include(made.json, {
        visibility: "public",
        isInternal: false,
        authorType: "AGENT",
        authorName: "First key",
        version: 1
      })
      assert.match(made.json.authorId, /^key_/)
      const named = yield* ask("POST", path, { body: { body: "note", isInternal: true, authorName: "Ada", cc: null } })
      assert.notProperty(named.json, "cc")
      assert.deepStrictEqual([named.json.authorId, named.json.authorName], [undefined, "Ada"])
      yield* ask("DELETE", named.headers.get("location") ?? "")
      assert.strictEqual((yield* ask("GET", ticket.headers.get("location") ?? "")).json.status, "pending")
      for (const body of [{ visibility: "internal" }, { isInternal: true }, { metadata: { isInternal: true } }]) {
        const note = yield* ask("POST", path, { body: { body: "note", ...body } })
        assert.deepInclude(note.json, { visibility: "internal", isInternal: true, metadata: { isInternal: true } })
      }
      assert.lengthOf((yield* ask("GET", path)).json, 4)
      assert.lengthOf((yield* ask("GET", `${path}?visibility=public`)).json, 1)
      const one = made.headers.get("location") ?? ""
      assert.strictEqual((yield* ask("GET", one)).text, made.text)
      const edited = yield* ask("PATCH", one, { headers: { "if-match": '"1"' }, body: { body: "We have found it." } })
      assert.include(edited.json, { body: "We have found it.", version: 2 })
      for (const [body, field] of [
        [{ visibility: "internal" }, "visibility"],
        [{ isInternal: true }, "isInternal"],
        [{ metadata: { isInternal: true } }, "metadata.isInternal"]
      ] as const)
        assert.deepInclude((yield* ask("PATCH", one, { body })).json.errors[0], { field, code: "not_allowed" })
      assert.property((yield* ask("DELETE", one)).json, "deletedAt")
      assert.strictEqual((yield* ask("DELETE", one)).status, 404)
      assert.lengthOf((yield* ask("GET", `${path}?includeDeleted=true`)).json, 5)
      const refused = yield* ask("POST", path, { body: { body: "", parentId: "cmt_x" } })
      assert.strictEqual(refused.json.errors[0].field, "body")
      const shown = (yield* ask("POST", path, { body: { body: "  as it was \n" } })).json
      assert.strictEqual(shown.body, "  as it was \n")
      for (const [method, at] of [
        ["POST", path],
        ["PATCH", `${path}/${shown.id}`]
      ] as const) {
        for (const body of ["", " \n\t", "\u200b"]) {
          const blank = yield* ask(method, at, { body: { body } })
          assert.deepInclude(blank.json.errors?.[0], { field: "body", code: "length" }, blank.text)
        }
      }
    })
  )

  it.effect("customers", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const path = `/v1/brands/${live.brand.id}/customers`
      const made = yield* ask("POST", path, {
        body: {
          email: "Grace@Navy.example",
          name: "Grace Hopper",
          phone: "+15550100",
          externalId: "g-1",
          metadata: { rank: 7 }
        }
      })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.json, { email: "grace@navy.example", notifyEmail: true, metadata: { rank: 7 } })
      const one = made.headers.get("location") ?? ""
      assert.deepInclude((yield* ask("GET", one)).json, { id: made.json.id, _count: { tickets: 0 } })
      assert.strictEqual(
        (yield* ask("POST", path, { body: { email: "grace@navy.example" } })).json.code,
        "already_exists"
      )
      const nobody = yield* ask("POST", path, { body: { name: "Una", externalId: "u-1" } })
      assert.deepInclude(nobody.json, { externalId: "u-1", emailIsPlaceholder: true })
      const again = yield* ask("POST", path, { body: { externalId: "u-1" } })
      assert.deepInclude(again.json, { code: "already_exists", field: "externalId" })
      const texting = yield* ask("POST", path, { body: { phone: "+15550199" } })
      for (const [correct, wrong] of [
        [{ phone: "+15550198" }, { phone: "+15550199" }],
        [{ externalId: "u-2" }, { externalId: "u-1" }]
      ] as const) {
        const { id } = ("phone" in wrong ? texting : nobody).json
        yield* ask("PATCH", `${path}/${id}`, { body: correct })
        const next = yield* ask("POST", path, { body: wrong })
        assert.deepInclude(next.json, { ...wrong, emailIsPlaceholder: true }, "what was corrected is free again")
      }
      const unknown = yield* ask("POST", path, { body: { name: "Una" } })
      assert.deepInclude(unknown.json.errors[0], { field: "email", code: "required" })
      const changed = yield* ask("PATCH", one, { body: { name: null, isBlocked: true } })
      assert.include(changed.json, { isBlocked: true, version: 2 })
      assert.notProperty(changed.json, "name")
      assert.lengthOf((yield* ask("GET", `${path}/search?q=navy`)).json, 1)
      assert.strictEqual((yield* ask("GET", `${path}/search?q=n`)).json.errors[0].field, "q")
      for (let index = 0; index < 3; index++) yield* ask("POST", path, { body: { email: `c${index}@pages.example` } })
      assert.deepStrictEqual((yield* ask("GET", `${path}?search=all`)).json.data, [])
      const first = yield* ask("GET", `${path}?search=pages&sort=email&order=asc&limit=2`)
      const second = yield* ask(
        "GET",
        `${path}?search=pages&sort=email&order=asc&limit=2&cursor=${first.json.pagination.nextCursor}`
      )
      const emails = [...first.json.data, ...second.json.data].map(({ email }: { email: string }) => email)
      assert.deepStrictEqual(emails, ["c0@pages.example", "c1@pages.example", "c2@pages.example"])
      assert.strictEqual((yield* ask("DELETE", one)).json.id, made.json.id)
      assert.strictEqual((yield* ask("GET", one)).status, 404)
    })
  )

  it.effect("webhooks", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const path = `/v1/brands/${live.brand.id}/webhooks`
      const made = yield* ask("POST", path, {
        body: { url: "https://hooks.example/a", events: ["ticket.*"], description: "CRM" }
      })
      assert.strictEqual(made.status, 201, made.text)
      assert.match(made.json.secret, /^whsec_/)
      const one = made.headers.get("location") ?? ""
      assert.notProperty((yield* ask("GET", one)).json, "secret")
      assert.lengthOf((yield* ask("GET", path)).json, 1)
      const changed = yield* ask("PATCH", one, {
        headers: { "if-match": '"1"' },
        body: { enabled: false, description: null }
      })
      assert.include(changed.json, { enabled: false, disabledReason: "manual", version: 2 })
      const rotated = yield* ask("POST", `${one}/rotate-secret`, {
        headers: { "idempotency-key": "rotate" },
        body: { overlapHours: 1 }
      })
      assert.match(rotated.json.secret, /^whsec_/)
      const again = yield* ask("POST", `${one}/rotate-secret`, {
        headers: { "idempotency-key": "rotate" },
        body: { overlapHours: 1 }
      })
      assert.strictEqual(again.json.secret, rotated.json.secret)
      for (const [body, field] of [
        [{ url: "ftp://a.example", events: ["*"] }, "url"],
        [{ url: "https://a.example", events: ["ticket.exploded"] }, "events[0]"],
        [{ url: "https://a.example", events: ["*"], secret: "short" }, "secret"],
        [{ url: "https://a.example", events: ["*"], secret: "🔑🔑🔑🔑" }, "secret"],
        [{ url: "https://a.example", events: ["*"], description: "🔑".repeat(201) }, "description"]
      ] as const) {
        assert.strictEqual((yield* ask("POST", path, { body })).json.errors[0].field, field)
      }
      const long = { secret: "🔑".repeat(256), description: "🔑".repeat(200) }
      const own = yield* ask("POST", path, { body: { url: "https://a.example", events: ["*"], ...long } })
      assert.include(own.json, long)
      assert.deepStrictEqual((yield* ask("GET", `${one}/deliveries`)).json, [])
      assert.deepStrictEqual((yield* ask("GET", `${one}/daily?days=7`)).json, [])
      assert.strictEqual((yield* ask("GET", `${one}/daily?days=0`)).json.errors[0].field, "days")
      assert.strictEqual((yield* ask("GET", `${one}/deliveries/dlv_x`)).status, 404)

      assert.deepInclude((yield* ask("POST", `${one}/replay`)).json, { code: "invalid_state", state: "disabled" })
      yield* ask("PATCH", one, { body: { enabled: true } })
      yield* ask("POST", `/v1/brands/${live.brand.id}/tickets`, {
        body: { title: "Again", customerEmail: "a@x.example" }
      })
      const replay = (body?: unknown) =>
        ask("POST", `${one}/replay`, {
          headers: { "idempotency-key": "replay" },
          ...(body === undefined ? {} : { body })
        })
      const scheduled = yield* replay({ eventIds: ["evt_x"] })
      assert.deepInclude(scheduled.json.errors[0], { field: "eventIds[0]", code: "unknown_id" })
      const before = yield* ask("GET", `${one}/deliveries`)
      const first = yield* replay({ onlyFailed: true })
      assert.strictEqual(first.status, 202, first.text)
      assert.isNumber(first.json.scheduled)
      assert.strictEqual((yield* replay({ onlyFailed: true })).text, first.text)
      const after = yield* ask("GET", `${one}/deliveries`)
      assert.lengthOf(after.json, before.json.length + first.json.scheduled)
      const repeated = yield* ask("POST", `${one}/deliveries/${after.json[0].id}/replay`)
      assert.strictEqual(repeated.status, 201, repeated.text)
      const found = yield* ask("GET", repeated.headers.get("location") ?? "")
      assert.include(found.json, { id: repeated.json.id, replayOf: after.json[0].id })
      assert.deepStrictEqual((yield* ask("DELETE", one)).json, { success: true })
      assert.strictEqual((yield* ask("GET", one)).status, 404)
    })
  )

  it.effect("the system", () =>
    Effect.gen(function* () {
      const anonymous = { key: "" }
      assert.deepStrictEqual((yield* ask("GET", "/v1/health", anonymous)).json, { status: "ok", version: "1.2.3" })
      assert.deepStrictEqual((yield* ask("GET", "/v1/ready", anonymous)).json, { status: "ok", checks: {} })
      const actors = (yield* ask("GET", "/v1/system/actors", anonymous)).json
      assert.deepStrictEqual(
        actors.map(({ name }: { name: string }) => name),
        ["api requests"]
      )
      const { ask: plain } = yield* HttpSite
      assert.strictEqual((yield* plain("GET", "/metrics", anonymous)).status, 200)
      const proxied = yield* plain("GET", "/metrics", { key: "", headers: { "x-forwarded-for": "1.2.3.4" } })
      assert.strictEqual(proxied.status, 403)
    })
  )
})
