import { globSync, readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import type { RunningServer } from "../../support/RunningServer.ts"
import type { Scene } from "./photograph.ts"

/** The addresses of all pages of the dashboard, as their definitions name them. */
const paths = globSync("web/admin/src/pages/**/page.ts").flatMap((file) => {
  const path = /\bpath: "([^"]+)"/.exec(readFileSync(file, "utf8"))?.[1]
  return path === undefined ? [] : [path]
})

/** Every page of the dashboard; those whose parameters nothing is known for are left out. */
export const dashboard = (
  { facts }: RunningServer,
  prefix: string,
  parameters: Readonly<Record<string, string>> = {}
): ReadonlyArray<Scene> =>
  paths.flatMap((pattern) => {
    const path = pattern.replaceAll(/\$(\w+)/g, (whole, name: string) => parameters[name] ?? whole)
    const name = `${prefix}${pattern.replaceAll("/$", "-").replaceAll("/", "-")}`
    return path.includes("$") ? [] : [{ name, show: (page: Page) => open(page, facts.apiUrl + path) }]
  })

/** Opens a page and waits for what it is called. */
export const open = async (page: Page, address: string) => {
  await page.goto(address)
  await page.locator("h1, h2").first().waitFor()
}
