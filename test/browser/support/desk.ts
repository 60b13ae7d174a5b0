import { setTimeout as sleep } from "node:timers/promises"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Frame, Page, Response } from "playwright-core"
import { Trunkline } from "../../../sdk/src/index.ts"
import type { FakeRelay } from "../../support/FakeRelay.ts"
import { hostedInstallation, type RunningServer, start } from "../../support/RunningServer.ts"
import { assertAccessible, launchBrowser, patience } from "./launchBrowser.ts"

/** A new installation, a client with its live key, and a browser. */
export const newDesk = Effect.fnUntraced(function* (environment: Record<string, string> = {}) {
  const server = yield* start(yield* hostedInstallation, environment)
  const { apiUrl, brandId, liveKey } = server.facts
  const client = new Trunkline({ baseUrl: apiUrl, apiKey: liveKey })
  return { server, apiUrl, brandId, client, browser: yield* launchBrowser }
})

/** The link that the server printed on start, which signs its owner in. */
export const printedLink = ({ printed }: RunningServer): string => {
  const link = /Sign in once\s+(\S+)/.exec(printed())?.[1]
  assert.isDefined(link)
  return link
}

/** Opens the printed link and presses its button, until the dashboard is shown. */
export const signIn = async (page: Page, server: RunningServer) => {
  await page.goto(printedLink(server))
  await page.getByRole("button", { name: "Sign in to Trunkline" }).click()
  await page.getByRole("navigation", { name: "Places" }).waitFor()
}

/** Invites someone as the owner signed in on one page, and opens the mailed link on another. */
export const joinDesk = async (owner: Page, guest: Page, { mails }: FakeRelay, email: string) => {
  const invited = await owner.evaluate(
    (email) =>
      fetch("/v1/auth/members/invite", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, role: "agent" })
      }).then(({ status }) => status),
    email
  )
  assert.strictEqual(invited, 201)
  const letter = await until(
    async () => mails.find(({ to }) => JSON.stringify(to).includes(email)),
    (found) => found !== undefined
  )
  await guest.goto(/https?:\S+token=\S+/.exec(letter?.text ?? "")?.[0] ?? "")
  await guest.getByRole("button").first().click()
  await guest.getByRole("navigation", { name: "Places" }).waitFor()
}

/** The tickets in the list. */
export const rowsOf = (page: Page) => page.getByRole("listbox", { name: "Tickets" }).getByRole("option")

/** Opens a list, and waits for fresh data: the cached list is shown first, and its rows move when the data arrives. */
export const goToList = async (page: Page, url: string) => {
  let read: Promise<ReadonlyArray<{ readonly publicId: string }>> | undefined
  const onResponse = (response: Response) => {
    if (!/\/v1\/tickets\?/.test(response.url())) return
    read = response.json().then(
      ({ data }) => data,
      () => []
    )
  }
  // What the previous page has read.
  const onNavigated = (frame: Frame) => {
    if (frame === page.mainFrame()) read = undefined
  }
  page.on("response", onResponse).on("framenavigated", onNavigated)
  await page.goto(url, { waitUntil: "commit" })
  await until(
    async () => ({ read: await read, rows: await rowsOf(page).allInnerTexts() }),
    ({ read = [], rows }) => rows.length > 0 && rows.every((row, at) => row.includes(read[at]?.publicId ?? "none"))
  )
  page.off("response", onResponse).off("framenavigated", onNavigated)
}

/** Types into the open list of choices, and picks the first. */
export const choose = async (page: Page, text: string) => {
  const box = page.getByRole("dialog").getByRole("combobox")
  await box.waitFor()
  await page.keyboard.type(text)
  await page
    .getByRole("dialog")
    .getByRole("option")
    .filter({ hasText: new RegExp(text, "i") })
    .first()
    .waitFor()
  // During the search, the results of another text are shown, and none is selected.
  await box.and(page.locator("[aria-activedescendant]")).waitFor()
  await page.keyboard.press("Enter")
}

/** Asserts that axe finds nothing on the current page, and no low contrast in dark mode, which differs only in colours. */
export const assertBothThemes = async (page: Page, where = page.url()) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
  await assertAccessible(page, `${where} in dark`, ["color-contrast"])
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  await assertAccessible(page, `${where} in light`)
}

/** Waits until the condition holds; on timeout, reports the last value. */
export const until = async <A>(ask: () => Promise<A>, isSo: (answer: A) => boolean): Promise<A> => {
  const late = Date.now() + patience
  for (;;) {
    const answer = await ask().catch(unlessLeft)
    if (answer !== left && isSo(answer)) return answer
    if (Date.now() > late) throw new Error(`never came to be: ${JSON.stringify(answer)}`)
    await sleep(25)
  }
}

/** The response for a page that is being left; the next page may have another. */
const left = "left while it was asked"
const unlessLeft = (error: unknown): typeof left => {
  if (String(error).includes("Execution context was destroyed")) return left
  throw error
}
