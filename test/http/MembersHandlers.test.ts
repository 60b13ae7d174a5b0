import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { mostMembers } from "../../src/accounts/Invites.ts"
import { type MemberId, uuidOf } from "../../src/domain/Ids.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { seedAccount } from "../support/seedAccount.ts"
import { outbox, seedMember, textOf, tokenIn } from "../support/signInServices.ts"
import { asking, signIn, signInWith, teamMember } from "../support/teamMember.ts"

const freshAddress = () => `new-${crypto.randomUUID()}@team.example`

/** The token in the newest mail to an address. */
const mailedToken = Effect.fnUntraced(function* (email: string) {
  const mail = (yield* outbox).filter(({ recipient }) => recipient === email).at(-1)
  if (mail === undefined) return yield* Effect.die(`no mail to ${email}`)
  return Option.getOrThrow(tokenIn(yield* textOf(mail)))
})

const owner = signIn("owner@localhost")

/** Entries of the live audit log about a member, oldest first. */
const logOf = Effect.fnUntraced(function* (id: MemberId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ event: string }>`SELECT a.event FROM audit_log a JOIN tenants t ON t.id = a.tenant_id
    WHERE a.entity_id = ${uuidOf(id)} AND t.mode = 'live' ORDER BY a.id`
  return rows.map(({ event }) => event)
})

layer(site(), { excludeTestServices: true })("An invitation", (it) => {
  it.effect("is mailed, signs the invited address in with its link, and keeps the member's id", () =>
    Effect.gen(function* () {
      const { ask } = yield* owner
      const email = freshAddress()
      const invited = yield* ask("POST", "/v1/auth/members/invite", {
        body: { email: email.toUpperCase(), role: "member" }
      })
      assert.strictEqual(invited.status, 201, invited.text)
      const { member } = invited.json
      assert.include(member, { email, role: "agent", status: "pending" })
      assert.deepStrictEqual(member.brandAssignment, { allBrands: true, brandIds: [] })
      assert.closeTo(Date.parse(member.sentAt), Date.now(), 60_000)
      const { invites, members } = (yield* ask("GET", "/v1/auth/members")).json
      assert.deepStrictEqual(
        invites.find(({ id }: { id: string }) => id === member.id),
        member
      )
      assert.notInclude(JSON.stringify(members), member.id)

      const joined = yield* signInWith(yield* mailedToken(email))
      assert.include(joined.answer.json.member, { id: member.id, status: "active" })
      assert.notProperty(joined.answer.json.member, "sentAt")
      assert.deepStrictEqual(yield* logOf(member.id), ["member.invited", "member.signed_in", "member.joined"])
    })
  )

  it.effect("is not used up by viewing its page, but by accepting it", () =>
    Effect.gen(function* () {
      const site = yield* HttpSite
      const { ask } = yield* owner
      const email = freshAddress()
      yield* ask("POST", "/v1/auth/members/invite", { body: { email, role: "agent" } })
      const token = yield* mailedToken(email)
      for (const method of ["GET", "HEAD", "GET"]) {
        assert.strictEqual((yield* site.ask(method, `/auth/callback?token=${token}`, { key: "" })).status, 200)
      }
      yield* signInWith(token)
      const again = yield* asking("POST", "/v1/auth/verify", { key: "", body: { token } })
      assert.deepStrictEqual([again.status, again.json.code], [401, "invalid_token"])
    })
  )

  it.effect("is independent of a sign-in link: neither replaces the other", () =>
    Effect.gen(function* () {
      const other = yield* seedAccount
      const guest = yield* teamMember("agent", { account: other.accountId })
      const { ask } = yield* owner
      yield* ask("POST", "/v1/auth/members/invite", { body: { email: guest.email, role: "agent" } })
      const invitation = yield* mailedToken(guest.email)
      const again = yield* signIn(guest.email)
      assert.strictEqual(again.answer.json.account.id, other.accountId)
      const joined = yield* signInWith(invitation)
      assert.strictEqual(joined.answer.json.account.id, (yield* Installation).live.tenant.accountId)
    })
  )

  it.effect("can be resent with a link that replaces the older one, until it is accepted", () =>
    Effect.gen(function* () {
      const { ask } = yield* owner
      const email = freshAddress()
      const { member } = (yield* ask("POST", "/v1/auth/members/invite", { body: { email, role: "agent" } })).json
      const older = yield* mailedToken(email)
      const path = `/v1/auth/members/${member.id}/resend-invite`
      const resent = yield* ask("POST", path, { headers: { "idempotency-key": "again" } })
      assert.deepInclude(resent.json, { success: true, message: `Invitation sent to ${email} again.` })
      const newer = yield* mailedToken(email)
      assert.notStrictEqual(newer, older)
      const replayed = yield* ask("POST", path, { headers: { "idempotency-key": "again" } })
      assert.strictEqual(replayed.headers.get("idempotency-replayed"), "true")
      assert.strictEqual(yield* mailedToken(email), newer)
      assert.strictEqual((yield* asking("POST", "/v1/auth/verify", { key: "", body: { token: older } })).status, 401)
      yield* signInWith(newer)
      const late = yield* ask("POST", path)
      assert.deepInclude(late.json, { code: "invalid_state", state: "active" })
      for (const id of ["mem_none", "mem_01m893khb3f5bbmdqn6zazb1ra"]) {
        assert.strictEqual((yield* ask("POST", `/v1/auth/members/${id}/resend-invite`)).status, 404)
      }
    })
  )

  it.effect("can be accepted from the invitee's session in another organization, for seven days", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId } = yield* seedAccount
      const guest = yield* teamMember("agent", { account: accountId })
      const { ask } = yield* owner
      const { member } = (yield* ask("POST", "/v1/auth/members/invite", {
        body: { email: guest.email, role: "agent" }
      })).json
      const accept = (inviteId: string) => guest.ask("POST", "/v1/auth/accept-invite", { body: { inviteId } })
      yield* sql`UPDATE members SET sent_at = now() - interval '7 days 1 second' WHERE id = ${uuidOf(member.id)}`
      assert.strictEqual((yield* accept(member.id)).status, 404)
      yield* sql`UPDATE members SET sent_at = now() - interval '6 days' WHERE id = ${uuidOf(member.id)}`
      const stranger = (yield* ask("POST", "/v1/auth/members/invite", {
        body: { email: freshAddress(), role: "agent" }
      })).json
      for (const id of [stranger.member.id, guest.id, "mem_none"]) assert.strictEqual((yield* accept(id)).status, 404)

      const accepted = yield* accept(member.id)
      assert.strictEqual(accepted.status, 200, accepted.text)
      const organizations = (yield* guest.ask("GET", "/v1/auth/organizations")).json
      assert.deepInclude(organizations, {
        id: accepted.json.organizationId,
        name: (yield* ask("GET", "/v1/auth/organization")).json.name,
        role: "agent"
      })
      assert.lengthOf(organizations, 2)
      assert.strictEqual((yield* accept(member.id)).status, 404)
      const link = yield* mailedToken(guest.email)
      assert.strictEqual((yield* asking("POST", "/v1/auth/verify", { key: "", body: { token: link } })).status, 401)
      assert.deepStrictEqual(yield* logOf(member.id), ["member.invited", "member.joined", "member.sign_in_failed"])
    })
  )

  it.effect("needs an address that is not in the team yet, and existing brands", () =>
    Effect.gen(function* () {
      const { live, test } = yield* Installation
      const { ask } = yield* owner
      const invite = (body: object) => ask("POST", "/v1/auth/members/invite", { body })
      const email = freshAddress()
      const made = yield* invite({ email, role: "agent", brandIds: [live.brand.id, test.brand.id] })
      assert.deepStrictEqual(made.json.member.brandAssignment, {
        allBrands: false,
        brandIds: [live.brand.id, test.brand.id]
      })
      for (const taken of [email, "someone@team.example"]) {
        if (taken !== email) yield* seedMember(live.tenant.accountId, taken)
        const refused = yield* invite({ email: taken, role: "agent" })
        assert.deepInclude(refused.json, { code: "already_exists", field: "email" })
      }
      const wrong: ReadonlyArray<readonly [object, string, string]> = [
        [{ role: "agent" }, "email", "required"],
        [{ email: "Ada <ada@team.example>", role: "agent" }, "email", "format"],
        [{ email: freshAddress() }, "role", "required"],
        [{ email: freshAddress(), role: "guest" }, "role", "enum"],
        [{ email: freshAddress(), role: "agent", brandIds: [live.brand.id, "br_none"] }, "brandIds[1]", "unknown_id"],
        [{ email: freshAddress(), role: "agent", allBrands: false }, "brandIds", "required"],
        [{ email: freshAddress(), role: "agent", allBrands: false, brandIds: [] }, "brandIds", "required"]
      ]
      for (const [body, field, code] of wrong) {
        const refused = yield* invite(body)
        assert.deepInclude(refused.json, { code: "validation_failed" }, refused.text)
        assert.include(refused.json.errors[0], { field, code })
      }
      const admin = yield* invite({ email: freshAddress(), role: "admin", brandIds: [live.brand.id] })
      assert.deepStrictEqual(admin.json.member.brandAssignment, { allBrands: true, brandIds: [] })
    })
  )

  it.effect("is refused when the team has the maximum number of members", () =>
    Effect.gen(function* () {
      const system = yield* SqlClient.SqlClient
      const { live } = yield* Installation
      const { ask } = yield* owner
      yield* system`insert into members (id, account_id, email, role, status, all_brands, brand_ids)
        select new_uuid_v7(), ${uuidOf(live.tenant.accountId)}, 'many-' || n || '@team.example', 'agent', 'pending', true, '{}'
        from generate_series(1, ${mostMembers} - (select count(*)::int from members where account_id = ${uuidOf(live.tenant.accountId)})) n`
      const refused = yield* ask("POST", "/v1/auth/members/invite", { body: { email: freshAddress(), role: "agent" } })
      assert.deepInclude(refused.json, { status: 409, code: "limit_reached", limit: 2_000 })
      yield* system`delete from members where email like 'many-%'`
      const invited = yield* ask("POST", "/v1/auth/members/invite", { body: { email: freshAddress(), role: "agent" } })
      assert.strictEqual(invited.status, 201)
    })
  )

  it.effect("is created and mailed once per idempotency key", () =>
    Effect.gen(function* () {
      const { ask } = yield* owner
      const email = freshAddress()
      const invite = ask("POST", "/v1/auth/members/invite", {
        body: { email, role: "agent" },
        headers: { "idempotency-key": "once", "trunkline-mode": "test" }
      })
      const [first, second] = [yield* invite, yield* invite]
      assert.strictEqual(second.text, first.text)
      assert.strictEqual(second.headers.get("idempotency-replayed"), "true")
      assert.lengthOf(
        (yield* outbox).filter(({ recipient }) => recipient === email),
        1
      )
    })
  )
})

layer(site({ hasMailRelay: false }), { excludeTestServices: true })("An invitation without a mail relay", (it) => {
  it.effect("is not called sent, and says where its link is", () =>
    Effect.gen(function* () {
      const { ask } = yield* owner
      const email = freshAddress()
      const { member, message } = (yield* ask("POST", "/v1/auth/members/invite", { body: { email, role: "agent" } }))
        .json
      const again = yield* ask("POST", `/v1/auth/members/${member.id}/resend-invite`)
      const why = "This server has no mail relay (MAIL_RELAY_URL)"
      const where = `${why}, so the link for ${email} was not sent. It is on the server's console.`
      assert.deepStrictEqual([message, again.json.message], [where, where])
    })
  )
})

layer(site(), { excludeTestServices: true })("A team", (it) => {
  it.effect("has an organization with a name that its owner may change", () =>
    Effect.gen(function* () {
      const { ask } = yield* owner
      const organization = (yield* ask("GET", "/v1/auth/organization")).json
      const renamed = yield* ask("PATCH", "/v1/auth/organization", { body: { name: " North Desk " } })
      assert.deepStrictEqual(renamed.json, { success: true, id: organization.id, name: "North Desk" })
      assert.strictEqual((yield* ask("GET", "/v1/auth/organization")).json.name, "North Desk")
      assert.strictEqual((yield* asking("GET", "/v1/accounts/me")).json.name, "North Desk")
      assert.strictEqual((yield* ask("PATCH", "/v1/auth/organization", { body: { name: "" } })).status, 400)
    })
  )

  it.effect("is visible to keys and agents, in whole or as far as they share a brand", () =>
    Effect.gen(function* () {
      const { live, test } = yield* Installation
      const agent = yield* teamMember("agent")
      const limited = yield* teamMember("agent", { brands: [test.brand.id] })
      const ids = (list: ReadonlyArray<{ id: string }>) => list.map(({ id }) => id)
      for (const options of [{}, { key: agent.key }, { key: limited.key }]) {
        const { members } = (yield* asking("GET", "/v1/auth/members", options)).json
        assert.includeMembers(ids(members), [agent.id, limited.id])
      }
      const ofLive = (yield* asking("GET", `/v1/auth/members?brandId=${live.brand.id}`)).json
      assert.include(ids(ofLive.members), agent.id)
      assert.notInclude(ids(ofLive.members), limited.id)
      for (const brandId of [test.brand.id, "br_01m893khb3f5bbmdqn6zazb1ra"]) {
        const none = (yield* asking("GET", `/v1/auth/members?brandId=${brandId}`)).json
        assert.deepStrictEqual(none, { members: [], invites: [] })
      }
      const foreign = (yield* asking("GET", `/v1/auth/members?brandId=${live.brand.id}`, { key: limited.key })).json
      assert.deepStrictEqual(foreign, { members: [], invites: [] })
    })
  )

  it.effect("lets admins change and remove agents, and owners everyone but the last owner", () =>
    Effect.gen(function* () {
      const people = {
        owner: yield* owner,
        admin: yield* teamMember("admin")
      }
      const target = {
        owner: yield* teamMember("owner"),
        admin: yield* teamMember("admin"),
        agent: yield* teamMember("agent")
      }
      for (const [role, { id }] of Object.entries(target)) {
        const path = `/v1/auth/members/${id}`
        const byAdmin = yield* people.admin.ask("PATCH", path, { body: { firstName: "Ada" } })
        if (role === "agent") assert.deepInclude(byAdmin.json, { success: true })
        else assert.deepStrictEqual([byAdmin.status, byAdmin.json.required], [403, "owner"])
        if (role !== "agent") assert.strictEqual((yield* people.admin.ask("DELETE", path)).status, 403)
        const byOwner = yield* people.owner.ask("PATCH", path, { body: { firstName: "Ada", lastName: "Byron" } })
        assert.include(byOwner.json.member, { firstName: "Ada", lastName: "Byron", role })
      }
      const promote = { body: { role: "admin" } }
      const byAdmin = yield* people.admin.ask("PATCH", `/v1/auth/members/${target.agent.id}`, promote)
      assert.deepStrictEqual([byAdmin.status, byAdmin.json.required], [403, "owner"])
      const invite = yield* people.admin.ask("POST", "/v1/auth/members/invite", {
        body: { email: freshAddress(), role: "admin" }
      })
      assert.deepStrictEqual([invite.status, invite.json.required], [403, "owner"])
      const promoted = yield* people.owner.ask("PATCH", `/v1/auth/members/${target.agent.id}`, promote)
      assert.strictEqual(promoted.json.member.role, "admin")

      // A second owner may leave; the last one can neither leave nor step down.
      const { json: removed } = yield* people.owner.ask("DELETE", `/v1/auth/members/${target.owner.id}`)
      assert.deepInclude(removed, { success: true })
      const self = `/v1/auth/members/${people.owner.id}`
      for (const [method, body] of [
        ["DELETE", undefined],
        ["PATCH", { role: "agent" }]
      ] as const) {
        assert.strictEqual((yield* people.owner.ask(method, self, { body })).json.code, "last_owner")
      }
      assert.strictEqual((yield* people.owner.ask("PATCH", self, { body: { lastName: "Owner" } })).status, 200)
      for (const id of ["mem_none", (yield* teamMember("agent", { account: (yield* seedAccount).accountId })).id]) {
        assert.strictEqual((yield* people.owner.ask("PATCH", `/v1/auth/members/${id}`, { body: {} })).status, 404)
        assert.strictEqual((yield* people.owner.ask("DELETE", `/v1/auth/members/${id}`)).status, 404)
      }
    })
  )

  it.effect("keeps one of two owners who remove each other at once", () =>
    Effect.gen(function* () {
      const { accountId } = yield* seedAccount
      const [ada, bob] = [
        yield* teamMember("owner", { account: accountId }),
        yield* teamMember("owner", { account: accountId })
      ]
      const answers = yield* Effect.all(
        [ada.ask("DELETE", `/v1/auth/members/${bob.id}`), bob.ask("DELETE", `/v1/auth/members/${ada.id}`)],
        { concurrency: 2 }
      )
      // The slower request is refused: because it would remove the last owner, or because its sender had been removed before it
      // was admitted.
      assert.lengthOf(
        answers.filter(({ status }) => status === 200),
        1
      )
      const sql = yield* SqlClient.SqlClient
      const left = yield* sql`SELECT 1 FROM members WHERE account_id = ${uuidOf(accountId)} AND role = 'owner'`
      assert.lengthOf(left, 1)
    })
  )

  it.effect("stores no change that changes nothing, and clears names with null", () =>
    Effect.gen(function* () {
      const { ask } = yield* owner
      const agent = yield* teamMember("agent")
      const path = `/v1/auth/members/${agent.id}`
      yield* ask("PATCH", path, { body: { firstName: "Ada" } })
      const cleared = yield* ask("PATCH", path, { body: { firstName: null } })
      assert.notProperty(cleared.json.member, "firstName")
      yield* ask("PATCH", path, { body: { firstName: null, role: "member" } })
      assert.deepStrictEqual(yield* logOf(agent.id), [
        "member.link_sent",
        "member.signed_in",
        "member.updated",
        "member.updated"
      ])
      const wrong = yield* ask("PATCH", path, { body: { role: null, lastName: "a\nb" } })
      assert.sameMembers(
        wrong.json.errors.map(({ field }: { field: string }) => field),
        ["role", "lastName"]
      )
    })
  )

  it.effect("ends what a removed member watches, in both modes, and no one else's watching", () =>
    Effect.gen(function* () {
      const { live, test } = yield* Installation
      const { ask } = yield* owner
      const [leaving, staying] = [yield* teamMember("agent"), yield* teamMember("agent")]
      const watched = yield* Effect.forEach([live, test], ({ brand, key }) =>
        Effect.gen(function* () {
          const made = yield* asking("POST", `/v1/brands/${brand.id}/tickets`, {
            key,
            body: { title: "t", customerEmail: "ines@north.example" }
          })
          const path = `/v1/brands/${brand.id}/tickets/${made.json.id}/watchers`
          for (const { email, id } of [leaving, staying])
            yield* asking("POST", path, { key, body: { memberId: id, memberEmail: email } })
          assert.lengthOf((yield* asking("GET", path, { key })).json, 2)
          return { path, key }
        })
      )
      assert.strictEqual((yield* ask("DELETE", `/v1/auth/members/${leaving.id}`)).status, 200)
      for (const { key, path } of watched) {
        const { json } = yield* asking("GET", path, { key })
        assert.deepStrictEqual(
          json.map(({ memberId }: Record<string, string>) => memberId),
          [staying.id]
        )
      }
    })
  )

  it.effect("ends a removed member's sessions with the response, and unassigns their tickets", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const { ask } = yield* owner
      const agent = yield* teamMember("agent")
      const second = yield* signIn(agent.email)
      const ticket = yield* asking("POST", `/v1/brands/${live.brand.id}/tickets`, {
        body: { title: "t", customerEmail: "ines@north.example", assigneeId: agent.id }
      })
      assert.strictEqual(ticket.json.assigneeId, agent.id)
      const remove = ask("DELETE", `/v1/auth/members/${agent.id}`, { headers: { "idempotency-key": "gone" } })
      const removed = yield* remove
      assert.strictEqual(removed.status, 200, removed.text)
      for (const key of [agent.key, second.key]) {
        assert.strictEqual((yield* asking("GET", "/v1/auth/session", { key })).status, 401)
      }
      const path = `/v1/brands/${live.brand.id}/tickets/${ticket.json.id}`
      assert.notProperty((yield* asking("GET", path)).json, "assigneeId")
      assert.strictEqual((yield* remove).text, removed.text)
      assert.deepStrictEqual((yield* logOf(agent.id)).at(-1), "member.removed")
    })
  )

  it.effect("can limit an agent to some brands of both modes, and no other role", () =>
    Effect.gen(function* () {
      const { live, test } = yield* Installation
      const { ask } = yield* owner
      const [admin, agent] = [yield* teamMember("admin"), yield* teamMember("agent")]
      const path = `/v1/auth/members/${agent.id}/brands`
      const availableBrands = [live.brand, test.brand].map(({ id, mode, name }) => ({
        id,
        name,
        livemode: mode === "live"
      }))
      assert.deepStrictEqual((yield* ask("GET", path)).json, {
        memberId: agent.id,
        allBrands: true,
        brandIds: [],
        availableBrands
      })
      const put = yield* ask("PUT", path, { body: { allBrands: false, brandIds: [test.brand.id] } })
      assert.deepStrictEqual(put.json, {
        memberId: agent.id,
        allBrands: false,
        brandIds: [test.brand.id],
        availableBrands
      })
      assert.deepStrictEqual((yield* agent.ask("GET", "/v1/brands")).json, [])
      assert.lengthOf((yield* agent.ask("GET", "/v1/brands", { headers: { "trunkline-mode": "test" } })).json, 1)
      assert.strictEqual((yield* ask("PUT", path, { body: { allBrands: true, brandIds: ["x"] } })).json.allBrands, true)
      for (const [body, field] of [
        [{ allBrands: false }, "brandIds"],
        [{ brandIds: [live.brand.id] }, "allBrands"],
        [{ allBrands: false, brandIds: ["br_none"] }, "brandIds[0]"]
      ] as const) {
        assert.strictEqual((yield* ask("PUT", path, { body })).json.errors[0].field, field)
      }
      const ofAdmin = `/v1/auth/members/${admin.id}/brands`
      const refused = yield* ask("PUT", ofAdmin, { body: { allBrands: false, brandIds: [live.brand.id] } })
      assert.include(refused.json.errors[0], { field: "allBrands", code: "not_allowed" })
      assert.strictEqual((yield* ask("GET", "/v1/auth/members/mem_none/brands")).status, 404)
    })
  )

  it.effect("unassigns an agent's tickets of brands that they can no longer see, and keeps the others", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const { ask } = yield* owner
      const agent = yield* teamMember("agent")
      const other = (yield* asking("POST", "/v1/brands", { body: { name: "Kept by the agent" } })).json.id
      const opened = Effect.fnUntraced(function* (brandId: string) {
        const body = { title: "t", customerEmail: "ines@north.example", assigneeId: agent.id }
        return (yield* asking("POST", `/v1/brands/${brandId}/tickets`, { body })).headers.get("location") ?? ""
      })
      const [lost, kept] = [yield* opened(live.brand.id), yield* opened(other)]
      const path = `/v1/auth/members/${agent.id}/brands`
      yield* ask("PUT", path, { body: { allBrands: false, brandIds: [other] } })
      assert.notProperty((yield* asking("GET", lost)).json, "assigneeId")
      assert.strictEqual((yield* asking("GET", kept)).json.assigneeId, agent.id)
    })
  )

  it.effect("passes from its owner to another active member", () =>
    Effect.gen(function* () {
      const { accountId } = yield* seedAccount
      const [ada, bob] = [
        yield* teamMember("owner", { account: accountId }),
        yield* teamMember("agent", { account: accountId })
      ]
      const pending = yield* seedMember(accountId, freshAddress(), "agent", "pending")
      const transfer = (newOwnerId: string) => ada.ask("POST", "/v1/auth/transfer-ownership", { body: { newOwnerId } })
      for (const id of [ada.id, pending, "mem_none", (yield* owner).id]) {
        const refused = yield* transfer(id)
        assert.include(refused.json.errors[0], { field: "newOwnerId", code: "unknown_id" })
      }
      assert.deepInclude((yield* transfer(bob.id)).json, { success: true })
      assert.strictEqual((yield* ada.ask("GET", "/v1/auth/session")).json.member.role, "admin")
      assert.strictEqual((yield* bob.ask("GET", "/v1/auth/session")).json.member.role, "owner")
      assert.strictEqual((yield* transfer(bob.id)).json.required, "owner")
    })
  )

  it.effect("lets each member choose how they are shown and notified", () =>
    Effect.gen(function* () {
      const agent = yield* teamMember("agent")
      assert.deepStrictEqual((yield* agent.ask("GET", "/v1/auth/profile")).json, {
        displayName: null,
        avatarUrl: null,
        notifyEmail: true,
        notifyToast: true,
        notifyDesktop: false,
        preferences: null
      })
      const change = {
        displayName: " Ada ",
        avatarUrl: "https://a.example/ada.png",
        notifyToast: false,
        notifyDesktop: true,
        preferences: { keys: { reply: "t", help: null }, singleKeys: false }
      }
      const changed = yield* agent.ask("PATCH", "/v1/auth/profile", {
        body: { ...change, avatarUrl: `${change.avatarUrl} ` }
      })
      assert.deepStrictEqual(changed.json, { ...change, displayName: "Ada", notifyEmail: true })
      assert.deepStrictEqual((yield* agent.ask("GET", "/v1/auth/profile")).json, changed.json)
      const { preferences } = change
      assert.deepInclude((yield* agent.ask("GET", "/v1/auth/session")).json, { preferences })
      const cleared = yield* agent.ask("PATCH", "/v1/auth/profile", { body: { displayName: null } })
      assert.deepInclude(cleared.json, { displayName: null, preferences })
      const emptied = yield* agent.ask("PATCH", "/v1/auth/profile", { body: { preferences: null } })
      assert.deepInclude(emptied.json, { preferences: null, notifyDesktop: true })
      const wrong = {
        displayName: "x".repeat(51),
        avatarUrl: "javascript:alert(1)",
        notifyEmail: null,
        preferences: { keys: "x".repeat(16 * 1024) }
      }
      const refused = yield* agent.ask("PATCH", "/v1/auth/profile", { body: wrong })
      assert.sameMembers(
        refused.json.errors.map(({ field }: { field: string }) => field),
        Object.keys(wrong)
      )
    })
  )
})
