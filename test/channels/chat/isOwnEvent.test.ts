import { assert, it } from "@effect/vitest"
import { isOwnEvent } from "../../../channels/chat/isOwnEvent.ts"
import type { JsonObject } from "../../../src/domain/Json.ts"

const own = { appId: "A1", botId: "B1", botUserId: "U1" }

it("recognizes our own actions, by whichever id they come back", () => {
  const echoes: ReadonlyArray<JsonObject> = [
    { type: "message", user: "U1" },
    { type: "message", bot_id: "B1", subtype: "bot_message", username: "Ada" },
    { type: "message", app_id: "A1" },
    { type: "message", subtype: "message_changed", message: { bot_id: "B1" } },
    { type: "message", subtype: "message_deleted", previous_message: { user: "U1" } },
    { type: "reaction_added", user: "U1" },
    { type: "file_shared", user_id: "U1" }
  ]
  for (const echo of echoes) assert.isTrue(isOwnEvent(echo, own), JSON.stringify(echo))
})

it("does not mistake the actions of others for ours", () => {
  const others: ReadonlyArray<JsonObject> = [
    { type: "message", user: "U2", text: "<@U1> hello" },
    { type: "message", bot_id: "B2", app_id: "A2" },
    { type: "message", subtype: "message_changed", message: { user: "U2" }, previous_message: { user: "U2" } },
    { type: "reaction_added", user: "U2", item_user: "U1" },
    { type: "message", message: null, previous_message: "U1" }
  ]
  for (const other of others) assert.isFalse(isOwnEvent(other, own), JSON.stringify(other))
})
