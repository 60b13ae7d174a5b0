import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { idOf, madeAt } from "../../src/domain/Ids.ts"
import { openTicket, readsOfOpening, type TicketCreate } from "../../src/tickets/openTicket.ts"
import type { TicketState } from "../../src/tickets/TicketCommand.ts"
import { ines, now, policy, stateOf, statusOf, tag, upload, uuid } from "../support/ticketState.ts"

const invoice: TicketCreate = {
  title: "Invoice shows the wrong company",
  customer: { email: "ines@north.example", name: "Ines Roth" },
  source: "api"
}

const decided = (input: Partial<TicketCreate> = {}, seen: Partial<TicketState> = {}) =>
  openTicket(stateOf(seen), policy.id, "live", { ...invoice, ...input })

const opened = (input: Partial<TicketCreate> = {}, seen: Partial<TicketState> = {}) =>
  Result.getOrThrow(decided(input, seen))

/** The refused fields, with the code of each. */
const refused = (input: Partial<TicketCreate>, seen: Partial<TicketState> = {}) => {
  const decision = decided(input, seen)
  assert(Result.isFailure(decision) && decision.failure._tag === "InvalidInput")
  return decision.failure.errors.map(({ field, code }) => [field, code])
}

describe("openTicket", () => {
  it("uses the brand's next number and default status, and starts at version 1", () => {
    const { ticket } = opened().value
    assert.strictEqual(ticket.number, 1042)
    assert.deepStrictEqual(
      [ticket.status, ticket.statusId, ticket.statusCategory],
      ["open", statusOf("open").id, "open"]
    )
    assert.deepStrictEqual([ticket.version, ticket.reopenCount, ticket.commentCount], [1, 0, 0])
    assert.deepStrictEqual([ticket.createdAt, ticket.updatedAt], [now, now])
    assert.strictEqual(ticket.priority, "normal")
  })

  it("that is imported keeps its original time, also in its id, and notifies no one", () => {
    const importedAt = DateTime.makeUnsafe("2024-03-01T09:00:00.000Z")
    const outcome = opened({ importedAt, status: "answered" })
    const { ticket } = outcome.value
    assert.deepStrictEqual([ticket.createdAt, ticket.resolvedAt, ticket.updatedAt], [importedAt, importedAt, now])
    assert.deepStrictEqual(madeAt(ticket.id), importedAt)
    assert.isTrue(outcome.isImported)
    assert.isEmpty(outcome.drafts)
    assert.deepStrictEqual(refused({ importedAt: DateTime.add(now, { milliseconds: 1 }), notifyCustomer: true }), [
      ["imported.createdAt", "range"],
      ["notifyCustomer", "not_allowed"]
    ])
  })

  it("publishes events for a new customer, then the ticket, then each file", () => {
    const files = [upload(1), upload(2)]
    const outcome = opened({ attachmentIds: files.map(({ id }) => id) }, { attachments: files })
    assert.deepStrictEqual(
      outcome.events.map(({ type }) => type),
      ["customer.created", "ticket.created", "attachment.created", "attachment.created"]
    )
    const { ticket } = outcome.value
    assert.strictEqual(outcome.events[0]?.subject, ticket.customerId)
    for (const { subject } of outcome.events.slice(1)) assert.strictEqual(subject, ticket.id)
    assert.strictEqual(ticket.attachmentCount, 2)
    for (const file of outcome.attachments ?? []) assert.strictEqual(file.ticketId, ticket.id)
  })

  it("uses the known customer with the address, without another event for them", () => {
    const outcome = opened({ customer: { email: ines.email, name: "Somebody Else" } }, { customer: ines })
    assert.strictEqual(outcome.value.ticket.customerId, ines.id)
    assert.strictEqual(outcome.value.ticket.customerName, "Ines Roth")
    assert.isUndefined(outcome.customer)
    assert.deepStrictEqual(
      outcome.events.map(({ type }) => type),
      ["ticket.created"]
    )
  })

  it("names a known customer without a name, and no one who has one", () => {
    const { name: _, ...nameless } = ines
    const { audit, customer, events, ticket, value } = opened({}, { customer: nameless })
    assert.deepInclude(customer, { id: ines.id, name: "Ines Roth", version: ines.version + 1 })
    assert.deepStrictEqual([ticket?.customerName, value.customer], ["Ines Roth", customer])
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      ["customer.updated", "ticket.created"]
    )
    assert.deepInclude(audit[0], { event: "customer.updated", entityId: ines.id })
    assert.isUndefined(opened({}, { customer: { ...ines, name: "Ines R." } }).customer)
  })

  it("links a new customer to the company with the mail domain, and marks an address that cannot be mailed", () => {
    const companyId = idOf("company", uuid(5))
    assert.strictEqual(opened({}, { companyId }).customer?.companyId, companyId)
    assert.isFalse(opened().customer?.emailIsPlaceholder)
    const identities = [{ channel: "slack", address: "U024BE7LH" }]
    const made = opened({ customer: { email: "u024be7lh@slack.invalid", identities } }).customer
    assert.isTrue(made?.emailIsPlaceholder)
    assert.deepStrictEqual(made?.identities, identities)
  })

  it("by a blocked customer is spam", () => {
    const { ticket } = opened({}, { customer: { ...ines, isBlocked: true } }).value
    assert.isTrue(ticket.isSpam)
    assert.strictEqual(ticket.status, "open")
  })

  it("makes the customer wait if the customer opened it, and otherwise not", () => {
    assert.strictEqual(opened({ openedByCustomer: true }).value.ticket.waitingSince, now)
    assert.isUndefined(opened().value.ticket.waitingSince)
  })

  it("may start pending or resolved, but not closed, and in no unknown or retired status", () => {
    assert.strictEqual(opened({ status: "waiting" }).value.ticket.statusCategory, "pending")
    assert.strictEqual(opened({ status: "resolved" }).value.ticket.resolvedAt, now)
    assert.deepStrictEqual(refused({ status: "closed" }), [["status", "not_allowed"]])
    const closed = decided({ status: "closed" })
    assert(Result.isFailure(closed) && closed.failure._tag === "InvalidInput")
    assert.strictEqual(closed.failure.errors[0].message, "must not be closed: a new ticket must be open")
    assert.deepStrictEqual(refused({ status: "retired" }), [["status", "enum"]])
    assert.deepStrictEqual(refused({ status: "nonesuch" }), [["status", "enum"]])
  })

  it("reports every unknown id at once", () => {
    const tagId = idOf("tag", uuid(7))
    assert.deepStrictEqual(
      refused({
        customer: { id: idOf("customer", uuid(6)) },
        assigneeId: idOf("member", uuid(9)),
        categoryId: idOf("category", uuid(8)),
        tags: { names: ["fine"], ids: [tagId], idFields: ["tagIds[0]"] },
        attachmentIds: [upload(1).id]
      }),
      [
        ["assigneeId", "unknown_id"],
        ["categoryId", "unknown_id"],
        ["attachmentIds[0]", "unknown_id"],
        ["tagIds[0]", "unknown_id"],
        ["customerId", "unknown_id"]
      ]
    )
  })

  it("repeats nothing of what it refuses", () => {
    const [tagId, { id: fileId }] = [idOf("tag", uuid(7)), upload(1)]
    const decision = decided({ status: "nonesuch", tags: { names: [], ids: [tagId] }, attachmentIds: [fileId] })
    assert(Result.isFailure(decision) && decision.failure._tag === "InvalidInput")
    const said = decision.failure.errors.map(({ message }) => message).join()
    for (const sent of ["nonesuch", tagId, fileId]) assert.notInclude(said, sent)
  })

  it("refuses an address that is not the named customer's", () => {
    const customer = { id: ines.id, email: "other@north.example" }
    assert.deepStrictEqual(refused({ customer }, { customer: ines }), [["customerEmail", "not_allowed"]])
    assert.deepStrictEqual(refused({ customer: { email: "14155550100@sms.invalid" } }), [
      ["customerEmail", "not_allowed"]
    ])
    assert.strictEqual(
      opened({ customer: { id: ines.id, email: ines.email } }, { customer: ines }).value.ticket.customerId,
      ines.id
    )
  })

  it("keeps custom fields of any value, and treats null as none", () => {
    for (const customFields of [false, 0, "", []])
      assert.deepStrictEqual(opened({ customFields }).value.ticket.customFields, customFields)
    assert.isUndefined(opened({ customFields: null }).value.ticket.customFields)
  })

  it("derives the coarse origin from the fine source", () => {
    const originOf = (source: TicketCreate["source"]) => opened({ source }).value.ticket.origin
    assert.deepStrictEqual(
      [originOf("web"), originOf("slack"), originOf("discord"), originOf("whatsapp"), originOf("email")],
      ["api", "chat", "chat", "custom", "email"]
    )
  })

  it("creates tags for unknown names, each once ignoring case, sorted by name", () => {
    const billing = tag("Billing", idOf("tag", uuid(7)))
    const outcome = opened(
      { tags: { names: ["vat", "VAT", "billing", "Ärger", "ärger"], ids: [billing.id] } },
      { tags: [billing] }
    )
    assert.deepStrictEqual(
      outcome.value.ticket.tags.map(({ name }) => name),
      ["Billing", "vat", "Ärger"]
    )
    assert.deepStrictEqual(
      outcome.tags?.map(({ name }) => name),
      ["vat", "Ärger"]
    )
  })
})

describe("readsOfOpening", () => {
  it("looks up the customer by id if both are given, so that they can be compared", () => {
    assert.deepStrictEqual(readsOfOpening({ ...invoice, customer: { id: ines.id, email: ines.email } }).customer, {
      id: ines.id
    })
    assert.deepStrictEqual(readsOfOpening(invoice).customer, { email: "ines@north.example" })
  })
})
