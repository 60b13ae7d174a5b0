import { assert, describe, it } from "@effect/vitest"
import { DateTime, Redacted, Result } from "effect"
import { idOf } from "../../../src/domain/Ids.ts"
import {
  changeCustomChannel,
  checkCustomChannel,
  goodSecrets,
  newCustomChannel,
  rotateChannelSecret,
  secretsOf
} from "../../../src/tickets/connections/changeCustomChannel.ts"
import { now, uuid } from "../../support/ticketState.ts"

const channel = newCustomChannel(
  idOf("channel", uuid(1)),
  idOf("brand", uuid(2)),
  { name: "Shop", callbackUrl: "https://shop.example/in" },
  DateTime.makeUnsafe(0)
)
const revealed = (secrets: ReadonlyArray<Redacted.Redacted>) => secrets.map(Redacted.value)

describe("A custom channel", () => {
  it("changes what is given, and nothing else", () => {
    const { audit, connection } = changeCustomChannel(channel, { name: "Chat" }, now)
    assert.deepStrictEqual(connection, { ...channel, name: "Chat", lastError: undefined, updatedAt: now })
    assert.strictEqual(audit?.event, "channel.updated")
    assert.deepStrictEqual(changeCustomChannel(channel, { name: "Shop", enabled: true }, now), {
      connection: channel,
      audit: undefined
    })
    assert.deepStrictEqual(changeCustomChannel(channel, { callbackUrl: null }, now).connection.settings, {
      source: "custom"
    })
  })

  it("with an error is fixed by enabling it or giving it another URL, and by nothing else", () => {
    const broken = { ...channel, status: "error" as const, lastError: "The callback address is gone (410)" }
    assert.deepInclude(changeCustomChannel(broken, { name: "x" }, now).connection, { status: "error" })
    for (const change of [{ enabled: true }, { callbackUrl: "https://shop.example/new" }]) {
      const { connection } = changeCustomChannel(broken, change, now)
      assert.deepStrictEqual([connection.status, connection.lastError], ["active", undefined])
    }
    const off = { ...channel, status: "disabled" as const }
    assert.strictEqual(changeCustomChannel(off, { callbackUrl: null }, now).connection.status, "disabled")
    assert.strictEqual(changeCustomChannel(off, { enabled: true }, now).connection.status, "active")
  })

  it("keeps its previous secret beside the new one for the requested time, and only the last one", () => {
    const first = secretsOf(Redacted.make("first secret"))
    const second = rotateChannelSecret(channel, first, Redacted.make("second secret"), 2, now).secrets ?? first
    assert.deepStrictEqual(revealed(goodSecrets(first, now)), ["first secret"])
    assert.deepStrictEqual(revealed(goodSecrets(second, now)), ["second secret", "first secret"])
    assert.deepStrictEqual(revealed(goodSecrets(second, DateTime.add(now, { hours: 2 }))), ["second secret"])
    const third = rotateChannelSecret(channel, second, Redacted.make("third secret"), 2, now).secrets ?? second
    assert.deepStrictEqual(revealed(goodSecrets(third, now)), ["third secret", "second secret"])
    const alone = rotateChannelSecret(channel, third, Redacted.make("fourth secret"), 0, now).secrets ?? third
    assert.deepStrictEqual(revealed(goodSecrets(alone, now)), ["fourth secret"])
  })

  it("has a secret of 8 to 256 characters and an allowed URL", () => {
    const nowhere = () => Result.fail("must lead to a public address")
    const fields = (result: Result.Result<unknown, { readonly errors: ReadonlyArray<{ readonly field: string }> }>) =>
      Result.isFailure(result) ? result.failure.errors.map(({ field }) => field) : []
    const check = (secret: string, callbackUrl?: string) =>
      fields(checkCustomChannel(nowhere, { secret: Redacted.make(secret), callbackUrl }))
    assert.deepStrictEqual(
      [check("1234567"), check("12345678"), check("x".repeat(256)), check("x".repeat(257))],
      [["secret"], [], [], ["secret"]]
    )
    assert.deepStrictEqual(check("short", "https://10.0.0.1/"), ["callbackUrl", "secret"])
  })
})
