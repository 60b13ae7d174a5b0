import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Config, Effect } from "effect"
import { environment } from "../../src/runtime/environment.ts"

const settings = [
  { name: "PORT", secret: false },
  { name: "KEY", secret: true }
]

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "environment-"))),
  (made) => Effect.sync(() => rmSync(made, { recursive: true }))
)

const read = (given: Record<string, string>, dotEnv: string | Uint8Array, name: string) =>
  Effect.gen(function* () {
    const file = join(yield* folder, ".env")
    writeFileSync(file, dotEnv)
    return yield* Config.String(name).parse(yield* environment(settings, given, file))
  })

it.effect("reads a setting from .env, with precedence for the environment", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* read({}, "PORT=4000 # mine\n", "PORT"), "4000")
    assert.strictEqual(yield* read({ PORT: "5000" }, "PORT=4000\n", "PORT"), "5000")
    assert.strictEqual(yield* read({ PORT: "" }, "PORT=4000\n", "PORT"), "4000")
  })
)

it.effect("reads a secret from the file that its _FILE names", () =>
  Effect.gen(function* () {
    const file = join(yield* folder, "key")
    writeFileSync(file, "from the file\n")
    assert.strictEqual(yield* read({ KEY_FILE: file }, "", "KEY"), "from the file")
  })
)

it.effect("refuses a secret given twice, and a missing file", () =>
  Effect.gen(function* () {
    const twice = yield* Effect.flip(read({ KEY: "a", KEY_FILE: "b" }, "", "KEY"))
    assert.strictEqual(twice.message, "KEY must not be set together with KEY_FILE.")
    const missing = yield* Effect.flip(read({ KEY_FILE: "/nowhere" }, "", "KEY"))
    assert.strictEqual(missing.message, 'KEY_FILE is "/nowhere", but must name a file that this user may read.')
  })
)

it.effect("refuses a line in .env that sets nothing of ours", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(read({}, "PROT=4000\n", "PORT"))
    assert.include(error.message, "sets PROT, which is not a Trunkline setting")
  })
)

it.effect("refuses a line in .env that is no assignment, by its number, because it may contain a secret", () =>
  Effect.gen(function* () {
    for (const line of ["KEY: hunter2", "KEY: hunter2=", "set KEY=hunter2", "KEY hunter2", "KEY", "=hunter2"]) {
      const error = yield* Effect.flip(read({}, `# Ours\n\nPORT=4000\n  ${line}\n`, "PORT"))
      assert.strictEqual(
        error.message,
        "Line 4 of the file .env sets nothing: write it as NAME=value, put a value of several lines in quotes, or begin a comment with #."
      )
    }
    assert.strictEqual(yield* read({}, '  # Ours\r\n\r\nPORT="4000,\n5000"\r\n', "PORT"), "4000,\n5000")
    assert.strictEqual(yield* read({}, "export PORT = 4000\nKEY='-----\nMII: =\n-----'\n", "PORT"), "4000")
  })
)

it.effect("reads a .env as Windows writes it: with a byte order mark, or in UTF-16", () =>
  Effect.gen(function* () {
    const text = "\uFEFFPORT=4000\r\nKEY=ü\r\n"
    for (const bytes of [Buffer.from(text, "utf8"), Buffer.from(text, "utf16le")]) {
      assert.strictEqual(yield* read({}, bytes, "PORT"), "4000")
      assert.strictEqual(yield* read({}, bytes, "KEY"), "ü")
    }
  })
)

it.effect("refuses a variable that is nearly a setting, unless it is empty", () =>
  Effect.gen(function* () {
    const settings = [
      { name: "DATABASE_URL", secret: true },
      { name: "SMTP_TLS_CERT", secret: false }
    ]
    const refused = (given: Record<string, string>) =>
      Effect.map(Effect.flip(environment(settings, given, "/nowhere/.env")), ({ message }) => message)
    assert.strictEqual(
      yield* refused({ DATABSE_URL: "postgres://hunter2@db/app" }),
      "The environment sets DATABSE_URL, which is not a Trunkline setting but looks like DATABASE_URL: correct it, or start Trunkline without it if it belongs to another program."
    )
    assert.strictEqual(
      yield* refused({ SMTP_TLS_CERT_FILE: "/run/cert.pem" }),
      "The environment sets SMTP_TLS_CERT_FILE, but only secrets come from files: set SMTP_TLS_CERT."
    )
    yield* environment(settings, { DATABSE_URL: "", PATH: "/bin" }, "/nowhere/.env")
  })
)
