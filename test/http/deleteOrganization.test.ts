import { assert, layer } from "@effect/vitest"
import { Effect, Option, Queue } from "effect"
import { MagicLinks } from "../../src/accounts/MagicLinks.ts"
import { uuidOf } from "../../src/domain/Ids.ts"
import { connectionNews } from "../../src/sql/connections/connectionNews.ts"
import { Database } from "../../src/sql/Database.ts"
import { decodeSignal, webhookChannel } from "../../src/sql/webhooks/webhookSignal.ts"
import { readEvents } from "../support/EventReader.ts"
import { furnishedAccount, ownedAccount, rowsOf } from "../support/furnishedAccount.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { outbox, seedMember, textOf, tokenIn } from "../support/signInServices.ts"
import { asking, signIn, teamMember } from "../support/teamMember.ts"
import { until } from "../support/until.ts"

const path = "/v1/auth/organization"
const confirming = (name: string) => `${path}?confirm=${encodeURIComponent(name)}`

/** The token in the latest deletion mail to an address. */
const mailedTo = Effect.fnUntraced(function* (address: string) {
  const mail = (yield* outbox).findLast(
    ({ recipient, subject }) => recipient === address && / was deleted$/.test(subject)
  )
  return mail === undefined ? undefined : Option.getOrUndefined(tokenIn(yield* textOf(mail)))
})

const restore = (token: string) => asking("POST", "/v1/auth/restore-organization", { key: "", body: { token } })

/** Waits until a key gets this status: its validity is cached for a second, and changes are announced to every server. */
const answers = (status: number, key: string) =>
  until(
    Effect.flatMap(HttpSite, ({ ask }) => ask("GET", "/v1/accounts/me", { key })),
    (answer) => answer.status === status
  )

/** Deletes an account as its owner; returns it with the token of the mail. */
const deleted = Effect.fnUntraced(function* <A extends Effect.Success<typeof ownedAccount>>(account: A) {
  const answer = yield* account.owner.ask("DELETE", confirming(account.name))
  assert.strictEqual(answer.status, 200, answer.text)
  return { ...account, token: (yield* mailedTo(account.owner.email)) ?? assert.fail("no mail") }
})

layer(site(), { excludeTestServices: true })("Deleting an organization", (it) => {
  it.effect("first counts what it would delete, and deletes nothing", () =>
    Effect.gen(function* () {
      const { accountId, owner } = yield* furnishedAccount
      const before = yield* rowsOf(accountId)
      const counted = yield* owner.ask("DELETE", path)
      assert.deepStrictEqual(counted.json, {
        brandCount: 2,
        ticketCount: 4,
        customerCount: 4,
        memberCount: 2,
        apiKeyCount: 2,
        webhookCount: 2
      })
      assert.deepStrictEqual(yield* rowsOf(accountId), before)
    })
  )

  it.effect("requires an owner who has just signed in, and the name of the organization", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { system } = yield* Database
      const { accountId, name, owner } = yield* ownedAccount
      const made = yield* owner.ask("POST", "/v1/accounts/me/api-keys", { body: { name: "Desk", mode: "live" } })
      const key: string = made.json.secret
      const admin = yield* teamMember("admin", { account: accountId })
      assert.deepInclude((yield* admin.ask("DELETE", confirming(name))).json, { code: "forbidden", required: "owner" })
      const byKey = yield* ask("DELETE", confirming(name), { key })
      assert.deepInclude(byKey.json, { code: "forbidden", required: "session" })
      for (const wrong of ["true", name.toUpperCase(), `${name}!`]) {
        const refused = yield* owner.ask("DELETE", confirming(wrong))
        assert.deepInclude(refused.json, { status: 400, code: "validation_failed" })
        assert.strictEqual(refused.json.errors[0].field, "confirm")
      }
      yield* Effect.orDie(system`UPDATE sessions SET created_at = now() - interval '16 minutes'`)
      const old = yield* owner.ask("DELETE", confirming(name))
      assert.deepInclude(old.json, { status: 403, required: "recent_sign_in" })
      assert.strictEqual((yield* ask("GET", "/v1/accounts/me", { key })).status, 200)
    })
  )

  it.effect("also deletes one that is called all", () =>
    Effect.gen(function* () {
      const { owner } = yield* ownedAccount
      yield* owner.ask("PATCH", path, { body: { name: "all" } })
      assert.deepInclude((yield* owner.ask("DELETE", confirming("all"))).json, { success: true })
    })
  )

  it.effect("locks everyone out from then on, with any credential, and ends their streams", () =>
    Effect.gen(function* () {
      const { ask, port } = yield* HttpSite
      const { accountId, live, name, owner, test } = yield* furnishedAccount
      const colleague = yield* teamMember("agent", { account: accountId })
      const reader = yield* readEvents(`http://127.0.0.1:${port}/v1/events/stream`, {
        authorization: `Bearer ${live.key}`
      })
      yield* reader.next
      const answer = yield* owner.ask("DELETE", confirming(name))
      assert.deepInclude(answer.json, { success: true })
      assert.match(answer.headers.getSetCookie()[0] ?? "", /^__Host-trunkline_session=; .*Max-Age=0/)
      const days = (Date.parse(answer.json.restorableUntil) - Date.now()) / 86_400_000
      assert.isTrue(days > 13.9 && days < 14.1, `${days} days`)

      for (const key of [owner.key, colleague.key])
        assert.strictEqual((yield* ask("GET", "/v1/brands", { key })).status, 401)
      for (const { key } of [live, test]) yield* answers(401, key)
      for (const { portalToken } of [live, test])
        assert.strictEqual((yield* ask("GET", "/v1/portal/me", { key: portalToken })).status, 401)
      // Whatever arrived before the end.
      while ((yield* reader.next) !== undefined) {}
      assert.deepInclude((yield* owner.ask("DELETE", confirming(name))).json, { status: 401 })
      assert.isTrue(Option.isNone(yield* (yield* MagicLinks).issue(colleague.email)))
    }).pipe(Effect.scoped)
  )

  it.effect("hides its brands, disables its webhooks and holds its messages, and affects no one else's", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { live: other } = yield* Installation
      const before = yield* rowsOf(other.tenant.accountId)
      const { live } = yield* Effect.flatMap(furnishedAccount, deleted)
      const [brand] = yield* Effect.orDie(
        system<{
          hidden: boolean
        }>`SELECT deleted_at IS NOT NULL AS hidden FROM brands WHERE id = ${uuidOf(live.brandId)}`
      )
      assert.isTrue(brand?.hidden)
      const [webhook] = yield* Effect.orDie(
        system<{ status: string }>`SELECT status FROM webhooks WHERE id = ${uuidOf(live.webhookId)}`
      )
      assert.strictEqual(webhook?.status, "disabled")
      const [mail] = yield* Effect.orDie(
        system<{ held: boolean }>`SELECT due_at > now() + interval '1 year' AS held FROM outgoing_mail
          WHERE ticket_id = ${uuidOf(live.ticketId)} AND state = 'queued'`
      )
      assert.isTrue(mail?.held)
      assert.deepStrictEqual(yield* rowsOf(other.tenant.accountId), before)
    })
  )

  it.effect("informs every node about its channels and webhooks, which no longer exist", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { live, name, owner, test } = yield* furnishedAccount
      const [channels, webhooks] = [yield* system.listen(connectionNews), yield* system.listen(webhookChannel)]
      yield* owner.ask("DELETE", confirming(name))
      const told = yield* Effect.all([Queue.take(channels), Queue.take(channels)])
      assert.sameMembers(
        told.map(({ payload }) => payload),
        [live.channelId, test.channelId]
      )
      const { kind, webhookIds } = decodeSignal((yield* Queue.take(webhooks)).payload)
      assert.strictEqual(kind, "changed")
      assert.sameMembers(
        [...webhookIds],
        [live, test].map(({ webhookId }) => uuidOf(webhookId))
      )
    }).pipe(Effect.scoped, Effect.orDie)
  )

  it.effect("is announced to every owner and to no one else, and recorded in its log", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { accountId, name, owner } = yield* ownedAccount
      const second = yield* teamMember("owner", { account: accountId })
      const agent = yield* teamMember("agent", { account: accountId })
      yield* owner.ask("DELETE", confirming(name))
      assert.isDefined(yield* mailedTo(owner.email))
      assert.isDefined(yield* mailedTo(second.email))
      assert.isUndefined(yield* mailedTo(agent.email))
      const lines = yield* Effect.orDie(
        system<{ event: string; ip: string | null }>`SELECT event, ip FROM audit_log
          WHERE entity_id = ${uuidOf(accountId)} ORDER BY id DESC LIMIT 1`
      )
      assert.strictEqual(lines[0]?.event, "account.deleted")
      assert.isNotNull(lines[0]?.ip)
    })
  )
})

layer(site(), { excludeTestServices: true })("A deleted organization", (it) => {
  it.effect("is restored by the mailed link, once, as it was", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { system } = yield* Database
      const { accountId, live, name, owner, token } = yield* Effect.flatMap(furnishedAccount, deleted)
      const restored = yield* restore(token)
      assert.deepInclude(restored.json.organization, { name, accountId })
      assert.deepInclude((yield* restore(token)).json, { status: 401, code: "invalid_token" })

      yield* answers(200, live.key)
      const brands = yield* ask("GET", "/v1/brands", { key: live.key })
      assert.deepStrictEqual([brands.status, brands.json.length, brands.json[0].id], [200, 1, live.brandId])
      const webhook = yield* ask("GET", `/v1/brands/${live.brandId}/webhooks/${live.webhookId}`, { key: live.key })
      assert.deepInclude(webhook.json, { id: live.webhookId, enabled: true })
      const held = yield* Effect.orDie(
        system`SELECT FROM outgoing_mail WHERE ticket_id = ${uuidOf(live.ticketId)} AND due_at > now()`
      )
      assert.lengthOf(held, 0)
      assert.strictEqual((yield* ask("GET", "/v1/auth/session", { key: owner.key })).status, 401)
      const again = yield* signIn(owner.email)
      const log = yield* again.ask("GET", "/v1/accounts/me/logs?event=account.deleted,account.restored")
      assert.deepStrictEqual(
        log.json.data.map(({ event }: { event: string }) => event),
        ["account.restored", "account.deleted"]
      )
    })
  )

  it.effect("is restored without what had been deleted or disabled before", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live, name, owner } = yield* furnishedAccount
      const extra = yield* owner.ask("POST", "/v1/brands", { body: { name: "Extra" } })
      yield* owner.ask("DELETE", `/v1/brands/${extra.json.id}?confirm=true`)
      const webhook = `/v1/brands/${live.brandId}/webhooks/${live.webhookId}`
      yield* ask("PATCH", webhook, { key: live.key, body: { enabled: false } })
      const before = (yield* ask("GET", webhook, { key: live.key })).json
      yield* owner.ask("DELETE", confirming(name))
      yield* restore((yield* mailedTo(owner.email)) ?? "")
      yield* answers(200, live.key)
      assert.strictEqual((yield* ask("GET", "/v1/brands", { key: live.key })).json.length, 1)
      assert.deepInclude((yield* ask("GET", webhook, { key: live.key })).json, {
        enabled: false,
        version: before.version
      })
    })
  )

  it.effect("cannot be restored after 14 days, nor by anything else", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { accountId, token } = yield* Effect.flatMap(ownedAccount, deleted)
      for (const wrong of ["", "ml_x", `ml_${"a".repeat(43)}`, token.slice(0, -1)])
        assert.deepInclude((yield* restore(wrong)).json, { status: 401, code: "invalid_token" })
      yield* Effect.orDie(
        system`UPDATE accounts SET deleted_at = now() - interval '14 days 1 minute' WHERE id = ${uuidOf(accountId)}`
      )
      assert.deepInclude((yield* restore(token)).json, { status: 401, code: "invalid_token" })
    })
  )

  it.effect("does not affect its members in other organizations", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const account = yield* ownedAccount
      yield* seedMember(live.tenant.accountId, account.owner.email, "agent")
      yield* account.owner.ask("DELETE", confirming(account.name))
      const { ask } = yield* signIn(account.owner.email)
      const listed = yield* ask("GET", "/v1/auth/organizations")
      assert.lengthOf(listed.json, 1)
      const switched = yield* ask("POST", "/v1/auth/switch-organization", {
        body: { organizationId: account.accountId.replace("acct_", "org_") }
      })
      assert.deepInclude(switched.json, { status: 404 })
    })
  )

  it.effect("is restored by a person on a page; opening the page changes nothing", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live, name, token } = yield* Effect.flatMap(furnishedAccount, deleted)
      const opened = yield* ask("GET", `/auth/restore?token=${token}`, { key: "" })
      assert.strictEqual(opened.status, 200)
      assert.include(opened.text, `value="${token}"`)
      yield* answers(401, live.key)
      const submit = (headers: Record<string, string>) =>
        ask("POST", "/auth/restore", {
          key: "",
          headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
          body: `token=${token}`
        })
      assert.strictEqual((yield* submit({ origin: "https://evil.example" })).status, 403)
      const done = yield* submit({ origin: "null", "sec-fetch-site": "same-origin" })
      assert.strictEqual(done.status, 200)
      assert.include(done.text, `${name} has been restored`)
      yield* answers(200, live.key)
      const used = yield* submit({ origin: "null", "sec-fetch-site": "same-origin" })
      assert.strictEqual(used.status, 401)
      assert.include(used.text, "no longer works")
    })
  )
})
