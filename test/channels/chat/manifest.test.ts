import { readFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { channelEvents } from "../../../channels/chat/SlackChannelEvents.ts"
import { slackScopes } from "../../../src/domain/slackScopes.ts"

const manifest = readFileSync("channels/chat/manifest.yaml", "utf8")

/** The entries of a list in the manifest. */
const listed = (name: string) =>
  [...(manifest.match(new RegExp(`^ *${name}:\\n((?: *- .+\\n)+)`, "m"))?.[1] ?? "").matchAll(/- (.+)/g)].map(
    ([, entry]) => entry
  )

it("requests the scopes that an installation requests, and names our URLs", () => {
  assert.deepStrictEqual(listed("bot"), [...slackScopes])
  assert.deepStrictEqual(listed("redirect_urls"), ["https://desk.example/v1/channels/slack/oauth/callback"])
  assert.include(manifest, "request_url: https://desk.example/v1/channels/slack/events\n")
})

it("subscribes to exactly the events that are handled", () => {
  const receiver = readFileSync("channels/chat/SlackReceiver.ts", "utf8")
  const wanted = [...(receiver.match(/const wanted[^[]*\[([^\]]*)/)?.[1] ?? "").matchAll(/"(\w+)"/g)].map(
    ([, name]) => name
  )
  assert.deepStrictEqual(
    [...new Set(listed("bot_events").map((name) => name?.split(".")[0]))].sort(),
    [...wanted, ...channelEvents].sort()
  )
})
