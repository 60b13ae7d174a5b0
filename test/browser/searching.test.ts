import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { assertBothThemes, choose, newDesk, rowsOf, signIn, until } from "./support/desk.ts"
import { visit } from "./support/launchBrowser.ts"

const found = (page: Page) => page.getByRole("list", { name: "Results" }).getByRole("listitem")
const bar = (page: Page) => page.getByRole("combobox", { name: "Search for" })
const offered = (page: Page) => page.getByRole("listbox", { name: "Filters" }).getByRole("option")

/** Waits until exactly these were found, in any order. */
const finds = (page: Page, ...titles: ReadonlyArray<string>) =>
  until(
    async () => (await found(page).locator(".font-medium").allTextContents()).toSorted(),
    (shown) => JSON.stringify(shown) === JSON.stringify(titles.toSorted())
  )

/** The names of filters could not be loaded: that is reported, and retried automatically. */
const unread = async (page: Page) => {
  await page.route("**/tags", (route) => route.abort())
  // When the event stream starts, failed reads are repeated as well.
  await page.route("**/events/stream**", () => {})
  await page.goto(new URL("/search?q=status:pending", page.url()).href)
  await page.getByRole("main").getByText("Waiting for the server…").waitFor()
  await page.unroute("**/tags")
  await finds(page, "The zip is broken")
  await page.unrouteAll()
  await page.goto(new URL("/inbox", page.url()).href)
  await rowsOf(page).first().waitFor()
}

/** Filters are typed with suggestions, by keyboard only, and announced to screen readers. */
const typing = async (page: Page) => {
  await page.keyboard.press("/")
  await bar(page).waitFor()
  await page.keyboard.type("sta")
  await offered(page).filter({ hasText: "status:" }).waitFor()
  assert.strictEqual(await bar(page).getAttribute("aria-expanded"), "true")
  assert.strictEqual(await bar(page).getAttribute("aria-activedescendant"), null)
  await page.keyboard.press("ArrowDown")
  // With the caret elsewhere, the suggestions differ, and none is selected.
  await page.keyboard.press("ArrowLeft")
  await page.locator("[role=combobox]:not([aria-activedescendant])").waitFor()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowDown")
  const marked = (await bar(page).getAttribute("aria-activedescendant")) ?? ""
  assert.strictEqual(await page.locator(`[id="${marked}"]`).getAttribute("aria-selected"), "true")
  await assertBothThemes(page, "what is offered for a search")
  await page.keyboard.press("Enter")
  await page.keyboard.type("pen")
  await offered(page)
    .filter({ hasText: /^pending/ })
    .waitFor()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Tab")
  assert.strictEqual(await bar(page).inputValue(), "status:pending ")
  await finds(page, "The zip is broken")

  // A name with a space is quoted; a customer is searched for.
  await bar(page).fill("tag:needs")
  await offered(page).first().waitFor()
  await page.keyboard.press("ArrowDown")
  assert.match((await bar(page).getAttribute("aria-activedescendant")) ?? "", /^\S+$/)
  await page.keyboard.press("Enter")
  assert.strictEqual(await bar(page).inputValue(), 'tag:"needs review" ')
  await finds(page, "Where is my parcel?")
  await bar(page).fill("customer:tom")
  await offered(page).filter({ hasText: "tom@north.example" }).waitFor()
  await page.getByText("No such value: customer:tom").waitFor()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await finds(page, "The zip is broken")

  // Escape closes the suggestions and keeps the text; an unknown value is reported.
  await bar(page).fill("sta")
  await offered(page).first().waitFor()
  await page.keyboard.press("Escape")
  assert.strictEqual(await bar(page).getAttribute("aria-expanded"), "false")
  assert.strictEqual(await bar(page).inputValue(), "sta")
  await bar(page).fill("tag:green")
  await page.getByText("No such value: tag:green").waitFor()
}

/** Filters clicked beside the results are added to the search, which is in the URL. */
const pressing = async (page: Page) => {
  await bar(page).fill("parcel")
  await finds(page, "Where is my parcel?", "Where is my parcel?")
  const filters = page.getByRole("region", { name: "Filters" })
  await filters.getByRole("button", { name: "Open" }).click()
  await filters.getByRole("button", { name: "high" }).click()
  assert.strictEqual(await bar(page).inputValue(), "parcel status:open priority:high")
  await finds(page, "Where is my parcel?")
  assert.isTrue(await page.getByLabel("In", { exact: true }).isDisabled())
  await page.waitForURL((url) => url.searchParams.get("q") === "parcel status:open priority:high")
  await assertBothThemes(page, "a search with filters")
  // Back leads from one filter to the previous one.
  await page.goBack()
  await until(
    () => bar(page).inputValue(),
    (text) => text === "parcel status:open"
  )
  await filters.getByRole("button", { name: "high", pressed: false }).waitFor()
  await page.goForward()
  await filters.getByRole("button", { name: "high", pressed: true }).waitFor()
  await page.reload()
  await finds(page, "Where is my parcel?")
  await filters.getByRole("button", { name: "high", pressed: true }).click()
  await filters.getByRole("button", { name: "low" }).click()
  await page.getByRole("heading", { name: "Nothing found" }).waitFor()

  await page.setViewportSize({ width: 390, height: 844 })
  assert.isFalse(await filters.isVisible())
  await page.getByRole("button", { name: "Filters" }).click()
  await filters.getByRole("button", { name: "low", pressed: true }).waitFor()
  const ends = await filters
    .getByRole("button")
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().right))
  assert.isAtMost(Math.max(...ends), 390)
  await assertBothThemes(page, "filters on a phone")
}

/** The server's documentation can be searched from the palette, by any of its words. */
const reading = async (page: Page) => {
  await page.route("**/docs", (route) => route.abort())
  await page.keyboard.press("Control+k")
  await choose(page, "Search the documentation")
  const dialog = page.getByRole("dialog", { name: "Documentation" })
  const again = dialog.getByRole("button", { name: "Try again" })
  await again.waitFor()
  await page.unroute("**/docs")
  await again.click()
  await dialog.getByRole("combobox").fill("lasts 30 seconds presence")
  await dialog.getByRole("option").filter({ hasText: "Report that you are viewing a ticket" }).waitFor()
  await assertBothThemes(page, "the documentation in the palette")
  // Matches in titles come before those in text.
  await dialog.getByRole("combobox").fill("watchers")
  await until(
    () => dialog.getByRole("option").allTextContents(),
    ([first]) => first?.startsWith("List a ticket's watchers") === true
  )
  await dialog.getByRole("combobox").fill("")
  const opened = page.waitForEvent("popup")
  await choose(page, "Merge tickets")
  const docs = await opened
  await docs.waitForURL("**/docs#tickets.merge")
  await docs.close()
}

it.live("An agent narrows a search by typing and by clicking, and finds passages of the documentation", () =>
  Effect.gen(function* () {
    const { apiUrl, brandId, browser, client, server } = yield* newDesk()
    const { page, problems } = yield* visit(browser, [apiUrl])
    yield* Effect.promise(async () => {
      const parcel = await client.tickets.create(brandId, {
        title: "Where is my parcel?",
        customerEmail: "ines@north.example",
        priority: "high",
        tags: ["needs review", "withoutablank".repeat(7)]
      })
      await client.comments.create(brandId, parcel.id, { body: "The parcel left.", visibility: "internal" })
      await client.tickets.create(brandId, {
        title: "The zip is broken",
        customerEmail: "tom@north.example",
        customerName: "Tom",
        status: "pending"
      })
      await signIn(page, server)
      await page.goto(`${apiUrl}/inbox`)
      await rowsOf(page).first().waitFor()
      for (const part of [unread, typing, pressing, reading]) await part(page)
    })
    assert.deepStrictEqual(
      problems.filter((problem) => !problem.includes("ERR_FAILED")),
      []
    )
  }).pipe(Effect.scoped)
)
