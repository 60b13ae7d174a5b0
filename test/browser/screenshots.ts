/**
 * `npm run screenshots`: takes the pictures for README and docs from the current product into docs/images. With `-- --all
 * <folder>`, it takes one of every page for review instead: empty and full, on a computer, at 200 % and on a phone, light and
 * dark.
 */
import { join } from "node:path"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { Trunkline } from "../../sdk/src/index.ts"
import { fakeRelay } from "../support/FakeRelay.ts"
import { installation, start } from "../support/RunningServer.ts"
import { everyPage } from "./pictures/everyPage.ts"
import { openShop } from "./pictures/shop.ts"
import { signIn } from "./support/desk.ts"
import { launchBrowser, visit } from "./support/launchBrowser.ts"

const folder = join(import.meta.dirname, "../../docs/images/")

const settled = async (page: Page, path: string, text: string) => {
  await page.goto(path)
  await page.getByText(text).first().waitFor()
}

const ofReadme = Effect.gen(function* () {
  const relay = yield* fakeRelay()
  const server = yield* start(yield* installation, { MAIL_RELAY_URL: `smtp://127.0.0.1:${relay.port}` })
  const { apiUrl, brandId, brandSlug, liveKey } = server.facts
  const client = new Trunkline({ baseUrl: apiUrl, apiKey: liveKey })
  yield* Effect.promise(() => openShop(client, brandId))
  const { page } = yield* visit(yield* launchBrowser, [apiUrl], {
    deviceScaleFactor: 2,
    viewport: { width: 1280, height: 760 }
  })
  yield* Effect.promise(async () => {
    await signIn(page, server)
    const { data } = await client.tickets.list(brandId, { search: "parcel" })
    const open = `${apiUrl}/inbox?open=${brandSlug}/${data[0]?.ticketNumber ?? ""}`
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await settled(page, open, "Sent to ada@example.com")
      await page.screenshot({ path: `${folder}dashboard-${colorScheme}.png` })
    }
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
    await settled(page, `${apiUrl}/docs`, "Trunkline")
    await page.screenshot({ path: `${folder}reference.png` })
  })
}).pipe(Effect.scoped)

const [option, wanted, only] = process.argv.slice(2)
await Effect.runPromise(option === "--all" && wanted !== undefined ? everyPage(wanted, only) : ofReadme)
