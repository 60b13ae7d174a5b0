import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { newDesk, rowsOf, signIn, until } from "./support/desk.ts"
import { visit } from "./support/launchBrowser.ts"

/** More than two pages of the list. */
const count = 120

it.live("A long list renders the visible rows, wherever it is scrolled to, and continues to its end", () =>
  Effect.gen(function* () {
    const { apiUrl, brandId, browser, client, server } = yield* newDesk()
    const { page, problems } = yield* visit(browser, [apiUrl])
    yield* Effect.promise(async () => {
      const create = (at: number) =>
        client.tickets.create(brandId, { customerEmail: "ines@north.example", title: `Tent ${at}.` })
      const { id: firstId } = await create(1)
      for (let at = 2; at <= count; at++) await create(at)
      await signIn(page, server)
      await page.goto(`${apiUrl}/inbox?view=all&sort=createdAt&order=asc`)
      const list = page.getByRole("listbox", { name: "Tickets" })
      const row = (at: number) => rowsOf(page).filter({ hasText: `Tent ${at}.` })
      const isInSight = (at: number) =>
        row(at).evaluate((one) => {
          const { bottom, top } = one.getBoundingClientRect()
          const around = one.closest("[role=listbox]")?.getBoundingClientRect()
          return around !== undefined && top >= around.top - 1 && bottom <= around.bottom + 1
        })
      await row(1).waitFor()

      // The frame after scrolling already has the loaded rows.
      const end = () => list.evaluate((one) => one.scrollTo(0, one.scrollHeight))
      await until(
        () => end().then(() => row(count).count()),
        (found) => found === 1
      )
      assert.isTrue(await isInSight(count))
      assert.strictEqual(await row(count).getAttribute("aria-posinset"), String(count))
      assert.strictEqual(await row(count).getAttribute("aria-setsize"), String(count))
      assert.strictEqual(await row(1).count(), 0)
      assert.isBelow(await rowsOf(page).count(), count / 2)
      const inFrame = await list.evaluate(
        (one) =>
          new Promise<number>((resolve) => {
            one.scrollTo(0, 0)
            requestAnimationFrame(() => resolve(one.querySelectorAll('[aria-posinset="1"]').length))
          })
      )
      assert.strictEqual(inFrame, 1)

      // The row that keys act on is visible, also with another row height and window size.
      await list.focus()
      for (let at = 1; at <= 30; at++) await page.keyboard.press("ArrowDown")
      assert.isTrue(await isInSight(30))
      assert.strictEqual(await list.getAttribute("aria-activedescendant"), await row(30).getAttribute("id"))
      await page.getByRole("button", { name: "One line per ticket" }).click()
      await until(
        () => row(30).evaluate((one) => one.getBoundingClientRect().height),
        (height) => height === 36
      )
      assert.isTrue(await isInSight(30))
      const drawn = await rowsOf(page).count()
      await page.setViewportSize({ width: 1440, height: 2_000 })
      await until(
        () => rowsOf(page).count(),
        (now) => now > drawn
      )
      await list.focus()
      for (let at = 30; at > 1; at--) await page.keyboard.press("ArrowUp")
      assert.isTrue(await isInSight(1))
      assert.isTrue(await list.evaluate((one) => one.scrollTop === 0))

      // The scroll position is kept with another row height, and when the list changes above.
      await page.keyboard.press("ArrowDown")
      await list.evaluate((one) => one.scrollTo(0, 60 * 36))
      await row(61).waitFor()
      await page.getByRole("button", { name: "Two lines per ticket" }).click()
      await until(
        () => row(61).evaluate((one) => one.getBoundingClientRect().height),
        (height) => height === 52
      )
      assert.isTrue(await isInSight(61))
      assert.isFalse(await isInSight(60))
      await client.tickets.delete(brandId, firstId)
      await until(
        () => row(62).getAttribute("aria-posinset"),
        (place) => place === "61"
      )
      assert.isTrue(await isInSight(62))
      await list.focus()
      await page.keyboard.press("ArrowDown")
      await row(3).waitFor()
      assert.isTrue(await isInSight(3))

      // So is the row that is opened beside the list.
      await page.keyboard.press("Enter")
      for (let at = 4; at <= 40; at++) await page.keyboard.press("j")
      await page.getByRole("heading", { name: "Tent 40." }).waitFor()
      await row(40).waitFor()
      assert.isTrue(await isInSight(40))
      await page.keyboard.press("Escape")

      // Another list starts at the top, and going back restores the position.
      await list.evaluate((one) => one.scrollTo(0, 60 * 52))
      await row(62).waitFor()
      await page.getByRole("link", { name: "Unassigned" }).click()
      await page.waitForURL(/view=unassigned/)
      await page.locator('[role="listbox"]:not([aria-busy])').waitFor()
      await row(count).waitFor()
      assert.isTrue(await isInSight(count))
      assert.isNull(await list.getAttribute("aria-activedescendant"))
      await page.goBack()
      await row(62).waitFor()
      assert.isTrue(await isInSight(62))
    })
    assert.deepStrictEqual(problems, [])
  }).pipe(Effect.scoped)
)
