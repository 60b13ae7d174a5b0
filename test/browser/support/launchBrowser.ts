import { readFileSync } from "node:fs"
import { AxeBuilder } from "@axe-core/playwright"
import { Effect, Exit, RcRef, Scope } from "effect"
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type Page
} from "playwright-core"

/** How to start the installed browser (scripts/install-browser.mjs); without a path it is Playwright's own download. */
const { executablePath, env } = JSON.parse(
  readFileSync(new URL("../node_modules/.launch.json", import.meta.url), "utf8")
) as { readonly executablePath?: string; readonly env: Record<string, string> }

/** Minified, which is less than half of what AxeBuilder takes by itself. */
const axeSource = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8")

/** Milliseconds: far more than anything here takes, even on a busy machine. */
export const patience = 120_000

/** Between the tests of two files that one process runs: a start takes a second of CPU time. */
const idle = "1 minute"

/** The Chromium of this process. */
const started = Effect.acquireRelease(
  Effect.promise(() =>
    chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      env: { ...process.env, ...env },
      args: [
        // A fifth less of CPU time: other tests run on the same cores, and no page is there long enough to be worth optimizing.
        "--js-flags=--single-threaded --no-opt --no-maglev",
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
const shared = Effect.runSync(
  RcRef.make({ acquire: started, idleTimeToLive: idle }).pipe(Scope.provide(Scope.makeUnsafe()))
)

/**
 * A real Chromium for the scope, which stays for the next: visits have nothing in common. It contacts no one by itself, and
 * reaches nothing but this machine.
 */
export const launchBrowser = RcRef.get(shared)

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

const hasAxe = () => "axe" in window

/**
 * Asserts that axe finds nothing on the current page, by the rules of WCAG 2.2 AA and its best practices, or by some of them.
 */
export const assertAccessible = async (page: Page, where = page.url(), rules?: Array<string>) => {
  // A frame without scripts never answers axe, so axe examines only the page around it, in legacy mode. That also saves pages
  // without frames the second page in which axe combines the results of frames.
  const silent = 'iframe[sandbox]:not([sandbox*="allow-scripts"])'
  const hasFrames = (await page.locator("iframe").count()) > 0 && (await page.locator(silent).count()) === 0
  // AxeBuilder sends and compiles the whole source twice: a page gets it once, the short way, and then an empty script.
  if (!hasFrames && !(await page.evaluate(hasAxe))) {
    const session = await page.context().newCDPSession(page)
    await session.send("Runtime.evaluate", { expression: axeSource })
    await session.detach()
  }
  const axe = new AxeBuilder({ page, axeSource: hasFrames ? axeSource : "void axe" })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode(!hasFrames)
  // Its own way gives a frame one second, and on a busy machine leaves it out without a word.
  const inject = async (frames: ReadonlyArray<Frame>) => {
    for (const frame of frames) if (!(await frame.evaluate(hasAxe))) await frame.evaluate(axeSource)
  }
  Object.assign(axe, { inject: hasFrames ? inject : () => Promise.resolve() })
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze()
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(" ")})`)
  if (found.length > 0) throw new Error(`${where} is not accessible:\n${found.join("\n")}`)
}
