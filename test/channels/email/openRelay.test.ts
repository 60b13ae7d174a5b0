import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { client, inboundDomain, mailBrand, layer as mailSite } from "../../support/MailSite.ts"

layer(mailSite(), { excludeTestServices: true })("The listener is not an open relay", (it) => {
  it.effect("however an address hides another", () =>
    Effect.gen(function* () {
      const { address } = yield* mailBrand
      const [local] = address.split("@")
      for (const recipient of [
        "someone@elsewhere.example",
        `someone%elsewhere.example@${inboundDomain}`,
        `elsewhere.example!someone@${inboundDomain}`,
        `@${inboundDomain}:someone@elsewhere.example`,
        `@${inboundDomain},@x.example:someone@elsewhere.example`,
        `"someone@elsewhere.example"@${inboundDomain}`,
        `someone@elsewhere.example@${inboundDomain}`,
        `${local}@${inboundDomain}@elsewhere.example`,
        `${local}%${inboundDomain}@elsewhere.example`,
        `${local}@${inboundDomain}.elsewhere.example`,
        `${local}@elsewhere.${inboundDomain}`,
        `${local}@[203.0.113.1]`,
        `someone@[127.0.0.1]`,
        "someone@localhost",
        "someone",
        ""
      ]) {
        const [, reply = ""] = yield* Effect.scoped(
          Effect.flatMap(client, (smtp) =>
            Effect.promise(async () => [
              await smtp.say("EHLO client.example"),
              (await smtp.say("MAIL FROM:<eve@evil.example>")) && (await smtp.say(`RCPT TO:<${recipient}>`))
            ])
          )
        )
        assert.match(reply, /^5(?:50|01|53) /, recipient)
      }
    })
  )

  it.effect("and disconnects clients that repeatedly send invalid commands", () =>
    Effect.gen(function* () {
      const smtp = yield* client
      const replies: Array<string> = []
      for (let count = 0; count < 20 && replies.at(-1) !== ""; count++)
        replies.push(yield* Effect.promise(() => smtp.say(`NONSENSE ${count}`)))
      assert.isBelow(replies.filter((reply) => reply.startsWith("500")).length, 12)
      assert.isTrue(replies.some((reply) => reply.startsWith("421")))
      assert.isTrue(yield* Effect.promise(() => smtp.closed()))
    }).pipe(Effect.scoped)
  )
})
