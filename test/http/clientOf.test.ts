import { assert, it } from "@effect/vitest"
import { clientOf } from "../../src/http/clientOf.ts"

const from = (forwarded: string | undefined, proxies: number, remoteAddress = "10.0.0.1") =>
  clientOf({ headers: { "x-forwarded-for": forwarded }, socket: { remoteAddress } }, proxies).address

it("A client is the connection's peer, whatever its headers say", () => {
  assert.strictEqual(from("203.0.113.9", 0), "10.0.0.1")
  assert.strictEqual(from(undefined, 0, "::ffff:198.51.100.7"), "198.51.100.7")
  assert.strictEqual(from(undefined, 0, "2001:db8::1"), "2001:db8::1")
})

it("Behind proxies it is the address that the outermost of them reports, and never one that the client names", () => {
  assert.strictEqual(from("203.0.113.9", 1), "203.0.113.9")
  assert.strictEqual(from("127.0.0.1, 203.0.113.9", 1), "203.0.113.9")
  assert.strictEqual(from("127.0.0.1, 203.0.113.9, 10.0.0.2", 2), "203.0.113.9")
  assert.strictEqual(from("203.0.113.9:4711", 1), "203.0.113.9")
  assert.strictEqual(from("[2001:db8::1]:4711", 1), "2001:db8::1")
  assert.strictEqual(from("2001:db8::1", 1), "2001:db8::1")
})

it("A header that is missing, too short or not a list of addresses is ignored", () => {
  assert.strictEqual(from(undefined, 1), "10.0.0.1")
  assert.strictEqual(from("203.0.113.9", 2), "10.0.0.1")
  for (const nonsense of ["", "unknown", "localhost", "203.0.113.9, ", "1".repeat(10_000)])
    assert.strictEqual(from(nonsense, 1), "10.0.0.1", nonsense)
})

it("A client's program is identified by the first 200 characters of its name", () => {
  const named = (name: string) =>
    clientOf({ headers: { "user-agent": name }, socket: { remoteAddress: undefined } }, 0).userAgent
  assert.strictEqual(named("curl/8"), "curl/8")
  assert.lengthOf(named("x".repeat(5000)) ?? "", 200)
  assert.isUndefined(clientOf({ headers: {}, socket: { remoteAddress: undefined } }, 0).userAgent)
})
