import { assert, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Option, Redacted } from "effect"
import { SlackAppSettings } from "../../channels/chat/SlackAppSettings.ts"
import { uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { type FakeSlack, fakeSlack } from "../support/slack/FakeSlack.ts"
import { allScopes } from "../support/slack/Workspace.ts"
import { teamMember } from "../support/teamMember.ts"

const callback = "/v1/channels/slack/oauth/callback"

class Slack extends Context.Service<Slack, FakeSlack>()("test/Slack") {
  static readonly layer = Layer.effect(Slack, fakeSlack)
}

/** The app as this Slack has it. */
const slackApp = Layer.effect(
  SlackAppSettings,
  Slack.useSync(({ apiUrl, state: { app } }) => ({
    apiUrl,
    signingSecret: Option.some(Redacted.make(app.signingSecret)),
    client: Option.some({ id: app.clientId, secret: Redacted.make(app.clientSecret) }),
    botToken: Option.none(),
    appToken: Option.none(),
    publicUrl: "https://desk.example",
    redirectUrl: `https://desk.example${callback}`
  }))
)

const withSlack = Layer.unwrap(
  Slack.useSync((slack) => site({ slackApp: slackApp.pipe(Layer.provide(Layer.succeed(Slack, slack))) }))
).pipe(Layer.provideMerge(Slack.layer))

/** A signed-in user in a browser. */
const browser = Effect.fn(function* (role: "owner" | "admin" | "agent") {
  const member = yield* teamMember(role)
  const cookie = `__Host-trunkline_session=${member.key}`
  return {
    ...member,
    visit: (path: string) => Effect.flatMap(HttpSite, ({ ask }) => ask("GET", path, { key: "", headers: { cookie } }))
  }
})

/** Where Slack redirects a browser after the user consented on its page. */
const consent = (url: string) =>
  Effect.promise(async () => {
    const answer = await fetch(url, { redirect: "manual" })
    const back = new URL(answer.headers.get("location") ?? "")
    return `${back.pathname}${back.search}`
  })

/** Connects a new workspace to the live brand. */
const connect = Effect.fn(function* (name: string) {
  const slack = yield* Slack
  const { live } = yield* Installation
  const team = slack.state.addWorkspace(name)
  const admin = yield* browser("admin")
  const begun = yield* admin.ask("POST", `/v1/brands/${live.brand.id}/channels/slack/install-url`, { body: {} })
  assert.strictEqual(begun.status, 200, begun.text)
  const back = yield* consent(`${begun.json.url}&team=${team.id}`)
  const done = yield* admin.visit(back)
  assert.strictEqual(done.status, 302, done.text)
  const list = yield* admin.ask("GET", `/v1/brands/${live.brand.id}/channels/slack`)
  const installation = list.json.find((one: { teamId: string }) => one.teamId === team.id)
  return { admin, back, done, installation, team, path: `/v1/brands/${live.brand.id}/channels/slack` }
})

layer(withSlack)("Slack workspaces", (it) => {
  it.effect("are connected by a browser that visits Slack and comes back", () =>
    Effect.gen(function* () {
      const { done, installation, team } = yield* connect("acme")
      assert.strictEqual(done.headers.get("location"), "https://desk.example/")
      assert.deepInclude(installation, { teamName: "acme", botUserId: team.botUserId, status: "active", channels: [] })
      assert.notProperty(installation, "missingScopes")
      assert.notInclude(JSON.stringify(installation), "xoxb")
    })
  )

  it.effect("are installed once per state, by the session that started it, within ten minutes", () =>
    Effect.gen(function* () {
      const { admin, back, path } = yield* connect("once")
      assert.strictEqual((yield* admin.visit(back)).status, 401)
      const begun = yield* admin.ask("POST", `${path}/install-url`, { body: {} })
      const again = yield* consent(begun.json.url)
      const other = yield* browser("admin")
      assert.strictEqual((yield* other.visit(again)).status, 401)
      const { ask } = yield* HttpSite
      assert.strictEqual((yield* ask("GET", again, { key: "" })).status, 401)
      assert.strictEqual((yield* admin.visit(`${callback}?code=x&state=${"a".repeat(43)}`)).status, 401)
      assert.strictEqual((yield* admin.visit(`${callback}?code=x`)).status, 401)
      assert.strictEqual((yield* admin.visit(again)).status, 302)
    })
  )

  it.effect("say why Slack refused the installation", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { admin, path } = yield* connect("refusing")
      const state = Effect.map(
        admin.ask("POST", `${path}/install-url`, { body: {} }),
        ({ json }) => new URL(json.url).searchParams.get("state") ?? ""
      )
      const denied = yield* admin.visit(`${callback}?error=access_denied&state=${yield* state}`)
      assert.strictEqual(denied.status, 409)
      const invalid = yield* admin.visit(`${callback}?code=wrong&state=${yield* state}`)
      assert.strictEqual(invalid.status, 409)
      assert.include(invalid.text, "invalid_code")
      slack.fault({ method: "oauth.v2.access", what: { status: 503 } })
      const silent = yield* admin.visit(`${callback}?code=x&state=${yield* state}`)
      assert.strictEqual(silent.status, 409)
      assert.include(silent.text, "did not respond")
    })
  )

  it.effect("belong to one brand, and are renewed when it connects them again", () =>
    Effect.gen(function* () {
      const { admin, installation, path, team } = yield* connect("held")
      const other = yield* admin.ask("POST", "/v1/brands", {
        body: { name: "Other", slug: `other-${crypto.randomUUID()}`, ticketPrefix: "OTHER" }
      })
      const elsewhere = `/v1/brands/${other.json.id}/channels/slack`
      const begun = yield* admin.ask("POST", `${elsewhere}/install-url`, { body: {} })
      const refused = yield* admin.visit(yield* consent(`${begun.json.url}&team=${team.id}`))
      assert.strictEqual(refused.status, 409)
      assert.include(refused.text, "already connected")
      // Even where no one can see it any more.
      assert.include(refused.text, "if that brand was deleted, restore it")
      assert.deepStrictEqual((yield* admin.ask("GET", elsewhere)).json, [])

      const channels = [{ channelId: "C0123456789", role: "customer", trigger: "mention" }]
      yield* admin.ask("PATCH", `${path}/${installation.id}`, { body: { channels } })
      const again = yield* admin.ask("POST", `${path}/install-url`, { body: {} })
      assert.strictEqual((yield* admin.visit(yield* consent(`${again.json.url}&team=${team.id}`))).status, 302)
      const kept = yield* admin.ask("GET", `${path}/${installation.id}`)
      assert.deepInclude(kept.json, { id: installation.id, status: "active", channels })
    })
  )

  it.effect("are connected through the brand's own app, which cannot be removed while one of them uses it", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { live } = yield* Installation
      const admin = yield* browser("admin")
      const path = `/v1/brands/${live.brand.id}/channels/slack`
      const app = slack.state.addApp()
      const own = yield* admin.ask("POST", `${path}/apps`, { body: { name: "Ours", clientId: app.clientId } })
      const begin = (appId: string) => admin.ask("POST", `${path}/install-url`, { body: { appId } })
      const early = yield* begin(own.json.id)
      assert.deepInclude(early.json, { status: 409, code: "channel_not_ready" })
      assert.include(early.json.detail, "client secret")
      yield* admin.ask("PATCH", `${path}/apps/${own.json.id}`, { body: { clientSecret: app.clientSecret } })
      assert.strictEqual((yield* begin("app_01m893khb3f5bbmdqn6zazb1ra")).status, 404)
      assert.strictEqual((yield* begin("app_x")).status, 404)

      const team = slack.state.addWorkspace("ours", { app })
      const begun = yield* begin(own.json.id)
      assert.include(begun.json.url, `client_id=${app.clientId}`)
      const done = yield* admin.visit(yield* consent(`${begun.json.url}&team=${team.id}`))
      assert.strictEqual(done.status, 302, done.text)
      const list = yield* admin.ask("GET", path)
      const installation = list.json.find((one: { teamId: string }) => one.teamId === team.id)
      assert.deepInclude(installation, { appId: own.json.id, status: "active" })

      const kept = yield* admin.ask("DELETE", `${path}/apps/${own.json.id}`)
      assert.deepInclude(kept.json, { status: 409, code: "invalid_state" })
      assert.strictEqual((yield* admin.ask("DELETE", `${path}/${installation.id}`)).status, 200)
      assert.strictEqual((yield* admin.ask("DELETE", `${path}/apps/${own.json.id}`)).status, 200)
    })
  )

  for (const isKnown of [false, true])
    it.effect(
      `are not ${isKnown ? "left to" : "connected through"} an own app that is removed while Slack exchanges the code`,
      () =>
        Effect.gen(function* () {
          const slack = yield* Slack
          const admin = yield* browser("admin")
          const path = `/v1/brands/${(yield* Installation).live.brand.id}/channels/slack`
          const app = slack.state.addApp()
          const body = { clientId: app.clientId, clientSecret: app.clientSecret }
          const register = Effect.fn(function* (name: string) {
            const { json } = yield* admin.ask("POST", `${path}/apps`, { body: { ...body, name } })
            return { id: json.id, one: `${path}/apps/${json.id}` }
          })
          const team = slack.state.addWorkspace(isKnown ? "known" : "passing", { app })
          const comeBack = Effect.fn(function* (appId: string) {
            const begun = yield* admin.ask("POST", `${path}/install-url`, { body: { appId } })
            return yield* admin.visit(yield* consent(`${begun.json.url}&team=${team.id}`))
          })
          const listed = Effect.map(admin.ask("GET", path), ({ json }) =>
            json.filter(({ teamId }: { teamId: string }) => teamId === team.id)
          )
          if (isKnown) yield* comeBack((yield* register("Kept")).id)
          const before = yield* listed
          assert.lengthOf(before, isKnown ? 1 : 0)

          const own = yield* register("Removed")
          const removed = Promise.withResolvers<void>()
          const described = slack.calls.length
          slack.fault({ method: "auth.test", what: { until: removed.promise } })
          const coming = yield* Effect.forkChild(comeBack(own.id))
          yield* slack.until((call) => call.method === "auth.test" && slack.calls.indexOf(call) >= described)
          assert.strictEqual((yield* admin.ask("DELETE", own.one)).status, 200)
          removed.resolve()
          const refused = yield* Fiber.join(coming)
          assert.strictEqual(refused.status, 409)
          assert.include(refused.text, "The app was changed in the meantime")
          assert.deepStrictEqual(yield* listed, before)
          assert.strictEqual([...team.tokens.values()].at(-1)?.isRevoked, !isKnown)
        })
    )

  it.effect("are not taken over by another account's copy of the same Slack app", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { admin, path, team } = yield* connect("kept")
      const { clientId, clientSecret } = slack.state.app
      const other = yield* admin.ask("POST", "/v1/brands", {
        body: { name: "Twin", slug: `twin-${crypto.randomUUID()}`, ticketPrefix: "TWIN" }
      })
      const elsewhere = `/v1/brands/${other.json.id}/channels/slack`
      const twin = yield* admin.ask("POST", `${elsewhere}/apps`, { body: { name: "Twin", clientId, clientSecret } })
      const begun = yield* admin.ask("POST", `${elsewhere}/install-url`, { body: { appId: twin.json.id } })
      const refused = yield* admin.visit(yield* consent(`${begun.json.url}&team=${team.id}`))
      assert.strictEqual(refused.status, 409)
      assert.include(refused.text, "already connected")
      // An app of another brand is not this one's.
      const foreign = yield* admin.ask("POST", `${path}/install-url`, { body: { appId: twin.json.id } })
      assert.strictEqual(foreign.status, 404)
    })
  )

  it.effect("store their tokens sealed, and list the scopes that were not granted", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      slack.state.grantedScopes = allScopes.filter((scope) => scope !== "files:read" && scope !== "links:write")
      const { installation, team } = yield* connect("fewer rights").pipe(
        Effect.ensuring(Effect.sync(() => Object.assign(slack.state, { grantedScopes: allScopes })))
      )
      assert.deepStrictEqual(installation.missingScopes, ["files:read", "links:write"])
      const { system } = yield* Database
      const [row] = yield* system<{ row: string }>`SELECT row_to_json(k)::text || encode(k.secrets, 'escape') AS row
        FROM channel_connections k WHERE k.settings ->> 'teamId' = ${team.id}`
      const [token = ""] = team.tokens.keys()
      assert.isAbove(token.length, 20)
      assert.notInclude(row?.row, token)
    })
  )

  it.effect("of an enterprise installation are one, whichever of them installed the app", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { live } = yield* Installation
      const path = `/v1/brands/${live.brand.id}/channels/slack`
      const admin = yield* browser("admin")
      const before = (yield* admin.ask("GET", path)).json.length
      slack.state.installsEnterprises = true
      yield* Effect.gen(function* () {
        for (const name of ["east", "west"]) {
          const team = slack.state.addWorkspace(name, { enterpriseId: "E0WHOLE" })
          const begun = yield* admin.ask("POST", `${path}/install-url`, { body: {} })
          const done = yield* admin.visit(yield* consent(`${begun.json.url}&team=${team.id}`))
          assert.strictEqual(done.status, 302, done.text)
        }
      }).pipe(Effect.ensuring(Effect.sync(() => Object.assign(slack.state, { installsEnterprises: false }))))
      const list = (yield* admin.ask("GET", path)).json
      assert.lengthOf(list, before + 1)
      const whole = list.find((one: { enterpriseId?: string }) => one.enterpriseId === "E0WHOLE")
      assert.deepInclude(whole, { teamName: "Enterprise", status: "active" })
      assert.notProperty(whole, "teamId")
    })
  )

  it.effect("have channels with roles, and can be turned off and on", () =>
    Effect.gen(function* () {
      const { admin, installation, path } = yield* connect("roles")
      const one = `${path}/${installation.id}`
      const channels = [
        { channelId: "C0123456789", role: "customer", trigger: "every_message" },
        { channelId: "C0123456780", role: "agent", trigger: "mention" }
      ]
      const changed = yield* admin.ask("PATCH", one, { body: { channels, enabled: false } })
      assert.deepInclude(changed.json, { channels, status: "disabled" })
      assert.strictEqual((yield* admin.ask("PATCH", one, { body: { enabled: true } })).json.status, "active")
      const mirrored = [{ ...channels[1], mirror: "replies" }]
      const set = { channels: mirrored, reactions: { raised_hand: "assign" } }
      assert.deepInclude((yield* admin.ask("PATCH", one, { body: set })).json, set)
      assert.notProperty((yield* admin.ask("PATCH", one, { body: { reactions: null } })).json, "reactions")
      const live = { other: (yield* Installation).test.brand.id }
      const bad = [
        [{ channels: [channels[0], channels[0]] }, "channels[1].channelId"],
        [{ channels: [{ ...channels[0], channelId: "help" }] }, "channels[0].channelId"],
        [{ channels: [{ ...channels[0], role: "boss" }] }, "channels[0].role"],
        [{ channels: [{ ...channels[0], mirror: "notes" }] }, "channels[0].mirror"],
        [{ channels: [{ ...channels[1], mirror: "loud" }] }, "channels[0].mirror"],
        [{ channels: [{ ...channels[0], brandId: "br_01h455vb4pex5vsknk084sn02q" }] }, "channels[0].brandId"],
        [{ channels: [{ ...channels[0], brandId: live.other }] }, "channels[0].brandId"],
        ...[":eyes:", "", "Eyes", "a b", "ö"].map(
          (name) => [{ reactions: { [name]: "assign" } }, "reactions"] as const
        ),
        [{ reactions: { eyes: "explode" } }, "reactions.eyes"],
        [{ enabled: "yes" }, "enabled"]
      ] as const
      for (const [body, field] of bad) {
        const refused = yield* admin.ask("PATCH", one, { body })
        assert.strictEqual(refused.status, 400, refused.text)
        assert.strictEqual(refused.json.errors[0].field, field)
      }
    })
  )

  it.effect("revoke the app's access when disconnected, and are then not found", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { admin, installation, path, team } = yield* connect("leaving")
      const headers = { "idempotency-key": "disconnect-once" }
      for (const _ of [1, 2]) {
        const gone = yield* admin.ask("DELETE", `${path}/${installation.id}`, { headers })
        assert.deepStrictEqual(gone.json, { success: true })
      }
      assert.strictEqual((yield* admin.ask("GET", `${path}/${installation.id}`)).status, 404)
      assert.isTrue([...team.tokens.values()].every(({ isRevoked }) => isRevoked))
      assert.lengthOf(
        slack.calls.filter(({ method, teamId }) => method === "auth.revoke" && teamId === team.id),
        1
      )
    })
  )

  it.effect("can be disconnected even if their token can no longer be opened", () =>
    Effect.gen(function* () {
      const { admin, installation, path } = yield* connect("sealed away")
      const { system } = yield* Database
      yield* system`UPDATE channel_connections SET secrets = sha256(secrets) || secrets WHERE id = ${uuidOf(installation.id)}`
      assert.strictEqual((yield* admin.ask("DELETE", `${path}/${installation.id}`)).status, 200)
    })
  )

  it.effect("send a test message, and report Slack's response", () =>
    Effect.gen(function* () {
      const { admin, installation, path, team } = yield* connect("tested")
      const one = `${path}/${installation.id}`
      const channel = team.addChannel("help")
      const test = (channelId: string) => admin.ask("POST", `${one}/test`, { body: { channelId } })
      const sent = yield* test(channel.id)
      assert.strictEqual(sent.status, 200, sent.text)
      const [message] = [...channel.messages.values()]
      assert.deepStrictEqual(sent.json, { success: true, messageId: `${channel.id}:${message?.ts}` })
      assert.include(message?.text, "Test message")
      const repeated = { headers: { "idempotency-key": "one-test" }, body: { channelId: channel.id } }
      const [second, again] = [
        yield* admin.ask("POST", `${one}/test`, repeated),
        yield* admin.ask("POST", `${one}/test`, repeated)
      ]
      assert.strictEqual(again.text, second.text)
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      assert.strictEqual(channel.messages.size, 2)
      const unknown = yield* test("C0000000000")
      assert.deepStrictEqual([unknown.status, unknown.json.code], [502, "upstream_failed"])
      assert.include(unknown.text, "channel_not_found")
      const bad = yield* test("help")
      assert.deepStrictEqual([bad.status, bad.json.errors?.[0].field], [400, "channelId"])
      const agent = yield* browser("agent")
      assert.strictEqual((yield* agent.ask("POST", `${one}/test`, { body: { channelId: channel.id } })).status, 403)
      yield* admin.ask("PATCH", one, { body: { enabled: false } })
      const off = yield* test(channel.id)
      assert.deepStrictEqual([off.status, off.json.code], [409, "channel_not_ready"])
      assert.include(off.json.detail, "is disabled")
    })
  )

  it.effect("are visible to no one else, and only an admin's browser connects them", () =>
    Effect.gen(function* () {
      const { admin, installation, path } = yield* connect("private")
      const { ask } = yield* HttpSite
      const { live, test } = yield* Installation
      const foreign = `/v1/brands/${test.brand.id}/channels/slack/${installation.id}`
      for (const method of ["GET", "PATCH", "DELETE"]) {
        const body = method === "PATCH" ? { body: {} } : {}
        assert.strictEqual((yield* ask(method, foreign, { key: test.key, ...body })).status, 404)
        assert.strictEqual((yield* ask(method, `${path}/${installation.id}`, { key: test.key, ...body })).status, 404)
      }
      const tested = { key: test.key, body: { channelId: "C0123456789" } }
      for (const one of [foreign, `${path}/${installation.id}`])
        assert.strictEqual((yield* ask("POST", `${one}/test`, tested)).status, 404)
      assert.strictEqual((yield* ask("POST", `${path}/install-url`, { key: live.key, body: {} })).status, 403)
      const agent = yield* browser("agent")
      assert.strictEqual((yield* agent.ask("POST", `${path}/install-url`, { body: {} })).status, 403)
      const elsewhere = { redirectUrl: "https://evil.example/" }
      assert.strictEqual((yield* admin.ask("POST", `${path}/install-url`, { body: elsewhere })).status, 400)
    })
  )
})

layer(site())("Without an app", (it) => {
  it.effect("no workspace can be connected", () =>
    Effect.gen(function* () {
      const admin = yield* teamMember("admin")
      const { live } = yield* Installation
      const answer = yield* admin.ask("POST", `/v1/brands/${live.brand.id}/channels/slack/install-url`, { body: {} })
      assert.strictEqual(answer.status, 409)
      assert.strictEqual(answer.json.code, "channel_not_ready")
      assert.include(answer.json.detail, "SLACK_CLIENT_ID")
    })
  )
})
