import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { ParameterSchema } from "../../src/api/Parameters.ts"
import { sampleId } from "../../src/api/samples.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { makeFixtures, type Target, targets } from "../support/hostileTargets.ts"

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description: string
  readonly schema: ParameterSchema & { readonly type?: string; readonly items?: ParameterSchema }
  readonly style?: string
  readonly explode?: boolean
}

/** The query parameters of operations in the served document. */
const served = Effect.gen(function* () {
  const { json } = yield* (yield* HttpSite).ask("GET", "/v1/openapi.json", { key: "" })
  return ({ method, path }: Target) => {
    const all: ReadonlyArray<Parameter> = json.paths[path][method.toLowerCase()].parameters
    return all
      .filter((one) => one.in === "query")
      .map((one) => {
        const name = (one.schema.items?.["$ref"] as string | undefined)?.split("/").at(-1)
        if (name === undefined) return one
        return { ...one, schema: { ...one.schema, items: json.components.schemas[name] as ParameterSchema } }
      })
  }
})

/** Values that a schema admits, of each kind, and some that it does not. */
const valuesOf = (schema: Parameter["schema"]): { readonly good: Array<string>; readonly bad: Array<string> } => {
  const { anyOf, enum: values, examples, format, maximum, minimum, pattern, type } = schema as Record<string, never>
  if (anyOf !== undefined) {
    const all = (anyOf as Array<Parameter["schema"]>).map(valuesOf)
    return { good: all.flatMap(({ good }) => good), bad: ["neither"] }
  }
  if (values !== undefined) return { good: values as Array<string>, bad: ["none-of-these"] }
  if (type === "array") {
    const { bad, good } = valuesOf(schema.items ?? {})
    return { good: [...good, good.join(",")], bad }
  }
  if (type === "integer") return { good: [`${minimum}`, `${maximum}`], bad: ["0", "-1", "1.5", "many"] }
  if (type === "boolean") return { good: ["true", "false"], bad: ["yes"] }
  if (format === "date-time") return { good: ["2026-11-20T09:30:00Z", "2026-11-20"], bad: ["yesterday"] }
  if (pattern !== undefined) {
    const ids = [sampleId("ticket"), sampleId("member"), ...((examples as Array<string> | undefined) ?? [])]
    const words = ["me", "null", "unassigned", "foo", "tkt_1"]
    const [good = [], bad = []] = [true, false].map((fits) =>
      [...ids, ...words].filter((value) => new RegExp(pattern).test(value) === fits)
    )
    // An API key is not a member, so it has no `me`.
    return { good: good.filter((value) => value !== "me"), bad }
  }
  if (format === "email") return { good: ["a@b.example"], bad: ["nobody"] }
  return { good: [], bad: [] }
}

const lists = ({ method, operationId }: Target) =>
  method === "GET" && !["events.stream", "portal.stream", "files.send"].includes(operationId)

layer(site(), { excludeTestServices: true })("A query parameter of the served document", (it) => {
  it.effect("declares its type, its values and its limits, and that lists are comma-joined", () =>
    Effect.gen(function* () {
      const parametersOf = yield* served
      const declared = (yield* targets).flatMap((target) =>
        parametersOf(target).map((parameter) => ({ ...parameter, of: target.operationId }))
      )
      assert.isAbove(declared.length, 60)
      for (const { description, explode, of, name, schema, style } of declared) {
        const what = `${of} ${name}`
        assert.isAbove(description.length, 4, what)
        assert.isTrue(schema.type !== undefined || "anyOf" in schema, what)
        if (schema.type === "array") assert.deepStrictEqual([style, explode], ["form", false], what)
        if (name === "limit") assert.containsAllKeys(schema, ["minimum", "maximum", "default"], what)
      }
      const [limit] = declared.filter(({ name, of }) => of === "tickets.list" && name === "limit")
      assert.deepStrictEqual(limit?.schema, { type: "integer", minimum: 1, maximum: 100, default: 25 })
      const [query] = declared.filter(({ name, of }) => of === "search.find" && name === "q")
      assert.strictEqual(query?.required, true)
    })
  )

  it.effect("accepts every value that it declares, and refuses others by name", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { at, credentials } = yield* makeFixtures
      const parametersOf = yield* served
      let tried = 0
      for (const target of (yield* targets).filter(lists)) {
        const parameters = parametersOf(target)
        const needed: Record<string, string> = Object.fromEntries(
          parameters
            .filter(({ required }) => required)
            .map(({ name, schema }) => [name, valuesOf(schema).good[0] ?? "parcel"])
        )
        const asked = (name: string, value: string) =>
          ask("GET", `${at(target)}?${new URLSearchParams({ ...needed, [name]: value })}`, {
            key: credentials[target.credential]
          })
        for (const { name, schema } of parameters) {
          const { bad, good } = valuesOf(schema)
          for (const value of good) {
            const { json, status } = yield* asked(name, value)
            // What the path names may not exist; the query is read before that is checked.
            if (status !== 404)
              assert.strictEqual(status, 200, `${target.operationId} ${name}=${value}: ${json.detail}`)
            tried++
          }
          for (const value of bad) {
            const { json, status } = yield* asked(name, value)
            if (status === 404) continue
            assert.deepInclude(
              { status, field: json.errors?.[0].field },
              { status: 400, field: name },
              target.operationId
            )
            tried++
          }
        }
      }
      assert.isAbove(tried, 200)
    })
  )

  it.effect("accepts a repeated list, and says of a repeated non-list that it may be given only once", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { at, credentials } = yield* makeFixtures
      const parametersOf = yield* served
      let tried = 0
      for (const target of (yield* targets).filter(lists))
        for (const { name, schema } of parametersOf(target)) {
          const { json, status } = yield* ask("GET", `${at(target)}?${name}=&${name}=`, {
            key: credentials[target.credential]
          })
          const message = json.errors?.find(({ field }: { field: string }) => field === name)?.message
          const expected = schema.type === "array" ? undefined : "must be given once"
          assert.strictEqual(message, expected, `${target.operationId} ${name}: ${status}`)
          tried++
        }
      assert.isAbove(tried, 60)
    })
  )

  it.effect("is suggested when it is misspelled, in every list; unrelated unknown parameters are ignored", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { at, credentials } = yield* makeFixtures
      const parametersOf = yield* served
      let tried = 0
      for (const target of (yield* targets).filter(lists)) {
        const parameters = parametersOf(target)
        const needed = Object.fromEntries(
          parameters.filter((one) => one.required).map(({ name }) => [name, "ab@cd.de"])
        )
        const asked = (name: string) =>
          ask("GET", `${at(target)}?${new URLSearchParams({ ...needed, [name]: "x" })}`, {
            key: credentials[target.credential]
          })
        for (const { name } of parameters) {
          const slip = `${name}[]`
          const { json, status } = yield* asked(slip)
          const heard = { status, code: json.code, field: json.errors?.[0].field, message: json.errors?.[0].message }
          const message = `is unknown but similar to ${name}: correct it or leave it out`
          assert.deepStrictEqual(heard, { status: 400, code: "validation_failed", field: slip, message })
          tried++
        }
        assert.notStrictEqual((yield* asked("utm_source")).status, 400, target.operationId)
      }
      assert.isAbove(tried, 60)
    })
  )

  it.effect("is checked after decoding, and reported once", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { json, status } = yield* ask("GET", "/v1/tickets?stauts=a&stauts=b&status=open&Tag%49ds=d")
      const fields = json.errors?.map(({ field }: { field: string }) => field)
      assert.deepStrictEqual([status, fields], [400, ["stauts", "TagIds"]])
    })
  )
})
