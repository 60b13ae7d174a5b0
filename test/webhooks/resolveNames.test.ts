import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { make } from "../../src/webhooks/Egress.ts"
import { namesFor, publicNames, type Resolve, systemNames } from "../../src/webhooks/resolveNames.ts"
import { DnsServer, publish } from "../support/DnsServer.ts"

/** The addresses of a name, or the code of the failure. */
const addressesOf = (resolve: Resolve, name: string) =>
  Effect.callback<ReadonlyArray<string> | string>((resume) =>
    resolve(name, (error, addresses) =>
      resume(
        Effect.succeed(
          error === null ? addresses.map(({ address }) => address) : String((error as NodeJS.ErrnoException).code)
        )
      )
    )
  )

layer(DnsServer.layer, { excludeTestServices: true })("DNS resolution", (it) => {
  it.effect("finds every address of a name, also through aliases", () =>
    Effect.gen(function* () {
      const { port, zone } = yield* DnsServer
      const names = publicNames([`127.0.0.1:${port}`])
      publish(zone, "hooks.example", { type: "A", address: "192.0.2.1" }, { type: "A", address: "192.0.2.2" })
      publish(zone, "alias.example", { type: "CNAME", host: "hooks.example" })
      assert.sameMembers([...(yield* addressesOf(names, "hooks.example"))], ["192.0.2.1", "192.0.2.2"])
      assert.sameMembers([...(yield* addressesOf(names, "alias.example"))], ["192.0.2.1", "192.0.2.2"])
    })
  )

  it.effect("alternates between both address families", () =>
    Effect.gen(function* () {
      const { port, zone } = yield* DnsServer
      const five = [1, 2, 3, 4, 5].map((n) => ({ type: "A" as const, address: `192.0.2.${n}` }))
      publish(zone, "both.example", ...five, { type: "AAAA", address: "2001:db8:0:0:0:0:0:1" })
      const found = yield* addressesOf(publicNames([`127.0.0.1:${port}`]), "both.example")
      assert.lengthOf(found, 6)
      assert.strictEqual(found[1], "2001:db8::1")
    })
  )

  it.effect("is waited for as long after many quick answers as before", () =>
    Effect.gen(function* () {
      const { port, zone } = yield* DnsServer
      const names = publicNames([`127.0.0.1:${port}`])
      for (const name of ["quick.example", "slow.example"]) publish(zone, name, { type: "A", address: "192.0.2.1" })
      for (let n = 0; n < 30; n++) yield* addressesOf(names, "quick.example")
      assert.deepStrictEqual(yield* addressesOf(names, "slow.example"), ["192.0.2.1"])
    })
  )

  it.effect("tells apart an unknown name, no address, and no answer", () =>
    Effect.gen(function* () {
      const { port, zone } = yield* DnsServer
      const names = publicNames([`127.0.0.1:${port}`])
      publish(zone, "texts.example", { type: "TXT", strings: ["x"] })
      zone.set("broken.example", "SERVFAIL")
      for (const name of ["nobody.example", "texts.example", "broken.example"])
        assert.strictEqual(yield* addressesOf(names, name), "ENOTFOUND", name)
      assert.strictEqual(yield* addressesOf(publicNames(["127.0.0.1:1"]), "hooks.example"), "ENOTFOUND")
    })
  )

  it.effect("continues for a name while many others wait for silent servers", () =>
    Effect.gen(function* () {
      const { port, zone } = yield* DnsServer
      const names = publicNames([`127.0.0.1:${port}`])
      publish(zone, "prompt.example", { type: "A", address: "192.0.2.1" })
      let silent = 0
      for (let n = 0; n < 50; n++) {
        zone.set(`silent${n}.example`, "silent")
        names(`silent${n}.example`, () => silent++)
      }
      assert.deepStrictEqual(yield* addressesOf(names, "prompt.example"), ["192.0.2.1"])
      assert.strictEqual(silent, 0, "nobody of the others is answered yet")
    })
  )
})

it("uses the system's resolver where the operator allowed networks, and only there", () => {
  assert.strictEqual(namesFor(make(["10.0.0.0/8"])), systemNames)
  assert.notStrictEqual(namesFor(make([])), systemNames)
})
