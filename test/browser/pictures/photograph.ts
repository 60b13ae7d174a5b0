import { mkdirSync } from "node:fs"
import type { Page } from "playwright-core"

/** Something to photograph: navigates there, and resolves when it is visible. */
export interface Scene {
  /** Name of the picture files, such as `inbox-empty`. */
  readonly name: string
  readonly show: (page: Page) => Promise<unknown>
}

/** The screens people use: a computer, one at 200 % zoom, and a phone. */
const screens = {
  desktop: { width: 1440, height: 900 },
  zoomed: { width: 720, height: 450 },
  phone: { width: 390, height: 844 }
} as const

/** Each scene on every screen, light and dark: `<folder>/<name>-<screen>-<theme>.png`. Reports what could not be shown. */
export const photograph = async (page: Page, folder: string, scenes: ReadonlyArray<Scene>) => {
  mkdirSync(folder, { recursive: true })
  for (const { name, show } of scenes)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await page.setViewportSize(screens.desktop)
      try {
        await show(page)
        await settled(page)
      } catch (error) {
        process.stderr.write(`${name} could not be shown: ${error}\n`)
      }
      for (const [screen, size] of Object.entries(screens)) {
        await page.setViewportSize(size)
        await painted(page)
        await page.screenshot({ path: `${folder}/${name}-${screen}-${colorScheme}.png` })
        await reportOverflow(page, `${name} on ${screen}`)
      }
    }
}

/** Waits until nothing is loading any more. */
const settled = async (page: Page) => {
  for (const frame of page.frames())
    await frame.waitForFunction(
      () => document.querySelector('[role="status"][aria-label="Loading"], .skeleton, [aria-busy="true"]') === null
    )
}

const painted = (page: Page) =>
  page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

/** A page that needs sideways scrolling is broken, whatever it looks like. */
const reportOverflow = async (page: Page, where: string) => {
  const [needed, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
  if (needed > shown) process.stderr.write(`${where} is ${needed} pixels wide, of which ${shown} can be seen\n`)
}
