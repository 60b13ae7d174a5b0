import { assert, it } from "@effect/vitest"
import { laneOf, type SlackEvent, slackRequest } from "../../../channels/chat/slackRequest.ts"
import type { JsonObject } from "../../../src/domain/Json.ts"

const event = (inside: JsonObject): SlackEvent => {
  const request = slackRequest({
    type: "event_callback",
    api_app_id: "A1",
    team_id: "T1",
    event_id: "Ev1",
    event: inside
  })
  if (request.kind !== "event") throw new Error(`it is ${request.kind}`)
  return request
}

it("names the workspace in which the app is installed, and not the user's own", () => {
  const request = slackRequest({
    type: "event_callback",
    api_app_id: "A1",
    team_id: "T_OTHER",
    authorizations: [{ team_id: "T1", enterprise_id: "E1" }],
    event_id: "Ev1",
    event: { type: "message" }
  })
  assert.deepInclude(request, { kind: "event", place: { appId: "A1", teamId: "T1", enterpriseId: "E1" } })
  const view = { id: "V1", callback_id: "new_ticket", app_installed_team_id: "T1" }
  assert.deepInclude(
    slackRequest({ type: "view_submission", api_app_id: "A1", team: { id: "T_OTHER" }, user: { id: "U1" }, view }),
    { kind: "interaction", place: { appId: "A1", teamId: "T1", enterpriseId: undefined } }
  )
})

it("lets nothing through on which Bolt would throw", () => {
  const bodies: ReadonlyArray<JsonObject> = [
    {},
    { type: "event_callback" },
    { type: "event_callback", event: null, event_id: "Ev1" },
    { type: "event_callback", event: { type: 1 }, event_id: "Ev1" },
    { type: "event_callback", event: { type: "message" } },
    { type: "block_actions", actions: [] },
    { type: "block_actions", actions: [{}], user: null, team: null },
    { type: "view_submission", user: { id: "U1" }, view: null },
    { type: "message_action" },
    { type: "block_actions", user: { id: "U1" }, actions: [{ action_id: null }] },
    { type: "message_action", user: { id: "U1" }, callback_id: "create_ticket", channel: null },
    { type: "shortcut", user: { id: "U1" }, callback_id: 1 },
    { type: "view_submission", user: { id: "U1" }, view: { id: "V1", callback_id: {} } },
    { type: "something_new", user: { id: "U1" } },
    { command: "/ticket" },
    { command: 5 }
  ]
  for (const body of bodies) assert.strictEqual(slackRequest(body).kind, "other", JSON.stringify(body))
})

it("serializes the events of one thread", () => {
  const root = laneOf(event({ type: "message", channel: "C1", ts: "1.1" }))
  assert.strictEqual(root, "C1:1.1")
  assert.strictEqual(laneOf(event({ type: "message", channel: "C1", ts: "1.2", thread_ts: "1.1" })), root)
  const message = { ts: "1.2", thread_ts: "1.1" }
  assert.strictEqual(
    laneOf(event({ type: "message", subtype: "message_changed", channel: "C1", ts: "9.9", message })),
    root
  )
  assert.strictEqual(
    laneOf(event({ type: "reaction_added", item: { channel: "C1", ts: "1.1" }, event_ts: "2.0" })),
    root
  )
  assert.strictEqual(laneOf(event({ type: "tokens_revoked" })), "tokens_revoked")
  // Direct messages to the app belong to one ticket, message by message.
  for (const ts of ["1.1", "1.2"])
    assert.strictEqual(laneOf(event({ type: "message", channel: "D1", channel_type: "im", ts })), "D1")
  assert.strictEqual(laneOf(event({ type: "app_home_opened", channel: "D1", tab: "home" })), "home:D1")
})
