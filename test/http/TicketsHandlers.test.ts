import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

layer(site(), { excludeTestServices: true })("Tickets over HTTP", (it) => {
  const open = Effect.fnUntraced(function* (body: object = {}) {
    const { ask } = yield* HttpSite
    const { live } = yield* Installation
    const made = yield* ask("POST", `/v1/brands/${live.brand.id}/tickets`, {
      body: { title: "Where is my parcel?", customerEmail: "Ada@Example.com", ...body }
    })
    assert.strictEqual(made.status, 201, made.text)
    return made
  })

  it.effect(
    "are refused with everything that is wrong with a body in one response, including its references and the customer",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const { live } = yield* Installation
        const path = `/v1/brands/${live.brand.id}/tickets`
        const fields = Effect.fnUntraced(function* (method: string, at: string, body: object) {
          const { json, status, text } = yield* ask(method, at, { body })
          assert.strictEqual(status, 400, text)
          return json.errors.map(({ field }: { readonly field: string }) => field).sort()
        })
        assert.deepStrictEqual(yield* fields("POST", path, {}), ["customerEmail", "title"])
        assert.deepStrictEqual(yield* fields("POST", path, { title: "T" }), ["customerEmail"])
        assert.deepStrictEqual(yield* fields("POST", path, { customerEmail: 1 }), ["customerEmail", "title"])
        assert.deepStrictEqual(yield* fields("POST", path, { customerId: "cus_1" }), ["title"])
        const unknown = { assigneeId: "foo", categoryId: "cat_1", status: "nope", tagIds: ["x", "y"] }
        const told = ["assigneeId", "categoryId", "status", "tagIds[0]", "tagIds[1]"]
        const body = { title: "T", customerEmail: "a@b.example", attachmentIds: ["p", "q"], ...unknown }
        assert.deepStrictEqual(yield* fields("POST", path, body), [
          ...told.slice(0, 1),
          "attachmentIds[0]",
          "attachmentIds[1]",
          ...told.slice(1)
        ])
        const made = yield* open()
        assert.deepStrictEqual(yield* fields("PATCH", `${path}/${made.json.id}`, unknown), told)
        assert.deepStrictEqual(
          yield* fields("POST", `${path}/${made.json.id}/comments`, { body: "B", parentId: "x", attachmentIds: ["y"] }),
          ["attachmentIds[0]", "parentId"]
        )
        assert.deepStrictEqual(yield* fields("POST", `/v1/brands/${live.brand.id}/customers`, { name: 1 }), [
          "email",
          "name"
        ])
      })
  )

  it.effect("cannot be filtered by a status that no brand has; the refusal names it and lists the known ones", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const brand = `/v1/brands/${live.brand.id}`
      yield* open()
      for (const status of ["opne", "Open", "opne,nope", "open,opne", "active,opne"])
        for (const [path, known] of [
          [`${brand}/tickets`, "open, pending, resolved, closed, or active"],
          ["/v1/tickets", "the status keys of your brands, or active"]
        ] as const) {
          const { json, text } = yield* ask("GET", `${path}?status=${status}`)
          assert.strictEqual(json.status, 400, text)
          assert.strictEqual(json.errors[0].field, "status")
          const [wrong] = status.split(",").filter((key) => key !== "open" && key !== "active")
          assert.include(json.errors[0].message, `${known}; "${wrong}" is not valid`)
        }
      const made = yield* ask("POST", `${brand}/statuses`, { body: { name: "Parked", category: "pending" } })
      yield* ask("DELETE", `${brand}/statuses/${made.json.id}`)
      for (const status of ["parked", "open,parked", "all", "active", "", "closed,resolved"])
        for (const path of [`${brand}/tickets`, "/v1/tickets"]) {
          const { status: answered, text } = yield* ask("GET", `${path}?status=${status}&createdBefore=2001-01-01`)
          assert.strictEqual(answered, 200, text)
        }
    })
  )

  it.effect("may name their brand in the body if it is the one in the path", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live, test } = yield* Installation
      const made = yield* open({ brandId: live.brand.id })
      const place = made.headers.get("location") ?? ""
      assert.strictEqual((yield* ask("PATCH", place, { body: { brandId: live.brand.id, title: "T" } })).status, 200)
      const path = `/v1/brands/${live.brand.id}/tickets`
      for (const brandId of [test.brand.id, "elsewhere"])
        for (const [method, at] of [
          ["POST", path],
          ["PATCH", place]
        ] as const) {
          const other = yield* ask(method, at, { body: { title: "T", customerEmail: "a@b.example", brandId } })
          assert.strictEqual(other.status, 400, other.text)
          assert.strictEqual(other.json.errors[0].field, "brandId")
        }
    })
  )

  it.effect("are created and read back at the Location that the response names", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const made = yield* open()
      assert.include(made.json, {
        customerEmail: "ada@example.com",
        status: "open",
        priority: "normal",
        source: "api",
        livemode: true,
        version: 1
      })
      assert.strictEqual(made.headers.get("etag"), '"1"')
      const read = yield* ask("GET", made.headers.get("location") ?? "")
      assert.strictEqual(read.status, 200)
      assert.include(read.json, { id: made.json.id, title: "Where is my parcel?" })
    })
  )

  for (const value of [
    false,
    true,
    0,
    -0.5,
    "",
    "text",
    [],
    [[]],
    {},
    { a: { b: [null, 1e300, "\u{1F600}"] } },
    { __proto__x: 1 }
  ]) {
    it.effect(`return the custom fields ${JSON.stringify(value)}`, () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const made = yield* open({ customFields: value })
        assert.deepStrictEqual(made.json.customFields, value)
        const read = yield* ask("GET", made.headers.get("location") ?? "")
        assert.deepStrictEqual(read.json.customFields, value)
      })
    )
  }

  it.effect("keep a member named __proto__ as a member", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const body =
        '{"title":"p","customerEmail":"a@b.example","custom_fields":{"__proto__":{"admin":true}},"metadata":{"__proto__":1}}'
      const made = yield* ask("POST", `/v1/brands/${live.brand.id}/tickets`, { body })
      assert.strictEqual(made.status, 201, made.text)
      assert.include(made.text, '"customFields":{"__proto__":{"admin":true}}')
      assert.include((yield* ask("GET", made.headers.get("location") ?? "")).text, '"metadata":{"__proto__":1}')
    })
  )

  it.effect("change in the fields given, clear with null, and refuse a stale version", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const made = yield* open({ body: "text", customFields: { a: 1, b: 2 }, tags: ["vip", " VIP "] })
      const path = made.headers.get("location") ?? ""
      assert.lengthOf(made.json.tags, 1)
      const patched = yield* ask("PATCH", path, {
        headers: { "if-match": '"1"' },
        body: { body: null, priority: "urgent", customFieldsPatch: { a: null, c: 3 } }
      })
      assert.strictEqual(patched.status, 200, patched.text)
      assert.deepInclude(patched.json, { priority: "urgent", customFields: { b: 2, c: 3 }, version: 2 })
      assert.notProperty(patched.json, "body")
      const same = yield* ask("PATCH", path, { body: { priority: "urgent" } })
      assert.include(same.json, { version: 2, updatedAt: patched.json.updatedAt })
      const stale = yield* ask("PATCH", path, { headers: { "if-match": '"1"' }, body: { title: "late" } })
      assert.deepInclude(stale.json, { status: 412, code: "precondition_failed", currentVersion: 2 })
      assert.strictEqual(
        (yield* ask("PATCH", path, { headers: { "if-match": "2" }, body: {} })).json.errors[0].field,
        "If-Match"
      )
      assert.strictEqual(
        (yield* ask("PATCH", path, { headers: { "if-match": "*" }, body: { title: "any" } })).status,
        200
      )
    })
  )

  it.effect("can be moved to the trash and restored", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const path = (yield* open()).headers.get("location") ?? ""
      const deleted = yield* ask("DELETE", path, { headers: { "content-type": "application/json" } })
      assert.property(deleted.json, "deletedAt")
      assert.strictEqual((yield* ask("GET", path)).status, 404)
      for (const permanent of ["yes", "maybe"])
        assert.strictEqual((yield* ask("DELETE", `${path}?permanent=${permanent}`)).json.errors[0].field, "permanent")
      assert.strictEqual((yield* ask("GET", `${path}?deleted=include`)).status, 200)
      assert.notProperty((yield* ask("POST", `${path}/restore`)).json, "deletedAt")
      assert.strictEqual((yield* ask("GET", path)).status, 200)
    })
  )

  it.effect("are paged without repeats or gaps, with cursors that work for no other list", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live, test } = yield* Installation
      const made: Array<string> = []
      for (let index = 0; index < 7; index++)
        made.unshift((yield* open({ title: `Page ${index}`, createdBy: "pager" })).json.id)
      const path = `/v1/brands/${live.brand.id}/tickets?createdBy=pager&limit=3`
      const seen: Array<string> = []
      let cursor = ""
      for (let page = 0; page < 3; page++) {
        const { json } = yield* ask("GET", `${path}${cursor === "" ? "" : `&cursor=${cursor}`}`)
        seen.push(...json.data.map(({ id }: { id: string }) => id))
        if (page < 2) assert.strictEqual(json.pagination.cursor, json.pagination.nextCursor)
        else assert.deepStrictEqual(json.pagination, { hasMore: false, nextCursor: null })
        cursor = json.pagination.nextCursor ?? cursor
      }
      assert.deepStrictEqual(seen, made)
      for (const wrong of [
        ["GET", `${path}&cursor=${cursor}x`, live.key],
        ["GET", `${path}&cursor=%00`, live.key],
        ["GET", `${path}&cursor=${"a".repeat(600)}`, live.key],
        ["GET", `${path}&cursor=a&cursor=b`, live.key],
        ["GET", `${path}&order=asc&cursor=${cursor}`, live.key],
        ["GET", `/v1/tickets?createdBy=pager&limit=3&cursor=${cursor}`, live.key],
        ["GET", `/v1/brands/${test.brand.id}/tickets?createdBy=pager&limit=3&cursor=${cursor}`, test.key]
      ] as const) {
        const refused = yield* ask(wrong[0], wrong[1], { key: wrong[2] })
        assert.strictEqual(refused.status, 400, wrong[1])
      }
      assert.strictEqual((yield* ask("GET", `${path}&limit=2&cursor=${cursor}`)).status, 400)
    })
  )

  it.effect("can be sent back as they were read, whatever became of their customer since", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const brand = `/v1/brands/${live.brand.id}`
      const whole = {
        body: "Late",
        customFields: [1],
        metadata: { a: 1 },
        links: ["https://a.example"],
        dueAt: "2027-01-01"
      }
      const { json: made } = yield* open({ ...whole, customerEmail: "back@north.example", tags: ["sent", "back"] })
      const path = `${brand}/tickets/${made.id}`
      yield* ask("PATCH", path, { body: { status: "closed", closeReason: "other" } })
      yield* ask("DELETE", `${brand}/customers/${made.customerId}`)
      const read = (yield* ask("GET", path)).json
      const back = yield* ask("PATCH", path, { body: read })
      assert.deepStrictEqual([back.status, back.json.version], [200, read.version], back.text)
      const renamed = yield* ask("PATCH", path, { body: { ...read, title: "Another", tags: [read.tags[0]] } })
      assert.deepStrictEqual(
        { ...renamed.json, title: read.title, tags: read.tags, version: read.version, updatedAt: read.updatedAt },
        back.json
      )
      assert.deepStrictEqual(renamed.json.tags, [read.tags[0]])
      for (const [body, field] of [
        [{ ...read, customerEmail: "else@north.example" }, "customerId"],
        [{ customerId: read.customerId, customerEmail: "else@north.example" }, "customerId"],
        [{ tags: [{ id: "sent" }] }, "tags[0].id"],
        [{ tags: [{ name: "sent" }] }, "tags[0].id"]
      ] as const)
        assert.strictEqual((yield* ask("PATCH", path, { body })).json.errors?.[0].field, field, JSON.stringify(body))
      const { json: known } = yield* open({ customerEmail: "known@north.example" })
      const differ = { customerId: known.customerId, customerEmail: "else@north.example" }
      assert.strictEqual((yield* ask("PATCH", path, { body: differ })).json.errors[0].field, "customerEmail")
      const agree = { customerId: known.customerId, customerEmail: "Known@north.example" }
      assert.strictEqual((yield* ask("PATCH", path, { body: agree })).json.customerId, known.customerId)
    })
  )

  it.effect("are listed across brands with their brand, and filtered", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      yield* open({ title: "Needle", priority: "high", createdBy: "filter", status: "pending" })
      yield* open({ title: "Hay", createdBy: "filter", status: "resolved" })
      const titles = (query: string) =>
        Effect.map(ask("GET", `/v1/tickets?createdBy=filter&${query}`), ({ json, text }) =>
          json.data === undefined ? text : json.data.map(({ title }: { title: string }) => title).sort()
        )
      assert.deepStrictEqual(yield* titles(""), ["Hay", "Needle"])
      assert.deepStrictEqual(yield* titles("status=active"), ["Needle"])
      assert.deepStrictEqual(yield* titles("status=active,resolved"), ["Hay", "Needle"])
      assert.deepStrictEqual(yield* titles("status=open&status=resolved"), ["Hay"])
      assert.deepStrictEqual(yield* titles("priority=high,urgent"), ["Needle"])
      assert.deepStrictEqual(yield* titles("search=needle"), ["Needle"])
      assert.deepStrictEqual(yield* titles("search=all"), [], "a word like others")
      assert.deepStrictEqual(yield* titles("customerEmail=ADA@example.com&status=all&isSpam=all"), ["Hay", "Needle"])
      const { json: plus } = yield* open({ customerEmail: "ada+shop@plus.example" })
      const byAddress = yield* ask("GET", "/v1/tickets?customerEmail=ADA+shop@plus.example")
      assert.deepStrictEqual(
        byAddress.json.data.map(({ id }: { id: string }) => id),
        [plus.id]
      )
      for (const given of ["ada", "@plus.example", "ada@", "a b@c@"]) {
        const { json, status } = yield* ask("GET", `/v1/tickets?customerEmail=${encodeURIComponent(given)}`)
        assert.deepStrictEqual(
          [status, json.errors?.[0].field, json.errors?.[0].code],
          [400, "customerEmail", "format"]
        )
      }
      assert.deepStrictEqual(yield* titles("customerEmail=nobody@localhost"), [])
      assert.deepStrictEqual(yield* titles("brandId=br_01m893khb3f5bbmdqn6zazb1ra"), [])
      assert.deepStrictEqual(yield* titles("assigneeId=unassigned&categoryId=null"), ["Hay", "Needle"])
      assert.deepStrictEqual(yield* titles("createdAfter=2999-01-01"), [])
      const tagged = yield* open({ title: "Tagged", createdBy: "filter", tags: ["sharp"] })
      const tag: string = tagged.json.tags[0].id
      const nobodys = "tag_01m893khb3f5bbmdqn6zazb1ra"
      assert.deepStrictEqual(yield* titles(`tagIds=${tag},${nobodys}`), ["Tagged"])
      for (const all of [`${tag},${nobodys}`, nobodys])
        assert.deepStrictEqual(yield* titles(`tagMode=all&tagIds=${all}`), [], all)
      yield* ask("DELETE", `/v1/brands/${live.brand.id}/tickets/${tagged.json.id}`)
      assert.deepStrictEqual(yield* titles(""), ["Hay", "Needle"])
      assert.deepStrictEqual(yield* titles("deleted=all&merged=all"), ["Hay", "Needle", "Tagged"])
      const { json } = yield* ask("GET", "/v1/tickets?createdBy=filter&limit=1")
      assert.deepInclude(json.data[0].brand, { id: live.brand.id, slug: "my-brand" })
    })
  )

  for (const query of [
    "limit=0",
    "limit=x",
    "limit=1.5",
    "order=up",
    "sort=color",
    "isSpam=maybe",
    "createdAfter=yesterday",
    "createdBefore=2026-02-30",
    "priority=huge",
    "search=%00",
    "deleted=2",
    "limit=1&limit=2",
    "assigneeId=me",
    "assigneeId=foo",
    "customerId=tkt_01m893khb3f5bbmdqn6zazb1ra",
    "companyId=null,acme",
    "tagIds=sharp&tagMode=all",
    "brandId=my-brand",
    "brandIds=all-brands",
    "status=open,opne"
  ]) {
    it.effect(`refuse the list parameter ${query} by name`, () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const refused = yield* ask("GET", `/v1/tickets?${query}`)
        assert.strictEqual(refused.status, 400)
        assert.strictEqual(refused.json.errors[0].field, query.split("=")[0])
      })
    )
  }

  for (const [body, field, code] of [
    [{ customerEmail: "a@b.example" }, "title", "required"],
    [{ title: null, customerEmail: "a@b.example" }, "title", "type"],
    [{ title: "   ", customerEmail: "a@b.example" }, "title", "length"],
    [{ title: "a\nb", customerEmail: "a@b.example" }, "title", "format"],
    [{ title: "\u200b", customerEmail: "a@b.example" }, "title", "format"],
    [{ title: "x".repeat(501), customerEmail: "a@b.example" }, "title", "length"],
    [{ title: "t" }, "customerEmail", "required"],
    [{ title: "t", customerEmail: "not an address" }, "customerEmail", "format"],
    [{ title: "t", customerEmail: '"q"@b.example' }, "customerEmail", "format"],
    [{ title: "t", customerEmail: "Ada <a@b.example>" }, "customerEmail", "format"],
    [{ title: "t", customerEmail: "a@b.example", priority: "asap" }, "priority", "enum"],
    [{ title: "t", customerEmail: "a@b.example", body: 7 }, "body", "type"],
    [{ title: "t", customerEmail: "a@b.example", tags: "vip" }, "tags", "type"],
    [{ title: "t", customerEmail: "a@b.example", tags: ["a", 7] }, "tags[1]", "type"],
    [{ title: "t", customerEmail: "a@b.example", tags: Array(51).fill("x") }, "tags", "too_many"],
    [{ title: "t", customerEmail: "a@b.example", links: [{ url: "javascript:alert(1)" }] }, "links[0].url", "format"],
    [{ title: "t", customerEmail: "a@b.example", metadata: [] }, "metadata", "type"],
    [{ title: "t", customerEmail: "a@b.example", metadata: { a: "x".repeat(17_000) } }, "metadata", "length"],
    [{ title: "t", customerEmail: "a@b.example", dueAt: "soon" }, "dueAt", "format"],
    [{ title: "t", customerEmail: "a@b.example", categoryId: "cat_1" }, "categoryId", "unknown_id"],
    [
      { title: "t", customerEmail: "a@b.example", assigneeId: "mem_01m893khb3f5bbmdqn6zazb1ra" },
      "assigneeId",
      "unknown_id"
    ],
    [{ title: "t", customerEmail: "a@b.example", status: "closed" }, "status", "not_allowed"],
    [{ title: "t", customerEmail: "a@b.example", customFields: { a: "x".repeat(70_000) } }, "customFields", "length"]
  ] as const) {
    it.effect(`refuse ${field} in ${JSON.stringify(body).slice(0, 70)} as ${code}`, () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const { live } = yield* Installation
        const refused = yield* ask("POST", `/v1/brands/${live.brand.id}/tickets`, { body })
        assert.strictEqual(refused.status, 400, refused.text)
        assert.include(refused.json.errors[0], { field, code })
        assert.include(refused.json.detail, field)
      })
    )
  }
})
