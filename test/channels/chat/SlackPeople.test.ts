import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { mayBeAgent, type SlackPerson, shownName } from "../../../channels/chat/SlackPeople.ts"
import { SlackSettings } from "../../../src/domain/ChannelConnection.ts"

const settings: SlackSettings = {
  appId: "A1",
  teamId: "T1",
  botId: "B1",
  botUserId: "U1",
  scopes: [],
  channels: [{ channelId: "C1", role: "agent", trigger: "mention" }]
}
const ada: SlackPerson = { id: "U2", name: "Ada", email: "ada@team.example", teamId: "T1", isGuest: false }

it("makes no one an agent by an address alone", () => {
  assert.isTrue(mayBeAgent(ada, settings))
  assert.isFalse(mayBeAgent({ ...ada, teamId: "T0NORTH" }, settings), "of another company")
  assert.isFalse(mayBeAgent({ ...ada, teamId: undefined }, settings), "of no company that is known")
  assert.isFalse(mayBeAgent({ ...ada, isGuest: true }, settings), "invited to some channels")
  assert.isFalse(mayBeAgent({ ...ada, email: undefined }, settings), "without an address")
  assert.isFalse(mayBeAgent(ada, { ...settings, channels: [] }), "where the team does not work")
  const { teamId: _, ...everywhere } = settings
  assert.isFalse(mayBeAgent(ada, everywhere), "in an enterprise, whose workspaces differ")
  assert.isFalse(mayBeAgent({ ...ada, teamId: undefined }, everywhere), "where nothing is known of either")
})

it("knows no workspace without the ids that identify our own messages", () => {
  const read = Schema.decodeUnknownOption(SlackSettings)
  assert.strictEqual(read(settings)._tag, "Some")
  const { botId: _, ...withoutBot } = settings
  const { botUserId: __, ...withoutUser } = settings
  assert.strictEqual(read(withoutBot)._tag, "None")
  assert.strictEqual(read(withoutUser)._tag, "None")
})

it("uses the first of a user's names that is not empty", () => {
  assert.strictEqual(shownName({ profile: { display_name: "ada", real_name: "Ada Roth" } }), "ada")
  assert.strictEqual(shownName({ profile: { display_name: "\u3164", real_name: "Ada Roth" } }), "Ada Roth")
  assert.strictEqual(shownName({ profile: { display_name: "" }, name: "ada.roth" }), "ada.roth")
  assert.isUndefined(shownName({ name: "\u200b" }))
})
