import { assert, describe, it } from "@effect/vitest"
import { BusySeconds, keptOfKey } from "../../src/accounts/BusySeconds.ts"
import { idOf } from "../../src/domain/Ids.ts"

const keyId = idOf("key", "01a21239-c563-7956-ba36-f537d5f5870a")

/** A request with a key, identified by its number. */
const note = (number: number, status: number, key = "key_one") => ({
  tenantId: "tenant",
  keyId: key,
  status,
  describe: () => ({
    id: idOf("request", `01a21239-c563-7956-ba36-${String(number).padStart(12, "0")}`),
    apiKey: { id: keyId, prefix: key },
    operation: `number.${number}`,
    method: "GET",
    path: "/v1/brands",
    status,
    durationMs: 1,
    replayed: false,
    ip: "::1"
  })
})

const kept = (seconds: BusySeconds) => seconds.waiting.map(({ operation }) => Number(operation.slice("number.".length)))

describe("BusySeconds", () => {
  it("keeps the first requests of a key in a second, and counts the others", () => {
    const seconds = new BusySeconds()
    for (let number = 0; number < keptOfKey + 5; number++) seconds.add(note(number, 200), 1_000 + number)
    seconds.add(note(100, 200, "key_two"), 1_500)
    seconds.add(note(101, 200), 2_000)
    seconds.end(2)
    assert.deepStrictEqual(kept(seconds), [...Array(keptOfKey).keys(), 100])
    assert.deepStrictEqual([...new Set(seconds.waiting.map(({ omitted }) => omitted))], [5, 0])
    seconds.forget(keptOfKey + 1)
    seconds.end(Number.POSITIVE_INFINITY)
    assert.deepStrictEqual(kept(seconds), [101])
    assert.deepStrictEqual([seconds.unkept(), seconds.unkept()], [5, 0])
  })

  it("prefers refusals to successes, and other refusals to those of the rate limit", () => {
    const seconds = new BusySeconds()
    for (let number = 0; number < keptOfKey; number++) seconds.add(note(number, 200), 0)
    seconds.add(note(100, 429), 0)
    seconds.add(note(101, 422), 0)
    for (let number = 200; number < 200 + keptOfKey; number++) seconds.add(note(number, 429), 0)
    seconds.add(note(300, 404), 0)
    seconds.add(note(301, 200), 0)
    seconds.end(1)
    assert.lengthOf(seconds.waiting, keptOfKey)
    assert.isTrue(seconds.waiting.every(({ status }) => status >= 400))
    assert.includeMembers(kept(seconds), [101, 300])
    assert.strictEqual(seconds.waiting[0]?.omitted, keptOfKey + 4)
  })

  it("holds no more than its capacity, and has room again for what was written", () => {
    const seconds = new BusySeconds()
    for (let number = 0; number < 6_000; number++) seconds.add(note(number, 200, `key_${number}`), 0)
    seconds.end(1)
    const { length } = seconds.waiting
    assert.strictEqual(length + seconds.unkept(), 6_000)
    seconds.add(note(1, 500), 1_000)
    seconds.end(2)
    assert.lengthOf(seconds.waiting, length)
    seconds.forget(1)
    seconds.add(note(2, 500), 2_000)
    seconds.end(3)
    assert.strictEqual(kept(seconds).at(-1), 2)
  })
})
