import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Facts, hostedInstallation, migratedInstallation, start } from "../support/RunningServer.ts"

const post = ({ apiUrl, brandId, liveKey }: Facts, path: string, body: unknown) =>
  Effect.promise(async () => {
    const response = await fetch(`${apiUrl}/v1/brands/${brandId}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${liveKey}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    const text = await response.text()
    assert.isTrue(response.ok, text)
    return JSON.parse(text) as { readonly id: string }
  })

/** Runs the command as an operator does. */
const reseal = (settings: Record<string, string>) =>
  Effect.promise(() => {
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "dist/reseal.mjs"], {
      env: { PATH: process.env["PATH"], ...settings },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let said = ""
    for (const output of [child.stdout, child.stderr]) output.on("data", (data: Buffer) => (said += data.toString()))
    return new Promise<{ readonly code: number | null; readonly said: string }>((end) =>
      child.once("close", (code) => end({ code, said }))
    )
  })

it.live("an operator replaces the encryption key and retires the old one, and no secret needs it any more", () =>
  Effect.gen(function* () {
    const place = yield* hostedInstallation
    const settings: Record<string, string> = { ...place.settings, DATA_DIR: place.dataDir }
    const first = yield* start(place)
    const { facts } = first
    const webhook = yield* post(facts, "/webhooks", { url: "https://hooks.example.com/desk", events: ["ticket.*"] })
    const channel = yield* post(facts, "/channels/custom", { name: "Letters" })
    const app = yield* post(facts, "/channels/slack/apps", {
      name: "Desk",
      clientId: "1234.5678",
      clientSecret: "the client's own secret",
      signingSecret: "0123456789abcdef0123456789abcdef"
    })
    const domain = yield* post(facts, "/domains", { domain: "north.example", type: "OUTBOUND" })
    const before = settings["ENCRYPTION_KEY"] ?? ""
    const after = randomBytes(32).toString("base64")

    const unread = yield* reseal({ ...settings, ENCRYPTION_KEY: after })
    assert.strictEqual(unread.code, 1)
    for (const { id } of [webhook, channel, app, domain]) assert.include(unread.said, id, "none of it was touched")

    yield* Effect.promise(() => first.stop("SIGTERM"))
    // While the server works: what it seals meanwhile is correct.
    const both = { ENCRYPTION_KEY: `${after},${before}` }
    const { facts: next } = yield* start(place, both)
    yield* post(next, "/webhooks", { url: "https://hooks.example.com/other", events: ["ticket.*"] })
    const sealed = yield* reseal({ ...settings, ...both })
    assert.match(sealed.said, /^Resealed 5 with the first key\. Keep the other keys for another week/m)
    assert.strictEqual(sealed.code, 0)

    const alone = yield* reseal({ ...settings, ENCRYPTION_KEY: after })
    assert.include(alone.said, "All secrets are already sealed with the first key.")
    assert.strictEqual(alone.code, 0)
    // Everything can be opened, each for its own record.
    const once = yield* reseal({ ...settings, ENCRYPTION_KEY: `${randomBytes(32).toString("hex")},${after}` })
    assert.include(once.said, "Resealed 6 with")
    assert.strictEqual(once.code, 0)
    const old = yield* reseal(settings)
    assert.strictEqual(old.code, 1)
    for (const { id } of [webhook, channel, app, domain]) assert.include(old.said, id)
  })
)

it.live("this works on the private database too, while its server runs", () =>
  Effect.gen(function* () {
    const place = yield* migratedInstallation
    const settings = { DATA_DIR: place.dataDir, ENCRYPTION_KEY: randomBytes(32).toString("base64") }
    const early = yield* reseal(settings)
    assert.strictEqual(early.code, 1)
    assert.strictEqual(
      early.said,
      `No server is running on ${place.dataDir}: start it with the new ENCRYPTION_KEY first.\n`
    )
    const { facts } = yield* start(place)
    yield* post(facts, "/webhooks", { url: "https://hooks.example.com/desk", events: ["ticket.*"] })
    const before = readFileSync(join(place.dataDir, "encryption.key"), "utf8").trim()
    const sealed = yield* reseal({ ...settings, ENCRYPTION_KEY: `${settings.ENCRYPTION_KEY},${before}` })
    assert.include(sealed.said, "Resealed 1 with")
    assert.strictEqual(sealed.code, 0)
  })
)
