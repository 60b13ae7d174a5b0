import { assert, describe, it } from "@effect/vitest"
import { settings } from "../../src/AppConfig.ts"
import { meantSetting } from "../../src/runtime/meantSetting.ts"

const names = new Set(Object.values(settings).flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])))

describe("meantSetting", () => {
  for (const [slip, meant] of [
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABASSE_URL", "DATABASE_URL"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["DATABAES_URL", "DATABASE_URL"],
    ["Database_Url", "DATABASE_URL"],
    ["DATABASE_URL_FILES", "DATABASE_URL_FILE"],
    ["ENCRYPTION_KEYS", "ENCRYPTION_KEY"],
    ["DNS_SERVER", "DNS_SERVERS"],
    ["SMTP_TLS_CERT_FILE", "SMTP_TLS_CERT"]
  ] as const) {
    it(`finds ${meant} for ${slip}`, () => assert.strictEqual(meantSetting(slip, names), meant))
  }

  it("accepts every setting, and the file of every secret", () => {
    for (const name of names) assert.isUndefined(meantSetting(name, names), name)
  })

  // Set by shells, package managers, orchestrators and other programs.
  for (const name of [
    ...[
      "HOME",
      "HOSTNAME",
      "HOSTTYPE",
      "PATH",
      "HTTP_PROXY",
      "HTTPS_PROXY",
      "http_proxy",
      "NO_PROXY",
      "LOGLEVEL",
      "LOGNAME"
    ],
    ...[
      "AWS_REGION",
      "AWS_SESSION_TOKEN",
      "OTEL_SERVICE_NAME",
      "OTEL_EXPORTER_OTLP_HEADERS",
      "PGDATA",
      "PGPORT",
      "MAILTO"
    ],
    ...[
      "TRUNKLINE_PORT",
      "TRUNKLINE_SERVICE_HOST",
      "SMTP_PORT_25_TCP",
      "SMTP_USER",
      "SMTP_PASSWORD",
      "DATABASE_HOST",
      "NODE_ENV"
    ],
    ...["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "SLACK_TOKEN", "npm_config_loglevel", "SSL_CERT_FILE", "PORT_FILE"]
  ]) {
    it(`ignores ${name}`, () => assert.isUndefined(meantSetting(name, names)))
  }
})
