import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { CategoryId } from "../../src/domain/Ids.ts"
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

const unknown = "cat_01m893khb3f5bbmdqn6zazb1ra"

/** Names unique to each test. */
const fresh = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`

const made = Effect.fnUntraced(function* (body: object) {
  const answer = yield* askBrand("POST", "/categories", { body })
  assert.strictEqual(answer.status, 201, answer.text)
  return answer.json
})

layer(site(), { excludeTestServices: true })("Categories over HTTP", (it) => {
  it.effect("are appended, and read back as they were returned", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const name = fresh("Billing")
      const first = yield* askBrand("POST", "/categories", {
        body: { name: ` ${name} `, description: " Money.\nAll " }
      })
      assert.strictEqual(first.status, 201, first.text)
      assert.deepInclude(first.json, { brandId: live.brand.id, name, color: "#6366f1", description: "Money.\nAll" })
      const { ask } = yield* HttpSite
      const location = first.headers.get("location") ?? ""
      assert.strictEqual(location, `/v1/brands/${live.brand.id}/categories/${first.json.id}`)
      assert.strictEqual((yield* ask("GET", location)).text, first.text)
      const second = yield* made({ name: fresh("Shipping"), color: "#aabbcc" })
      assert.deepInclude(second, { color: "#aabbcc", sortOrder: first.json.sortOrder + 1 })
      assert.notProperty(second, "description")
      const front = yield* made({ name: fresh("First"), sortOrder: 0 })
      const listed = (yield* askBrand("GET", "/categories")).json.map(({ id }: { id: string }) => id)
      assert.isBelow(listed.indexOf(front.id), listed.indexOf(second.id))
      assert.isBelow(listed.indexOf(first.json.id), listed.indexOf(second.id))
    })
  )

  it.effect("have names that are unique regardless of case and surrounding space", () =>
    Effect.gen(function* () {
      const name = fresh("Überweisung")
      const { id } = yield* made({ name })
      const taken = yield* askBrand("POST", "/categories", { body: { name: `  ${name.toUpperCase()} ` } })
      assert.deepStrictEqual(refusal(taken), [409, "already_exists", "name"])
      const other = yield* made({ name: fresh("Other") })
      const renamed = yield* askBrand("PATCH", `/categories/${other.id}`, { body: { name: name.toLowerCase() } })
      assert.deepStrictEqual(refusal(renamed), [409, "already_exists", "name"])
      const itself = yield* askBrand("PATCH", `/categories/${id}`, { body: { name: name.toUpperCase() } })
      assert.strictEqual(itself.json.name, name.toUpperCase(), itself.text)
    })
  )

  it.effect("change only in the fields that are sent", () =>
    Effect.gen(function* () {
      const { id, ...before } = yield* made({ name: fresh("Returns"), description: "Parcels" })
      const path = `/categories/${id}`
      const same = yield* askBrand("PATCH", path, { body: { name: before.name, id: unknown, createdAt: "2000-01-01" } })
      assert.deepStrictEqual(same.json, { id, ...before })
      const changed = yield* askBrand("PATCH", path, { body: { description: null, color: "#000000", sortOrder: 7 } })
      assert.include(changed.json, { id, name: before.name, color: "#000000", sortOrder: 7 })
      assert.notProperty(changed.json, "description")
      assert.isAbove(Date.parse(changed.json.updatedAt), Date.parse(before.updatedAt) - 1)
      const [creation, change, ...more] = yield* auditOf(id as CategoryId)
      assert.lengthOf(more, 0, "a change of nothing is not told")
      assert.deepInclude(creation, { event: "category.created", entity_type: "category" })
      assert.deepInclude(change, { event: "category.updated", metadata: { name: before.name } })
      assert.deepInclude(change?.changes, { color: { old: "#6366f1", new: "#000000" } })
      assert.deepInclude(change?.changes, { description: { old: "Parcels", new: null } })
      assert.strictEqual(change?.request_id, changed.headers.get("x-request-id"))
    })
  )

  it.effect("refuse what breaks a rule, naming it", () =>
    Effect.gen(function* () {
      const { id } = yield* made({ name: fresh("Rules") })
      for (const [body, refused] of [
        [{}, "name required"],
        [{ name: " " }, "name length"],
        [{ name: "x".repeat(101) }, "name length"],
        [{ name: "a\nb" }, "name format"],
        [{ name: "x", color: "red" }, "color format"],
        [{ name: "x", color: null }, "color type"],
        [{ name: "x", description: "d".repeat(501) }, "description length"],
        [{ name: "x", sortOrder: 1.5 }, "sortOrder range"],
        [{ name: "x", sortOrder: -1 }, "sortOrder range"]
      ] as const) {
        const answer = yield* askBrand("POST", "/categories", { body })
        assert.deepStrictEqual(refusal(answer), [400, "validation_failed", refused], JSON.stringify(body))
      }
      const cleared = yield* askBrand("PATCH", `/categories/${id}`, { body: { name: null } })
      assert.deepStrictEqual(refusal(cleared), [400, "validation_failed", "name type"])
    })
  )

  it.effect("can be reordered with a list that names each of them once", () =>
    Effect.gen(function* () {
      yield* made({ name: fresh("One") })
      yield* made({ name: fresh("Two") })
      const ids: ReadonlyArray<string> = (yield* askBrand("GET", "/categories")).json.map((c: { id: string }) => c.id)
      const reversed = ids.toReversed()
      const answer = yield* assertOnce({
        method: "POST",
        path: "/categories/reorder",
        body: { categoryIds: reversed }
      })
      assert.deepStrictEqual(
        answer.json.map(({ id, sortOrder }: { id: string; sortOrder: number }) => [id, sortOrder]),
        reversed.map((id, place) => [id, place])
      )
      assert.deepStrictEqual((yield* askBrand("GET", "/categories")).json, answer.json)
      const [last = "", ...others] = reversed
      for (const [categoryIds, field, says] of [
        [others, "categoryIds required", last],
        [[...reversed, last], `categoryIds[${ids.length}] not_allowed`, "twice"],
        [[...others, unknown], `categoryIds[${others.length}] unknown_id`, "not in this list"],
        [[], "categoryIds required", last],
        [["no id at all"], "categoryIds[0] unknown_id", ""]
      ] as const) {
        const refused = yield* askBrand("POST", "/categories/reorder", { body: { categoryIds } })
        assert.deepStrictEqual(refusal(refused), [400, "validation_failed", field], refused.text)
        assert.include(refused.json.errors[0].message, says)
      }
      const { live } = yield* Installation
      const told = (yield* auditOf(live.brand.id)).filter(({ event }) => event === "category.reordered")
      assert.lengthOf(told, 1, "once done, once told")
      const names = answer.json.map(({ name }: { name: string }) => name)
      assert.deepStrictEqual(told[0]?.changes, { order: { old: names.toReversed(), new: names } })
    })
  )

  it.effect("are removed from their tickets when deleted, including in lists that were read before", () =>
    Effect.gen(function* () {
      const { id, name } = yield* made({ name: fresh("Doomed") })
      const ticket = yield* askBrand("POST", "/tickets", {
        body: { title: "Late", customerEmail: "ada@categories.example", categoryId: id }
      })
      const path = `/tickets/${ticket.json.id}`
      const list = "/tickets?customerEmail=ada@categories.example"
      assert.include((yield* askBrand("GET", path)).json.category, { id, name })
      assert.strictEqual((yield* askBrand("GET", list)).json.data[0].category.id, id)
      assert.deepStrictEqual((yield* askBrand("GET", "/categories/stats")).json[id], { ticketCount: 1 })
      yield* askBrand("DELETE", path)
      assert.deepStrictEqual((yield* askBrand("GET", "/categories/stats")).json[id], { ticketCount: 0 })
      yield* askBrand("POST", `${path}/restore`)

      const gone = yield* assertOnce({ method: "DELETE", path: `/categories/${id}` })
      assert.deepStrictEqual(gone.json, { success: true })
      assert.strictEqual((yield* askBrand("DELETE", `/categories/${id}`)).status, 404)
      assert.strictEqual((yield* askBrand("GET", `/categories/${id}`)).status, 404)
      const [single, listed] = [yield* askBrand("GET", path), (yield* askBrand("GET", list)).json.data[0]]
      for (const shown of [single.json, listed]) {
        assert.notProperty(shown, "category")
        assert.notProperty(shown, "categoryId")
      }
      assert.strictEqual(single.json.version, 3, "deleted and restored, not changed by its category")
      const again = yield* askBrand("POST", "/tickets", {
        body: { title: "Late", customerEmail: "ada@categories.example", categoryId: id }
      })
      assert.deepStrictEqual(refusal(again), [400, "validation_failed", "categoryId unknown_id"])
      assert.deepInclude((yield* auditOf(id as CategoryId)).at(-1), { event: "category.deleted", metadata: { name } })
    })
  )

  it.effect("are created once per idempotency key", () =>
    Effect.gen(function* () {
      const name = fresh("Once")
      yield* assertOnce({ method: "POST", path: "/categories", body: { name } }, { name: fresh("Twice") })
      const { id } = yield* made({ name: fresh("Changed once") })
      yield* assertOnce({ method: "PATCH", path: `/categories/${id}`, body: { color: "#010203" } })
    })
  )

  it.effect("can be read by the team and changed by admins, in brands that the caller can see", () =>
    Effect.gen(function* () {
      const { id } = yield* made({ name: fresh("Guarded") })
      const path = `/categories/${id}`
      const writes = [
        { method: "PATCH", path, body: { color: "#0a0b0c" } },
        { method: "DELETE", path }
      ]
      yield* assertForeign([{ method: "GET", path }, ...writes], id, unknown)
      yield* assertForeignBrand([
        { method: "GET", path: "/categories" },
        { method: "GET", path: "/categories/stats" },
        { method: "POST", path: "/categories", body: { name: "x" } },
        { method: "POST", path: "/categories/reorder", body: { categoryIds: [] } }
      ])
      const ids = (yield* askBrand("GET", "/categories")).json.map((category: { id: string }) => category.id)
      yield* assertConfiguredByAdmins(
        ["", "/stats", `/${id}`].map((below) => ({ method: "GET", path: `/categories${below}` })),
        [
          { method: "POST", path: "/categories/reorder", body: { categoryIds: ids } },
          { method: "POST", path: "/categories", body: { name: fresh("By an admin") } },
          ...writes
        ]
      )
    })
  )
})
