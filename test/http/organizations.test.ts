import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { uuidOf } from "../../src/domain/Ids.ts"
import { organizationIdOf } from "../../src/domain/Organization.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { seedAccount } from "../support/seedAccount.ts"
import { linkFor, outbox, outboxWhen, seedMember, textOf, tokenIn } from "../support/signInServices.ts"
import { asking, signIn, signInWith, teamMember } from "../support/teamMember.ts"

/** A person who is an agent here and an owner elsewhere, signed in here. */
const commuter = Effect.gen(function* () {
  const here = yield* teamMember("agent")
  const { accountId } = yield* seedAccount
  const id = yield* seedMember(accountId, here.email, "owner")
  return { here, id, home: organizationIdOf(accountId), accountId }
})

layer(site(), { excludeTestServices: true })("A person in several organizations", (it) => {
  it.effect("can list them, and switch: the old session ends, and a new one with its own token and cookie begins", () =>
    Effect.gen(function* () {
      const { here, home, id, accountId } = yield* commuter
      const listed = yield* here.ask("GET", "/v1/auth/organizations")
      assert.deepInclude(listed.json, { id: home, name: "Acme", role: "owner" })
      assert.lengthOf(listed.json, 2)

      const switched = yield* here.ask("POST", "/v1/auth/switch-organization", { body: { organizationId: home } })
      assert.strictEqual(switched.status, 200, switched.text)
      const { member, organization, session, sessionToken } = switched.json
      assert.deepInclude({ ...member }, { id, role: "owner" })
      assert.strictEqual(organization.id, home)
      assert.strictEqual(session.organizationId, home)
      assert.include(switched.headers.getSetCookie()[0] ?? "", `__Host-trunkline_session=${sessionToken};`)
      assert.strictEqual((yield* here.ask("GET", "/v1/auth/session")).status, 401)
      const now = yield* asking("GET", "/v1/accounts/me", { key: sessionToken })
      assert.strictEqual(now.json.id, accountId)
    })
  )

  it.effect("gets to the last one they used with the next link, or to the one they name", () =>
    Effect.gen(function* () {
      const { here, home } = yield* commuter
      yield* here.ask("POST", "/v1/auth/switch-organization", { body: { organizationId: home } })
      assert.strictEqual((yield* signIn(here.email)).answer.json.organization.id, home)
      const first = organizationIdOf((yield* Installation).live.tenant.accountId)
      const named = yield* signInWith(yield* linkFor(here.email), first)
      assert.strictEqual(named.answer.json.organization.id, first)
      assert.strictEqual((yield* signIn(here.email)).answer.json.organization.id, first)
    })
  )

  it.effect("cannot switch to one where they are not a member, or were only invited, and stays signed in", () =>
    Effect.gen(function* () {
      const agent = yield* teamMember("agent")
      const [stranger, inviting] = [yield* seedAccount, yield* seedAccount]
      yield* seedMember(inviting.accountId, agent.email, "admin", "pending")
      for (const organizationId of [
        ...[stranger, inviting].map(({ accountId }) => organizationIdOf(accountId)),
        "org_none"
      ]) {
        const refused = yield* agent.ask("POST", "/v1/auth/switch-organization", { body: { organizationId } })
        assert.deepStrictEqual([refused.status, refused.json.code], [404, "not_found"])
      }
      assert.strictEqual((yield* agent.ask("GET", "/v1/auth/session")).status, 200)
      assert.lengthOf((yield* agent.ask("GET", "/v1/auth/organizations")).json, 1)
      assert.strictEqual((yield* agent.ask("POST", "/v1/auth/switch-organization", { body: {} })).status, 400)
    })
  )

  it.effect("gets one session from many concurrent switches, and from every one of them with an idempotency key", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { here, home, id } = yield* commuter
      const other = yield* signIn(here.email)
      yield* other.ask("POST", "/v1/auth/switch-organization", { body: { organizationId: home } })
      const first = organizationIdOf((yield* Installation).live.tenant.accountId)
      const back = yield* signInWith(yield* linkFor(here.email), home)
      const answers = yield* Effect.forEach(
        Array.from({ length: 6 }),
        () => back.ask("POST", "/v1/auth/switch-organization", { body: { organizationId: first } }),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        answers.filter(({ status }) => status === 200),
        1
      )
      for (const { status } of answers) assert.include([200, 401], status)

      // Another session of the same member sends the same command, and gets the same session.
      const [one, two] = [
        yield* signInWith(yield* linkFor(here.email), home),
        yield* signInWith(yield* linkFor(here.email), home)
      ]
      const once = { body: { organizationId: first }, headers: { "idempotency-key": "once" } }
      const answer = yield* one.ask("POST", "/v1/auth/switch-organization", once)
      const replay = yield* two.ask("POST", "/v1/auth/switch-organization", once)
      assert.strictEqual(replay.text, answer.text)
      assert.deepStrictEqual(replay.headers.getSetCookie(), answer.headers.getSetCookie())
      const [kept] = yield* sql<{ text: string }>`SELECT string_agg(r::text, '') AS text FROM receipts r`
      assert.notInclude(kept?.text ?? "", answer.json.sessionToken)
      assert.strictEqual((yield* two.ask("GET", "/v1/auth/session")).json.member.id, id)
    })
  )

  it.effect("leaves an entry in the log of each: leaving one, entering the other", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { here, home, id } = yield* commuter
      yield* here.ask("POST", "/v1/auth/switch-organization", { body: { organizationId: home } })
      const lines = yield* sql<{ event: string; entity_id: string }>`SELECT event, entity_id FROM audit_log
        WHERE entity_id IN (${uuidOf(here.id)}, ${uuidOf(id)}) ORDER BY id`
      assert.deepStrictEqual(
        lines.map(({ entity_id, event }) => [event, entity_id]),
        [
          ["member.link_sent", uuidOf(here.id)],
          ["member.signed_in", uuidOf(here.id)],
          ["member.signed_out", uuidOf(here.id)],
          ["member.signed_in", uuidOf(id)]
        ]
      )
    })
  )
})

layer(site({ signUp: "open" }), { excludeTestServices: true })("Where sign-up is open", (it) => {
  const askForLink = Effect.fnUntraced(function* (email: string, organizationId?: string) {
    const before = (yield* outbox).length
    yield* asking("POST", "/v1/auth/magic-link", { key: "", body: { email, organizationId } })
    const mail = (yield* outboxWhen((mails) => mails.length > before)).at(-1)
    const token = mail === undefined ? undefined : tokenIn(yield* textOf(mail))
    return token?._tag === "Some" ? token.value : yield* Effect.die("no link")
  })

  it.effect("an unknown address gets an account with its organization and owner, once", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const token = yield* askForLink("founder@start.example")
      const verify = ask("POST", "/v1/auth/verify", { key: "", body: { token } })
      const answers = yield* Effect.all(
        Array.from({ length: 6 }, () => verify),
        { concurrency: "unbounded" }
      )
      const [signedIn, ...others] = answers.filter(({ status }) => status === 200)
      assert.lengthOf(others, 0)
      const { account, member, organization, sessionToken } = signedIn?.json ?? {}
      assert.include(member, { email: "founder@start.example", role: "owner", status: "active" })
      assert.strictEqual(organization.accountId, account.id)
      assert.notStrictEqual(account.id, (yield* Installation).live.tenant.accountId)
      assert.deepStrictEqual((yield* asking("GET", "/v1/brands", { key: sessionToken })).json, [])
      for (const mode of ["live", "test"]) {
        const options = { key: sessionToken, headers: { "trunkline-mode": mode }, body: { name: "First" } }
        assert.strictEqual((yield* asking("POST", "/v1/brands", options)).status, 201)
      }
      const again = yield* signInWith(yield* askForLink("founder@start.example"))
      assert.strictEqual(again.answer.json.account.id, account.id)
    })
  )

  it.effect("a member signs in to their team as usual", () =>
    Effect.gen(function* () {
      const agent = yield* teamMember("agent")
      const again = yield* signInWith(yield* askForLink(agent.email))
      assert.strictEqual(again.id, agent.id)
    })
  )

  it.effect("a stranger gets no link to someone else's organization, and no account by naming one", () =>
    Effect.gen(function* () {
      const organizationId = organizationIdOf((yield* Installation).live.tenant.accountId)
      const body = { email: "prowler@else.example", organizationId }
      assert.strictEqual((yield* asking("POST", "/v1/auth/magic-link", { key: "", body })).status, 200)
      const token = yield* askForLink("newcomer@else.example")
      const named = yield* asking("POST", "/v1/auth/verify", { key: "", body: { token, organizationId } })
      assert.strictEqual(named.status, 401)
      assert.notInclude(
        (yield* outbox).map(({ recipient }) => recipient),
        "prowler@else.example"
      )
    })
  )
})
