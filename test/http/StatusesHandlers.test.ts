import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { StatusId } from "../../src/domain/Ids.ts"
import {
  askBrand,
  assertConfiguredByAdmins,
  assertForeignBrand,
  assertOnce,
  auditOf,
  refusal
} from "../support/configuring.ts"
import { assertForeign } from "../support/foreignIds.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

const unknown = "sts_01m893khb3f5bbmdqn6zazb1ra"

interface StatusBody {
  readonly id: StatusId
  readonly key: string
  readonly sortOrder: number
  readonly isDefault: boolean
}

/** Names unique to each test. Their words begin with letters, so that keys are the names in snake case. */
const fresh = (name: string) => `${name} s${crypto.randomUUID().slice(0, 8)}`

const made = Effect.fnUntraced(function* (body: object) {
  const answer = yield* askBrand("POST", "/statuses", { body })
  assert.strictEqual(answer.status, 201, answer.text)
  return answer.json
})

const listed = Effect.fnUntraced(function* (query = "") {
  const answer = yield* askBrand("GET", `/statuses${query}`)
  assert.strictEqual(answer.status, 200, answer.text)
  return answer.json as ReadonlyArray<StatusBody>
})

const systemId = Effect.fnUntraced(function* (key: string) {
  return (yield* listed()).find((status) => status.key === key)?.id ?? assert.fail(`no status ${key}`)
})

layer(site(), { excludeTestServices: true })("Statuses over HTTP", (it) => {
  it.effect("are four from the start, in order", () =>
    Effect.gen(function* () {
      const four = (yield* listed()).slice(0, 4)
      assert.deepStrictEqual(
        four.map(({ isDefault, key }) => [key, isDefault]),
        [
          ["open", true],
          ["pending", false],
          ["resolved", false],
          ["closed", false]
        ]
      )
    })
  )

  it.effect("are created with a key derived from their name, and defaults derived from category and name", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const name = fresh("Wartet auf Käufer")
      const first = yield* askBrand("POST", "/statuses", { body: { name, category: "pending" } })
      assert.strictEqual(first.status, 201, first.text)
      assert.deepInclude(first.json, {
        brandId: live.brand.id,
        key: name.toLowerCase().replaceAll(" ", "_").replace("ä", "a"),
        category: "pending",
        customerName: name,
        color: "#f59e0b",
        isSystem: false,
        isDefault: false,
        isActive: true
      })
      assert.notProperty(first.json, "description")
      const { ask } = yield* HttpSite
      assert.strictEqual((yield* ask("GET", first.headers.get("location") ?? "")).text, first.text)
      const key = `k_${first.json.id.slice(-8)}`
      const second = yield* made({
        name,
        category: "resolved",
        key,
        customerName: "Done",
        color: "#000000",
        description: "x"
      })
      assert.include(second, { key, customerName: "Done", color: "#000000", description: "x" })
      assert.strictEqual(second.sortOrder, first.json.sortOrder + 1)
      for (const body of [
        { name, category: "open" },
        { name: "Another", category: "open", key },
        { name: "Another", category: "open", key: "closed" }
      ]) {
        const taken = yield* askBrand("POST", "/statuses", { body })
        assert.deepStrictEqual(refusal(taken), [409, "already_exists", "key"], JSON.stringify(body))
      }
    })
  )

  it.effect("refuse what breaks a rule, naming it", () =>
    Effect.gen(function* () {
      const { id } = yield* made({ name: fresh("Rules"), category: "pending" })
      for (const [body, ...refused] of [
        [{}, "name required", "category required"],
        [{ name: "x", category: "closed" }, "category enum"],
        [{ name: "x", category: "open", key: "Not a key" }, "key format"],
        [{ name: "x", category: "open", key: "active" }, "key not_allowed"],
        [{ name: "Active", category: "open" }, "key not_allowed"],
        [{ name: "待機", category: "open" }, "key required"],
        [{ name: "x".repeat(101), category: "open" }, "name length"],
        [{ name: "x", category: "pending", isDefault: true }, "isDefault not_allowed"]
      ] as const) {
        const answer = yield* askBrand("POST", "/statuses", { body })
        assert.deepStrictEqual(refusal(answer), [400, "validation_failed", ...refused], JSON.stringify(body))
      }
      const path = `/statuses/${id}`
      const closed = yield* askBrand("PATCH", path, { body: { category: "closed" } })
      assert.deepStrictEqual(refusal(closed), [400, "validation_failed", "category enum"])
      const flag = yield* askBrand("GET", "/statuses?includeInactive=maybe")
      assert.deepStrictEqual(refusal(flag), [400, "validation_failed", "includeInactive type"])
    })
  )

  it.effect("change only in the fields that are sent, never in key", () =>
    Effect.gen(function* () {
      const name = fresh("Parts")
      const before = yield* made({ name, category: "pending" })
      const path = `/statuses/${before.id}`
      const same = yield* askBrand("PATCH", path, { body: { name, key: "another_key", isSystem: true } })
      assert.deepStrictEqual(same.json, before)
      const renamed = yield* askBrand("PATCH", path, { body: { name: "Spare parts", description: "Ordered" } })
      assert.include(renamed.json, { key: before.key, name: "Spare parts", customerName: "Spare parts" })
      const told = yield* askBrand("PATCH", path, { body: { customerName: "We wait" } })
      const last = yield* askBrand("PATCH", path, { body: { name: "Parts again", description: null } })
      assert.include(last.json, { name: "Parts again", customerName: "We wait" })
      assert.notProperty(last.json, "description")
      assert.strictEqual(told.json.name, "Spare parts")
      const [creation, change, ...more] = yield* auditOf(before.id)
      assert.deepInclude(creation, { event: "status.created", metadata: { key: before.key, name } })
      assert.deepInclude(change?.changes, { name: { old: name, new: "Spare parts" } })
      assert.deepStrictEqual(
        more.map(({ event }) => event),
        ["status.updated", "status.updated"]
      )
    })
  )

  it.effect("of the system can be renamed, but neither deleted nor moved to another category", () =>
    Effect.gen(function* () {
      const path = `/statuses/${yield* systemId("resolved")}`
      const renamed = yield* askBrand("PATCH", path, {
        body: { name: "Solved", color: "#22c55f", category: "resolved", isActive: true }
      })
      assert.include(renamed.json, { key: "resolved", name: "Solved", customerName: "Solved", isSystem: true })
      for (const body of [{ category: "open" }, { isActive: false }]) {
        assert.deepStrictEqual(refusal(yield* askBrand("PATCH", path, { body })), [409, "system_record"])
      }
      assert.deepStrictEqual(refusal(yield* askBrand("DELETE", path)), [409, "system_record"])
      yield* askBrand("PATCH", path, { body: { name: "Resolved", color: "#22c55e" } })
    })
  )

  it.effect("have one default at every moment, in which tickets start", () =>
    Effect.gen(function* () {
      const defaults = Effect.map(listed("?includeInactive=true"), (all) =>
        all.filter(({ isDefault }) => isDefault).map(({ id }) => id)
      )
      const open = yield* systemId("open")
      const triage = yield* made({ name: fresh("Triage"), category: "open", isDefault: true })
      assert.deepStrictEqual(yield* defaults, [triage.id])
      const started = yield* askBrand("POST", "/tickets", {
        body: { title: "x", customerEmail: "ada@default.example" }
      })
      assert.include(started.json, { status: triage.key, statusCategory: "open", statusId: triage.id })
      const path = `/statuses/${triage.id}`
      for (const [method, body] of [
        ["DELETE", undefined],
        ["PATCH", { isActive: false }],
        ["PATCH", { isDefault: false }],
        ["PATCH", { category: "pending" }]
      ] as const) {
        const refused = yield* askBrand(method, path, { body })
        assert.deepStrictEqual(refusal(refused), [409, "invalid_state"], `${method} ${JSON.stringify(body)}`)
        assert.include(refused.json, { state: "default" })
      }
      assert.strictEqual((yield* askBrand("PATCH", `/statuses/${open}`, { body: { isDefault: true } })).status, 200)
      assert.deepStrictEqual(yield* defaults, [open])
      assert.deepInclude((yield* auditOf(triage.id)).at(-1)?.changes, { isDefault: { old: true, new: false } })

      assert.deepStrictEqual((yield* askBrand("DELETE", path)).json, { success: true })
      const inactive = yield* askBrand("PATCH", path, { body: { isDefault: true } })
      assert.deepStrictEqual(refusal(inactive), [409, "invalid_state"])
      const back = yield* askBrand("PATCH", path, { body: { isDefault: true, isActive: true } })
      assert.include(back.json, { isDefault: true, isActive: true })
      assert.deepStrictEqual(yield* defaults, [triage.id])
      yield* askBrand("PATCH", `/statuses/${open}`, { body: { isDefault: true } })
      const resolved = yield* askBrand("PATCH", `/statuses/${yield* systemId("resolved")}`, {
        body: { isDefault: true }
      })
      assert.deepStrictEqual(refusal(resolved), [400, "validation_failed", "isDefault not_allowed"])
    })
  )

  it.effect("can be retired while their tickets keep them", () =>
    Effect.gen(function* () {
      const { id, key } = yield* made({ name: fresh("Vendor"), category: "pending" })
      const ticket = yield* askBrand("POST", "/tickets", {
        body: { title: "x", customerEmail: "ada@inactive.example", status: key }
      })
      assert.strictEqual(ticket.json.status, key, ticket.text)
      const path = `/statuses/${id}`
      yield* assertOnce({ method: "DELETE", path })
      yield* assertOnce({ method: "DELETE", path })
      assert.notInclude(
        (yield* listed()).map((status) => status.id),
        id
      )
      assert.include(
        (yield* listed("?includeInactive=true")).map((status) => status.id),
        id
      )
      assert.strictEqual((yield* askBrand("GET", path)).json.isActive, false)
      const kept = yield* askBrand("GET", `/tickets/${ticket.json.id}`)
      assert.include(kept.json.statusRef, { id, isActive: false })
      assert.deepStrictEqual((yield* askBrand("GET", "/statuses/stats")).json[id], { key, ticketCount: 1 })
      const other = yield* askBrand("POST", "/tickets", {
        body: { title: "x", customerEmail: "ada@inactive.example", status: key }
      })
      assert.deepStrictEqual(refusal(other), [400, "validation_failed", "status enum"])
      const deactivations = (yield* auditOf(id)).filter(({ changes }) => changes !== null)
      assert.deepStrictEqual(
        deactivations.map(({ changes }) => changes),
        [{ isActive: { old: true, new: false } }]
      )
    })
  )

  it.effect("can be reordered, with or without the inactive ones", () =>
    Effect.gen(function* () {
      const unused = yield* made({ name: fresh("Unused"), category: "open" })
      yield* askBrand("DELETE", `/statuses/${unused.id}`)
      const before = (yield* listed()).map(({ id }) => id)
      const reversed = before.toReversed()
      const answer = yield* assertOnce({ method: "POST", path: "/statuses/reorder", body: { statusIds: reversed } })
      assert.deepStrictEqual(
        answer.json.map(({ id, sortOrder }: StatusBody) => [id, sortOrder]),
        reversed.map((id, place) => [id, place])
      )
      assert.deepStrictEqual(
        (yield* listed()).map(({ id }) => id),
        reversed
      )
      assert.isAtLeast((yield* askBrand("GET", `/statuses/${unused.id}`)).json.sortOrder, reversed.length)
      const withUnused = yield* askBrand("POST", "/statuses/reorder", { body: { statusIds: [unused.id, ...before] } })
      assert.strictEqual(withUnused.json[0].id, unused.id, withUnused.text)
      const [missing = "", ...others] = before
      const refused = yield* askBrand("POST", "/statuses/reorder", { body: { statusIds: others } })
      assert.deepStrictEqual(refusal(refused), [400, "validation_failed", "statusIds required"])
      assert.include(refused.json.errors[0].message, missing)
    })
  )

  it.effect("are created and changed once per idempotency key", () =>
    Effect.gen(function* () {
      const once = { method: "POST", path: "/statuses", body: { name: fresh("Once"), category: "open" } }
      const { json } = yield* assertOnce(once, { name: "Twice", category: "open" })
      yield* assertOnce({ method: "PATCH", path: `/statuses/${json.id}`, body: { color: "#010203" } })
    })
  )

  it.effect("can be read by the team and changed by admins, in brands that the caller can see", () =>
    Effect.gen(function* () {
      const { id } = yield* made({ name: fresh("Guarded"), category: "open" })
      const path = `/statuses/${id}`
      const writes = [
        { method: "PATCH", path, body: { color: "#0a0b0c" } },
        { method: "DELETE", path }
      ]
      yield* assertForeign([{ method: "GET", path }, ...writes], id, unknown)
      yield* assertForeignBrand([
        { method: "GET", path: "/statuses" },
        { method: "GET", path: "/statuses/stats" },
        { method: "POST", path: "/statuses", body: { name: "x", category: "open" } },
        { method: "POST", path: "/statuses/reorder", body: { statusIds: [] } }
      ])
      const statusIds = (yield* listed()).map((status) => status.id)
      yield* assertConfiguredByAdmins(
        ["", "/stats", `/${id}`].map((below) => ({ method: "GET", path: `/statuses${below}` })),
        [
          { method: "POST", path: "/statuses/reorder", body: { statusIds } },
          { method: "POST", path: "/statuses", body: { name: fresh("By an admin"), category: "open" } },
          ...writes
        ]
      )
    })
  )
})
