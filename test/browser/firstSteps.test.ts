import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { Trunkline } from "../../sdk/src/index.ts"
import { installation, type RunningServer, start } from "../support/RunningServer.ts"
import { assertBothThemes, choose, printedLink, rowsOf, signIn, until } from "./support/desk.ts"
import { launchBrowser, visit } from "./support/launchBrowser.ts"

/** From the link on the console to the first ticket, which appears by itself. */
const firstTicket = async (page: Page, server: RunningServer) => {
  const { apiUrl, brandId } = server.facts
  await page.goto(`${apiUrl}/login`)
  await assertBothThemes(page)
  await page.goto(printedLink(server))
  await assertBothThemes(page)
  await signIn(page, server)
  await page.getByRole("heading", { name: "First steps" }).waitFor()
  await page.getByText("Waiting for the first ticket").waitFor()
  await assertBothThemes(page)

  await page.getByLabel("Name").fill("North Outdoor")
  await page.getByLabel("Ticket prefix").fill("north")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByText("Saved").waitFor()
  await page.getByRole("button", { name: "Create a key" }).click()
  const apiKey = (await page.getByRole("region", { name: "New API key", exact: true }).innerText()).trim()
  const command = await page.getByRole("region", { name: "Command that creates a ticket", exact: true }).innerText()
  assert.match(apiKey, /^sk_live_\w{49}$/)
  assert.include(command, `Authorization: Bearer ${apiKey}`)
  assert.include(command, `${apiUrl}/v1/brands/${brandId}/tickets`)
  await assertBothThemes(page)

  // What the command sends, with the key in it.
  const body = JSON.parse(/-d '(.*)'/.exec(command)?.[1] ?? "")
  const client = new Trunkline({ baseUrl: apiUrl, apiKey })
  await client.tickets.create(brandId, body)
  await page.getByText("Received").waitFor()

  // A name that was changed elsewhere meanwhile is not overwritten by the next save here.
  await client.brands.update(brandId, { name: "North & Sons" })
  await page.getByLabel("Ticket prefix").fill("sons")
  await page.getByRole("button", { name: "Save" }).click()
  await until(
    () => client.brands.get(brandId),
    ({ ticketPrefix }) => ticketPrefix === "SONS"
  )
  assert.strictEqual((await client.brands.get(brandId)).name, "North & Sons")
  await until(
    () => page.getByLabel("Name").inputValue(),
    (name) => name === "North & Sons"
  )
  await page.getByRole("link", { name: "Open ticket" }).click()
  await page.getByRole("heading", { name: body.title }).waitFor()
  await page.getByText("SONS-1001").first().waitFor()
  assert.match(page.url(), /\/b\/[\w-]+\/t\/1001$/)
  await assertBothThemes(page)
}

/** Test mode is marked on every page, and shares nothing with live mode. */
const testMode = async (page: Page, { facts }: RunningServer) => {
  await page.goto(`${facts.apiUrl}/inbox`)
  await rowsOf(page).first().waitFor()
  await page.goto(`${facts.apiUrl}/test/inbox`)
  await page.getByText("Nothing you do here reaches a customer.").waitFor()
  await page.getByRole("heading", { name: "No open tickets" }).waitFor()
  await assertBothThemes(page)
  await page.getByRole("link", { name: "Switch to live mode" }).click()
  await rowsOf(page).first().waitFor()
}

/** Signing out leaves nothing behind; signing in again leads to the requested page. */
const outAndIn = async (page: Page, { facts }: RunningServer) => {
  await page.getByRole("button", { name: "Your account" }).click()
  await choose(page, "sign out")
  await page.waitForURL("**/login")
  assert.lengthOf(await page.context().cookies(), 0)
  const databases = await page.evaluate("indexedDB.databases()")
  assert.deepStrictEqual(databases, [])

  await page.goto(`${facts.apiUrl}/customers?q=ada`)
  await page.waitForURL("**/login")
  assert.strictEqual(await page.evaluate("localStorage.getItem('trunkline.wanted')"), "/customers?q=ada")
}

it.live("A person gets from the printed link to the first ticket, into test mode and out again", () =>
  Effect.gen(function* () {
    const server = yield* start(yield* installation)
    const browser = yield* launchBrowser
    const { page, problems } = yield* visit(browser, [server.facts.apiUrl])
    yield* Effect.promise(() => firstTicket(page, server))
    yield* Effect.promise(() => testMode(page, server))
    assert.deepStrictEqual(problems, [])
    yield* Effect.promise(() => outAndIn(page, server))
    // Requests without a session fail, and browsers log that.
    assert.deepStrictEqual(
      problems.filter((problem) => !problem.includes("status of 401")),
      []
    )
  }).pipe(Effect.scoped)
)
