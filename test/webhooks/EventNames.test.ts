import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { eventTypes } from "../../src/domain/Event.ts"
import { commentAlias, eventGroups } from "../../src/domain/eventNames.ts"
import { eventTypesOf, nameFor, renamed, unknownEvent } from "../../src/webhooks/EventNames.ts"

describe("eventTypesOf", () => {
  const cases: ReadonlyArray<readonly [events: ReadonlyArray<string>, types: ReadonlyArray<string>]> = [
    [["*"], eventTypes],
    [["comment.*"], ["comment.created", "comment.updated", "comment.deleted"]],
    [
      ["attachment.*", "customer.*"],
      ["attachment.created", "attachment.deleted", "customer.created", "customer.updated"]
    ],
    [["ticket.created"], ["ticket.created", "=ticket.created"]],
    [["ticket.comment.created"], ["comment.created", "=comment.created"]],
    [
      ["comment.created", "ticket.comment.created"],
      ["comment.created", "=comment.created"]
    ],
    [
      ["ticket.*", "ticket.created"],
      [...eventTypes.filter((type) => type.startsWith("ticket.")), "=ticket.created"]
    ]
  ]
  for (const [events, types] of cases) {
    it(`${events.join(" and ")} means ${types.length} names`, () =>
      assert.sameMembers([...eventTypesOf(events)], [...types]))
  }

  it("includes no comments in ticket.*", () => assert.notInclude(eventTypesOf(["ticket.*"]), "comment.created"))
})

describe("unknownEvent", () => {
  it("finds what is neither an event, a group nor an alias", () => {
    for (const event of [
      "ticket",
      "ticket.",
      "ticket.*.created",
      "**",
      ".*",
      "Ticket.created",
      "=ticket.created",
      "",
      "comment"
    ]) {
      assert.strictEqual(unknownEvent(["*", event]), event)
    }
    assert.isUndefined(unknownEvent([...eventTypes, "*", "message.*", "ticket.comment.created"]))
  })
})

describe("nameFor", () => {
  it("returns the alias for those who wrote it, and the canonical name for everyone else", () => {
    assert.strictEqual(nameFor(["ticket.comment.created"], "comment.created"), "ticket.comment.created")
    assert.strictEqual(
      nameFor(["comment.created", "ticket.comment.created"], "comment.created"),
      "ticket.comment.created"
    )
    assert.strictEqual(nameFor(["comment.created"], "comment.created"), "comment.created")
    assert.strictEqual(nameFor(["*"], "comment.created"), "comment.created")
    assert.strictEqual(nameFor(["ticket.comment.created", "*"], "comment.updated"), "comment.updated")
  })
})

describe("renamed", () => {
  it("changes two members of the envelope and not a byte of the data", () => {
    const data = '{"text":"\\"event\\":\\"comment.created\\",\\"type\\":\\"comment.created\\" $& $1"}'
    const before = `{"id":"evt_1","event":"comment.created","type":"comment.created","data":${data}}`
    assert.strictEqual(
      renamed(before, "comment.created", "ticket.comment.created"),
      `{"id":"evt_1","event":"ticket.comment.created","type":"ticket.comment.created","data":${data}}`
    )
    assert.strictEqual(renamed(before, "comment.created", "comment.created"), before)
  })
})

describe("docs/webhooks.md", () => {
  const text = readFileSync(new URL("../../docs/webhooks.md", import.meta.url), "utf8")
  const catalogue = text.slice(text.indexOf("## Catalogue"), text.indexOf("## Data"))

  it("has every event in its catalogue, and the alias", () => {
    for (const name of [...eventTypes, commentAlias]) assert.include(catalogue, `\`${name}\``)
  })

  it("names every group", () => {
    for (const group of eventGroups) assert.include(text, `\`${group}\``)
  })
})
