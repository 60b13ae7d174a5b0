import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Comments } from "../../../src/tickets/Comments.ts"
import { Outbound } from "../../../src/tickets/outbound/Outbound.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { causation } from "../../support/Installation.ts"
import { commentsOf, connectWorkspace, eventually, Slack, slackSite, ticketsOf } from "../../support/SlackSite.ts"
import type { Fault } from "../../support/slack/SlackFaults.ts"
import { agentSays, answers, opened, statusOf, until } from "../../support/slackConversation.ts"
import { fresh } from "../../support/ticketService.ts"

layer(slackSite, { excludeTestServices: true })("An agent's public comment", (it) => {
  it.effect("is posted once in the customer's thread, under the agent's name, and does not come back", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const one = yield* opened("posting")
      yield* agentSays(one, "Try <!channel> & <@U1|turning> it off")
      yield* until(one, "sent")
      yield* slack.told
      const [posted, ...more] = answers(one)
      assert.deepStrictEqual(more, [])
      assert.deepInclude(posted, {
        text: "Try &lt;!channel&gt; &amp; &lt;@U1|turning&gt; it off",
        threadTs: one.root.ts,
        username: "Ada Byron"
      })
      const call = slack.calls.find(
        ({ args, method }) => method === "chat.postMessage" && args["channel"] === one.help.id
      )
      assert.deepInclude(call?.args, { unfurl_links: false, unfurl_media: false })
      assert.notProperty(call?.args, "link_names")
      assert.notProperty(call?.args, "parse")
      const comments = yield* (yield* Comments).list(one.scope, one.ticket.id, {})
      assert.lengthOf(comments, 1)
    })
  )

  it.effect("is posted as the app if it has no author name: no address and no key name is shown to customers", () =>
    Effect.gen(function* () {
      const one = yield* opened("unnamed")
      yield* agentSays(one, "By a program", "public", { authorId: "key_1", authorName: "Night shift" })
      yield* agentSays(one, "By Ada", "public", { authorId: "mem_ada", authorName: "ada@acme.example" })
      const [program, ada] = yield* eventually(
        Effect.sync(() => (answers(one).length === 2 ? answers(one) : undefined))
      )
      assert.deepInclude(program, { text: "By a program", username: undefined })
      assert.deepInclude(ada, { text: "By Ada", username: undefined })
    })
  )

  it.effect("is for the ticket's customer, whoever else has replied in the thread", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const one = yield* opened("bystander")
      const bystander = one.team.addUser({ name: "Otto Bystander", email: "otto@north.example" })
      people.say(one.team, one.help, bystander, "Mine is on fire, too", { thread: one.root })
      yield* eventually(Effect.map(commentsOf(one, one.ticket.id), ([first]) => first))
      yield* agentSays(one, "We are on it")
      yield* until(one, "sent")
      const [message] = yield* (yield* Outbound).list(one.scope, one.ticket.id)
      assert.strictEqual(message?.to, one.ines.id)
      // The team makes the bystander its customer: replies go to them once they write.
      const { email } = bystander
      yield* fresh((yield* Tickets).update(one.scope, causation, one.ticket.id, { customer: { email } }))
      people.say(one.team, one.help, bystander, "Still on fire", { thread: one.root })
      yield* eventually(Effect.map(commentsOf(one, one.ticket.id), (all) => all[2]))
      yield* agentSays(one, "On our way")
      yield* until(one, "sent")
      const messages = yield* (yield* Outbound).list(one.scope, one.ticket.id)
      assert.sameMembers(
        messages.map(({ to }) => to),
        [one.ines.id, bystander.id]
      )
    })
  )

  it.effect("is all that is sent: an internal note stays internal", () =>
    Effect.gen(function* () {
      const one = yield* opened("notes")
      yield* agentSays(one, "Customer is wrong", "internal")
      yield* agentSays(one, "We are on it")
      yield* until(one, "sent")
      assert.deepStrictEqual(
        answers(one).map(({ text }) => text),
        ["We are on it"]
      )
    })
  )

  // Nor is an HTML page with status 200 a response of Slack's.
  const lost: ReadonlyArray<Fault["what"]> = [
    "applied, then reset",
    "applied, then 500",
    "reset",
    { status: 503 },
    { status: 200 }
  ]
  for (const what of lost)
    it.effect(`is posted once when the response was lost (${JSON.stringify(what)})`, () =>
      Effect.gen(function* () {
        const slack = yield* Slack
        const one = yield* opened(`lost ${JSON.stringify(what)}`)
        slack.fault({ method: "chat.postMessage", what })
        yield* agentSays(one, "Once")
        yield* until(one, "sent")
        assert.deepStrictEqual(
          answers(one).map(({ text }) => text),
          ["Once"]
        )
      })
    )

  it.effect("is posted once when its response was lost, it then failed, and someone sent it again", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const one = yield* opened("again")
      slack.fault({ method: "chat.postMessage", what: "applied, then reset" })
      slack.fault({ method: "conversations.replies", what: { error: "missing_scope" } })
      yield* agentSays(one, "We are on it")
      yield* until(one, "failed")
      const outbound = yield* Outbound
      const [message] = yield* outbound.list(one.scope, one.ticket.id)
      if (message === undefined) return assert.fail("nothing was sent")
      yield* fresh(outbound.retry(one.scope, causation, one.ticket.id, message.id))
      yield* until(one, "sent")
      assert.lengthOf(answers(one), 1)
    })
  )

  it.effect("is deleted when its response was lost and its comment was removed then", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const one = yield* opened("removed")
      slack.fault({ method: "chat.postMessage", what: "applied, then reset" })
      const comment = yield* agentSays(one, "We are on it")
      yield* slack.untilFound(() => answers(one)[0])
      yield* fresh((yield* Comments).delete(one.scope, causation, one.ticket.id, comment.id, {}))
      yield* slack.untilFound(() => (answers(one).length === 0 ? true : undefined))
    })
  )

  it.effect("waits as long as Slack asks", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const one = yield* opened("limited")
      slack.fault({ method: "chat.postMessage", what: { retryAfter: 2 } })
      yield* agentSays(one, "Later")
      yield* until(one, "sent")
      const calls = slack.calls.filter(
        ({ args, method }) => method === "chat.postMessage" && args["channel"] === one.help.id
      )
      assert.lengthOf(calls, 2)
      assert.isAtLeast((calls[1]?.at ?? 0) - (calls[0]?.at ?? 0), 2_000)
    })
  )

  it.effect("waits while the workspace migrates to an enterprise: no one has to reconnect it", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const slack = yield* Slack
      const one = yield* opened("moving")
      slack.fault({ method: "chat.postMessage", what: { error: "org_login_required" } })
      yield* agentSays(one, "Once you are there")
      yield* until(one, "sent")
      assert.lengthOf(answers(one), 1)
      const [row] = yield* system`SELECT status FROM channel_connections WHERE id = ${uuidOf(one.connection.id)}`
      assert.deepStrictEqual(row, { status: "active" })
    })
  )

  it.effect(
    "fails with a reason when no one can post any more, and goes by mail to a customer with a verified address",
    () =>
      Effect.gen(function* () {
        const one = yield* opened("archived")
        one.help.isArchived = true
        yield* agentSays(one, "Too late")
        const messages = yield* eventually(
          Effect.gen(function* () {
            const all = yield* (yield* Outbound).list(one.scope, one.ticket.id)
            return all.length === 2 ? all : undefined
          })
        )
        assert.deepStrictEqual(
          messages.map(({ channel, error, kind, to }) => ({ channel, error, kind, to })),
          [
            { channel: "chat", error: "The channel is archived", kind: "reply", to: one.ines.id },
            { channel: "email", error: undefined, kind: "reply", to: one.ines.email ?? "" }
          ]
        )
      })
  )

  it.effect("goes nowhere else when people of another company supply their own addresses", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("shared")
      const mia = connected.team.addUser({
        name: "Mia",
        email: `mia-${connected.team.id.toLowerCase()}@north.example`,
        teamId: "T0NORTH",
        isStranger: true
      })
      const root = people.say(connected.team, connected.help, mia, "Please help")
      const { ticket } = yield* eventually(Effect.map(ticketsOf({ ...connected, ines: mia }), ([first]) => first))
      const one = { ...connected, root, ticket }
      connected.help.isArchived = true
      yield* agentSays(one, "Too late")
      yield* until(one, "failed")
      assert.lengthOf(yield* statusOf(one), 1)
    })
  )

  it.effect(
    "goes by mail to another company's address whose domain has vouched for mail from it, and to no other",
    () =>
      Effect.gen(function* () {
        const { people } = yield* Slack
        const { system } = yield* Database
        const connected = yield* connectWorkspace("proven")
        const { help, scope, team } = connected
        const outcomes: Array<ReadonlyArray<string>> = []
        for (const [name, domain, result] of [
          ["nia", "south.example", "pass"],
          ["mallory", "south.example", "fail"],
          ["eve", "elsewhere.example", "pass"]
        ] as const) {
          const email = `${name}-${team.id.toLowerCase()}@south.example`
          const stranger = team.addUser({ name, email, teamId: "T0SOUTH", isStranger: true })
          yield* system`INSERT INTO inbound_messages (id, tenant_id, brand_id, channel, external_id, dedupe_key, sender, recipients,
            status, attempts, size, received_at, envelope)
          VALUES (gen_random_uuid(), ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'email', ${email}, ${Buffer.from(email)}, ${email},
            '{}', 'processed', 1, 1, now(), ${JSON.stringify({ authentication: { dmarc: { result, domain } } })}::text::jsonb)`
          help.isArchived = false
          const root = people.say(team, help, stranger, `Please help ${name}`)
          const { ticket } = yield* eventually(
            Effect.map(ticketsOf({ ...connected, ines: stranger }), ([first]) => first)
          )
          const one = { ...connected, root, ticket }
          help.isArchived = true
          yield* agentSays(one, "Too late")
          const all = yield* eventually(
            Effect.map(statusOf(one), (statuses) =>
              statuses.some(({ status }) => status === "failed") ? statuses : undefined
            )
          )
          outcomes.push(all.map(({ status }) => status))
        }
        assert.deepStrictEqual(
          outcomes.map((statuses) => statuses.length),
          [2, 1, 1]
        )
      })
  )

  it.effect("waits while the workspace refuses our token, and is sent once it is reconnected", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const one = yield* opened("refusing")
      yield* (yield* Slack).until(({ method, teamId }) => method === "reactions.add" && teamId === one.team.id)
      for (const token of one.team.tokens.values()) token.isRevoked = true
      yield* agentSays(one, "Held back")
      yield* eventually(
        Effect.map(
          system<{ status: string }>`SELECT status FROM channel_connections WHERE name = 'refusing'`,
          ([row]) => (row?.status === "needs_reauth" ? true : undefined)
        )
      )
      // The refused attempt has postponed the next one.
      yield* eventually(
        Effect.map(
          system<{ state: string }>`SELECT state FROM outgoing_mail WHERE connection_id = ${uuidOf(one.connection.id)}`,
          ([row]) => (row?.state === "queued" ? true : undefined)
        )
      )
      assert.deepStrictEqual(yield* statusOf(one).pipe(Effect.map((all) => all[0]?.status)), "queued")
      for (const token of one.team.tokens.values()) token.isRevoked = false
      yield* system`UPDATE channel_connections SET status = 'active' WHERE id = ${uuidOf(one.connection.id)}`
      yield* system`UPDATE outgoing_mail SET due_at = now() - interval '1 second' WHERE connection_id = ${uuidOf(one.connection.id)}`
      yield* until(one, "sent")
      assert.lengthOf(answers(one), 1)
    })
  )

  it.effect("is posted as the app if the app may not post under other names", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const one = yield* opened("anonymous")
      for (const [value, token] of one.team.tokens)
        one.team.tokens.set(value, {
          ...token,
          scopes: new Set([...token.scopes].filter((scope) => scope !== "chat:write.customize"))
        })
      yield* agentSays(one, "Hello")
      yield* until(one, "sent")
      yield* slack.told
      assert.deepInclude(answers(one)[0], { text: "Hello", username: undefined })
      const [comment] = yield* (yield* Comments).list(one.scope, one.ticket.id, {})
      if (comment === undefined) return assert.fail("no comment")
      yield* fresh((yield* Comments).update(one.scope, causation, one.ticket.id, comment.id, { body: "Hello, Ines" }))
      yield* eventually(Effect.sync(() => (answers(one)[0]?.text === "Hello, Ines" ? true : undefined)))
      assert.lengthOf(yield* (yield* Comments).list(one.scope, one.ticket.id, {}), 1)
    })
  )

  it.effect("is sent in parts when it is long, and as a file when it is very long", () =>
    Effect.gen(function* () {
      const one = yield* opened("long")
      const text = "word ".repeat(1_000).trim()
      yield* agentSays(one, text)
      yield* until(one, "sent")
      const parts = answers(one)
      assert.lengthOf(parts, 2)
      assert.strictEqual(parts.map((part) => part.text).join(" "), text)
      const longer = "word ".repeat(3_000).trim()
      yield* agentSays(one, longer)
      yield* eventually(
        Effect.map(statusOf(one), (all) =>
          all.filter(({ status }) => status === "sent").length === 2 ? true : undefined
        )
      )
      const [, , beginning, file] = answers(one)
      assert.isTrue(beginning?.text.endsWith("(the whole message is attached)"))
      assert.strictEqual(file?.files[0]?.bytes.toString(), longer)
    })
  )

  it.effect("reaches Slack in the order of writing", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const one = yield* opened("order")
      slack.fault({ method: "chat.postMessage", what: { status: 500 } })
      for (const text of ["one", "two", "three"]) yield* agentSays(one, text)
      yield* eventually(Effect.sync(() => (answers(one).length === 3 ? true : undefined)))
      assert.deepStrictEqual(
        answers(one).map(({ text }) => text),
        ["one", "two", "three"]
      )
    })
  )
})
