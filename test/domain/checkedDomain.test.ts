import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { checkedDomain, outwornKey } from "../../src/domain/checkedDomain.ts"
import type { DomainKey, EmailDomain, RecordStatus } from "../../src/domain/EmailDomain.ts"
import { idOf } from "../../src/domain/Ids.ts"
import { wantedRecords } from "../../src/domain/wantedRecords.ts"

const inboundDomain = "inbound.example"
const start = DateTime.makeUnsafe("2026-01-01T00:00:00Z")
const day = (days: number) => DateTime.add(start, { days })

const key = (selector: string, fields: Partial<DomainKey> = {}): DomainKey => ({
  selector,
  publicKey: `key of ${selector}`,
  sealed: "",
  createdAt: start,
  ...fields
})

const domainOf = (type: EmailDomain["type"], fields: Partial<EmailDomain> = {}): EmailDomain => ({
  id: idOf("domain", "01890000-0000-7000-8000-000000000001"),
  brandId: idOf("brand", "01890000-0000-7000-8000-000000000002"),
  domain: "acme.example",
  type,
  verified: false,
  isPrimary: true,
  replyMode: "MATCH",
  ownershipToken: "token",
  keys: type === "OUTBOUND" ? [key("tl1", { signingSince: start }), key("tl2")] : [],
  findings: [],
  createdAt: start,
  updatedAt: start,
  ...fields
})

/** A check that finds these records, by purpose or selector; nothing is known about the others. */
const check = (domain: EmailDomain, days: number, found: Record<string, RecordStatus>) =>
  checkedDomain(
    domain,
    wantedRecords(domain, inboundDomain).flatMap((record) => {
      const status = found[record.name.split(".")[0] ?? ""] ?? found[record.purpose]
      return status === undefined ? [] : [{ ...record, status }]
    }),
    inboundDomain,
    day(days)
  )

const inbound = { ownership: "verified", mx: "verified" } as const
const outbound = { ownership: "verified", tl1: "verified", tl2: "verified" } as const
const signer = ({ keys }: EmailDomain) => keys.find(({ signingSince }) => signingSince !== undefined)?.selector

describe("checkedDomain", () => {
  it("verifies a domain once everything that it requires exists", () => {
    const half = check(domainOf("INBOUND"), 1, { ownership: "verified", mx: "pending" })
    assert.deepStrictEqual([half.domain.verified, half.changes], [false, []])
    assert.deepStrictEqual(
      half.missing.map(({ purpose }) => purpose),
      ["mx"]
    )
    const whole = check(half.domain, 2, inbound)
    assert.deepStrictEqual([whole.domain.verified, whole.changes, whole.missing], [true, ["verified"], []])
    assert.deepStrictEqual(whole.domain.verifiedAt, day(2))
    assert.deepStrictEqual(check(whole.domain, 3, inbound).domain.verifiedAt, day(2))
  })

  it("requires only the signing one of two keys, and neither return path nor recommendations", () => {
    const checked = check(domainOf("OUTBOUND"), 1, { ...outbound, tl2: "pending", bounce: "failed", spf: "failed" })
    assert.deepStrictEqual(checked.changes, ["verified"])
  })

  it("gives a verified domain three days before it fails", () => {
    const { domain } = check(domainOf("INBOUND"), 0, inbound)
    const first = check(domain, 10, { ...inbound, mx: "failed" })
    assert.deepStrictEqual([first.domain.verified, first.changes], [true, ["failing"]])
    const second = check(first.domain, 12.9, { ...inbound, mx: "failed" })
    assert.deepStrictEqual([second.domain.verified, second.changes], [true, []])
    const third = check(second.domain, 13, { ...inbound, mx: "failed" })
    assert.deepStrictEqual([third.domain.verified, third.changes], [false, ["failed"]])
    assert.isUndefined(third.domain.verifiedAt)
    const fourth = check(third.domain, 20, { ...inbound, mx: "failed" })
    assert.deepStrictEqual([fourth.domain.verified, fourth.changes], [false, []])
    const back = check(fourth.domain, 21, inbound)
    assert.deepStrictEqual(
      [back.domain.verified, back.changes, back.domain.failingSince],
      [true, ["verified"], undefined]
    )
  })

  it("restarts the count when the records were back in between", () => {
    const { domain } = check(domainOf("INBOUND"), 0, inbound)
    const failing = check(domain, 1, { ...inbound, mx: "failed" })
    const back = check(failing.domain, 2, inbound)
    assert.deepStrictEqual([back.changes, back.domain.failingSince], [["recovered"], undefined])
    const again = check(back.domain, 4.5, { ...inbound, mx: "failed" })
    assert.deepStrictEqual([again.domain.verified, again.changes], [true, ["failing"]])
  })

  it("learns nothing from a DNS that does not answer, however long that lasts", () => {
    const { domain } = check(domainOf("INBOUND"), 0, inbound)
    for (const days of [1, 10, 100]) {
      const checked = check(domain, days, {})
      assert.deepStrictEqual([checked.domain, checked.changes], [domain, []])
    }
    const half = check(domain, 1, { ownership: "verified" })
    assert.deepStrictEqual(half.domain, domain)
  })

  it("keeps signing with a key whose record exists", () => {
    const { domain } = check(domainOf("OUTBOUND"), 0, outbound)
    assert.strictEqual(signer(check(domain, 364, outbound).domain), "tl1")
  })

  it("switches to the other key after a year, if its record exists", () => {
    const { domain } = check(domainOf("OUTBOUND"), 0, outbound)
    assert.strictEqual(signer(check(domain, 365, { ...outbound, tl2: "failed" }).domain), "tl1")
    const switched = check(domain, 365, outbound)
    assert.deepStrictEqual([signer(switched.domain), switched.changes], ["tl2", ["key_switched"]])
    assert.strictEqual(signer(check(switched.domain, 366, outbound).domain), "tl2")
    assert.strictEqual(signer(check(switched.domain, 731, outbound).domain), "tl2", "and not with a retired one again")
    assert.isUndefined(outwornKey(switched.domain, day(394)))
    assert.strictEqual(outwornKey(switched.domain, day(395))?.selector, "tl1")
  })

  it("switches to the other key at once when the record of the current one is gone", () => {
    const { domain } = check(domainOf("OUTBOUND"), 0, outbound)
    const switched = check(domain, 1, { ...outbound, tl1: "failed" })
    assert.deepStrictEqual([signer(switched.domain), switched.changes, switched.missing], ["tl2", ["key_switched"], []])
    const lost = check(switched.domain, 2, { ...outbound, tl1: "failed", tl2: "failed" })
    assert.deepStrictEqual([signer(lost.domain), lost.changes], ["tl2", ["failing"]])
    const back = check(lost.domain, 3, { ...outbound, tl2: "failed" })
    assert.deepStrictEqual([signer(back.domain), back.changes], ["tl1", ["key_switched", "recovered"]])
  })

  it("does not confuse a key's record with that of the previous key", () => {
    const { domain } = check(domainOf("OUTBOUND"), 0, outbound)
    const renewed = {
      ...domain,
      keys: domain.keys.map((one) => (one.selector === "tl2" ? { ...one, publicKey: "another" } : one))
    }
    assert.strictEqual(signer(check(renewed, 400, { ownership: "verified", tl1: "verified" }).domain), "tl1")
  })
})
