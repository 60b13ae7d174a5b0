import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { Credentials, read, remove, write } from "../src/Credentials.ts"
import { render } from "../src/Welcome.ts"

const made = new Credentials({
  apiUrl: "http://localhost:3000",
  adminUrl: "http://localhost:3000/admin",
  smtpHost: "127.0.0.1",
  smtpPort: 2525,
  accountId: "acct_1",
  brandId: "br_live",
  brandSlug: "support",
  supportAddress: "support@inbound.localhost",
  liveKey: Redacted.make("live-key"),
  testKey: Redacted.make("test-key"),
  testBrandId: "br_test",
  adminEmail: "owner@localhost"
})

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "credentials-"))),
  (dataDir) => Effect.sync(() => rmSync(dataDir, { recursive: true }))
)

it.effect("are read back by later starts as written, by no one else, until they are removed", () =>
  Effect.gen(function* () {
    const dataDir = yield* folder
    assert.isTrue(Option.isNone(yield* read(dataDir)))
    yield* write(dataDir, made)
    assert.deepStrictEqual(readdirSync(dataDir), ["credentials.json"])
    assert.strictEqual(statSync(join(dataDir, "credentials.json")).mode & 0o777, 0o600)
    const again = Option.getOrThrow(yield* read(dataDir))
    assert.strictEqual(Redacted.value(again.liveKey), "live-key")
    assert.strictEqual(again.brandId, made.brandId)
    yield* remove(dataDir)
    assert.isTrue(Option.isNone(yield* read(dataDir)))
  })
)

it.effect("are plain JSON for scripts, with the fields that the documentation names", () =>
  Effect.gen(function* () {
    const dataDir = yield* folder
    yield* write(dataDir, made)
    assert.deepStrictEqual(JSON.parse(readFileSync(join(dataDir, "credentials.json"), "utf8")), {
      ...made,
      liveKey: "live-key",
      testKey: "test-key"
    })
  })
)

it.effect("that cannot be written are reported in one sentence, and leave nothing half done", () =>
  Effect.gen(function* () {
    const dataDir = yield* folder
    yield* write(dataDir, made)
    // The temporary file that is written first cannot be created.
    mkdirSync(join(dataDir, `credentials.json.${process.pid}`))
    const error = yield* Effect.flip(write(dataDir, new Credentials({ ...made, smtpPort: 0 })))
    assert.match(error.message, /credentials\.json cannot be written \(EISDIR.*\): make room there/)
    assert.strictEqual(Option.getOrThrow(yield* read(dataDir)).smtpPort, 2525)
  })
)

it.effect("that are corrupt stop the start with a sentence instead of being replaced", () =>
  Effect.gen(function* () {
    const dataDir = yield* folder
    writeFileSync(join(dataDir, "credentials.json"), '{"apiUrl":')
    const error = yield* Effect.flip(read(dataDir))
    assert.include(error.message, "credentials.json does not contain the credentials that Trunkline wrote")
  })
)

const welcome = {
  apiUrl: made.apiUrl,
  adminUrl: made.adminUrl,
  docsUrl: "http://localhost:3000/docs",
  signInUrl: Option.some(Redacted.make("http://localhost:3000/admin#once")),
  credentials: Option.some(made)
}

it("are shown in the welcome, with commands that create a ticket", () => {
  const text = render(welcome)
  for (const part of [
    "http://localhost:3000/admin#once",
    "live-key",
    "test-key",
    "br_live",
    "br_test",
    "127.0.0.1:2525"
  ]) {
    assert.include(text, part)
  }
  assert.include(text, "curl -s http://localhost:3000/v1/brands/br_live/tickets")
  assert.include(text, "curl -s smtp://127.0.0.1:2525")
})

it("are left out of the welcome when unknown, as is mail when it is off", () => {
  assert.notInclude(render({ ...welcome, credentials: Option.none() }), "live-key")
  assert.notInclude(render({ ...welcome, credentials: Option.some(new Credentials({ ...made, smtpPort: 0 })) }), "smtp")
})
