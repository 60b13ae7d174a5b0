import { assert, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { readChannelEvent } from "../../../channels/chat/SlackChannelEvents.ts"
import { wantedBy } from "../../../channels/chat/SlackReactions.ts"
import { readTeamAnswer } from "../../../channels/chat/threads/readTeamAnswer.ts"
import type { SlackChannelSettings, SlackConnection } from "../../../src/domain/ChannelConnection.ts"
import { idOf } from "../../../src/domain/Ids.ts"
import { changeInstallation } from "../../../src/tickets/connections/changeSlackInstallation.ts"
import { channelHappened } from "../../../src/tickets/connections/channelHappened.ts"

const help: SlackChannelSettings = { channelId: "C1", role: "customer", trigger: "every_message" }
const crew: SlackChannelSettings = { channelId: "C2", role: "agent", trigger: "mention", mirror: "notes" }
const now = DateTime.makeUnsafe("2026-01-02T03:04:05Z")
const connection: SlackConnection = {
  id: idOf("installation", "01900000-0000-7000-8000-000000000001"),
  brandId: idOf("brand", "01900000-0000-7000-8000-000000000002"),
  kind: "chat",
  provider: "slack",
  externalId: "A1/T1",
  name: "north",
  status: "active",
  settings: {
    appId: "A1",
    teamId: "T1",
    botId: "B1",
    botUserId: "U1",
    scopes: [],
    channels: [help, crew]
  },
  createdAt: now,
  updatedAt: now
}
const after = (event: Parameters<typeof readChannelEvent>[0], of = connection) => {
  const happened = readChannelEvent(event)
  return happened === undefined ? undefined : channelHappened(of, happened, now).connection.settings.channels
}

it("follows changes to channels that have a role", () => {
  assert.deepStrictEqual(after({ type: "channel_archive", channel: "C1", user: "U5" }), [
    { ...help, state: "archived" },
    crew
  ])
  assert.deepStrictEqual(after({ type: "group_left", channel: "C2", actor_id: "U5" }), [
    help,
    { ...crew, state: "left" }
  ])
  assert.deepStrictEqual(after({ type: "channel_rename", channel: { id: "C1", name: "support" } }), [
    { ...help, name: "support" },
    crew
  ])
  assert.deepStrictEqual(after({ type: "channel_id_changed", old_channel_id: "C1", new_channel_id: "C9" }), [
    { ...help, channelId: "C9" },
    crew
  ])
  const archived: SlackConnection = {
    ...connection,
    settings: { ...connection.settings, channels: [{ ...help, state: "archived" }, crew] }
  }
  assert.deepStrictEqual(after({ type: "channel_unarchive", channel: "C1" }, archived), [help, crew])
  assert.deepStrictEqual(after({ type: "member_joined_channel", channel: "C1", user: "U1" }, archived), [help, crew])
})

it("changes nothing for channels without a role, and nothing twice", () => {
  for (const event of [
    { type: "channel_archive", channel: "C7" },
    { type: "channel_rename", channel: { id: "C7", name: "x" } },
    { type: "channel_id_changed", old_channel_id: "C1", new_channel_id: "C2" },
    { type: "channel_unarchive", channel: "C1" }
  ]) {
    const happened = readChannelEvent(event)
    if (happened === undefined) return assert.fail("unread")
    assert.isUndefined(channelHappened(connection, happened, now).audit, event.type)
  }
  for (const event of [{ type: "channel_archive" }, { type: "channel_rename", channel: "C1" }, { type: "team_join" }])
    assert.isUndefined(readChannelEvent(event))
})

it("makes a note of what the team writes, unless it starts with !reply where that is turned on", () => {
  assert.deepStrictEqual(readTeamAnswer("a word", "replies"), { visibility: "internal", text: "a word" })
  assert.deepStrictEqual(readTeamAnswer("!reply a word", "replies"), { visibility: "public", text: "a word" })
  assert.deepStrictEqual(readTeamAnswer(" !REPLY\na word ", "replies"), { visibility: "public", text: "a word" })
  assert.deepStrictEqual(readTeamAnswer("!reply", "replies"), { visibility: "public", text: "" })
  for (const text of ["say !reply", "!replyall a word", "reply a word", "! reply a word"])
    assert.deepInclude(readTeamAnswer(text, "replies"), { visibility: "internal", text })
  for (const mirror of ["off", "alerts", "notes"] as const)
    assert.deepInclude(readTeamAnswer("!reply a word", mirror), { visibility: "internal", text: "!reply a word" })
})

it("undoes what a user did when they remove their reaction, and nothing that others did", () => {
  const nobodys = { statusCategory: "open", isAssignee: false, isResolver: false } as const
  assert.strictEqual(wantedBy("assign", true, nobodys), "assign")
  assert.isUndefined(wantedBy("assign", false, nobodys))
  assert.strictEqual(wantedBy("assign", false, { ...nobodys, isAssignee: true }), "give back")
  assert.strictEqual(wantedBy("resolve", true, { ...nobodys, statusCategory: "pending" }), "resolved")
  assert.isUndefined(wantedBy("resolve", true, { ...nobodys, statusCategory: "closed" }))
  assert.strictEqual(wantedBy("resolve", false, { ...nobodys, statusCategory: "resolved", isResolver: true }), "open")
  assert.isUndefined(wantedBy("resolve", false, { ...nobodys, statusCategory: "resolved" }))
  assert.isUndefined(wantedBy("resolve", false, { ...nobodys, isResolver: true }))
})

it("records channels and workspaces before and after a change in the audit log", () => {
  const { audit } = channelHappened(connection, { kind: "archived", channelId: "C1" }, now)
  assert.deepStrictEqual(audit?.changes, { channel: { old: help, new: { ...help, state: "archived" } } })
  const changed = changeInstallation(connection, { channels: [{ ...help, role: "agent" }], enabled: false }, now)
  assert.deepStrictEqual(Result.getOrThrow(changed).audit?.changes, {
    enabled: { old: true, new: false },
    channels: { old: [help, crew], new: [{ ...help, role: "agent" }] }
  })
})
