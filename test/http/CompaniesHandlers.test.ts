import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { askBrand as ask, signedIn } from "../support/configuring.ts"
import { assertForeign, neighbour } from "../support/foreignIds.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

const unknown = "com_01m893khb3f5bbmdqn6zazb1ra"

layer(site(), { excludeTestServices: true })("Companies over HTTP", (it) => {
  const made = Effect.fnUntraced(function* (body: object) {
    const answer = yield* ask("POST", "/companies", { body })
    assert.strictEqual(answer.status, 201, answer.text)
    return answer
  })
  const refusedField = (body: object) =>
    Effect.map(ask("POST", "/companies", { body }), ({ json, status }) => [status, json.errors?.[0].field])

  it.effect("can be created, read, changed and deleted", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const answer = yield* made({
        name: " North ",
        domain: " North.Example ",
        externalId: "crm-1",
        metadata: { tier: "gold" },
        id: unknown,
        version: 7
      })
      const { id } = answer.json
      assert.deepInclude(answer.json, {
        name: "North",
        domain: "north.example",
        externalId: "crm-1",
        metadata: { tier: "gold" },
        version: 1
      })
      assert.notStrictEqual(id, unknown)
      assert.strictEqual(answer.headers.get("etag"), '"1"')
      const read = yield* anywhere("GET", answer.headers.get("location") ?? "")
      assert.deepStrictEqual(read.json, { ...answer.json, _count: { customers: 0 }, customers: [] })
      assert.strictEqual(read.headers.get("etag"), '"1"')

      const changed = yield* ask("PATCH", `/companies/${id}`, {
        headers: { "if-match": '"1"' },
        body: { name: "North & Sons", domain: null, externalId: null, metadata: null }
      })
      assert.deepInclude(changed.json, { name: "North & Sons", version: 2 })
      for (const member of ["domain", "externalId", "metadata"]) assert.notProperty(changed.json, member)
      const same = yield* ask("PATCH", `/companies/${id}`, { body: { name: "North & Sons" } })
      assert.include(same.json, { version: 2, updatedAt: changed.json.updatedAt })
      const stale = yield* ask("PATCH", `/companies/${id}`, { headers: { "if-match": '"1"' }, body: { name: "late" } })
      assert.include(stale.json, { status: 412, code: "precondition_failed", currentVersion: 2 })

      const late = yield* ask("DELETE", `/companies/${id}`, { headers: { "if-match": '"1"' } })
      assert.strictEqual(late.status, 412)
      const deleted = yield* ask("DELETE", `/companies/${id}`, { headers: { "if-match": '"2"' } })
      assert.deepInclude(deleted.json, { id, name: "North & Sons", version: 2 })
      for (const method of ["GET", "PATCH", "DELETE"])
        assert.strictEqual((yield* ask(method, `/companies/${id}`)).status, 404, method)
    })
  )

  it.effect("name the field of each rule that is broken", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [object, string]> = [
        [{}, "name"],
        [{ name: "" }, "name"],
        [{ name: "a\nb" }, "name"],
        [{ name: "x".repeat(201) }, "name"],
        [{ name: null }, "name"],
        ...[
          "example",
          "a@b.example",
          "https://a.example",
          "a..example",
          "-a.example",
          "1.2.3.4",
          "mün chen.example"
        ].map((domain) => [{ name: "x", domain }, "domain"] as const),
        [{ name: "x", domain: `${"a.".repeat(130)}example` }, "domain"],
        [{ name: "x", domain: 7 }, "domain"],
        [{ name: "x", externalId: "x".repeat(256) }, "externalId"],
        [{ name: "x", metadata: [] }, "metadata"],
        [{ name: "x", metadata: { a: "x".repeat(16 * 1024) } }, "metadata"]
      ]
      for (const [body, field] of cases)
        assert.deepStrictEqual(yield* refusedField(body), [400, field], JSON.stringify(body).slice(0, 80))
      const { id } = (yield* made({ name: "Rules" })).json
      const cleared = yield* ask("PATCH", `/companies/${id}`, { body: { name: null } })
      assert.strictEqual(cleared.json.errors[0].field, "name")
    })
  )

  it.effect("have a mail domain that no other company of the brand has", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      yield* made({ name: "Taken", domain: "taken.example" })
      const second = yield* ask("POST", "/companies", { body: { name: "Again", domain: "TAKEN.example" } })
      assert.include(second.json, { status: 409, code: "already_exists", field: "domain" })
      const other = (yield* made({ name: "Other" })).json
      const moved = yield* ask("PATCH", `/companies/${other.id}`, { body: { domain: "taken.example" } })
      assert.include(moved.json, { status: 409, field: "domain" })
      assert.include((yield* ask("GET", `/companies/${other.id}`)).json, { version: 1 })
      const { brandId } = yield* neighbour
      const elsewhere = { body: { name: "Taken", domain: "taken.example" } }
      assert.strictEqual((yield* anywhere("POST", `/v1/brands/${brandId}/companies`, elsewhere)).status, 201)
    })
  )

  it.effect("match customers by internationalized domains in either form", () =>
    Effect.gen(function* () {
      const { id } = (yield* made({ name: "Books", domain: "Bücher.example" })).json
      const ticket = yield* ask("POST", "/tickets", { body: { title: "Hi", customerEmail: "Ines@BÜCHER.example" } })
      const email = "ines@xn--bcher-kva.example"
      assert.deepInclude(ticket.json, { customerEmail: email })
      assert.deepInclude((yield* ask("GET", `/companies/${id}`)).json, {
        domain: "xn--bcher-kva.example",
        _count: { customers: 1 }
      })
      for (const said of [email, "ines@bücher.example"]) {
        const { json } = yield* ask("GET", `/tickets?customerEmail=${encodeURIComponent(said)}`)
        assert.deepStrictEqual(
          json.data.map((found: { id: string }) => found.id),
          [ticket.json.id]
        )
      }
      const same = yield* ask("POST", "/customers", { body: { email } })
      assert.include(same.json, { status: 409, field: "email" })
    })
  )

  it.effect("list their customers, who have no company once theirs is deleted", () =>
    Effect.gen(function* () {
      const { id } = (yield* made({ name: "West", domain: "west.example" })).json
      const customers: Array<{ id: string; version: number }> = []
      for (const name of ["ada", "bob", "eve"])
        customers.push((yield* ask("POST", "/customers", { body: { email: `${name}@west.example` } })).json)
      yield* ask("DELETE", `/customers/${customers[1]?.id}`)
      const read = yield* ask("GET", `/companies/${id}`)
      assert.deepStrictEqual(read.json._count, { customers: 2 })
      assert.deepStrictEqual(
        read.json.customers.map(({ email }: { email: string }) => email),
        ["eve@west.example", "ada@west.example"]
      )
      const ticket = (yield* ask("POST", "/tickets", { body: { title: "Hi", customerEmail: "ada@west.example" } })).json
      assert.strictEqual((yield* ask("GET", `/tickets/${ticket.id}`)).json.customer.company.id, id)
      yield* ask("DELETE", `/companies/${id}`)
      const ada = (yield* ask("GET", `/customers/${customers[0]?.id}`)).json
      assert.notProperty(ada, "companyId")
      assert.strictEqual(ada.version, customers[0]?.version)
      assert.notProperty((yield* ask("GET", `/tickets/${ticket.id}`)).json.customer, "company")
      assert.lengthOf((yield* ask("GET", `/customers?companyId=${id}`)).json.data, 0)
    })
  )

  it.effect("are listed by creation or name, page by page, with cursors that work for no other list", () =>
    Effect.gen(function* () {
      const names = ["Zebra", "alpha", "Beta", "alpha", "émile"]
      for (const [index, name] of names.entries())
        yield* made({ name: `List ${name}`, domain: `${index}.listed.example` })
      const paged = Effect.fnUntraced(function* (query: string) {
        const seen: Array<string> = []
        for (let cursor = ""; ; ) {
          const page = yield* ask("GET", `/companies?limit=2&${query}${cursor === "" ? "" : `&cursor=${cursor}`}`)
          assert.strictEqual(page.status, 200, page.text)
          seen.push(...page.json.data.map((company: { name: string; _count: { customers: number } }) => company.name))
          if (!page.json.pagination.hasMore) return seen
          cursor = page.json.pagination.nextCursor
        }
      })
      const listed = names.map((name) => `List ${name}`)
      assert.deepStrictEqual(yield* paged("search=LISTED.example&order=asc"), listed)
      assert.deepStrictEqual(yield* paged("search=list%20"), listed.toReversed())
      const byName = yield* paged("search=list%20&sort=name&order=asc")
      assert.deepStrictEqual(byName.slice(0, 3), ["List alpha", "List alpha", "List Beta"])
      assert.deepStrictEqual(yield* paged("search=list%20&sort=name"), byName.toReversed())
      assert.deepStrictEqual(yield* paged("search=%25%5F"), [])
      assert.deepStrictEqual(yield* paged("search=all"), [], "a word like others")

      const first = yield* ask("GET", "/companies?limit=1&sort=name")
      const { nextCursor } = first.json.pagination
      for (const query of ["sort=createdAt", "sort=name&order=asc", "sort=name&search=list"])
        assert.strictEqual((yield* ask("GET", `/companies?${query}&cursor=${nextCursor}`)).json.code, "invalid_cursor")
      for (const [query, field] of [
        ["sort=domain", "sort"],
        ["order=up", "order"],
        ["limit=0", "limit"],
        [`search=${"x".repeat(201)}`, "search"]
      ])
        assert.strictEqual((yield* ask("GET", `/companies?${query}`)).json.errors[0].field, field)
    })
  )

  it.effect("are not found by other brands, scoped keys and the other mode", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const { live, test } = yield* Installation
      const { id } = (yield* made({ name: "Private" })).json
      const path = `/companies/${id}`
      yield* assertForeign(
        [
          { method: "GET", path },
          { method: "PATCH", path, body: { name: "Mine" } },
          { method: "DELETE", path }
        ],
        id,
        unknown
      )
      assert.strictEqual((yield* ask("GET", path)).json.name, "Private")
      for (const malformed of [
        "/companies/x",
        `/companies/${id.toUpperCase()}`,
        `/companies/${id.replace("com", "cus")}`
      ])
        assert.strictEqual((yield* ask("GET", malformed)).status, 404)
      const { key } = yield* neighbour
      for (const options of [{ key }, { key: test.key }]) {
        assert.strictEqual((yield* anywhere("GET", `/v1/brands/${live.brand.id}/companies`, options)).status, 404)
        const body = { name: "Mine" }
        assert.strictEqual(
          (yield* anywhere("POST", `/v1/brands/${live.brand.id}/companies`, { ...options, body })).status,
          404
        )
      }
      assert.strictEqual((yield* anywhere("GET", `/v1/brands/${live.brand.id}/companies`, { key: "" })).status, 401)
    })
  )

  it.effect("can be created, changed and deleted by the whole team", () =>
    Effect.gen(function* () {
      const key = yield* signedIn("agent")
      const { id } = (yield* ask("POST", "/companies", { key, body: { name: "Agent's" } })).json
      for (const [method, path, body] of [
        ["GET", "/companies", undefined],
        ["GET", `/companies/${id}`, undefined],
        ["PATCH", `/companies/${id}`, { name: "Still the agent's" }],
        ["DELETE", `/companies/${id}`, undefined]
      ] as const)
        assert.strictEqual((yield* ask(method, path, { key, body })).status, 200, `${method} ${path}`)
    })
  )

  it.effect("are created and deleted once per idempotency key", () =>
    Effect.gen(function* () {
      const create = { headers: { "idempotency-key": "make" }, body: { name: "Once", domain: "once.example" } }
      const first = yield* ask("POST", "/companies", create)
      const again = yield* ask("POST", "/companies", create)
      assert.deepStrictEqual([again.status, again.text], [201, first.text])
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      assert.strictEqual(again.headers.get("location"), first.headers.get("location"))
      const other = yield* ask("POST", "/companies", { ...create, body: { name: "Twice" } })
      assert.include(other.json, { status: 422, code: "idempotency_key_reused" })
      const gone = { headers: { "idempotency-key": "drop" } }
      const path = `/companies/${first.json.id}`
      const deleted = yield* ask("DELETE", path, gone)
      assert.strictEqual((yield* ask("DELETE", path, gone)).text, deleted.text)
      assert.strictEqual((yield* ask("DELETE", path)).status, 404)
    })
  )
})
