import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../src/sql/Database.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { teamMember } from "../support/teamMember.ts"

const secrets = {
  clientId: "1234.5678",
  clientSecret: "the client's own secret",
  signingSecret: "0123456789abcdef0123456789abcdef",
  appToken: "xapp-1-A0-1-0123456789abcdef"
}

/** The apps of the live brand, and a new one among them. */
const added = Effect.fn(function* (body: object) {
  const { ask } = yield* HttpSite
  const { live } = yield* Installation
  const path = `/v1/brands/${live.brand.id}/channels/slack/apps`
  const made = yield* ask("POST", path, { body })
  assert.strictEqual(made.status, 201, made.text)
  return { app: made.json, location: made.headers.get("location"), made, one: `${path}/${made.json.id}`, path }
})

layer(site(), { excludeTestServices: true })("A brand's own Slack apps", (it) => {
  it.effect("are added by name, given their secrets, and show none of them", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { app, location, one, path } = yield* added({ name: " Our desk " })
      assert.strictEqual(location, one)
      assert.deepInclude(app, {
        name: "Our desk",
        hasClientSecret: false,
        hasSigningSecret: false,
        hasAppToken: false,
        eventsUrl: `https://desk.example/v1/channels/slack/events/${app.id}`,
        redirectUrl: "https://desk.example/v1/channels/slack/oauth/callback"
      })
      const changed = yield* ask("PATCH", one, { body: secrets })
      assert.deepInclude(changed.json, {
        clientId: "1234.5678",
        hasClientSecret: true,
        hasSigningSecret: true,
        hasAppToken: true
      })
      const dropped = yield* ask("PATCH", one, { body: { appToken: null } })
      assert.deepInclude(dropped.json, { hasSigningSecret: true, hasAppToken: false })
      const [read, list] = [yield* ask("GET", one), yield* ask("GET", path)]
      assert.deepStrictEqual(read.json, dropped.json)
      assert.deepInclude(list.json, dropped.json)
      for (const { clientId: _, ...hidden } of [secrets])
        for (const secret of Object.values(hidden))
          assert.notInclude([changed.text, dropped.text, read.text, list.text].join(), secret)
      const { system } = yield* Database
      const [row] = yield* system<{ row: string }>`SELECT a::text AS row FROM slack_apps a WHERE name = 'Our desk'`
      assert.notInclude(row?.row, Buffer.from(secrets.signingSecret).toString("hex"))
    })
  )

  it.effect("have a manifest with their URLs, or without any for socket mode", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { app, one } = yield* added({ name: "Manifest" })
      const called = yield* ask("GET", `${one}/manifest`)
      assert.include(called.json.manifest, `request_url: ${app.eventsUrl}\n`)
      yield* ask("PATCH", one, { body: { appToken: secrets.appToken } })
      const heard = yield* ask("GET", `${one}/manifest`)
      assert.include(heard.json.manifest, "socket_mode_enabled: true")
      assert.notInclude(heard.json.manifest, "/events")
    })
  )

  it.effect("have a client id of their own, and are refused with the field that is wrong", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { one, path } = yield* added({ name: "Wrong", ...secrets })
      const wrong = [
        [{ clientId: "9.9" }, "clientId"],
        [{ clientId: "no" }, "clientId"],
        [{ signingSecret: "short" }, "signingSecret"],
        [{ appToken: "xoxb-1" }, "appToken"],
        [{ name: "" }, "name"]
      ] as const
      for (const [body, field] of wrong) {
        const refused = yield* ask("PATCH", one, { body })
        assert.strictEqual(refused.status, 400, JSON.stringify(body))
        assert.strictEqual(refused.json.errors[0].field, field)
      }
      assert.strictEqual((yield* ask("POST", path, { body: {} })).status, 400)
    })
  )

  it.effect("are created once per idempotency key, at most ten", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const other = yield* ask("POST", "/v1/brands", {
        body: { name: "Full", slug: `full-${crypto.randomUUID()}`, ticketPrefix: "FULL" }
      })
      const path = `/v1/brands/${other.json.id}/channels/slack/apps`
      const headers = { "idempotency-key": crypto.randomUUID() }
      const twice = [
        yield* ask("POST", path, { body: { name: "One" }, headers }),
        yield* ask("POST", path, { body: { name: "One" }, headers })
      ]
      assert.deepStrictEqual(twice[1]?.json, twice[0]?.json)
      for (let count = 1; count < 10; count++) yield* ask("POST", path, { body: { name: `App ${count}` } })
      assert.lengthOf((yield* ask("GET", path)).json, 10)
      const full = yield* ask("POST", path, { body: { name: "Eleventh" } })
      assert.deepInclude(full.json, { code: "limit_reached", limit: 10 })
    })
  )

  it.effect("are removed, and that is audited", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const { app, one } = yield* added({ name: "Gone" })
      assert.strictEqual((yield* ask("DELETE", one)).status, 200)
      for (const method of ["GET", "DELETE"]) assert.strictEqual((yield* ask(method, one)).status, 404)
      assert.strictEqual((yield* ask("PATCH", one, { body: { name: "x" } })).status, 404)
      const log = yield* ask("GET", `/v1/brands/${live.brand.id}/logs?entityId=${app.id}`)
      assert.deepStrictEqual(
        log.json.data.map(({ event }: { event: string }) => event),
        ["slack_app.deleted", "slack_app.created"]
      )
    })
  )

  it.effect("belong to one brand, and are not found by others", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const { app, one } = yield* added({ name: "Ours" })
      const other = yield* ask("POST", "/v1/brands", {
        body: { name: "Other", slug: `other-${crypto.randomUUID()}`, ticketPrefix: "OTHER" }
      })
      const foreign = [
        yield* ask("GET", `/v1/brands/${other.json.id}/channels/slack/apps/${app.id}`),
        yield* ask("GET", `/v1/brands/${test.brand.id}/channels/slack/apps/${app.id}`, { key: test.key }),
        yield* ask("GET", one, { key: test.key })
      ]
      assert.deepStrictEqual(
        foreign.map(({ status }) => status),
        [404, 404, 404]
      )
      const agent = yield* teamMember("agent")
      assert.strictEqual((yield* agent.ask("PATCH", one, { body: { name: "x" } })).status, 403)
      assert.strictEqual((yield* agent.ask("GET", one)).status, 200)
    })
  )
})
