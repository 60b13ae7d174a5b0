import { readFileSync } from "node:fs"
import { AxeBuilder } from "@axe-core/playwright"
import { Effect } from "effect"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"

/** How the installed browser is started (scripts/install-browser.mjs); without a path it is Playwright's own download. */
const { executablePath, env } = JSON.parse(
  readFileSync(new URL("../node_modules/.launch.json", import.meta.url), "utf8")
) as { readonly executablePath?: string; readonly env: Record<string, string> }

/** Milliseconds: far above what anything here takes, also where other work holds the machine. */
export const patience = 120_000

/** A real Chromium for the scope; it talks to nobody by itself, and reaches nothing but this machine. */
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

/** Where a person looks: a page of its own profile, and what went wrong on it so far. */
export interface Visit {
  readonly page: Page
  /** Uncaught errors, errors on the console (a violated Content-Security-Policy among them), and requests to strangers. */
  readonly problems: ReadonlyArray<string>
}

/**
 * Opens a page that may talk to these origins alone: a request to any other counts as a problem. Nothing is held up for it, since
 * a browser whose requests are keeps no file from one page for the next.
 */
export const visit = (browser: Browser, origins: ReadonlyArray<string>, options: BrowserContextOptions = {}) =>
  Effect.acquireRelease(
    Effect.promise(async (): Promise<Visit & { readonly close: () => Promise<void> }> => {
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
      return { page, problems, close: () => context.close() }
    }),
    ({ close }) => Effect.promise(close)
  )

/** That axe finds nothing on what is shown now, by the rules of WCAG 2.2 AA and its best practices, or by some of them. */
export const assertAccessible = async (page: Page, where = page.url(), rules?: Array<string>) => {
  // A frame without scripts never answers axe, which then looks at the page around it alone: in the legacy mode, which also
  // spares a page without frames the second page that results of frames are put together in.
  const silent = 'iframe[sandbox]:not([sandbox*="allow-scripts"])'
  const hasFrames = (await page.locator("iframe").count()) > 0 && (await page.locator(silent).count()) === 0
  // Its 650 kB are compiled at each injection, of which there are two: a page that has it is given a script that does nothing.
  const isThere = !hasFrames && (await page.evaluate(() => "axe" in window))
  const axe = new AxeBuilder(isThere ? { page, axeSource: "void axe" } : { page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode(!hasFrames)
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze()
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(" ")})`)
  if (found.length > 0) throw new Error(`${where} is not accessible:\n${found.join("\n")}`)
}
