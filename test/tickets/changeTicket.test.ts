import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { idOf } from "../../src/domain/Ids.ts"
import { maxCustomFields, type Ticket } from "../../src/domain/Ticket.ts"
import { changeTicket, type TicketChange } from "../../src/tickets/changeTicket.ts"
import type { TicketState } from "../../src/tickets/TicketCommand.ts"
import { ines, now, policy, stateOf, tag, ticketIn, uuid } from "../support/ticketState.ts"

const open = ticketIn("open")

const decided = (ticket: Ticket | undefined, change: TicketChange, seen: Partial<TicketState> = {}, ifMatch?: number) =>
  changeTicket(stateOf({ ticket, ticketCustomer: ines, ...seen }), policy.id, "live", change, ifMatch)

const changed = (ticket: Ticket, change: TicketChange, seen: Partial<TicketState> = {}) =>
  Result.getOrThrow(decided(ticket, change, seen))

const refused = (ticket: Ticket | undefined, change: TicketChange, seen: Partial<TicketState> = {}) => {
  const decision = decided(ticket, change, seen)
  assert(Result.isFailure(decision))
  const error = decision.failure
  return error._tag === "InvalidInput" ? error.errors.map(({ field, code }) => [field, code]) : error._tag
}

const types = (outcome: { readonly events: ReadonlyArray<{ readonly type: string }> }) =>
  outcome.events.map(({ type }) => type)

describe("changeTicket", () => {
  it("adds and removes tags, by name ignoring case or by id", () => {
    const [a, b, c] = [
      tag("a", idOf("tag", uuid(81))),
      tag("b", idOf("tag", uuid(82))),
      tag("c", idOf("tag", uuid(83)))
    ]
    const before = { ...open, tags: [a, b] }
    const seen = { tags: [a, b, c] }
    const names = (outcome: ReturnType<typeof changed>) => outcome.value.ticket.tags.map(({ name }) => name)
    assert.deepStrictEqual(names(changed(before, { addTags: { names: ["B", "new"], ids: [c.id] } }, seen)), [
      "a",
      "b",
      "c",
      "new"
    ])
    assert.deepStrictEqual(names(changed(before, { removeTags: { names: ["A", "none"], ids: [b.id] } }, seen)), [])
    assert.deepStrictEqual(types(changed(before, { addTags: { names: ["a"], ids: [] } }, seen)), [])
    assert.deepStrictEqual(changed(before, { removeTags: { names: ["none"], ids: [] } }, seen).tags ?? [], [])
  })

  it("refuses more tags than a ticket may have, however they are named", () => {
    const many = Array.from({ length: 50 }, (_, n) => tag(`tag ${n}`, idOf("tag", uuid(100 + n))))
    const full = { ...open, tags: many }
    assert.deepStrictEqual(refused(full, { addTags: { names: ["one more"], ids: [] } }), [["tags", "too_many"]])
    const seen = { tags: many }
    const ids = many.map(({ id }) => id)
    assert.strictEqual(changed(open, { tags: { names: ["tag 7"], ids } }, seen).value.ticket.tags.length, 50)
    assert.deepStrictEqual(refused(open, { tags: { names: ["one more"], ids } }, seen), [["tags", "too_many"]])
  })

  it("keeps absent fields, clears null ones, and increments the version once for all", () => {
    const before = { ...open, assigneeId: idOf("member", uuid(9)), metadata: { a: 1 }, dueAt: now }
    const { ticket } = changed(before, { title: "Other", body: null, metadata: null, dueAt: null }).value
    assert.deepStrictEqual(
      [ticket.title, ticket.body, ticket.metadata, ticket.dueAt],
      ["Other", undefined, undefined, undefined]
    )
    assert.strictEqual(ticket.assigneeId, before.assigneeId)
    assert.deepStrictEqual([ticket.version, ticket.updatedAt], [2, now])
  })

  it("stores and publishes nothing if nothing changes, and keeps version and date", () => {
    const before = { ...open, customFields: { a: 1, b: [{ c: 2, d: 3 }] }, links: [{ url: "https://a.example" }] }
    const outcome = changed(before, {
      title: before.title,
      status: "open",
      assigneeId: null,
      customFields: { b: [{ d: 3, c: 2 }], a: 1 },
      links: [{ url: "https://a.example" }],
      tags: { names: [], ids: [] },
      closeReason: null,
      isSpam: false
    })
    assert.deepStrictEqual([outcome.ticket, types(outcome), outcome.audit], [undefined, [], []])
    assert.strictEqual(outcome.value.ticket, before)
  })

  it("accepts the ticket's current status and assignee, even if they could no longer be set", () => {
    const before = ticketIn("retired", { assigneeId: idOf("member", uuid(9)) })
    const same = { status: "retired", assigneeId: before.assigneeId }
    const { ticket } = changed(before, { ...same, title: "Other" }).value
    assert.deepInclude(ticket, { ...same, title: "Other", version: 2 })
    assert.deepStrictEqual(changed(before, same).events, [])
    assert.deepStrictEqual(refused(open, same), [
      ["status", "enum"],
      ["assigneeId", "unknown_id"]
    ])
  })

  it("closes with a reason in one command, and accepts a reason for a closed ticket only", () => {
    const closed = changed(open, { status: "closed", closeReason: "duplicate" })
    assert.deepStrictEqual([closed.value.ticket.closeReason, closed.value.ticket.closedAt], ["duplicate", now])
    assert.deepStrictEqual(types(closed), ["ticket.updated", "ticket.closed"])
    assert.strictEqual(changed(ticketIn("closed"), { closeReason: "other" }).value.ticket.closeReason, "other")
    assert.deepStrictEqual(refused(open, { closeReason: "other" }), [["closeReason", "not_allowed"]])
    assert.deepStrictEqual(refused(ticketIn("closed"), { status: "open", closeReason: "other" }), [
      ["closeReason", "not_allowed"]
    ])
  })

  it("clears the reason when leaving closed, and publishes that too", () => {
    const outcome = changed(ticketIn("closed", { closeReason: "no_response" }), { status: "open" })
    assert.isUndefined(outcome.value.ticket.closeReason)
    assert.deepStrictEqual(Reflect.get(outcome.events[0]?.data ?? {}, "changes"), ["status", "closeReason"])
    assert.deepStrictEqual(types(outcome), ["ticket.updated", "ticket.reopened"])
  })

  it("marks spam without changing the status, which is still there when unmarked", () => {
    const marked = changed(ticketIn("pending"), { isSpam: true })
    assert.strictEqual(marked.value.ticket.status, "pending")
    assert.deepStrictEqual(types(marked), ["ticket.updated", "ticket.spam_marked"])
    const unmarked = changed(marked.value.ticket, { isSpam: false })
    assert.strictEqual(unmarked.value.ticket.status, "pending")
    assert.deepStrictEqual(types(unmarked), ["ticket.updated", "ticket.spam_unmarked"])
  })

  it("merges a patch into the custom fields", () => {
    const before = { ...open, customFields: { a: 1, b: { c: 2, d: 3 } } }
    const patched = changed(before, { customFieldsPatch: { a: null, b: { c: false } } })
    assert.deepStrictEqual(patched.value.ticket.customFields, { b: { c: false, d: 3 } })
    assert.deepStrictEqual(changed(open, { customFieldsPatch: { a: 0 } }).value.ticket.customFields, { a: 0 })
    assert.deepStrictEqual(
      changed({ ...open, customFields: "text" }, { customFieldsPatch: { a: 0 } }).value.ticket.customFields,
      { a: 0 }
    )
  })

  it("refuses a patch that would make the custom fields too large", () => {
    const before = { ...open, customFields: { a: "x".repeat(maxCustomFields - 20) } }
    const larger = { b: "x".repeat(10) }
    assert.deepStrictEqual(refused(before, { customFieldsPatch: larger }), [["customFieldsPatch", "length"]])
    const instead = changed(before, { customFieldsPatch: { ...larger, a: null } })
    assert.deepStrictEqual(instead.value.ticket.customFields, larger)
    assert.lengthOf(changed(before, { customFieldsPatch: { b: "x" } }).events, 1)
  })

  it("creates no custom fields for a patch that only removes members", () => {
    for (const customFieldsPatch of [{}, { a: null }])
      assert.deepStrictEqual(types(changed(open, { customFieldsPatch })), [])
  })

  it("reports every unknown id at once, and accepts null for none", () => {
    const assigneeId = idOf("member", uuid(9))
    const categoryId = idOf("category", uuid(8))
    assert.deepStrictEqual(
      refused(open, {
        status: "retired",
        assigneeId,
        categoryId,
        tags: { names: [], ids: [idOf("tag", uuid(7))] },
        customer: { id: idOf("customer", uuid(6)) }
      }),
      [
        ["status", "enum"],
        ["assigneeId", "unknown_id"],
        ["categoryId", "unknown_id"],
        ["tags", "unknown_id"],
        ["customerId", "unknown_id"]
      ]
    )
    const freed = changed({ ...open, assigneeId, categoryId }, { assigneeId: null, categoryId: null }).value.ticket
    assert.deepStrictEqual([freed.assigneeId, freed.categoryId], [undefined, undefined])
  })

  it("replaces the set of tags", () => {
    const [billing, vat] = [tag("billing", idOf("tag", uuid(7))), tag("vat", idOf("tag", uuid(8)))]
    const { ticket } = changed(
      { ...open, tags: [billing] },
      { tags: { names: ["VAT"], ids: [] } },
      { tags: [vat] }
    ).value
    assert.deepStrictEqual(ticket.tags, [vat])
  })

  it("moves the ticket to another customer, a new one for the address if necessary", () => {
    const tom = { ...ines, id: idOf("customer", uuid(33)), email: "tom@north.example", name: "Tom" }
    const moved = changed(open, { customer: { id: tom.id } }, { customer: tom })
    assert.deepStrictEqual(
      [moved.value.ticket.customerId, moved.value.ticket.customerEmail, moved.value.ticket.customerName],
      [tom.id, tom.email, "Tom"]
    )
    assert.strictEqual(moved.value.customer, tom)
    assert.deepStrictEqual(types(moved), ["ticket.updated"])
    const made = changed(open, { customer: { email: "new@north.example" } })
    assert.deepStrictEqual(types(made), ["customer.created", "ticket.updated"])
    assert.strictEqual(made.customer?.id, made.value.ticket.customerId)
  })

  it("is refused without a ticket, if it is in the trash or merged away, and at a stale version", () => {
    assert.strictEqual(refused(undefined, { title: "x" }), "NotFound")
    assert.strictEqual(refused({ ...open, deletedAt: now }, { title: "x" }), "NotFound")
    assert.strictEqual(refused({ ...open, mergedIntoId: idOf("ticket", uuid(20)) }, { title: "x" }), "TicketMerged")
    const stale = decided({ ...open, version: 3 }, { title: "x" }, {}, 2)
    assert(Result.isFailure(stale) && stale.failure._tag === "VersionConflict")
    assert.strictEqual(stale.failure.currentVersion, 3)
    assert.isTrue(Result.isSuccess(decided({ ...open, version: 3 }, { title: "x" }, {}, 3)))
  })

  it("is audited with what changed, but only a hash of the body", () => {
    const { audit } = changed(open, { title: "Other", body: "secret words" })
    assert.deepStrictEqual(Object.keys(audit[0]?.changes ?? {}), ["title", "body"])
    assert.deepStrictEqual(audit[0]?.changes?.["title"], { old: open.title, new: "Other" })
    assert.notInclude(JSON.stringify(audit), "secret words")
  })
})
