import { assert, describe, it } from "@effect/vitest"
import { idOf } from "../../src/domain/Ids.ts"
import { addressIn, memberIn, watcherKey } from "../../src/domain/Watcher.ts"
import { uuid } from "../support/ticketState.ts"

const member = idOf("member", uuid(1))

describe("The key of a watcher", () => {
  it("is a member's id, unchanged", () => {
    assert.strictEqual(watcherKey(` ${member} `), member)
    assert.strictEqual(memberIn(member), member)
    assert.isUndefined(addressIn(member))
  })

  it("is an address, ignoring case", () => {
    assert.strictEqual(watcherKey("custom_Ada@Example.com"), "custom_ada@example.com")
    assert.strictEqual(addressIn("custom_ada@example.com"), "ada@example.com")
    assert.isUndefined(memberIn("custom_ada@example.com"))
  })

  it("is undefined for anything else", () => {
    for (const text of ["", "tom", member.toUpperCase(), "CUSTOM_a@b.example", idOf("brand", uuid(1))]) {
      const key = watcherKey(text)
      assert.deepStrictEqual([memberIn(key), addressIn(key)], [undefined, undefined], text)
    }
  })
})
