import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import * as SqlConnectionNotices from "../../../src/sql/connections/SqlConnectionNotices.ts"
import * as SqlConnectionStore from "../../../src/sql/connections/SqlConnectionStore.ts"
import { Database } from "../../../src/sql/Database.ts"
import { ConnectionStore } from "../../../src/tickets/connections/ConnectionStore.ts"
import * as ConnectionWatch from "../../../src/tickets/connections/ConnectionWatch.ts"
import { HttpSite, site } from "../../support/HttpSite.ts"
import { Installation } from "../../support/Installation.ts"
import { until } from "../../support/until.ts"

const watch = ConnectionWatch.layer.pipe(
  Layer.provide([
    SqlConnectionNotices.layer({ publicUrl: "https://desk.example", mailDomain: "desk.example" }),
    SqlConnectionStore.layer
  ])
)
const watched = SqlConnectionStore.layer.pipe(Layer.provideMerge(site({ channels: watch })))

layer(watched, { excludeTestServices: true })("A connection that only a person can fix", (it) => {
  it.effect("is reported to owners and admins by mail, once for each failure", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const connections = yield* ConnectionStore
      const { system } = yield* Database
      const made = yield* ask("POST", `/v1/brands/${live.brand.id}/channels/sms`, {
        body: {
          number: "+14155553333",
          provider: "twilio",
          accountSid: `AC${"3".repeat(32)}`,
          authToken: "x".repeat(32)
        }
      })
      const path = `/v1/brands/${live.brand.id}/channels/sms/${made.json.id}`
      const mails = system<{ recipient: string; subject: string; text: string }>`
        SELECT recipient, subject, text FROM outgoing_mail WHERE subject LIKE '%+14155553333%' ORDER BY id`
      const refuse = Effect.gen(function* () {
        const { connection } = Option.getOrThrow(yield* connections.placed(made.json.id))
        const outage = { status: "needs_reauth", asOf: connection.updatedAt } as const
        for (const error of Array(3).fill("Twilio refuses the token"))
          yield* connections.note(made.json.id, { kind: "error", error, outage })
      })
      yield* refuse
      const [mail] = yield* until(mails, (all) => all.length > 0)
      assert.strictEqual(mail?.recipient, "owner@localhost")
      assert.include(mail?.subject, "is no longer authorized")
      assert.include(mail?.text, "Twilio refuses the token")
      assert.include(mail?.text, "Outgoing messages wait until it works again.")

      // Once fixed, it is reported again at its next failure; until then, repeated errors are not.
      yield* ask("PATCH", path, { body: { authToken: "y".repeat(32) } })
      yield* refuse
      assert.lengthOf(yield* until(mails, (all) => all.length > 1), 2)
      yield* refuse
      yield* until(
        system<{
          told: string
        }>`SELECT told_status AS told FROM channel_connections WHERE id = ${uuidOf(made.json.id)}`,
        ([row]) => row?.told === "needs_reauth"
      )
      assert.lengthOf(yield* mails, 2)
    })
  )
})
