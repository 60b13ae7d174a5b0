import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Trunkline } from "../../sdk/src/index.ts"
import { type Facts, hostedInstallation, start } from "../support/RunningServer.ts"
import { assertAccessible, launchBrowser, visit } from "./support/launchBrowser.ts"

/** The built package, as a site would host it among its own files. */
const builtSdk = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "trunkline sdk "))
    execFileSync(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/build-sdk.ts", folder])
    return join(folder, "dist", "esm")
  }),
  (folder) => Effect.sync(() => rmSync(join(folder, "..", ".."), { recursive: true, force: true }))
)

/** What precedes the modules of every page: the location of the package, and values from the site's server. */
const headOf = (values: object) => `
<link rel="icon" href="data:,">
<script type="importmap">
{"imports": {"@trunkline/sdk/portal": "/sdk/portal.js", "@trunkline/sdk/webhooks": "/sdk/webhooks.js"}}
</script>
<script>window.trunkline = ${JSON.stringify(values)}</script>`

/** Code by someone who has read only the client's README. */
const stranger = `<!doctype html>
<html lang="en"><title>Stranger</title><main><h1>Stranger</h1><output>working</output></main>
<script type="module">
import { NotFoundError, TrunklinePortal } from "@trunkline/sdk/portal"
import { verify } from "@trunkline/sdk/webhooks"

const { baseUrl, event, headers, secret, token } = window.trunkline
const portal = new TrunklinePortal({ baseUrl, token: async () => token })
const told = []
const photo = await portal.attachments.send({
  filename: "photo.txt",
  contentType: "text/plain",
  content: new Blob(["a picture"]),
  onProgress: (sent, size) => told.push(sent + " of " + size)
})
async function* written() {
  yield new Uint8Array([102, 105])
  yield new Uint8Array([108, 109])
}
const film = await portal.attachments.send({ filename: "film.txt", content: written(), size: 4 })
const song = await portal.attachments.send({ filename: "song.txt", content: new Blob(["song"]).stream(), size: 4 })
const ticket = await portal.tickets.create({ title: "From a browser", attachmentIds: [photo.id, film.id, song.id] })
await portal.comments.create(ticket.id, { body: "Is it there?" })
const titles = []
for await (const { title } of portal.tickets.list({ status: ["open", "pending"], limit: 1 })) titles.push(title)
const textOf = async ({ id }) => (await portal.attachments.download(ticket.id, id)).text()
const downloaded = await Promise.all([photo, film, song].map(textOf))
const missing = await portal.tickets.get("tkt_01m893khb3f5bbmdqn6zazb1ra").catch((error) => error instanceof NotFoundError)
const verified = (await verify(event, headers, secret)).type
document.querySelector("output").textContent = JSON.stringify({ told: told.at(-1), titles, downloaded, missing, verified })
</script>`

/** A customer's site, on a different origin than the server. */
const siteOn = (sdk: string, values: () => object) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly origin: string; readonly close: () => void }>((resume) => {
      const server = createServer(({ url = "/" }, response) => {
        const page = { "/portal.html": readFileSync("sdk/examples/portal.html", "utf8"), "/stranger.html": stranger }[
          url
        ]
        if (page !== undefined)
          response.setHeader("content-type", "text/html").end(page.replace("<title>", `${headOf(values())}<title>`))
        else if (/^\/sdk\/[\w./-]+\.js$/.test(url) && !url.includes(".."))
          response.setHeader("content-type", "text/javascript").end(readFileSync(join(sdk, url.slice("/sdk/".length))))
        else response.writeHead(404).end()
      }).listen(0, "127.0.0.1", () =>
        resume(
          Effect.succeed({
            origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
            close: () => server.close()
          })
        )
      )
    }),
    ({ close }) => Effect.sync(close)
  )

const deskOf = ({ apiUrl, testBrandId: brandId, testKey: apiKey }: Facts) => ({
  brandId,
  client: new Trunkline({ baseUrl: apiUrl, apiKey })
})

/** A body signed as webhooks are, by independent code. */
const signed = async () => {
  const secret = `whsec_${Buffer.from("0123456789abcdef01234567").toString("base64")}`
  const event = JSON.stringify({ type: "ticket.created", data: {} })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = await crypto.subtle.importKey(
    "raw",
    Buffer.from("0123456789abcdef01234567"),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"]
  )
  const bytes = await crypto.subtle.sign("HMAC", key, Buffer.from(`evt_1.${timestamp}.${event}`))
  const signature = `v1,${Buffer.from(bytes).toString("base64")}`
  return {
    secret,
    event,
    headers: { "webhook-id": "evt_1", "webhook-timestamp": timestamp, "webhook-signature": signature }
  }
}

it.live("The client works in a browser, on a customer's own site", () =>
  Effect.gen(function* () {
    const { facts } = yield* start(yield* hostedInstallation)
    const { brandId, client } = deskOf(facts)
    let values = {}
    const site = yield* siteOn(yield* builtSdk, () => values)
    yield* Effect.promise(async () => {
      await client.brands.update(brandId, { portalOrigins: [site.origin] })
      const { token } = await client.portalTokens.create({ brandId, customerEmail: "ines@north.example" })
      values = { baseUrl: facts.apiUrl, token, ...(await signed()) }
    })
    const { page, problems } = yield* visit(yield* launchBrowser, [site.origin, facts.apiUrl])
    yield* Effect.promise(async () => {
      await page.goto(`${site.origin}/portal.html`)
      await page.getByLabel("What is it about?").fill("Wrong label")
      await page
        .getByLabel("File")
        .setInputFiles({ name: "label.txt", mimeType: "text/plain", buffer: Buffer.from("North Ltd") })
      await page.getByRole("button", { name: "Send" }).click()
      await page.getByText(/^We have it: /).waitFor()
      await page.getByRole("listitem").filter({ hasText: "Wrong label" }).waitFor()
      await assertAccessible(page)
      const [ticket] = (await client.tickets.list(brandId, { search: "label" })).data
      assert.strictEqual(ticket?.attachmentCount, 1)
    })
    assert.deepStrictEqual(problems, [])

    yield* Effect.promise(async () => {
      await page.goto(`${site.origin}/stranger.html`)
      const output = page.getByRole("status").filter({ hasNotText: "working" })
      await output.waitFor()
      assert.deepStrictEqual(JSON.parse((await output.textContent()) ?? ""), {
        told: "9 of 9",
        titles: ["From a browser", "Wrong label"],
        downloaded: ["a picture", "film", "song"],
        missing: true,
        verified: "ticket.created"
      })
    })
    // The browser itself logs the missing ticket.
    assert.lengthOf(problems, 1)
    assert.include(problems[0], "404")
  }).pipe(Effect.scoped)
)
