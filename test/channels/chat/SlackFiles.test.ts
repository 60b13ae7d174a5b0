import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ActorRegistry } from "../../../src/runtime/ActorRegistry.ts"
import { Database } from "../../../src/sql/Database.ts"
import { connectWorkspace, eventually, Slack, slackSite, ticketsOf } from "../../support/SlackSite.ts"
import { slackFile } from "../../support/slack/SlackPeople.ts"

/** A server that is not Slack's, and the requests it got. */
const elsewhere = Effect.gen(function* () {
  const asked: Array<string | undefined> = []
  const server = createServer((request, response) => {
    asked.push(request.headers.authorization)
    response.writeHead(200, { "content-type": "text/plain" }).end("come in")
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )
  return { asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
})

const attachedTo = Effect.fn(function* (ticketNumber: number, workspace: string) {
  const { system } = yield* Database
  const rows = yield* system<{
    filename: string
  }>`SELECT a.filename FROM attachments a JOIN tickets t ON t.id = a.ticket_id
    WHERE t.number = ${ticketNumber} AND t.brand_id = (SELECT brand_id FROM channel_connections WHERE name = ${workspace})
    ORDER BY 1`
  return rows.map(({ filename }) => filename)
})

layer(slackSite, { excludeTestServices: true })("C16: A file", (it) => {
  it.effect("is requested from Slack only: no other host is contacted, however it is named", () =>
    Effect.gen(function* () {
      const { asked, origin } = yield* elsewhere
      const slack = yield* Slack
      const connected = yield* connectWorkspace("hosts")
      const { help, ines, team } = connected
      const at = (name: string, url: string) => slackFile(team, ines, name, "x", { url_private_download: url })
      const good = slackFile(team, ines, "good.txt", "x")
      const moved = (to: unknown) => `${slack.state.origin}/moved?to=${encodeURIComponent(String(to))}`
      const files = [
        at("named.txt", `${origin}/x`),
        at("moved.txt", moved(`${origin}/x`)),
        at("twice.txt", moved(moved(`${origin}/x`))),
        at("round.txt", moved("/moved?to=/moved?to=/moved")),
        at("user.txt", slack.state.origin.replace("http://", "http://files.slack.com@")),
        at("followed.txt", moved(good.facts["url_private_download"]))
      ]
      slack.people.say(team, help, ines, "See here", { files })
      const { ticket } = yield* eventually(Effect.map(ticketsOf(connected), ([first]) => first))
      assert.deepStrictEqual(yield* attachedTo(ticket.number, "hosts"), ["followed.txt"])
      assert.isEmpty(asked)
    }).pipe(Effect.scoped)
  )

  it.effect("that Slack cannot deliver right now is retried, and the operator can read why", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { list } = yield* ActorRegistry
      const connected = yield* connectWorkspace("patience")
      const { help, ines, team } = connected
      slack.fault({ method: "download", what: { status: 503 } })
      slack.people.say(team, help, ines, "See here", { files: [slackFile(team, ines, "late.txt", "x")] })
      const { ticket } = yield* eventually(Effect.map(ticketsOf(connected), ([first]) => first))
      assert.deepStrictEqual(yield* attachedTo(ticket.number, "patience"), ["late.txt"])
      assert.strictEqual(
        (yield* list).find(({ name }) => name === "chat inbox")?.lastError,
        "An attached file could not be downloaded: Slack responded with 503"
      )
    })
  )

  it.effect("that the app may not read, or that is gone, leaves its name; one of another workspace is requested", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("rights")
      const { help, ines, team } = connected
      const hidden = slackFile(team, ines, "hidden.txt", "x", { mode: "hidden_by_limit" })
      const foreign = slackFile(team, ines, "foreign.txt", "shared")
      const { id } = foreign
      const checked = { ...foreign, facts: { id, file_access: "check_file_info" } }
      slack.fault({ method: "files.info", what: { error: "internal_error" } })
      slack.people.say(team, help, ines, "First", { files: [hidden, checked] })
      const { ticket } = yield* eventually(Effect.map(ticketsOf(connected), ([first]) => first))
      assert.deepStrictEqual(yield* attachedTo(ticket.number, "rights"), ["foreign.txt"])
      assert.notInclude(ticket.body, "hidden.txt")

      // Slack responds with a sign-in page, and 200.
      for (const token of team.tokens.values())
        team.tokens.set(token.value, {
          ...token,
          scopes: new Set([...token.scopes].filter((one) => one !== "files:read"))
        })
      slack.people.say(team, help, ines, "Second", { files: [slackFile(team, ines, "closed.txt", "x")] })
      const second = yield* eventually(
        Effect.map(ticketsOf(connected), (all) => all.find((one) => one.ticket.title === "Second"))
      )
      assert.include(second.ticket.body, "File could not be downloaded: closed.txt")
      assert.include(second.ticket.body, "https://rights.slack.com/files/")
      assert.isEmpty(yield* attachedTo(second.ticket.number, "rights"))
    })
  )
})
