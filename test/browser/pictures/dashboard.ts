import { globSync, readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import type { RunningServer } from "../../support/RunningServer.ts"
import type { Scene } from "./photograph.ts"

/** The paths of all dashboard pages, from their definitions. */
const paths = globSync("web/admin/src/pages/**/page.ts").flatMap((file) => {
  const path = /\bpath: "([^"]+)"/.exec(readFileSync(file, "utf8"))?.[1]
  return path === undefined ? [] : [path]
})

/** Every page of the dashboard, except those whose parameters are unknown. */
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

/** Actions on a ticket besides answering: watchers are added, and messages edited and deleted. */
export const atTicket = (
  { facts }: RunningServer,
  { brand, number }: { readonly brand: string; readonly number: string }
): ReadonlyArray<Scene> => {
  const address = `${facts.apiUrl}/b/${brand}/t/${number}`
  const ask = async (page: Page, what: string) => {
    await open(page, address)
    await page
      .getByRole("button", { name: /^Edit or delete/ })
      .first()
      .click()
    await page.getByRole("option", { name: what }).click()
    await page.getByRole("dialog", { name: new RegExp(`^${what}`) }).waitFor()
  }
  return [
    { name: "ticket-watchers", show: (page) => tell(page, address) },
    { name: "ticket-edit", show: (page) => ask(page, "Edit") },
    { name: "ticket-delete", show: (page) => ask(page, "Delete") }
  ]
}

/** Adds a watcher, and starts adding another. */
const tell = async (page: Page, address: string) => {
  const size = page.viewportSize()
  await open(page, address)
  // In a single-column layout, the properties are expanded first, and stay so.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole("button", { name: /^Properties/ }).click()
  if (size !== null) await page.setViewportSize(size)
  await page.getByRole("button", { name: "Add a watcher" }).click()
  const field = page.getByLabel("Member or email address")
  await field.fill("controller@north.example")
  await field.press("Enter")
  await page.getByRole("list", { name: "Watchers" }).getByText("controller@north.example").waitFor()
  await field.fill("nobody")
  await field.press("Enter")
  await page.getByText("must be a plain email address").waitFor()
  await field.scrollIntoViewIfNeeded()
}

/** Opens a page and waits for its heading. */
export const open = async (page: Page, address: string) => {
  await page.goto(address)
  await page.locator("h1, h2").first().waitFor()
}
