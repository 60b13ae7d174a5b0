import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { SmsConnection } from "../../src/domain/ChannelConnection.ts"
import { idOf } from "../../src/domain/Ids.ts"
import { openTicket, type TicketCreate } from "../../src/tickets/openTicket.ts"
import type { Texting } from "../../src/tickets/TicketCommand.ts"
import { ines, now, policy, stateOf, uuid } from "../support/ticketState.ts"

const phone = "+14155550100"
const connection: SmsConnection = {
  id: idOf("number", uuid(50)),
  brandId: policy.id,
  kind: "sms",
  provider: "twilio",
  externalId: "AC1/+14155559999",
  name: "+14155559999",
  status: "active",
  settings: { accountSid: "AC1", reopenHours: 168, mms: true, hourlyLimit: 10, dailyLimit: 100 },
  createdAt: now,
  updatedAt: now
}
const texting: Texting = { connection, owner: undefined, refusal: undefined }

const opened = (more: Partial<TicketCreate> = {}, state: Parameters<typeof stateOf>[0] = { texting }) =>
  openTicket(stateOf(state), policy.id, "live", {
    title: "Your table",
    body: "It is ready at eight.",
    customer: {},
    source: "sms",
    texting: { phone, hasConsented: true },
    ...more
  })
const outcome = (...input: Parameters<typeof opened>) => Result.getOrThrow(opened(...input))
const refusal = (...input: Parameters<typeof opened>) => {
  const decided = opened(...input)
  if (Result.isSuccess(decided) || decided.failure._tag !== "InvalidInput") return undefined
  const [{ field, message }] = decided.failure.errors
  return [field, message]
}

describe("A ticket whose customer is texted first", () => {
  it("creates a customer for the number, whose conversation is about it from now on", () => {
    const { conversation, customer, drafts, person, ticket, audit } = outcome()
    assert.deepInclude(customer, {
      email: "14155550100@sms.invalid",
      emailIsPlaceholder: true,
      phone,
      identities: [{ channel: "sms", address: phone }]
    })
    assert.deepInclude(conversation, { connectionId: connection.id, key: phone, mode: "customer", person: phone })
    assert.strictEqual(conversation?.ticketId, ticket?.id)
    assert.deepInclude(person, { connectionId: connection.id, externalId: phone })
    assert.strictEqual(person?.customerId, customer?.id)
    assert.deepStrictEqual(drafts, [])
    assert.deepInclude(audit.at(-1)?.metadata, { smsConsent: true, phone })
  })

  it("sends its text if requested", () => {
    const { drafts } = outcome({ notifyCustomer: true })
    assert.deepStrictEqual(
      drafts?.map(({ channel, kind, lane, to }) => [channel, kind, lane, to]),
      [["sms", "notification", phone, phone]]
    )
  })

  it("belongs to the owner of the number, or the named customer, who gets the number if they had none", () => {
    const owner = { ...ines, phone }
    assert.strictEqual(outcome({}, { texting: { ...texting, owner } }).ticket?.customerId, ines.id)
    const named = outcome({ customer: { email: ines.email } }, { texting, customer: ines })
    assert.strictEqual(named.ticket?.customerId, ines.id)
    assert.deepInclude(named.customer, { id: ines.id, phone })
    assert.include(
      named.events.map(({ type }) => type),
      "customer.updated"
    )
  })

  it("is refused if no one can, or may, be texted this way", () => {
    const named = { customer: { email: "paul@south.example" } }
    assert.deepStrictEqual(refusal({ texting: { phone, hasConsented: false } })?.[0], "smsConsent")
    assert.include(refusal({}, {})?.[1], "the brand has no enabled phone number")
    assert.deepStrictEqual(
      refusal({ texting: { phone, hasConsented: true, numberId: connection.id } }, {})?.[0],
      "numberId"
    )
    assert.include(refusal({}, { texting: { ...texting, refusal: "They have opted out" } })?.[1], "opted out")
    const abroad = { ...connection, settings: { ...connection.settings, destinations: ["+49", "+44"] } }
    assert.include(refusal({}, { texting: { ...texting, connection: abroad } })?.[1], "is not a destination")
    assert.deepStrictEqual(refusal(named, { texting: { ...texting, owner: ines } }), [
      "customerPhone",
      "belongs to another customer"
    ])
  })
})
