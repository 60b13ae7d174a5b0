import { assert, describe, it } from "@effect/vitest"
import {
  type EndpointState,
  failed,
  initial,
  isDown,
  isQuiet,
  outdated,
  room,
  sent,
  stored,
  succeeded,
  withdrawn
} from "../../src/webhooks/EndpointState.ts"

/** A request that succeeded or failed now, with its outcome stored. */
const well = (state: EndpointState, durationMs: number, now = 0) =>
  stored(succeeded(sent(state, now), durationMs, 8, now))
const badly = (state: EndpointState, now = 0, random = 0) => stored(failed(sent(state, now), 0, now, random))

const fresh = initial(0, { failures: 0, failingFor: undefined, gatedFor: 0 })
const times = (count: number, step: (state: EndpointState) => EndpointState, from = fresh) =>
  Array.from({ length: count }).reduce<EndpointState>((state) => step(state), from)

describe("the window of an endpoint", () => {
  it("starts at two and grows by one with each prompt response, up to the webhook's own limit", () => {
    assert.strictEqual(room(fresh, 0), 2)
    assert.strictEqual(room(well(fresh, 10), 0), 3)
    assert.strictEqual(
      room(
        times(100, (state) => well(state, 10)),
        0
      ),
      8
    )
  })

  it("shrinks by one with each slow response, and to one with a failure", () => {
    const wide = times(6, (state) => well(state, 10))
    assert.strictEqual(room(well(wide, 1_500), 0), 7)
    assert.strictEqual(
      room(
        times(100, (state) => well(state, 1_500)),
        0
      ),
      1
    )
    assert.strictEqual(room(badly(wide), 0), 1)
  })

  it("counts requests in flight, and has room again after the response", () => {
    const busy = sent(sent(fresh, 0), 0)
    assert.strictEqual(room(busy, 0), 0)
    const answered = succeeded(busy, 10, 8, 5)
    assert.strictEqual(room(answered, 5), 2)
    assert.isFalse(isQuiet(answered))
    assert.isFalse(isQuiet(stored(answered)))
    assert.isTrue(isQuiet(stored(stored(succeeded(answered, 10, 8, 5)))))
  })

  it("gets back the room of what was never sent", () => {
    assert.deepStrictEqual(withdrawn(sent(fresh, 0)), fresh)
  })

  it("sends nothing new while many outcomes wait to be stored", () => {
    const unstored = times(64, (state) => succeeded(sent(state, 0), 10, 8, 0))
    assert.strictEqual(room(unstored, 0), 0)
    assert.strictEqual(room(stored(unstored), 0), 1)
  })

  it("sends nothing new while nothing has come back for a second", () => {
    const busy = sent(well(fresh, 10), 5_000)
    assert.strictEqual(room(busy, 6_000), 2)
    assert.strictEqual(room(busy, 6_001), 0)
    assert.strictEqual(room(sent(busy, 5_900), 6_001), 0, "what was sent since is no answer")
    assert.strictEqual(room(failed(busy, 0, 7_000, 0), 7_000), 1)
  })
})

describe("the gate of an endpoint", () => {
  it("stays open for the first four failures", () => {
    const state = times(4, (state) => badly(state))
    assert.isFalse(isDown(state))
    assert.strictEqual(room(state, 0), 1)
  })

  it("closes with the fifth, lets one probe through, and opens when that succeeds", () => {
    const down = times(5, (state) => badly(state, 1_000, 1 / 3))
    assert.isTrue(isDown(down))
    assert.strictEqual(room(down, 5_999), 0)
    assert.strictEqual(room(down, 6_000), 1)
    const probing = sent(down, 6_000)
    assert.strictEqual(room(probing, 6_000), 0)
    const again = failed(probing, 0, 6_100, 1 / 3)
    assert.strictEqual(again.gateUntil, 6_100 + 10_000)
    assert.strictEqual(room(again, 16_100), 0, "while it is not stored that the probe failed")
    assert.strictEqual(room(stored(again), 16_100), 1)
    const up = succeeded(probing, 20, 8, 6_100)
    assert.isFalse(isDown(up))
    assert.strictEqual(room(up, 6_100), 2)
  })

  it("closes at once when the receiver asks for it", () => {
    const asked = failed(sent(fresh, 0), 60_000, 0, 0)
    assert.isFalse(isDown(asked))
    assert.strictEqual(room(asked, 59_999), 0)
    assert.strictEqual(room(asked, 60_000), 1)
  })

  it("is left as it is by a response from an address that was replaced since", () => {
    const changed = sent(initial(1_000, { failures: 0, failingFor: undefined, gatedFor: 0 }), 1_000)
    const late = stored(outdated(sent(changed, 1_000)))
    assert.deepStrictEqual(late, changed)
  })

  it("stays closed as long as a receiver asked, even if its responses to earlier requests ask for less", () => {
    const busy = sent(sent(fresh, 0), 0)
    assert.strictEqual(failed(failed(busy, 60_000, 0, 0), 1_000, 100, 0).gateUntil, 60_000)
    assert.strictEqual(failed(failed(busy, 1_000, 0, 0), 60_000, 100, 0).gateUntil, 60_100)
  })

  it("is preserved across nodes and restarts", () => {
    const state = initial(1_000, { failures: 7, failingFor: 90_000, gatedFor: 500 })
    assert.strictEqual(room(state, 1_499), 0)
    assert.strictEqual(room(state, 1_500), 1)
    assert.isTrue(isDown(state))
    // Never sooner than half the time that it has been failing.
    assert.strictEqual(badly(state, 11_000, 1 / 3).gateUntil, 11_000 + 50_000)
    const shaky = initial(0, { failures: 1, failingFor: 10, gatedFor: 0 })
    assert.strictEqual(room(shaky, 0), 1)
  })
})
