import { readFileSync } from "node:fs"
import { AxeBuilder } from "@axe-core/playwright"
import { Effect, Exit } from "effect"
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core"

/** How to start the installed browser (scripts/install-browser.mjs); without a path it is Playwright's own download. */
const { executablePath, env } = JSON.parse(
  readFileSync(new URL("../node_modules/.launch.json", import.meta.url), "utf8")
) as { readonly executablePath?: string; readonly env: Record<string, string> }

/** Milliseconds: far more than anything here takes, even on a busy machine. */
export const patience = 120_000

/** A real Chromium for the scope. It contacts no one by itself, and reaches nothing but this machine. */
export const launchBrowser = Effect.acquireRelease(
  Effect.promise(() =>
    chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      env: { ...process.env, ...env },
      args: [
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost"
      ]
    })
  ),
  (browser) => Effect.promise(() => browser.close())
)

/** A page with a profile of its own, and the problems on it so far. */
export interface Visit {
  readonly page: Page
  /** Uncaught errors, console errors (including violations of the Content-Security-Policy), and requests to other origins. */
  readonly problems: ReadonlyArray<string>
}

/**
 * Opens a page that may only contact these origins: a request to any other is a problem. Requests are not intercepted for that,
 * because a browser with interception caches no files between pages.
 */
export const visit = (browser: Browser, origins: ReadonlyArray<string>, options: BrowserContextOptions = {}) =>
  Effect.acquireRelease(
    Effect.promise(async (): Promise<Visit & { readonly context: BrowserContext }> => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
      context.setDefaultTimeout(patience)
      const problems: Array<string> = []
      context.on("request", (request) => {
        const { origin, protocol } = new URL(request.url())
        if (protocol.startsWith("http") && !origins.includes(origin))
          problems.push(`a request to a stranger: ${request.url()}`)
      })
      const page = await context.newPage()
      page.on("pageerror", (error) => problems.push(`an uncaught error: ${error.stack ?? error.message}`))
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(`on the console: ${message.text()} (${message.location().url})`)
      })
      return { page, problems, context }
    }),
    ({ context, problems }, exit) =>
      Effect.gen(function* () {
        if (Exit.isFailure(exit)) {
          const shown = yield* Effect.promise(() => shownIn(context))
          yield* Effect.logError("The browser shows this at the failure", { shown, problems })
        }
        yield* Effect.promise(() => context.close())
      })
  )

/** What the pages show, with their frames. */
const shownIn = (context: BrowserContext) =>
  Promise.all(
    context
      .pages()
      .flatMap((page) => page.frames())
      .map(async (frame) => ({
        url: frame.url(),
        text: await frame.evaluate(() => document.body.innerText.slice(0, 4_000)).catch((error) => `${error}`)
      }))
  )

/**
 * Asserts that axe finds nothing on the current page, by the rules of WCAG 2.2 AA and its best practices, or by some of them.
 */
export const assertAccessible = async (page: Page, where = page.url(), rules?: Array<string>) => {
  // A frame without scripts never answers axe, so axe examines only the page around it, in legacy mode. That also saves pages
  // without frames the second page in which axe combines the results of frames.
  const silent = 'iframe[sandbox]:not([sandbox*="allow-scripts"])'
  const hasFrames = (await page.locator("iframe").count()) > 0 && (await page.locator(silent).count()) === 0
  // Its 650 kB are compiled at each of two injections, so a page that has it already gets an empty script.
  const isThere = !hasFrames && (await page.evaluate(() => "axe" in window))
  const axe = new AxeBuilder(isThere ? { page, axeSource: "void axe" } : { page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode(!hasFrames)
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze()
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(" ")})`)
  if (found.length > 0) throw new Error(`${where} is not accessible:\n${found.join("\n")}`)
}
