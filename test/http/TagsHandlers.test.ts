import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { askBrand as ask, signedIn } from "../support/configuring.ts"
import { assertForeign, neighbour } from "../support/foreignIds.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

const unknown = "tag_01m893khb3f5bbmdqn6zazb1ra"

layer(site(), { excludeTestServices: true })("Tags over HTTP", (it) => {
  const made = Effect.fnUntraced(function* (name: string, color?: string) {
    const answer = yield* ask("POST", "/tags", { body: { name, ...(color === undefined ? {} : { color }) } })
    assert.strictEqual(answer.status, 201, answer.text)
    return answer
  })
  /** Opens a ticket with these tags; returns its id. */
  const tagged = Effect.fnUntraced(function* (...tags: ReadonlyArray<string>) {
    const answer = yield* ask("POST", "/tickets", { body: { title: "t", customerEmail: "ada@tag.example", tags } })
    assert.strictEqual(answer.status, 201, answer.text)
    return answer.json.id as string
  })
  /** The names of a ticket's tags, as lists and as a single read show them. */
  const tagsOf = Effect.fnUntraced(function* (id: string) {
    const list = yield* ask("GET", "/tickets?limit=100")
    const names = (ticket: { tags: ReadonlyArray<{ name: string }> }) => ticket.tags.map(({ name }) => name)
    const inList = names(list.json.data.find((ticket: { id: string }) => ticket.id === id))
    assert.deepStrictEqual(names((yield* ask("GET", `/tickets/${id}`)).json), inList)
    return inList
  })

  it.effect("can be created, read, changed and deleted", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const answer = yield* made("  Red ")
      assert.include(answer.json, { name: "Red", color: "#6366f1" })
      assert.strictEqual((yield* anywhere("GET", answer.headers.get("location") ?? "")).text, answer.text)
      assert.include((yield* made("Green", "#00ff00")).json, { color: "#00ff00" })
      const path = `/tags/${answer.json.id}`
      const changed = yield* ask("PATCH", path, { body: { name: "crimson", color: "#dc143c" } })
      assert.include(changed.json, { id: answer.json.id, name: "crimson", color: "#dc143c" })
      assert.strictEqual((yield* ask("PATCH", path, { body: { name: " crimson " } })).text, changed.text)
      assert.deepStrictEqual((yield* ask("DELETE", path)).json, { success: true })
      for (const method of ["GET", "PATCH", "DELETE"]) assert.strictEqual((yield* ask(method, path)).status, 404)
    })
  )

  it.effect("are listed by name, ignoring case", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const { brandId } = yield* neighbour
      const path = `/v1/brands/${brandId}/tags`
      assert.deepStrictEqual((yield* anywhere("GET", path)).json, [])
      assert.deepStrictEqual((yield* anywhere("GET", `${path}/stats`)).json, {})
      for (const name of ["b", "C", "a"]) yield* anywhere("POST", path, { body: { name } })
      const names = (yield* anywhere("GET", path)).json.map(({ name }: { name: string }) => name)
      assert.deepStrictEqual(names, ["a", "b", "C"])
    })
  )

  it.effect("name the field of each rule that is broken", () =>
    Effect.gen(function* () {
      for (const [body, field] of [
        [{}, "name"],
        [{ name: " " }, "name"],
        [{ name: "x".repeat(101) }, "name"],
        [{ name: "a\tb" }, "name"],
        [{ name: "x", color: "red" }, "color"],
        [{ name: "x", color: null }, "color"]
      ] as const) {
        const { json, status } = yield* ask("POST", "/tags", { body })
        assert.deepStrictEqual([status, json.errors?.[0].field], [400, field], JSON.stringify(body))
      }
      const { id } = (yield* made("Rules")).json
      const { json } = yield* ask("PATCH", `/tags/${id}`, { body: { name: null } })
      assert.strictEqual(json.errors[0].field, "name")
    })
  )

  it.effect("have a name that no other tag of the brand has, ignoring case", () =>
    Effect.gen(function* () {
      yield* made("Ärger")
      assert.include((yield* ask("POST", "/tags", { body: { name: " äRGER " } })).json, {
        status: 409,
        code: "already_exists",
        field: "name"
      })
      const other = (yield* made("Other")).json
      assert.include((yield* ask("PATCH", `/tags/${other.id}`, { body: { name: "ärger" } })).json, {
        status: 409,
        field: "name"
      })
      assert.strictEqual((yield* ask("PATCH", `/tags/${other.id}`, { body: { name: "OTHER" } })).json.name, "OTHER")
    })
  )

  it.effect("show their current state on tickets: renamed, merged, removed; the tickets' versions stay", () =>
    Effect.gen(function* () {
      const id = yield* tagged("vip", "urgent", "slow")
      const [slow, urgent, vip] = (yield* ask("GET", `/tickets/${id}`)).json.tags
      assert.deepStrictEqual(yield* tagsOf(id), ["slow", "urgent", "vip"])
      yield* ask("PATCH", `/tags/${vip.id}`, { body: { name: "gold" } })
      assert.deepStrictEqual(yield* tagsOf(id), ["gold", "slow", "urgent"])
      yield* ask("POST", `/tags/${urgent.id}/merge`, { body: { sourceTagIds: [slow.id] } })
      assert.deepStrictEqual(yield* tagsOf(id), ["gold", "urgent"])
      yield* ask("DELETE", `/tags/${vip.id}`)
      assert.deepStrictEqual(yield* tagsOf(id), ["urgent"])
      assert.include((yield* ask("GET", `/tickets/${id}`)).json, { version: 1 })
    })
  )

  it.effect("can be merged: tickets get the target once, and the sources disappear", () =>
    Effect.gen(function* () {
      const [target, one, two] = [(yield* made("m0")).json, (yield* made("m1")).json, (yield* made("m2")).json]
      const [all, some, none] = [yield* tagged("m0", "m1", "m2"), yield* tagged("m2"), yield* tagged("m3")]
      const path = `/tags/${target.id}/merge`
      const answer = yield* ask("POST", path, { body: { sourceTagIds: [one.id, two.id, one.id] } })
      assert.deepStrictEqual(answer.json, target)
      assert.deepStrictEqual(yield* tagsOf(all), ["m0"])
      assert.deepStrictEqual(yield* tagsOf(some), ["m0"])
      assert.deepStrictEqual(yield* tagsOf(none), ["m3"])
      for (const { id } of [one, two]) assert.strictEqual((yield* ask("GET", `/tags/${id}`)).status, 404)
    })
  )

  it.effect("are merged all or none, and a refusal names the source that cannot be merged", () =>
    Effect.gen(function* () {
      const [target, source] = [(yield* made("t0")).json, (yield* made("t1")).json]
      const path = `/tags/${target.id}/merge`
      const elsewhere = yield* Effect.gen(function* () {
        const { ask: anywhere } = yield* HttpSite
        const { brandId } = yield* neighbour
        return (yield* anywhere("POST", `/v1/brands/${brandId}/tags`, { body: { name: "t2" } })).json.id
      })
      const refused = yield* ask("POST", path, {
        body: { sourceTagIds: [source.id, unknown, "x", target.id, elsewhere] }
      })
      assert.strictEqual(refused.status, 400)
      assert.deepStrictEqual(
        refused.json.errors.map(({ code, field }: { code: string; field: string }) => [field, code]),
        [
          ["sourceTagIds[1]", "unknown_id"],
          ["sourceTagIds[2]", "unknown_id"],
          ["sourceTagIds[3]", "not_allowed"],
          ["sourceTagIds[4]", "unknown_id"]
        ]
      )
      assert.strictEqual((yield* ask("GET", `/tags/${source.id}`)).status, 200)
      for (const sourceTagIds of [[], Array.from({ length: 101 }, () => source.id), "x", undefined])
        assert.strictEqual((yield* ask("POST", path, { body: { sourceTagIds } })).json.errors[0].field, "sourceTagIds")
      const gone = yield* ask("POST", `/tags/${unknown}/merge`, { body: { sourceTagIds: ["x"] } })
      assert.strictEqual(gone.status, 404)
    })
  )

  it.effect("count the tickets that lists show", () =>
    Effect.gen(function* () {
      const [busy, idle] = [(yield* made("busy")).json, (yield* made("idle")).json]
      yield* tagged("busy")
      const [spam, trash, source, target] = [
        yield* tagged("busy"),
        yield* tagged("busy"),
        yield* tagged("busy"),
        yield* tagged()
      ]
      yield* ask("POST", `/tickets/${spam}/spam`, { body: { isSpam: true, blockSender: false } })
      yield* ask("DELETE", `/tickets/${trash}`)
      yield* ask("POST", `/tickets/${target}/merge`, { body: { sourceTicketIds: [source] } })
      const { json } = yield* ask("GET", "/tags/stats")
      assert.deepStrictEqual([json[busy.id], json[idle.id]], [{ ticketCount: 2 }, { ticketCount: 0 }])
    })
  )

  it.effect("are not found by other brands, scoped keys and the other mode", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const { live, test } = yield* Installation
      const [{ id }, source] = [(yield* made("Private")).json, (yield* made("Source")).json]
      const path = `/tags/${id}`
      yield* assertForeign(
        [
          { method: "GET", path },
          { method: "PATCH", path, body: { name: "Mine" } },
          { method: "DELETE", path },
          { method: "POST", path: `${path}/merge`, body: { sourceTagIds: [source.id] } }
        ],
        id,
        unknown
      )
      assert.strictEqual((yield* ask("GET", path)).json.name, "Private")
      const { key } = yield* neighbour
      for (const options of [{ key }, { key: test.key }])
        for (const [method, path, body] of [
          ["GET", "/tags", undefined],
          ["GET", "/tags/stats", undefined],
          ["POST", "/tags", { name: "Mine" }]
        ] as const) {
          const answer = yield* anywhere(method, `/v1/brands/${live.brand.id}${path}`, { ...options, body })
          assert.strictEqual(answer.status, 404)
        }
    })
  )

  it.effect("can be created, changed, merged and deleted by the whole team", () =>
    Effect.gen(function* () {
      const key = yield* signedIn("agent")
      const [target, source] = [
        (yield* ask("POST", "/tags", { key, body: { name: "Agent's" } })).json,
        (yield* ask("POST", "/tags", { key, body: { name: "Agent's other" } })).json
      ]
      for (const [method, path, body] of [
        ["GET", "/tags", undefined],
        ["GET", "/tags/stats", undefined],
        ["PATCH", `/tags/${target.id}`, { color: "#000000" }],
        ["POST", `/tags/${target.id}/merge`, { sourceTagIds: [source.id] }],
        ["DELETE", `/tags/${target.id}`, undefined]
      ] as const)
        assert.strictEqual((yield* ask(method, path, { key, body })).status, 200, `${method} ${path}`)
    })
  )

  it.effect("are created, merged and deleted once per idempotency key", () =>
    Effect.gen(function* () {
      const create = { headers: { "idempotency-key": "make" }, body: { name: "Once" } }
      const first = yield* ask("POST", "/tags", create)
      const again = yield* ask("POST", "/tags", create)
      assert.deepStrictEqual([again.status, again.text], [201, first.text])
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      assert.strictEqual((yield* ask("POST", "/tags", { ...create, body: { name: "Twice" } })).status, 422)
      const source = (yield* made("Merged once")).json.id
      const merge = { headers: { "idempotency-key": "merge" }, body: { sourceTagIds: [source] } }
      const path = `/tags/${first.json.id}`
      const merged = yield* ask("POST", `${path}/merge`, merge)
      assert.strictEqual((yield* ask("POST", `${path}/merge`, merge)).text, merged.text)
      const gone = { headers: { "idempotency-key": "drop" } }
      assert.strictEqual((yield* ask("DELETE", path, gone)).status, 200)
      assert.strictEqual((yield* ask("DELETE", path, gone)).headers.get("idempotency-replayed"), "true")
      assert.strictEqual((yield* ask("DELETE", path)).status, 404)
    })
  )
})
