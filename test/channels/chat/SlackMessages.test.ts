import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { idOf, uuidOf } from "../../../src/domain/Ids.ts"
import { connectionNews } from "../../../src/sql/connections/connectionNews.ts"
import { Database } from "../../../src/sql/Database.ts"
import { ChannelInbox } from "../../../src/tickets/intake/ChannelInbox.ts"
import {
  type Connected,
  commentsOf,
  connectWorkspace,
  eventually,
  Slack,
  slackSite,
  ticketsOf
} from "../../support/SlackSite.ts"
import { slackFile } from "../../support/slack/SlackPeople.ts"
import { colleague, handled } from "../../support/slackDesk.ts"
import { until } from "../../support/until.ts"

/** The only ticket of the workspace's customer. */
const onlyTicket = Effect.fn(function* (connected: Connected) {
  yield* handled(connected)
  const found = yield* ticketsOf(connected)
  assert.lengthOf(found, 1)
  const [only] = found
  return only === undefined ? yield* Effect.die("no ticket") : only.ticket
})

/** The id of the workspace's only inbox entry that has failed once and waits for a retry. */
const waiting = ({ connection }: Connected) =>
  eventually(
    Effect.gen(function* () {
      const { system } = yield* Database
      const [row] = yield* system<{ id: string }>`SELECT id FROM channel_inbox
        WHERE connection_id = ${uuidOf(connection.id)} AND done_at IS NULL AND failed_at IS NULL AND error IS NOT NULL`
      return row?.id
    })
  )

/** The blocks of a forwarded message, as Slack nests them. */
const blocksOf = (text: string) => {
  const elements = [{ type: "rich_text_section", elements: [{ type: "text", text }] }]
  return [{ message: { blocks: [{ type: "rich_text", elements }] } }]
}

layer(slackSite, { excludeTestServices: true })("In Slack", (it) => {
  it.effect("a message in a customer channel is a ticket, and replies to it are its comments", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("intake")
      const { help, ines, team } = connected
      const root = people.say(team, help, ines, "Printer is on &lt;fire&gt;\nSecond floor, <https://a.example|photo>")
      yield* handled(connected)
      people.say(team, help, ines, "It is out again", { thread: root })
      const ticket = yield* onlyTicket(connected)
      assert.deepInclude(ticket, {
        title: "Printer is on <fire>",
        body: "Printer is on <fire>\nSecond floor, [photo](https://a.example)",
        customerEmail: ines.email ?? "",
        customerName: "Ines Roth",
        source: "slack"
      })
      const comments = yield* commentsOf(connected, ticket.id)
      assert.deepStrictEqual(
        comments.map(({ authorType, body, visibility }) => ({ authorType, body, visibility })),
        [{ authorType: "CUSTOMER", body: "It is out again", visibility: "public" }]
      )
    })
  )

  it.effect("messages elsewhere, from other bots, or in threads without a ticket are ignored", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("elsewhere")
      const { crew, help, ines, random, team } = connected
      const old = `${Math.floor(Date.now() / 1000) - 3600}.000100`
      const before = team.add(help, { text: "from before the app was there", user: ines.id, ts: old })
      people.say(team, help, ines, "an answer to it", { thread: before })
      people.say(team, random, ines, "small talk")
      people.say(team, crew, ines, "among ourselves")
      people.say(team, help, ines, "joined", { subtype: "channel_join" })
      const bot = team.add(help, { text: "build failed", botId: "B0OTHER", appId: "A0OTHER", subtype: "bot_message" })
      people.tell(team, help, bot)
      yield* handled(connected)
      assert.lengthOf(yield* ticketsOf(connected), 0)
    })
  )

  it.effect("a mention opens a ticket; in a thread, from the whole thread", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("mentions", { trigger: "mention" })
      const { ines, random, team } = connected
      const tom = team.addUser({ name: "Tom", email: `tom-${team.id.toLowerCase()}@north.example` })
      const root = people.say(team, random, ines, "The invoice is wrong")
      people.say(team, random, tom, "Mine too", { thread: root })
      people.say(team, random, tom, `<@${team.botUserId}>`, { thread: root })
      const ticket = yield* onlyTicket(connected)
      assert.strictEqual(ticket.title, "The invoice is wrong")
      const comments = yield* commentsOf(connected, ticket.id)
      assert.deepStrictEqual(
        comments.map(({ authorName, body }) => [authorName, body]),
        [["Tom", "Mine too"]]
      )
      people.say(team, random, tom, "And today's", { thread: root })
      yield* handled(connected)
      assert.lengthOf(yield* commentsOf(connected, ticket.id), 2)
    })
  )

  it.effect("an empty mention gets instructions", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("bare", { trigger: "mention" })
      const { ines, random, team } = connected
      people.say(team, random, ines, `<@${team.botUserId}>`)
      yield* handled(connected)
      assert.lengthOf(yield* ticketsOf(connected), 0)
      assert.deepInclude(team.ephemerals[0], { channel: random.id, user: ines.id })
    })
  )

  it.effect("direct messages to the app are one conversation with the team", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("direct")
      const { ines, team } = connected
      const direct = team.directChannel(ines.id)
      people.say(team, direct, ines, "Can you help me?")
      yield* handled(connected)
      people.say(team, direct, ines, "It is about the invoice")
      const ticket = yield* onlyTicket(connected)
      assert.strictEqual(ticket.title, "Can you help me?")
      assert.lengthOf(yield* commentsOf(connected, ticket.id), 1)
    })
  )

  it.effect("an edit changes the text and a deletion hides it; an unfurl does neither", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("edits")
      const { help, ines, team } = connected
      const root = people.say(team, help, ines, "The invoice is rong")
      yield* handled(connected)
      const reply = people.say(team, help, ines, "See attachmnt", { thread: root })
      yield* handled(connected)
      people.edit(team, help, root, "The invoice is wrong")
      people.edit(team, help, reply, "See attachment")
      const ticket = yield* onlyTicket(connected)
      assert.strictEqual(ticket.body, "The invoice is wrong")
      const [comment] = yield* commentsOf(connected, ticket.id)
      assert.strictEqual(comment?.body, "See attachment")

      reply.edited = undefined
      reply.text = "language detected"
      people.changed(team, help, reply)
      people.remove(team, help, reply)
      yield* handled(connected)
      const [removed] = yield* commentsOf(connected, ticket.id)
      assert.strictEqual(removed?.body, "See attachment")
      assert.property(removed?.metadata, "deletedAtSource")
    })
  )

  it.effect("a message with replies is deleted like any other", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("taken-back")
      const { help, ines, team } = connected
      const root = people.say(team, help, ines, "My password is hunter2")
      yield* handled(connected)
      people.say(team, help, ines, "Oh no", { thread: root })
      yield* handled(connected)
      people.remove(team, help, root)
      const ticket = yield* onlyTicket(connected)
      assert.property(ticket.metadata, "deletedAtSource")
      assert.strictEqual(ticket.statusCategory, "open")
      const [comment] = yield* commentsOf(connected, ticket.id)
      assert.notProperty(comment?.metadata ?? {}, "deletedAtSource")
    })
  )

  it.effect("a forwarded message brings its text, its author and its files", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("passed-on")
      const { help, ines, random, team } = connected
      const passedOn = {
        is_share: true,
        is_msg_unfurl: true,
        author_name: "Tom",
        from_url: "https://passed-on.slack.com/archives/C1/p1700000000000100",
        text: "The lift is stuck &amp; rings\nSince nine",
        files: [slackFile(team, ines, "lift.txt", "a picture").facts]
      }
      people.say(team, help, ines, "", { attachments: [passedOn] })
      const ticket = yield* onlyTicket(connected)
      assert.deepInclude(ticket, {
        title: "The lift is stuck & rings",
        body: "> The lift is stuck & rings\n> Since nine\n– Tom, https://passed-on.slack.com/archives/C1/p1700000000000100",
        attachmentCount: 1
      })
      // Together with a mention, it is the subject of the mention; a link preview is not.
      const mention = `<@${team.botUserId}>`
      people.say(team, random, ines, mention, {
        attachments: [{ is_share: true, message_blocks: blocksOf("Help him") }]
      })
      people.say(team, random, ines, mention, { attachments: [{ is_msg_unfurl: true, text: "Nobody's words" }] })
      yield* handled(connected)
      const bodies = (yield* ticketsOf(connected)).map(({ ticket }) => ticket.body)
      assert.deepStrictEqual(bodies.slice(0, -1), ["> Help him\n– Someone"])
    })
  )

  it.effect("files arrive with their message, and one that cannot be fetched leaves its name", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("files")
      const { help, ines, team } = connected
      const elsewhere = slackFile(team, ines, "foreign.txt", "x", {
        url_private: "http://127.0.0.1:9/x",
        url_private_download: "http://127.0.0.1:9/x"
      })
      const shared = slackFile(team, ines, "drive.txt", "x", { is_external: true, mode: "external" })
      const sheet = slackFile(team, ines, "sheet.txt", "x", { is_external: true, mode: "external" })
      const unsaid = { ...sheet, facts: { id: sheet.id, file_access: "check_file_info" } }
      const gone = slackFile(team, ines, "gone.txt", "x", { mode: "tombstone" })
      const files = [slackFile(team, ines, "log.txt", "it burns"), elsewhere, shared, unsaid, gone]
      const said = slack.people.say(team, help, ines, "See here", { files })
      const ticket = yield* onlyTicket(connected)
      const { system } = yield* Database
      const attached = yield* system<{ filename: string; size: number; content_type: string }>`
        SELECT a.filename, a.size::int AS size, a.content_type FROM attachments a JOIN tickets t ON t.id = a.ticket_id
        WHERE t.number = ${ticket.number} AND t.brand_id = (SELECT brand_id FROM channel_connections WHERE name = 'files')`
      assert.deepStrictEqual(attached, [{ filename: "log.txt", size: 8, content_type: "text/plain" }])
      assert.include(ticket.body, "File could not be downloaded: foreign.txt")
      assert.include(ticket.body, "File could not be downloaded: drive.txt")
      slack.people.edit(team, help, said, "See there")
      yield* handled(connected)
      assert.match(
        (yield* onlyTicket(connected)).body ?? "",
        /^See there\n\n\[File could not be downloaded: drive\.txt.*\n\n\[File could not be downloaded: sheet\.txt/
      )
      assert.notInclude(ticket.body, "gone.txt")
      assert.isTrue(slack.downloads.every(({ hasToken }) => hasToken))
    })
  )

  it.effect("a reaction turns a message and its thread into a ticket", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("reactions", { trigger: "shortcut" })
      const { help, ines, team } = connected
      const root = people.say(team, help, ines, "Who can reset my password?")
      const reply = people.say(team, help, ines, "Anybody?", { thread: root })
      yield* handled(connected)
      assert.lengthOf(yield* ticketsOf(connected), 0)
      people.react(team, help, reply, ines, "ticket")
      people.react(team, help, reply, ines, "tada")
      const ticket = yield* onlyTicket(connected)
      assert.strictEqual(ticket.title, "Who can reset my password?")
      assert.lengthOf(yield* commentsOf(connected, ticket.id), 1)
    })
  )

  it.effect("a retry of a thread continues where the previous attempt ended, and fetches nothing twice", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("long-thread", { trigger: "shortcut" })
      const { help, ines, team } = connected
      const [first, second] = [slackFile(team, ines, "first.txt", "1"), slackFile(team, ines, "second.txt", "2")]
      const root = slack.people.say(team, help, ines, "It is long")
      slack.people.say(team, help, ines, "one", { thread: root, files: [first] })
      slack.people.say(team, help, ines, "two", { thread: root, files: [second] })
      yield* handled(connected)
      // The first file is fetched, the second only on the next attempt.
      slack.fault({ method: "download", what: { until: Promise.resolve() } })
      slack.fault({ method: "download", what: { status: 500 } })
      slack.people.react(team, help, root, ines, "ticket")
      const ticket = yield* onlyTicket(connected)
      assert.lengthOf(yield* commentsOf(connected, ticket.id), 2)
      const asked = slack.downloads.filter(({ path }) => path.endsWith("/first.txt"))
      assert.lengthOf(asked, 1)
    })
  )

  it.effect("what was written before its workspace was turned off is still processed, and nothing after that", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { system } = yield* Database
      const connected = yield* connectWorkspace("turned-off")
      const { connection, help, ines, team } = connected
      slack.fault({ method: "users.info", what: { status: 500 } })
      slack.people.say(team, help, ines, "Is anybody there?")
      yield* waiting(connected)
      yield* system`UPDATE channel_connections SET status = 'disabled' WHERE id = ${uuidOf(connection.id)}`
      yield* system`SELECT pg_notify(${connectionNews}, ${connection.id})`
      assert.strictEqual((yield* onlyTicket(connected)).title, "Is anybody there?")
      yield* handled(connected)
      const isTaken = Effect.gen(function* () {
        const count = system`SELECT id FROM channel_inbox WHERE connection_id = ${uuidOf(connection.id)}`
        const before = yield* count
        slack.people.say(team, help, ines, "Hello?")
        yield* slack.told
        return (yield* count).length > before.length
      })
      yield* until(isTaken, (taken) => !taken)
    })
  )

  it.effect("what was written before the app was uninstalled is there once it is reinstalled", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { system } = yield* Database
      const connected = yield* connectWorkspace("removed")
      const { connection, help, ines, scope, team } = connected
      const turn = (status: string) =>
        system`UPDATE channel_connections SET status = ${status} WHERE id = ${uuidOf(connection.id)}`
      slack.fault({ method: "users.info", what: { status: 500 } })
      slack.people.say(team, help, ines, "Is anybody there?")
      const id = yield* waiting(connected)
      yield* turn("uninstalled")
      yield* handled(connected)
      assert.lengthOf(yield* ticketsOf(connected), 0)
      const [logged] = yield* system<{ status: string; error: string }>`SELECT status, error FROM inbound_messages
        WHERE id = ${id}`
      const error = "The app was removed from the workspace, or the brand was deleted"
      assert.deepStrictEqual(logged, { status: "failed", error })
      yield* turn("active")
      yield* (yield* ChannelInbox).replay(scope, idOf("inbound", id))
      assert.strictEqual((yield* onlyTicket(connected)).title, "Is anybody there?")
    })
  )

  it.effect("a thread that failed partway is completed when it is processed again", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { system } = yield* Database
      const connected = yield* connectWorkspace("the-rest", { trigger: "shortcut" })
      const { help, ines, scope, team } = connected
      const root = slack.people.say(team, help, ines, "Part one")
      slack.people.say(team, help, ines, "Part two", { thread: root, files: [slackFile(team, ines, "two.txt", "2")] })
      yield* handled(connected)
      slack.fault({ method: "download", what: { status: 500 } })
      slack.people.react(team, help, root, ines, "ticket")
      const id = yield* waiting(connected)
      yield* system`UPDATE channel_inbox SET failed_at = now(), received_at = now() - interval '1 hour' WHERE id = ${id}`
      assert.lengthOf(yield* commentsOf(connected, (yield* onlyTicket(connected)).id), 0)
      yield* (yield* ChannelInbox).replay(scope, idOf("inbound", id))
      const ticket = yield* onlyTicket(connected)
      assert.deepStrictEqual(
        (yield* commentsOf(connected, ticket.id)).map(({ body }) => body),
        ["Part two"]
      )
    })
  )

  it.effect("agents assign and resolve with reactions on the ticket's first message, and no one else does", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("agents")
      const { help, ines, team } = connected
      const ada = yield* colleague(connected, "Ada")
      const root = people.say(team, help, ines, "Please help")
      yield* handled(connected)
      people.react(team, help, root, ines, "white_check_mark")
      people.react(team, help, root, ines, "eyes")
      // A custom emoji without a meaning, named like a property of every object.
      people.react(team, help, root, ada.user, "constructor")
      assert.deepInclude(yield* onlyTicket(connected), { statusCategory: "open", assigneeId: undefined })
      people.react(team, help, root, ada.user, "eyes")
      yield* handled(connected)
      people.react(team, help, root, ada.user, "white_check_mark")
      assert.deepInclude(yield* onlyTicket(connected), { statusCategory: "resolved", assigneeId: ada.id })
      people.react(team, help, root, ada.user, "eyes", false)
      assert.deepInclude(yield* onlyTicket(connected), { assigneeId: undefined })
    })
  )

  it.effect("what an agent writes in a customer's thread is an agent's comment, and is not sent back", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("teamwork")
      const { help, ines, team } = connected
      const ada = yield* colleague(connected, "Ada")
      const root = slack.people.say(team, help, ines, "Please help")
      yield* handled(connected)
      slack.people.say(team, help, ada.user, "On it", { thread: root })
      const ticket = yield* onlyTicket(connected)
      const [comment] = yield* commentsOf(connected, ticket.id)
      assert.deepInclude(comment, { authorType: "AGENT", authorId: ada.id, body: "On it", visibility: "public" })
      assert.lengthOf(
        slack.calls.filter(({ method, teamId }) => method === "chat.postMessage" && teamId === team.id),
        0
      )
    })
  )

  it.effect("people of other companies are customers, whatever address their profile shows", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("shared")
      const { help, ines, team } = connected
      const ada = yield* colleague(connected, "Ada")
      const root = slack.people.say(team, help, ines, "Please help")
      yield* handled(connected)
      for (const guest of [
        { teamId: "T0OTHER", isStranger: true },
        { teamId: "T0OTHER" },
        { isRestricted: true },
        { isUltraRestricted: true }
      ]) {
        const impostor = team.addUser({ name: "Impostor", email: ada.user.email, ...guest })
        slack.people.say(team, help, impostor, `I am Ada ${JSON.stringify(guest)}`, { thread: root })
        slack.people.react(team, help, root, impostor, "white_check_mark")
      }
      yield* handled(connected)
      const ticket = yield* onlyTicket(connected)
      const comments = yield* commentsOf(connected, ticket.id)
      assert.lengthOf(comments, 4)
      assert.isTrue(comments.every(({ authorType }) => authorType === "CUSTOMER"))
      assert.strictEqual(ticket.statusCategory, "open")
    })
  )

  it.effect("a user without an address is the same customer next time", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("nameless")
      const { help, team } = connected
      const nobody = team.addUser({ name: "Nobody" })
      slack.people.say(team, help, nobody, "first")
      slack.people.say(team, help, nobody, "second")
      yield* handled(connected)
      const { system } = yield* Database
      const rows = yield* system<{ customer: string; email: string }>`
        SELECT t.customer_id AS customer, u.email FROM tickets t JOIN customers u ON u.id = t.customer_id
        WHERE t.source_id LIKE ${`${help.id}:%`} OR t.source_id LIKE ${`%/${help.id}:%`}`
      assert.lengthOf(rows, 2)
      assert.strictEqual(rows[0]?.customer, rows[1]?.customer)
      assert.match(rows[0]?.email ?? "", /@slack\.invalid$/)
    })
  )

  it.effect("a reply that arrives before its root message brings the root along, in the order of writing", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("order")
      const { help, ines, team } = connected
      const root = people.say(team, help, ines, "first", { silent: true })
      const second = people.say(team, help, ines, "second", { thread: root, silent: true })
      const third = people.say(team, help, ines, "third", { thread: root, silent: true })
      for (const late of [third, root, second]) yield* Effect.promise(() => people.tell(team, help, late, ines))
      const ticket = yield* onlyTicket(connected)
      assert.strictEqual(ticket.title, "first")
      assert.deepStrictEqual(
        (yield* commentsOf(connected, ticket.id)).map(({ body }) => body),
        ["second", "third"]
      )
    })
  )

  it.effect("an edit that arrives before its message becomes the ticket's text", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("edit first", { trigger: "every_message" })
      const { help, ines, random, team } = connected
      const root = people.say(team, help, ines, "The invoice is rong", { silent: true })
      const before = { ...root }
      const elsewhere = people.say(team, random, ines, "small talk", { silent: true })
      for (const message of [root, elsewhere])
        yield* Effect.promise(() =>
          people.edit(team, message === root ? help : random, message, "The invoice is wrong")
        )
      yield* Effect.promise(() => people.tell(team, help, before, ines))
      assert.strictEqual((yield* onlyTicket(connected)).body, "The invoice is wrong")
      people.edit(team, help, root, "The invoice is wrong again")
      assert.strictEqual((yield* onlyTicket(connected)).body, "The invoice is wrong again")
    })
  )

  it.effect("a reply to an app's message in a customer channel is not a ticket", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("below-a-bot")
      const { help, ines, team } = connected
      const bot = team.add(help, { text: "build failed", botId: "B0OTHER", appId: "A0OTHER", subtype: "bot_message" })
      const ours = team.add(help, { text: "hello", botId: team.botId, appId: team.appId, user: team.botUserId })
      for (const root of [bot, ours]) people.say(team, help, ines, "what is this?", { thread: root })
      yield* handled(connected)
      assert.lengthOf(yield* ticketsOf(connected), 0)
    })
  )
})
