import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import type { EmailDomain } from "../../../src/domain/EmailDomain.ts"
import { type AddressId, idOf } from "../../../src/domain/Ids.ts"
import type { AddressKind } from "../../../src/domain/SupportAddress.ts"
import { chooseSender, type SenderFacts, type SenderWish } from "../../../src/tickets/outbound/chooseSender.ts"

const inboundDomain = "inbound.example"
const at = DateTime.makeUnsafe("2026-01-01T00:00:00Z")
const relayed = { name: "Desk", address: "desk@relay.example" }
const ours = { name: "Desk", address: "no-reply@inbound.example" }

const addressId = (n: number): AddressId => idOf("address", `01890000-0000-7000-8000-00000000000${n}`)
const address = (
  n: number,
  address: string,
  kind: AddressKind,
  fields: { fromName?: string; isPrimary?: boolean } = {}
) => ({
  id: addressId(n),
  address,
  kind,
  isPrimary: false,
  ...fields
})
const system = address(1, "br_x@inbound.example", "system", { isPrimary: true })

const domain = (name: string, type: EmailDomain["type"], fields: Partial<EmailDomain> = {}): EmailDomain => ({
  id: idOf("domain", "01890000-0000-7000-8000-000000000001"),
  brandId: idOf("brand", "01890000-0000-7000-8000-000000000002"),
  domain: name,
  type,
  verified: true,
  isPrimary: false,
  replyMode: "MATCH",
  ownershipToken: "",
  keys: [],
  findings: [],
  createdAt: at,
  updatedAt: at,
  ...fields
})

const chosen = (facts: Partial<SenderFacts>, wish: SenderWish = {}, sender = relayed) => {
  const { from, domain } = chooseSender(
    { brand: { replyMode: "MATCH" }, addresses: [system], domains: [], ...facts },
    wish,
    { sender, inboundDomain }
  )
  return [`${from.name} <${from.address}>`.trim(), domain?.domain]
}

const acme = domain("acme.example", "OUTBOUND", { isPrimary: true })
const support = address(2, "support@acme.example", "forwarded", { fromName: "Support" })
const sales = address(3, "sales@acme.example", "domain")

describe("chooseSender", () => {
  it("is the installation with the brand's name if the brand has nothing of its own", () => {
    assert.deepStrictEqual(chosen({}), ["<desk@relay.example>", undefined])
    assert.deepStrictEqual(chosen({ brand: { replyMode: "MATCH", fromName: "Acme" } }), [
      "Acme <desk@relay.example>",
      undefined
    ])
  })

  it("is the address that the customer wrote to, whatever its tag and case", () => {
    const facts = { addresses: [system, support, sales], domains: [acme] }
    assert.deepStrictEqual(chosen(facts, { writtenTo: "Sales+7@ACME.example" }), [
      "<sales@acme.example>",
      "acme.example"
    ])
    assert.deepStrictEqual(chosen(facts, { writtenTo: "support@acme.example" }), [
      "Support <support@acme.example>",
      "acme.example"
    ])
  })

  it("is the forwarding mailbox if the customer's mail arrived at the brand's built-in address", () => {
    const facts = { addresses: [system, support], domains: [acme] }
    assert.deepStrictEqual(chosen(facts, { writtenTo: system.address }), [
      "Support <support@acme.example>",
      "acme.example"
    ])
  })

  it("is never an address on a domain that cannot send mail", () => {
    const facts = { addresses: [system, support, sales], domains: [domain("acme.example", "INBOUND")] }
    assert.deepStrictEqual(chosen(facts, { writtenTo: sales.address }), ["<desk@relay.example>", undefined])
    assert.deepStrictEqual(chosen(facts, { addressId: sales.id }, ours), ["<no-reply@inbound.example>", undefined])
  })

  it("is never an address that is not the brand's, even if its domain is", () => {
    assert.deepStrictEqual(chosen({ domains: [acme] }, { writtenTo: "ceo@acme.example" }), [
      "<desk@relay.example>",
      undefined
    ])
  })

  it("is any name on a domain with the brand's catch-all", () => {
    const facts = { addresses: [system, address(4, "*@acme.example", "domain")], domains: [acme] }
    assert.deepStrictEqual(chosen(facts, { writtenTo: "anything@acme.example" }), [
      "<anything@acme.example>",
      "acme.example"
    ])
    assert.deepStrictEqual(chosen(facts), ["<desk@relay.example>", undefined])
  })

  it("is always fromEmail with SINGLE", () => {
    const facts: Partial<SenderFacts> = {
      brand: { replyMode: "SINGLE", fromEmail: "hello@acme.example", fromName: "Acme" },
      addresses: [system, support, sales],
      domains: [acme]
    }
    assert.deepStrictEqual(chosen(facts, { writtenTo: sales.address }), ["Acme <hello@acme.example>", "acme.example"])
    assert.deepStrictEqual(chosen({ ...facts, domains: [] }, { writtenTo: sales.address }), [
      "Acme <desk@relay.example>",
      undefined
    ])
  })

  it("is fromEmail with MATCH if the customer wrote to nothing that can answer", () => {
    const brand = { replyMode: "MATCH", fromEmail: "hello@acme.example" } as const
    assert.deepStrictEqual(chosen({ brand, domains: [acme] }, { writtenTo: system.address }), [
      "<hello@acme.example>",
      "acme.example"
    ])
  })

  it("is the address that answers for its whole domain, if the domain says so", () => {
    const single = domain("acme.example", "OUTBOUND", {
      replyMode: "SINGLE",
      fromEmail: "team@acme.example",
      fromName: "The team"
    })
    const facts = { addresses: [system, support, sales], domains: [single] }
    assert.deepStrictEqual(chosen(facts, { writtenTo: sales.address }), [
      "The team <team@acme.example>",
      "acme.example"
    ])
  })

  it("is the primary domain's fromEmail, then the primary address", () => {
    const primary = address(5, "help@acme.example", "domain", { isPrimary: true })
    const addresses = [{ ...system, isPrimary: false }, primary]
    assert.deepStrictEqual(chosen({ addresses, domains: [acme] }), ["<help@acme.example>", "acme.example"])
    const named = { ...acme, fromEmail: "team@acme.example" }
    assert.deepStrictEqual(chosen({ addresses, domains: [named] }), ["<team@acme.example>", "acme.example"])
  })

  it("is the address that the caller chose before any other", () => {
    const brand = { replyMode: "SINGLE", fromEmail: "hello@acme.example" } as const
    const facts = { brand, addresses: [system, support, sales], domains: [acme] }
    const wish = { addressId: sales.id, writtenTo: support.address }
    assert.deepStrictEqual(chosen(facts, wish), ["<sales@acme.example>", "acme.example"])
    assert.deepStrictEqual(chosen(facts, { addressId: addressId(9) }), ["<hello@acme.example>", "acme.example"])
  })

  it("is a name on the installation's own domain only if all its mail is sent from there", () => {
    const facts = { addresses: [system, address(6, "acme@inbound.example", "alias")] }
    assert.deepStrictEqual(chosen(facts, { writtenTo: "acme@inbound.example" }), ["<desk@relay.example>", undefined])
    assert.deepStrictEqual(chosen(facts, { writtenTo: "acme@inbound.example" }, ours), [
      "<acme@inbound.example>",
      undefined
    ])
    assert.deepStrictEqual(chosen(facts, { writtenTo: system.address }, ours), [
      "<no-reply@inbound.example>",
      undefined
    ])
  })
})
