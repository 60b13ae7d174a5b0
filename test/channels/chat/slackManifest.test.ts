import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { slackManifest } from "../../../channels/chat/slackManifest.ts"
import { idOf } from "../../../src/domain/Ids.ts"
import { uuid } from "../../support/ticketState.ts"

const template = readFileSync("channels/chat/manifest.yaml", "utf8")
const publicUrl = "https://help.north.example"
const own = idOf("app", uuid(1))

describe("The manifest of an app", () => {
  it("has this server's URLs in place of the example's, and a brand's own app its own", () => {
    const operators = slackManifest(template, { publicUrl, own: undefined, transport: "http" })
    assert.include(operators, "request_url: https://help.north.example/v1/channels/slack/events\n")
    assert.include(operators, "    - help.north.example\n")
    assert.notInclude(operators, "desk.example")
    const brands = slackManifest(template, { publicUrl, own, transport: "http" })
    assert.notMatch(brands, /\/events\n/)
    assert.lengthOf(brands.split(`/v1/channels/slack/events/${own}\n`), 5)
    assert.include(brands, "https://help.north.example/v1/channels/slack/oauth/callback\n")
  })

  it("names no URL for events if the app listens over sockets", () => {
    const heard = slackManifest(template, { publicUrl, own, transport: "socket" })
    assert.notInclude(heard, "url: ")
    assert.include(heard, "socket_mode_enabled: true\n")
    assert.include(heard, "command: /ticket")
  })
})
