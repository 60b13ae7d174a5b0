import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { decodeTypeId, encodeTypeId } from "../../src/domain/TypeId.ts"

/** The test vectors of the specification, version 0.3. */
const vectors: ReadonlyArray<readonly [name: string, id: string, uuid: string]> = [
  ["nil", "prefix_00000000000000000000000000", "00000000-0000-0000-0000-000000000000"],
  ["one", "prefix_00000000000000000000000001", "00000000-0000-0000-0000-000000000001"],
  ["ten", "prefix_0000000000000000000000000a", "00000000-0000-0000-0000-00000000000a"],
  ["sixteen", "prefix_0000000000000000000000000g", "00000000-0000-0000-0000-000000000010"],
  ["thirty-two", "prefix_00000000000000000000000010", "00000000-0000-0000-0000-000000000020"],
  ["the greatest", "prefix_7zzzzzzzzzzzzzzzzzzzzzzzzz", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
  ["the whole alphabet", "prefix_0123456789abcdefghjkmnpqrs", "0110c853-1d09-52d8-d73e-1194e95b5f19"],
  ["a UUIDv7", "prefix_01h455vb4pex5vsknk084sn02q", "01890a5d-ac96-774b-bcce-b302099a8057"]
]

const refused: ReadonlyArray<readonly [name: string, id: string]> = [
  ["of another prefix", "other_01h455vb4pex5vsknk084sn02q"],
  ["without a prefix", "01h455vb4pex5vsknk084sn02q"],
  ["of the prefix alone", "prefix_"],
  ["with an upper-case prefix", "PREFIX_01h455vb4pex5vsknk084sn02q"],
  ["in upper case", "prefix_01H455VB4PEX5VSKNK084SN02Q"],
  ["with a character too few", "prefix_01h455vb4pex5vsknk084sn02"],
  ["with a character too many", "prefix_01h455vb4pex5vsknk084sn02q0"],
  ["beyond 128 bits", "prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz"],
  ["with letters that look like digits", "prefix_0oooooiiiiiiuuuuuuulllll01"],
  ["with hyphens", "prefix_01h455vb-pex5vsknk-84sn02q"],
  ["with a space", "prefix_01h455vb4pex5vsknk084sn02 "],
  ["with a line break at its end", "prefix_01h455vb4pex5vsknk084sn02q\n"],
  ["with two separators", "prefix__01h455vb4pex5vsknk084sn02q"],
  ["that is a UUID", "prefix_01890a5d-ac96-774b-bcce-b302099a8057"],
  ["of nothing", ""]
]

describe("TypeId", () => {
  for (const [name, id, uuid] of vectors) {
    it(`of ${name} matches the specification`, () => {
      assert.strictEqual(encodeTypeId("prefix", uuid), id)
      assert.strictEqual(decodeTypeId("prefix", id), uuid)
    })
  }

  for (const [name, id] of refused) {
    it(`refuses one ${name}`, () => {
      assert.isUndefined(decodeTypeId("prefix", id))
    })
  }

  it("round-trips every UUID", () => {
    fc.assert(fc.property(fc.uuid(), (uuid) => decodeTypeId("tkt", encodeTypeId("tkt", uuid)) === uuid))
  })

  it("sorts as the UUIDs do", () => {
    fc.assert(fc.property(fc.uuid(), fc.uuid(), (a, b) => encodeTypeId("tkt", a) < encodeTypeId("tkt", b) === a < b))
  })

  it("has one text per UUID: any other digit at any position is another UUID or none", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(25), fc.constantFrom(..."0123456789abcdefghjkmnpqrstvwxyz"), (uuid, at, digit) => {
        const id = encodeTypeId("tkt", uuid)
        const other = `${id.slice(0, 4 + at)}${digit}${id.slice(5 + at)}`
        assert.strictEqual(decodeTypeId("tkt", other) === uuid, other === id)
      })
    )
  })
})
