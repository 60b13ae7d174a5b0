import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { isOperator } from "../../src/http/isOperator.ts"

const token = Redacted.make("an-operators-token-of-forty-characters..")
const asks = (headers: Record<string, string>, remoteAddress = "127.0.0.1") =>
  isOperator({ headers: { host: "localhost:3000", ...headers }, socket: { remoteAddress } }, token)

describe("isOperator", () => {
  it("accepts a request without a credential from this machine, addressed by one of its own names", () => {
    for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "LOCALHOST"]) assert.isTrue(asks({ host }))
    assert.isTrue(asks({}, "::1"))
    assert.isTrue(asks({}, "::ffff:127.0.0.1"))
    assert.isFalse(asks({}, "192.0.2.1"))
  })

  it("rejects a page whose name was made to resolve to this machine", () => {
    const alike = [
      "notlocalhost:3000",
      "rebound.127.0.0.1",
      "localhost.rebound.example",
      "127.0.0.1.rebound.example:3000"
    ]
    for (const host of ["rebound.example:3000", "", ...alike]) assert.isFalse(asks({ host }), host)
  })

  it("rejects a proxy on this machine", () => {
    for (const name of ["Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP"])
      assert.isFalse(asks({ [name.toLowerCase()]: "x" }), name)
  })

  it("judges a request with a credential by that alone", () => {
    assert.isTrue(asks({ authorization: `Bearer ${Redacted.value(token)}`, host: "desk.example" }, "192.0.2.1"))
    assert.isFalse(asks({ authorization: "Bearer another" }))
    assert.isFalse(asks({ authorization: "Basic eDp5" }))
    const unset = { headers: { authorization: "Bearer another" }, socket: { remoteAddress: "127.0.0.1" } }
    assert.isFalse(isOperator(unset, undefined))
    assert.isFalse(asks({ cookie: "session=x" }))
  })
})
