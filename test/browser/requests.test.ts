import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { ApiError, Trunkline } from "../../sdk/src/index.ts"
import { assertBothThemes, until } from "./support/desk.ts"
import { load, menu, type Setup, setUp } from "./support/setup.ts"

/** An API key of a program, and the page with its requests. */
const newKey = async (setup: Setup) => {
  const { page, server } = setup
  await load(setup, "/settings/api-keys", "API keys")
  await page.getByRole("button", { name: "New key" }).click()
  await page.getByLabel("Name", { exact: true }).fill("Web shop")
  await page.getByRole("button", { name: "Create key" }).click()
  const secret = (await page.getByRole("region", { name: "API key" }).textContent()) ?? ""
  await page.getByRole("button", { name: "I have saved it" }).click()
  await menu(page, "Web shop", "Show requests")
  await page.getByRole("heading", { name: "API requests", level: 1 }).waitFor()
  await page.getByText("Nothing found").waitFor()
  return new Trunkline({ baseUrl: server.facts.apiUrl, apiKey: secret })
}

/** A refusal is found by its key and its response, and explained. */
const refusal = async ({ page, server }: Setup, shop: Trunkline) => {
  const refused = { title: "", customerEmail: "ada@example.com" }
  const error = await shop.tickets.create(server.facts.brandId, refused).catch((error: unknown) => error)
  assert.instanceOf(error, ApiError)
  await page.getByRole("row").filter({ hasText: "validation_failed" }).getByText("Web shop").waitFor()
  await assertBothThemes(page, "requests")
  await page.getByLabel("Response").selectOption("2xx")
  await page.getByText("Nothing found").waitFor()
  await page.getByLabel("Response").selectOption("4xx")
  await page.getByRole("button", { name: "POST tickets.create" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText("must not be empty").first().waitFor()
  await assertBothThemes(page, "a request that was refused")
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await dialog.getByRole("button", { name: "Copy request id" }).click()
  await until(
    () => page.evaluate(() => navigator.clipboard.readText()),
    (text) => text === (error as ApiError).requestId
  )
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  // Back leads from one choice to the previous one; the dialog was not a step.
  await page.goBack()
  await page.getByText("Nothing found").waitFor()
  assert.strictEqual(await page.getByLabel("Response").inputValue(), "2xx")
  await page.goForward()
  await page.getByRole("button", { name: "POST tickets.create" }).waitFor()
  await page.getByLabel("Response").selectOption("")
}

/** A request's changes are in the audit log, which it links to. */
const change = async ({ page, server }: Setup, shop: Trunkline) => {
  const { response } = await shop.tickets
    .create(server.facts.brandId, { title: "By the shop", customerEmail: "ada@example.com" })
    .withResponse()
  const id = response.headers.get("x-request-id") ?? ""
  await page.getByRole("row").filter({ hasText: "201" }).waitFor()
  await page.getByLabel("Request id").fill(id)
  await page.keyboard.press("Enter")
  await page.getByRole("dialog").getByRole("link", { name: "in the audit log" }).click()
  await page.getByRole("heading", { name: "Audit log", level: 1 }).waitFor()
  await page.getByRole("button", { name: "ticket.created" }).waitFor()
  assert.strictEqual(await page.getByLabel("Request id").inputValue(), id)
  await assertBothThemes(page, "the audit log of a request")
}

it.live("Programs' requests can be found, and lead to what they changed", () =>
  Effect.gen(function* () {
    const setup = yield* setUp
    yield* Effect.promise(async () => {
      await load(setup, "/test/developers/requests", "API requests")
      await setup.page.getByText("No requests yet").waitFor()
      await assertBothThemes(setup.page, "no requests")
      const shop = await newKey(setup)
      await refusal(setup, shop)
      await change(setup, shop)
    })
    assert.deepStrictEqual(setup.problems, [])
  }).pipe(Effect.scoped)
)
