import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Option, Redacted } from "effect"
import { AppConfig, settings } from "../src/AppConfig.ts"

const read = (values: Record<string, string>) =>
  Effect.gen(function* () {
    return yield* AppConfig
  }).pipe(Effect.provide(AppConfig.layer), Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(values))))

const complaint = (values: Record<string, string>) => Effect.map(Effect.flip(read(values)), (error) => error.message)

describe("AppConfig", () => {
  it.effect("has a default for everything that must have a value", () =>
    Effect.gen(function* () {
      const config = yield* read({})
      assert.strictEqual(config.host, "127.0.0.1")
      assert.strictEqual(config.port, 3000)
      assert.isTrue(Option.isNone(config.databaseUrl))
      assert.deepStrictEqual(config.webhookAllowNetworks, [])
      assert.isTrue(Duration.equals(config.webhookTimeout, Duration.seconds(10)))
    })
  )

  it.effect("treats an empty value as unset", () =>
    Effect.gen(function* () {
      const config = yield* read({ PORT: "", DATABASE_URL: " ", PUBLIC_URL: "" })
      assert.strictEqual(config.port, 3000)
      assert.isTrue(Option.isNone(config.databaseUrl))
      assert.isTrue(Option.isNone(config.publicUrl))
    })
  )

  it.effect("never shows a secret, whether valid or not", () =>
    Effect.gen(function* () {
      const config = yield* read({ DATABASE_URL: "postgres://app:hunter2@db:5432/app" })
      assert.notInclude(JSON.stringify(config) + String(Option.getOrThrow(config.databaseUrl)), "hunter2")
      assert.strictEqual(Redacted.value(Option.getOrThrow(config.databaseUrl)), "postgres://app:hunter2@db:5432/app")
      assert.notInclude(yield* complaint({ DATABASE_URL: "mysql://app:hunter2@db/app" }), "hunter2")
    })
  )

  it.effect("does not look for the database on a host that is part of a password", () =>
    Effect.gen(function* () {
      for (const password of ["p@hunter2#d", "p@hunter2/d", "p@/hunter2", "p#hunter2", "1/hunter2"])
        assert.strictEqual(
          yield* complaint({ DATABASE_URL: `postgres://app:${password}@db:5432/app` }),
          "DATABASE_URL must be an address like postgres://user:password@host:5432/database (special characters percent-encoded)."
        )
      for (const unchanged of [
        "postgres://app:p@ss@db/app?sslmode=require",
        "postgresql:///app?host=/run/postgresql&password=p@ss",
        "postgres://app@[::1]:5432",
        "postgres://app:p%2Fss@%2Frun%2Fpostgresql/app?options=-c%20search_path%3Ddesk"
      ])
        assert.strictEqual(
          Redacted.value(Option.getOrThrow((yield* read({ DATABASE_URL: unchanged })).databaseUrl)),
          unchanged
        )
    })
  )

  it.effect("allows an empty host before a socket, as libpq does", () =>
    Effect.gen(function* () {
      const { databaseUrl } = yield* read({ DATABASE_URL: "postgres://app:p%40ss@/app?host=/cloudsql/acme:eu:desk" })
      assert.strictEqual(
        Redacted.value(Option.getOrThrow(databaseUrl)),
        "postgres://app:p%40ss@localhost/app?host=/cloudsql/acme:eu:desk"
      )
    })
  )

  it.effect("reads origins as browsers write them, each once", () =>
    Effect.gen(function* () {
      const listed = "https://Admin.example/, http://localhost:5173,https://admin.example:443"
      const { adminOrigins } = yield* read({ ADMIN_ORIGINS: listed })
      assert.deepStrictEqual(adminOrigins, ["https://admin.example", "http://localhost:5173"])
      assert.deepStrictEqual((yield* read({})).adminOrigins, [])
    })
  )

  it.effect("parses a sender into name and address", () =>
    Effect.gen(function* () {
      const { mailFrom } = yield* read({ MAIL_FROM: '"Acme, Inc." <no-reply@acme.example>' })
      assert.deepStrictEqual(Option.getOrThrow(mailFrom), { name: "Acme, Inc.", address: "no-reply@acme.example" })
    })
  )

  it.effect("says which half of Slack's client credentials is missing", () =>
    Effect.gen(function* () {
      const [id, secret] = [{ SLACK_CLIENT_ID: "1.2" }, { SLACK_CLIENT_SECRET: "hunter2" }]
      assert.match(yield* complaint(id), /^SLACK_CLIENT_SECRET must be set too: /)
      assert.match(yield* complaint(secret), /^SLACK_CLIENT_ID must be set too: /)
      yield* read({ ...id, ...secret, SLACK_APP_TOKEN: "xapp-1" })
    })
  )

  it.effect("says what is missing beside a setting that has no effect without it", () =>
    Effect.gen(function* () {
      const [bot, called, listens] = [
        { SLACK_BOT_TOKEN: "hunter2" },
        { SLACK_SIGNING_SECRET: "hunter3" },
        { SLACK_APP_TOKEN: "hunter4" }
      ]
      assert.match(yield* complaint(bot), /^SLACK_SIGNING_SECRET must be set too: .*SLACK_APP_TOKEN/)
      for (const alone of [called, listens]) {
        assert.match(yield* complaint(alone), /^SLACK_CLIENT_ID must be set too: .*SLACK_BOT_TOKEN/)
        yield* read({ ...bot, ...alone })
      }
      const named = { SMTP_RELAY_AUTHSERV_ID: "mx.acme.example" }
      assert.match(yield* complaint(named), /^SMTP_RELAYS must be set too: SMTP_RELAY_AUTHSERV_ID applies/)
      yield* read({ ...named, SMTP_RELAYS: "192.0.2.0/24" })
      yield* read({ SMTP_RELAYS: "192.0.2.0/24" })
    })
  )

  it.effect("says in one sentence what a value is and what it must be", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* complaint({ PORT: "70000" }),
        'PORT is "70000", but must be a whole number from 1 to 65535, or 0 (any free port).'
      )
      assert.strictEqual(
        yield* complaint({ LOG_LEVEL: "loud" }),
        'LOG_LEVEL is "loud", but must be one of trace, debug, info, warn, error.'
      )
    })
  )

  const wrong: ReadonlyArray<readonly [name: string, value: string]> = [
    ["PORT", "3000.5"],
    ["PORT", "-1"],
    ["PORT", "0x10"],
    ["PUBLIC_URL", "support.example.com"],
    ["PUBLIC_URL", "http://support.example.com"],
    ["PUBLIC_URL", "https://support.example.com/desk"],
    ["DATABASE_URL", "db:5432"],
    ["DATABASE_POOL", "1"],
    ["BOOTSTRAP_EMAIL", "owner"],
    ["SIGNUP", "yes"],
    ["ADMIN_ORIGINS", "admin.example.com"],
    ["ADMIN_ORIGINS", "*"],
    ["ADMIN_ORIGINS", "https://*.example.com"],
    ["ADMIN_ORIGINS", "https://admin.example.com/desk"],
    ["ADMIN_ORIGINS", "https://user@admin.example.com"],
    ["ADMIN_ORIGINS", "ftp://admin.example.com"],
    ["INBOUND_DOMAIN", "exa mple.com"],
    ["MAIL_RELAY_URL", "smtp://hunter2:100%@relay.example"],
    ["MAIL_RELAY_URL", "mail.example.com:587"],
    ["MAIL_RELAY_URL", "https://mail.example.com"],
    ["MAIL_RELAY_URL", "smtp://user@mail.example.com"],
    ["MAIL_RELAY_URL", "smtp://mail.example.com?tls.rejectUnauthorized=false"],
    ["MAIL_FROM", "Acme"],
    ["MAIL_FROM", "Acme <no-reply@acme.example>, b@acme.example"],
    ["WEBHOOK_ALLOW_NETWORKS", "10.0.0.0/33"],
    ["WEBHOOK_ALLOW_NETWORKS", "intranet"],
    ["WEBHOOK_TIMEOUT", "soon"],
    ["WEBHOOK_TIMEOUT", "5 minutes"],
    ["RATE_LIMIT_PER_MINUTE", "0"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318"]
  ]
  for (const [name, value] of wrong) {
    it.effect(`refuses ${name}=${value}`, () =>
      Effect.map(complaint({ [name]: value }), (message) => assert.match(message, new RegExp(`^${name} .*must .*\\.$`)))
    )
  }

  it.effect("gives examples of valid times when it refuses one", () =>
    Effect.map(complaint({ WEBHOOK_TIMEOUT: "500 millis" }), (message) =>
      assert.strictEqual(
        message,
        'WEBHOOK_TIMEOUT is "500 millis", but must be a time from 1 to 60 seconds, such as "10 seconds" or "1500 millis".'
      )
    )
  )

  const right: ReadonlyArray<readonly [name: string, value: string]> = [
    ["PUBLIC_URL", "https://support.example.com"],
    ["PUBLIC_URL", "http://localhost:3000"],
    ["PUBLIC_URL", "http://127.0.0.1:3000"],
    ["SIGNUP", "open"],
    ["ADMIN_ORIGINS", "https://admin.example.com, http://localhost:5173"],
    ["DATABASE_URL", "postgresql://app:p%40ss@localhost/app?host=/run/postgresql"],
    ["MAIL_RELAY_URL", "smtp://127.0.0.1:1025"],
    ["MAIL_RELAY_URL", "smtps://user:p%40ss@mail.example.com"],
    ["MAIL_FROM", "no-reply@acme.example"],
    ["WEBHOOK_ALLOW_NETWORKS", "10.0.0.0/8, fd00::/8,192.168.1.5"],
    ["WEBHOOK_TIMEOUT", "1500 millis"],
    ["LOG_LEVEL", "DEBUG"]
  ]
  for (const [name, value] of right) it.effect(`accepts ${name}=${value}`, () => read({ [name]: value }))

  it("is described in .env.example, setting by setting, with its defaults", () => {
    const example = readFileSync(".env.example", "utf8")
    const described = [...example.matchAll(/^# (.+)\n#([A-Z_]+)=(.*)$/gm)].map(([, meaning, name, value]) => [
      name,
      value,
      meaning
    ])
    assert.deepStrictEqual(
      described,
      Object.values(settings).map(({ default: byDefault, meaning, name, secret, unit }) => {
        const notes = [unit, secret ? "secret" : undefined].filter((note) => note !== undefined)
        return [name, byDefault ?? "", notes.length === 0 ? meaning : `${meaning} (${notes.join("; ")})`]
      })
    )
  })
})
