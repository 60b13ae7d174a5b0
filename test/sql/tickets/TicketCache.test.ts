import { assert, describe, it } from "@effect/vitest"
import type { TicketDetail } from "../../../src/domain/TicketDetail.ts"
import { TicketCache } from "../../../src/sql/tickets/TicketCache.ts"
import { ines, ticketIn } from "../../support/ticketState.ts"

const detail: TicketDetail = { ticket: ticketIn("open"), mode: "live", ticketPrefix: "ACME" }
const withBody = (length: number): TicketDetail => ({
  ...detail,
  ticket: { ...detail.ticket, body: "x".repeat(length) }
})

describe("TicketCache", () => {
  it("recognizes a ticket by its stamp, and no other", () => {
    const cache = new TicketCache()
    cache.put("a", "1 0", detail)
    assert.strictEqual(cache.get("a", "1 0"), detail)
    assert.isUndefined(cache.get("a", "2 0"))
    assert.isUndefined(cache.get("b", "1 0"))
    cache.put("a", "2 0", { ...detail })
    assert.isUndefined(cache.get("a", "1 0"))
    assert.isTrue(cache.knows("a"))
    assert.strictEqual(cache.last("a")?.stamp, "2 0")
    cache.drop("a")
    assert.isUndefined(cache.last("a"))
  })

  it("evicts the oldest entries that were not used since, when it is full", () => {
    const cache = new TicketCache()
    const long = withBody(60_000)
    cache.put("0", "1", long)
    cache.put("1", "1", long)
    let kept = 2
    // Only the first ticket is used again, so it stays while later ones are evicted.
    for (; cache.knows("1"); kept++) {
      cache.get("0", "1")
      cache.put(`${kept}`, "1", long)
    }
    assert.isAbove(kept, 10)
    assert.strictEqual(cache.get("0", "1"), long)
    assert.isUndefined(cache.get("1", "1"))
    assert.strictEqual(cache.get("2", "1"), long)
    assert.strictEqual(cache.get(`${kept - 1}`, "1"), long)
  })

  it("counts the overhead of JSON beyond its text, and the ticket's customer", () => {
    const manyParts = Object.fromEntries(Array.from({ length: 800 }, (_, n) => [n.toString(36), {}]))
    const customer = { ...ines, metadata: manyParts }
    const lengthy = withBody(JSON.stringify(manyParts).length)
    for (const heavy of [
      { ...detail, customer },
      { ...detail, ticket: { ...detail.ticket, metadata: manyParts } }
    ]) {
      const cache = new TicketCache()
      cache.put("lengthy", "1", lengthy)
      cache.put("heavy", "1", heavy)
      assert.deepStrictEqual([cache.knows("lengthy"), cache.knows("heavy")], [true, false])
    }
  })

  it("does not cache tickets with large texts, and drops their earlier versions", () => {
    const cache = new TicketCache()
    cache.put("a", "1", detail)
    cache.put("a", "2", withBody(1024 * 1024))
    assert.isFalse(cache.knows("a"))
  })
})
