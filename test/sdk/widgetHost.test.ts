import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Trunkline, TrunklinePortal, UnauthorizedError } from "../../sdk/src/index.ts"
import { hostedInstallation, start } from "../support/RunningServer.ts"
import { packedSdk, projectWith } from "../support/sdkProject.ts"

/** The example in a project of its own with the client installed; returns the address of its site. */
const site = (credentials: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const folder = mkdtempSync(join(tmpdir(), "trunkline widget host "))
      const project = projectWith(join(folder, "widget-host"), packedSdk(folder), {
        "server.mjs": readFileSync("examples/widget-host/server.mjs", "utf8")
      })
      const env = { PATH: process.env["PATH"], CREDENTIALS: credentials, PORT: "0" }
      const child = spawn(process.execPath, ["server.mjs"], { cwd: project, env })
      let printed = ""
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (printed += data))
      const origin = await new Promise<string>((resolve, reject) => {
        child.stdout.on("data", () => {
          const [, found] = /North Shop: (\S+)\n/.exec(printed) ?? []
          if (found !== undefined) resolve(found)
        })
        child.once("exit", () => reject(new Error(`the example ended: ${printed}`)))
      })
      return { origin, child, project }
    }),
    ({ child, project }) =>
      Effect.sync(() => {
        child.kill("SIGKILL")
        rmSync(dirname(project), { recursive: true, force: true })
      })
  )

it.live("The example of a site with the widget vouches for whoever is signed in to it", () =>
  Effect.gen(function* () {
    const installed = yield* hostedInstallation
    const { facts } = yield* start(installed)
    const { origin } = yield* site(join(installed.dataDir, "credentials.json"))
    const ask = (method: string, path: string, options: RequestInit = {}) =>
      Effect.promise(() => fetch(`${origin}${path}`, { method, redirect: "manual", ...options }))

    const brand = yield* Effect.promise(() =>
      new Trunkline({ baseUrl: facts.apiUrl, apiKey: facts.testKey }).brands.get(facts.testBrandId)
    )
    assert.deepStrictEqual(brand.portalOrigins, [origin])
    const page = yield* ask("GET", "/")
    assert.strictEqual(page.headers.get("content-security-policy"), `default-src 'self' ${facts.apiUrl}`)
    assert.include(yield* Effect.promise(() => page.text()), `<script src="${facts.apiUrl}/widget.js" async>`)
    assert.strictEqual((yield* ask("POST", "/support/token")).status, 401)

    const signedIn = yield* ask("POST", "/sign-in", { body: new URLSearchParams({ email: "ines@north.example" }) })
    const cookie = signedIn.headers.get("set-cookie")?.split(";", 1)[0] ?? ""
    const answer = yield* ask("POST", "/support/token", { headers: { cookie } })
    const { accessToken } = (yield* Effect.promise(() => answer.json())) as { readonly accessToken: string }
    const portal = new TrunklinePortal({ baseUrl: facts.apiUrl, token: accessToken })
    const me = yield* Effect.promise(() => portal.session.me())
    assert.strictEqual(me.customer.email, "ines@north.example")

    yield* ask("POST", "/sign-out", { headers: { cookie } })
    assert.strictEqual((yield* ask("POST", "/support/token", { headers: { cookie } })).status, 401)
    const refused = yield* Effect.promise(() => portal.session.me().catch((error: unknown) => error))
    assert.instanceOf(refused, UnauthorizedError)
  }).pipe(Effect.scoped)
)
