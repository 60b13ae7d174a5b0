import { assert, describe, it } from "@effect/vitest"
import { Pace } from "../../../channels/chat/Pace.ts"
import { idOf } from "../../../src/domain/Ids.ts"
import { uuid } from "../../support/ticketState.ts"

const [one, other] = [idOf("installation", uuid(1)), idOf("installation", uuid(2))]

describe("C37: messages to one channel", () => {
  it("are a second apart, however many arrive at once", () => {
    const pace = new Pace()
    assert.deepStrictEqual(
      [1, 2, 3].map(() => pace.take(one, "C1", 10_000, 5_000)),
      [0, 1_000, 2_000]
    )
    assert.strictEqual(pace.take(one, "C1", 13_500, 5_000), 0)
  })

  it("do not delay those to another channel, or to one with the same name in another workspace", () => {
    const pace = new Pace()
    pace.take(one, "C1", 0, 5_000)
    assert.strictEqual(pace.take(one, "C2", 0, 5_000), 0)
    assert.strictEqual(pace.take(other, "C1", 0, 5_000), 0)
  })

  it("reserve no slot that is too far away, and leave it to others", () => {
    const pace = new Pace()
    for (let count = 0; count < 6; count++) pace.take(one, "C1", 0, 5_000)
    assert.strictEqual(pace.take(one, "C1", 0, 5_000), 6_000)
    assert.strictEqual(pace.take(one, "C1", 2_000, 5_000), 4_000)
  })

  it("wait in all channels of a workspace that hit its limit, and in no other's", () => {
    const pace = new Pace()
    pace.rest(one, 3_000, 0)
    // A shorter rest does not shorten a longer one.
    pace.rest(one, 1_000, 0)
    assert.deepStrictEqual(
      ["C1", "C2"].map((channel) => pace.take(one, channel, 0, 5_000)),
      [3_000, 3_000]
    )
    assert.strictEqual(pace.take(one, "C3", 0, 2_000), 3_000)
    assert.deepStrictEqual(
      [pace.isResting(one, 2_999), pace.isResting(one, 3_000), pace.isResting(other, 0)],
      [true, false, false]
    )
    assert.strictEqual(pace.take(other, "C1", 0, 5_000), 0)
    assert.strictEqual(pace.take(one, "C3", 3_000, 5_000), 0)
  })
})
