import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { fieldTypes } from "../../src/domain/FieldDefinition.ts"
import { type BrandId, type FieldId, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import {
  askBrand,
  assertConfiguredByAdmins,
  assertForeignBrand,
  assertOnce,
  auditOf,
  refusal
} from "../support/configuring.ts"
import { neighbour } from "../support/foreignIds.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

/** Keys unique to each test. */
const fresh = (name: string) => `${name}_${crypto.randomUUID().slice(0, 8)}`

const made = Effect.fnUntraced(function* (body: object, entity = "ticket") {
  const answer = yield* askBrand("POST", `/fields/${entity}`, { body })
  assert.strictEqual(answer.status, 201, answer.text)
  return answer.json
})

layer(site(), { excludeTestServices: true })("Field definitions over HTTP", (it) => {
  it.effect("are included in their brand once there are some", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brandId } = yield* neighbour
      const path = `/v1/brands/${brandId}`
      const before = yield* ask("GET", path)
      assert.notProperty(before.json, "fieldDefinitions")
      assert.deepStrictEqual((yield* ask("GET", `${path}/fields`)).json, { ticket: [], customer: [], company: [] })
      const body = { key: "plan", label: "Plan", type: "text" }
      const plan = (yield* ask("POST", `${path}/fields/customer`, { body })).json
      const size = (yield* ask("POST", `${path}/fields/company`, { body: { ...body, key: "size" } })).json
      const fieldDefinitions = { ticket: [], customer: [plan], company: [size] }
      assert.deepStrictEqual((yield* ask("GET", `${path}/fields`)).json, fieldDefinitions)
      assert.deepStrictEqual((yield* ask("GET", path)).json, { ...before.json, fieldDefinitions })
      const listed = (yield* ask("GET", "/v1/brands")).json.find(({ id }: { id: string }) => id === brandId)
      assert.deepStrictEqual(listed.fieldDefinitions, fieldDefinitions)
      const renamed = yield* ask("PATCH", path, { body: { color: "#112233", fieldDefinitions: {} } })
      assert.deepStrictEqual(renamed.json.fieldDefinitions, fieldDefinitions, "a brand does not write them")
      yield* ask("DELETE", `${path}?confirm=true`)
      assert.deepStrictEqual((yield* ask("POST", `${path}/restore`)).json.fieldDefinitions, fieldDefinitions)
    })
  )

  it.effect("keep all their attributes, and any default value", () =>
    Effect.gen(function* () {
      const key = fresh("plan")
      const whole = {
        key,
        label: " Plan ",
        type: "select",
        required: true,
        defaultValue: { a: [1, null, false, ""] },
        description: "Which plan",
        placeholder: "Choose",
        options: [" Free ", "Paid", "Free"],
        showInTable: false,
        sortOrder: 70,
        source: "billing"
      }
      const answer = yield* made(whole)
      const { id, createdAt, ...said } = answer
      assert.match(id, /^fld_/)
      assert.match(createdAt, /Z$/)
      assert.deepStrictEqual(said, {
        ...whole,
        label: "Plan",
        options: ["Free", "Paid"],
        visible: true,
        showOnCreate: true,
        showInDetail: true
      })
      for (const defaultValue of [false, 0, "", [], {}, "text", 1.5e300]) {
        const field = yield* made({ key: fresh("default"), label: "Default", type: "object", defaultValue })
        assert.deepStrictEqual(field.defaultValue, defaultValue)
      }
      const plain = yield* made({ key: fresh("plain"), label: "Plain", type: "text", defaultValue: null })
      assert.include(plain, { required: false, visible: true, showInTable: true })
      for (const name of ["defaultValue", "description", "placeholder", "options", "source"]) {
        assert.notProperty(plain, name)
      }
      for (const type of fieldTypes.filter((type) => !type.includes("select"))) {
        assert.strictEqual((yield* made({ key: fresh("typed"), label: "Typed", type })).type, type)
      }
    })
  )

  it.effect("have keys of their own per entity", () =>
    Effect.gen(function* () {
      const body = { key: fresh("tier"), label: "Tier", type: "text" }
      yield* made(body)
      const taken = yield* askBrand("POST", "/fields/ticket", { body })
      assert.deepStrictEqual(refusal(taken), [409, "already_exists", "key"])
      assert.strictEqual((yield* made(body, "customer")).key, body.key)
      assert.strictEqual((yield* made(body, "company")).key, body.key)
      assert.include((yield* askBrand("GET", "/fields/company")).json.at(-1), { key: body.key })
    })
  )

  it.effect("change only in the fields that are sent, never in key and type", () =>
    Effect.gen(function* () {
      const key = fresh("size")
      const before = yield* made({ key, label: "Size", type: "multiselect", options: ["S", "M"], defaultValue: ["S"] })
      const path = `/fields/ticket/${key}`
      const same = yield* askBrand("PATCH", path, { body: { label: "Size", key: "other", type: "text" } })
      assert.deepStrictEqual(same.json, before)
      const hidden = yield* askBrand("PATCH", path, { body: { visible: false, defaultValue: null } })
      assert.include(hidden.json, { visible: false, showOnCreate: false, showInTable: false, showInDetail: false })
      assert.notProperty(hidden.json, "defaultValue")
      const detail = yield* askBrand("PATCH", path, { body: { showInDetail: true } })
      assert.include(detail.json, { visible: true, showOnCreate: false, showInDetail: true })
      const most = yield* askBrand("PATCH", path, { body: { visible: true, showOnCreate: false, label: "Sizes" } })
      assert.include(most.json, { visible: true, showOnCreate: false, showInTable: true, label: "Sizes" })
      const [creation, change] = yield* auditOf(before.id as FieldId)
      assert.deepInclude(creation, {
        event: "field.created",
        entity_type: "field",
        metadata: { entity: "ticket", key }
      })
      assert.deepInclude(change?.changes, {
        showInTable: { old: true, new: false },
        defaultValue: { old: ["S"], new: null }
      })
    })
  )

  it.effect("refuse what breaks a rule, naming it", () =>
    Effect.gen(function* () {
      const key = fresh("rules")
      yield* made({ key, label: "Rules", type: "select", options: ["a"] })
      const field = { key: "k", label: "K", type: "text" }
      for (const [body, ...refused] of [
        [{}, "key required", "label required", "type required"],
        [{ ...field, key: "Not-a-key" }, "key format"],
        [{ ...field, key: `k${"x".repeat(64)}` }, "key format"],
        [{ ...field, label: "x".repeat(101) }, "label length"],
        [{ ...field, type: "colour" }, "type enum"],
        [{ ...field, type: "select" }, "options required"],
        [{ ...field, type: "multiselect", options: [] }, "options required"],
        [{ ...field, options: Array.from({ length: 201 }, () => "o") }, "options too_many"],
        [{ ...field, options: ["ok", " "] }, "options[1] length"],
        [{ ...field, required: "yes" }, "required type"],
        [{ ...field, defaultValue: "x".repeat(16 * 1024) }, "defaultValue length"]
      ] as const) {
        const answer = yield* askBrand("POST", "/fields/ticket", { body })
        assert.deepStrictEqual(refusal(answer), [400, "validation_failed", ...refused], JSON.stringify(body))
      }
      const bare = yield* askBrand("PATCH", `/fields/ticket/${key}`, { body: { options: null } })
      assert.deepStrictEqual(refusal(bare), [400, "validation_failed", "options required"])
    })
  )

  it.effect("are at most a mebibyte of JSON per brand; beyond that, one may still change if it does not grow", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { system } = yield* Database
      const { brandId } = yield* neighbour
      const path = `/v1/brands/${brandId}/fields/ticket`
      const options = Array.from({ length: 200 }, (_, n) => `${n}${"🙂".repeat(98)}`)
      const add = (key: string, of: ReadonlyArray<string>) =>
        ask("POST", path, { body: { key, label: "Many", type: "select", options: of } })
      let count = 0
      let answer = yield* add("many_0", options)
      for (; answer.status === 201; answer = yield* add(`many_${count}`, options)) count++
      assert.strictEqual(count, 13)
      const limit = { status: 409, code: "limit_reached", limit: 1_048_576 }
      assert.deepInclude(answer.json, limit)
      assert.strictEqual((yield* add("small", ["one"])).status, 201)
      const change = (key: string, body: object) => ask("PATCH", `${path}/${key}`, { body })
      assert.deepInclude((yield* change("small", { options })).json, limit)
      assert.strictEqual((yield* change("many_0", { label: "Some" })).status, 200)
      yield* system`update field_definitions set default_value = to_json(repeat('x', 400000))::jsonb
        where brand_id = ${uuidOf(brandId as BrandId)} and key = 'many_1'`
      assert.strictEqual((yield* change("many_0", { options: ["one"] })).status, 200)
    })
  )

  it.effect("are deleted without the values stored under their key, and can be created again", () =>
    Effect.gen(function* () {
      const key = fresh("doomed")
      const { id } = yield* made({ key, label: "Doomed", type: "text" })
      const ticket = yield* askBrand("POST", "/tickets", {
        body: { title: "x", customerEmail: "ada@fields.example", customFields: { [key]: 7 } }
      })
      const path = `/fields/ticket/${key}`
      assert.deepStrictEqual((yield* assertOnce({ method: "DELETE", path })).json, { success: true })
      assert.deepStrictEqual(refusal(yield* askBrand("DELETE", path)), [404, "not_found"])
      assert.deepStrictEqual(refusal(yield* askBrand("PATCH", path, { body: {} })), [404, "not_found"])
      assert.deepStrictEqual((yield* askBrand("GET", `/tickets/${ticket.json.id}`)).json.customFields, { [key]: 7 })
      assert.deepInclude((yield* auditOf(id as FieldId)).at(-1), { event: "field.deleted" })
      assert.notStrictEqual((yield* made({ key, label: "Again", type: "number" })).id, id)
    })
  )

  it.effect("can be reordered with a list that names each field of the entity once", () =>
    Effect.gen(function* () {
      for (const name of ["one", "two", "three"])
        yield* made({ key: fresh(name), label: name, type: "text" }, "company")
      const keys: ReadonlyArray<string> = (yield* askBrand("GET", "/fields/company")).json.map(
        ({ key }: { key: string }) => key
      )
      const reversed = keys.toReversed()
      const path = "/fields/company/reorder"
      const answer = yield* assertOnce({ method: "POST", path, body: { keys: reversed } })
      assert.deepStrictEqual(
        answer.json.map(({ key, sortOrder }: { key: string; sortOrder: number }) => [key, sortOrder]),
        reversed.map((key, place) => [key, place])
      )
      assert.deepStrictEqual((yield* askBrand("GET", "/fields/company")).json, answer.json)
      const [first = "", ...others] = keys
      const missing = yield* askBrand("POST", path, { body: { keys: others } })
      assert.deepStrictEqual(refusal(missing), [400, "validation_failed", "keys required"])
      assert.include(missing.json.errors[0].message, first)
      const unknown = yield* askBrand("POST", path, { body: { keys: [...keys, "nobody_has_this"] } })
      assert.deepStrictEqual(refusal(unknown), [400, "validation_failed", `keys[${keys.length}] unknown_id`])
    })
  )

  it.effect("are created and changed once per idempotency key", () =>
    Effect.gen(function* () {
      const body = { key: fresh("once"), label: "Once", type: "text" }
      yield* assertOnce({ method: "POST", path: "/fields/ticket", body }, { ...body, label: "Twice" })
      yield* assertOnce({ method: "PATCH", path: `/fields/ticket/${body.key}`, body: { label: "Changed once" } })
    })
  )

  it.effect("exist for tickets, customers and companies only", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const body = { key: fresh("k"), label: "K", type: "text" }
      for (const entity of ["brand", "Ticket", "tickets", "__proto__", "constructor"]) {
        for (const [method, path, sent] of [
          ["GET", entity],
          ["POST", entity, body],
          ["POST", `${entity}/reorder`, { keys: [] }],
          ["PATCH", `${entity}/plan`, {}],
          ["DELETE", `${entity}/plan`]
        ] as const) {
          const answer = yield* askBrand(method, `/fields/${path}`, { body: sent })
          assert.deepStrictEqual(refusal(answer), [404, "not_found"], `${method} ${path}`)
          assert.strictEqual(answer.json.instance, `/v1/brands/${live.brand.id}/fields/${path}`)
        }
      }
    })
  )

  it.effect("can be read by the team and changed by admins, in brands that the caller can see", () =>
    Effect.gen(function* () {
      const key = fresh("guarded")
      yield* made({ key, label: "Guarded", type: "text" }, "customer")
      const path = `/fields/customer/${key}`
      const body = { key: fresh("by_admin"), label: "By an admin", type: "text" }
      const keys = (yield* askBrand("GET", "/fields/customer")).json.map((field: { key: string }) => field.key)
      const writes = [
        { method: "POST", path: "/fields/customer/reorder", body: { keys } },
        { method: "POST", path: "/fields/customer", body },
        { method: "PATCH", path, body: { label: "Guarded well" } },
        { method: "DELETE", path }
      ]
      const reads = ["", "/customer"].map((below) => ({ method: "GET", path: `/fields${below}` }))
      yield* assertForeignBrand([...reads, ...writes])
      yield* assertConfiguredByAdmins(reads, writes)
    })
  )
})
