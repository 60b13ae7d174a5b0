import { assert, describe, it } from "@effect/vitest"
import { networkOf } from "../../src/http/networkOf.ts"

describe("networkOf", () => {
  for (const [address, network] of [
    ["192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:ffff::", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8::/64"],
    ["2001::3:4:5:6:7:8", "2001:0:3:4::/64"],
    ["::1", "::/64"],
    ["fe80::1%eth0", "fe80::/64"],
    ["", ""]
  ] as const) {
    it(`counts ${address || "an unknown address"} as ${network || "unknown"}`, () => {
      assert.strictEqual(networkOf(address), network)
    })
  }
})
