import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Api } from "../../src/api/Api.ts"
import { KnownNames } from "../../src/http/KnownNames.ts"

const names = (...known: ReadonlyArray<string>) =>
  new KnownNames(Schema.Struct(Object.fromEntries(known.map((name) => [name, Schema.String]))))

const tickets = names(
  "status",
  "statusCategory",
  "assigneeId",
  "customerEmail",
  "tagIds",
  "search",
  "from",
  "isInternal"
)

describe("A name", () => {
  for (const [slip, meant] of [
    ["stauts", "status"],
    ["Status", "status"],
    ["status[]", "status"],
    ["status[0]", "status"],
    ["status_category", "statusCategory"],
    ["status-category", "statusCategory"],
    ["assigneId", "assigneeId"],
    ["assignee_id", "assigneeId"],
    ["custmerEmail", "customerEmail"],
    ["tagId", "tagIds"],
    ["internal", "isInternal"],
    ["is_internal", "isInternal"],
    ["isStatus", "status"]
  ] as const)
    it(`such as ${slip} is refused as a typo of ${meant}`, () => {
      const { code, field, message } = tickets.misnamed(slip) ?? {}
      assert.deepStrictEqual([field, code], [slip, "not_allowed"])
      assert.include(message, `similar to ${meant}:`)
    })

  for (const name of [
    "status",
    "search",
    "utm_source",
    "_",
    "page",
    "form",
    "tags",
    "assignee",
    "",
    "é",
    "s".repeat(70)
  ])
    it(`such as ${name.slice(0, 10)} is known, or far from any known one`, () =>
      assert.isUndefined(tickets.misnamed(name)))

  it("may be anything where a schema accepts anything, or none is declared", () => {
    for (const schema of [undefined, Schema.Unknown, Schema.Record(Schema.String, Schema.Unknown)])
      assert.isUndefined(new KnownNames(schema).misnamed("stauts"))
    assert.isUndefined(names("status").misnamed("q"))
  })
})

describe("A query parameter", () => {
  const query = Schema.Struct(
    Object.fromEntries(
      [
        "status",
        "priority",
        "assigneeId",
        "customerId",
        "customerEmail",
        "tagIds",
        "companyId",
        "createdAfter",
        "createdBefore",
        "updatedAfter",
        "search",
        "sort",
        "order",
        "limit",
        "cursor"
      ].map((name) => [name, Schema.String])
    )
  )
  for (const [name, meant] of [
    ["statuses", "status"],
    ["priorities", "priority"],
    ["assignee", "assigneeId"],
    ["assignees[]", "assigneeId"],
    ["tag", "tagIds"],
    ["Tags", "tagIds"],
    ["companies", "companyId"],
    ["q", "search"],
    ["query", "search"],
    ["sort_by", "sort"],
    ["orderBy", "sort"],
    ["per_page", "limit"],
    ["pageSize", "limit"],
    ["page", "cursor"],
    ["offset", "cursor"],
    ["starting_after", "cursor"],
    ["page_token", "cursor"],
    ["page[number]", "cursor"],
    ["page[size]", "limit"],
    ["direction", "order"],
    ["sort_order", "order"],
    ["state", "status"],
    ["labels", "tagIds"],
    ["assigned_to", "assigneeId"],
    ["requester_id", "customerId"],
    ["email", "customerEmail"],
    ["organization", "companyId"],
    ["since", "createdAfter or updatedAfter"],
    ["updated_since", "updatedAfter"],
    ["created[gte]", "createdAfter or createdBefore"],
    ["filter[assignee]", "assigneeId"],
    ["filters[tags][]", "tagIds"]
  ] as const)
    it(`such as ${name} is refused, since it would be ignored where ${meant} is meant`, () =>
      assert.include(KnownNames.ofQuery({ query }).misnamed(name)?.message, `use ${meant} instead`))

  it("in the brackets of a filter is refused by its own name", () => {
    const known = KnownNames.ofQuery({ query })
    for (const [name, meant] of [
      ["filter[status]", "status"],
      ["filter[customer_email]", "customerEmail"],
      ["filter[priority][]", "priority"]
    ] as const) {
      const { field, message } = known.misnamed(name) ?? {}
      assert.strictEqual(field, name)
      assert.include(message, `similar to ${meant}:`)
    }
    for (const name of ["filter", "filter[]", "filter[utm]", "utm[status]"]) assert.isUndefined(known.misnamed(name))
  })

  it("may have any of these names where none of ours is meant, or it is one of ours", () => {
    const known = KnownNames.ofQuery({ query: Schema.Struct({ page: Schema.String, cursor: Schema.String }) })
    for (const name of ["page", "tags", "query", "per_page", "statuses", "since", "direction", "utm_source"])
      assert.isUndefined(known.misnamed(name))
  })
})

describe("A record that was read", () => {
  it("can be sent back as it is: none of its names is a typo of a writable one", () => {
    let tried = 0
    for (const { endpoints } of Object.values(Api.groups))
      for (const endpoint of Object.values(endpoints)) {
        if (endpoint.method !== "PATCH" && endpoint.method !== "PUT") continue
        const known = KnownNames.ofBody(endpoint)
        for (const name of [...endpoint.success].flatMap(membersOf)) {
          assert.isUndefined(known.misnamed(name), `${endpoint.path} ${name}`)
          tried++
        }
      }
    assert.isAbove(tried, 200)
  })
})

/** Names of a record's members, including nested ones. */
const membersOf = (schema: Schema.Top): ReadonlyArray<string> => {
  const walk = (node: unknown): ReadonlyArray<string> => {
    if (typeof node !== "object" || node === null) return []
    const { properties } = node as { readonly properties?: Readonly<Record<string, unknown>> }
    return [...Object.keys(properties ?? {}), ...Object.values(node).flatMap(walk)]
  }
  return walk(Schema.toJsonSchemaDocument(schema))
}
