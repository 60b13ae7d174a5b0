import { assert, describe, it } from "@effect/vitest"
import { DateTime, Redacted, Result } from "effect"
import { idOf } from "../../../src/domain/Ids.ts"
import {
  changeSlackApp,
  clientOf,
  newSlackApp,
  removeSlackApp
} from "../../../src/tickets/connections/changeSlackApp.ts"
import { now, uuid } from "../../support/ticketState.ts"

const secrets = { clientSecret: Redacted.make("client"), appToken: Redacted.make("xapp-1") }
const app = newSlackApp(
  idOf("app", uuid(1)),
  idOf("brand", uuid(2)),
  { name: "Desk", clientId: "1.2", secrets },
  DateTime.makeUnsafe(0)
)

describe("A brand's own Slack app", () => {
  it("knows which of its secrets it has, and is an OAuth client only with an id and a secret", () => {
    assert.deepStrictEqual(app.known, ["clientSecret", "appToken"])
    assert.strictEqual(clientOf({ app, secrets })?.id, "1.2")
    assert.isUndefined(clientOf({ app, secrets: {} }))
    assert.isUndefined(clientOf({ app: { ...app, clientId: undefined }, secrets }))
  })

  it("changes what is given, names secrets without revealing them, and keeps the others", () => {
    const change = { name: "Help", secrets: { signingSecret: Redacted.make("signing") } }
    const changed = Result.getOrThrow(changeSlackApp(app, secrets, change, now))
    assert.deepInclude(changed.app, { name: "Help", known: ["clientSecret", "signingSecret", "appToken"] })
    assert.deepStrictEqual(changed.audit?.changes, {
      name: { old: "Desk", new: "Help" },
      secrets: { old: null, new: ["signingSecret"] }
    })
    assert.deepStrictEqual(Object.keys(changed.secrets).sort(), ["appToken", "clientSecret", "signingSecret"])
    const dropped = Result.getOrThrow(changeSlackApp(app, secrets, { secrets: {}, dropsAppToken: true }, now))
    assert.deepStrictEqual(dropped.app.known, ["clientSecret"])
  })

  it("is unchanged when given the same values", () => {
    const same = { name: "Desk", clientId: "1.2", secrets: { clientSecret: Redacted.make("client") } }
    assert.isUndefined(Result.getOrThrow(changeSlackApp(app, secrets, same, now)).audit)
  })

  it("stays the same app at Slack", () => {
    const refused = changeSlackApp(app, secrets, { clientId: "3.4", secrets: {} }, now)
    assert.isTrue(Result.isFailure(refused) && refused.failure._tag === "InvalidInput")
  })

  it("can be removed when no workspace is connected through it", () => {
    assert.isTrue(Result.isFailure(removeSlackApp(app, 1)))
    assert.strictEqual(Result.getOrThrow(removeSlackApp(app, 0)).event, "slack_app.deleted")
  })
})
