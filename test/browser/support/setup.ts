import { Effect } from "effect"
import type { Page } from "playwright-core"
import type { Trunkline } from "../../../sdk/src/index.ts"
import { type Received, startReceiver } from "../../support/Receiver.ts"
import type { RunningServer } from "../../support/RunningServer.ts"
import { newDesk, signIn } from "./desk.ts"
import { visit } from "./launchBrowser.ts"

/** A user who configures a desk: a browser, the server behind it, and a program that receives its events. */
export interface Setup {
  readonly page: Page
  /** The problems on the page. */
  readonly problems: ReadonlyArray<string>
  readonly server: RunningServer
  readonly client: Trunkline
  readonly receiver: {
    readonly url: string
    readonly received: ReadonlyArray<Received>
    /** Makes it refuse, or accept again. */
    readonly fail: (fails: boolean) => void
  }
}

/** An owner who has just signed in to a new installation. */
export const setUp = Effect.gen(function* () {
  const { apiUrl, browser, client, server } = yield* newDesk({ WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" })
  let fails = false
  const { received, url } = yield* startReceiver(() => ({ status: fails ? 503 : 200 }))
  const fail = (whether: boolean) => {
    fails = whether
  }
  const { page, problems } = yield* visit(browser, [apiUrl])
  yield* Effect.promise(() => signIn(page, server))
  return { page, problems, server, client, receiver: { received, url, fail } } satisfies Setup
})

/** Opens a page of the dashboard as a link in it does, and waits for its heading: a load takes several times as long. */
export const go = async ({ page }: Setup, path: string, heading: string) => {
  await page.evaluate((path) => history.pushState(null, "", path), path)
  await page.getByRole("heading", { name: heading, level: 1 }).waitFor()
}

/** Loads a page of the dashboard, and waits for its heading. */
export const load = async ({ page, server }: Setup, path: string, heading: string) => {
  await page.goto(`${server.facts.apiUrl}${path}`)
  await page.getByRole("heading", { name: heading, level: 1 }).waitFor()
}

/** Picks an item from the menu of something. */
export const menu = async (page: Page, of: string, item: string) => {
  await page.getByRole("button", { name: `More for ${of}`, exact: true }).click()
  await page.getByRole("menuitem", { name: item, exact: true }).click()
}
