import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { openRelay } from "../../../channels/email/SmtpRelay.ts"
import type { MessageId } from "../../../src/domain/Ids.ts"
import { fakeRelay } from "../../support/FakeRelay.ts"

const toThrough = Effect.fnUntraced(function* (to: string, port: number) {
  const relay = yield* openRelay(Redacted.make(`smtp://127.0.0.1:${port}`), {
    name: "Acme",
    address: "no-reply@acme.example"
  })
  const mail = {
    id: "msg_01m893khb3f5bbmdqn6zazb1ra" as MessageId,
    kind: "reply" as const,
    messageId: "<1@acme.example>",
    from: undefined,
    to,
    cc: ["ines@north.example"],
    recipients: [to, "ines@north.example"],
    subject: "Hello",
    text: Redacted.make("Hello"),
    html: undefined,
    headers: {},
    files: [],
    secret: false,
    createdAt: yield* DateTime.now,
    scope: undefined
  }
  return yield* relay(mail, { files: [] })
})

it.live("A relay's refused recipients are named as in the mail, also if their address is quoted on the wire", () =>
  Effect.gen(function* () {
    const to = "aki..k@north.example"
    const server = yield* fakeRelay({ refuses: { [`"aki..k"@north.example`]: { code: 550, text: "5.1.1 nobody" } } })
    const { refused } = yield* toThrough(to, server.port)
    assert.deepStrictEqual(
      refused.map(({ address, cause }) => [address, cause]),
      [[to, "no_mailbox"]]
    )
    assert.deepStrictEqual(
      server.sent.map(({ to }) => to),
      [["ines@north.example"]]
    )
  }).pipe(Effect.scoped)
)

it.live("A relay on this machine is used even with a self-signed certificate, such as that of Debian's Postfix", () =>
  Effect.gen(function* () {
    const server = yield* fakeRelay({ startTls: true })
    yield* toThrough("paul@south.example", server.port)
    assert.deepStrictEqual(server.sent[0]?.to, ["paul@south.example", "ines@north.example"])
  }).pipe(Effect.scoped)
)
