import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { Trunkline } from "../../sdk/src/index.ts"
import { hostedInstallation, start } from "../support/RunningServer.ts"
import { assertBothThemes } from "./support/desk.ts"
import { launchBrowser, visit } from "./support/launchBrowser.ts"
import { mailedLink } from "./support/mailedLink.ts"
import { widgetHost } from "./support/widgetHost.ts"
import { widgetOn } from "./support/widgetPage.ts"

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "de-DE" }
const smallest = { width: 320, height: 640 }
const email = "ines@north.example"
const photo = { name: "zelt.jpg", mimeType: "image/jpeg", buffer: Buffer.from("a picture") }

/** The team behind the portal: a test brand, whose mail is captured. */
interface Desk {
  readonly url: string
  readonly client: Trunkline
  readonly brandId: string
}

/** Nothing has to be scrolled sideways, tap targets are large enough, and axe finds nothing, light and dark. */
const assertFits = async (page: Page) => {
  await assertBothThemes(page)
  assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), phone.viewport.width)
}

/** From nothing to an answered request, by tapping only, in the phone's language. */
const inThePortal = async (desk: Desk, page: Page) => {
  await page.goto(`${desk.url}/portal/${desk.brandId}`)
  await page.getByRole("heading", { name: "Anmelden" }).waitFor()
  await assertFits(page)
  await page.getByLabel("E-Mail-Adresse").fill(email)
  await page.getByRole("button", { name: "Link senden" }).tap()
  await page.getByText(`Ein Link an ${email} ist unterwegs.`).waitFor()
  await assertFits(page)
  await page.goto(await mailedLink(desk.client, email, desk.url))
  await page.getByRole("button", { name: "Anmelden" }).tap()
  await page.getByText("Sie haben keine offenen Anfragen.").waitFor()
  await assertFits(page)

  // A file chosen before the page's scripts have loaded is not lost.
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/portal\/assets\/main-/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.getByRole("link", { name: "Neue Anfrage" }).first().tap()
  await page.getByLabel("Betreff").fill("Der Reißverschluss ist kaputt")
  await page.getByLabel("Nachricht").fill("Am zweiten Abend.")
  await page.getByLabel("Dateien (freiwillig)").setInputFiles(photo)
  scripts.resolve()
  await page.getByRole("button", { name: "zelt.jpg entfernen" }).waitFor()
  await assertFits(page)
  await page.getByRole("button", { name: "Senden", exact: true }).tap()
  await page.getByRole("heading", { name: "Der Reißverschluss ist kaputt" }).waitFor()
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
  await desk.client.comments.create(desk.brandId, id, { body: "Wir schicken Ihnen einen neuen." })
  await page.getByText("Wir schicken Ihnen einen neuen.").waitFor()
  await page.getByLabel("Ihre Antwort").fill("Vielen Dank!")
  await page.getByRole("button", { name: "Senden", exact: true }).tap()
  await page.getByText("Wird gesendet").waitFor({ state: "detached" })
  await page.getByText("Vielen Dank!").waitFor()
  await assertFits(page)

  await page.getByRole("link", { name: "العربية" }).tap()
  await page.locator('html[dir="rtl"]').waitFor()
  await page.getByText("Vielen Dank!").waitFor()
  await assertFits(page)
  await page.getByRole("link", { name: "طلباتك" }).first().tap()
  await page.getByText("ردان").waitFor()
  await assertFits(page)
  await page.goto(`${desk.url}/portal/${desk.brandId}/r/tkt_0`)
  await page.getByRole("heading", { name: "لا توجد صفحة كهذه" }).waitFor()
  await assertFits(page)
  return id
}

/** The same customer on a page of the shop, where the widget asks for a mailed link, attaches a photo and shows the answer. */
const inTheWidget = async (desk: Desk, page: Page, address: string) => {
  await page.goto(address)
  const widget = widgetOn(page)
  await widget.getByRole("button", { name: "Hilfe öffnen" }).tap()
  await widget.getByLabel("E-Mail-Adresse").fill(email)
  await assertFits(page)
  await widget.getByRole("button", { name: "Link senden" }).tap()
  await widget.getByText(`Ein Link an ${email} ist unterwegs.`).waitFor()
  await page.goto(await mailedLink(desk.client, email, new URL(address).origin))
  await widget.getByRole("button", { name: "Anmelden" }).tap()
  await widget.getByRole("link", { name: "Lieferzeiten" }).waitFor()
  await assertFits(page)
  await widget.getByText("Der Reißverschluss ist kaputt").tap()
  await widget.getByText("Wir schicken Ihnen einen neuen.").waitFor()

  const camera = widget.getByLabel("Foto aufnehmen")
  assert.deepStrictEqual(
    [await camera.getAttribute("accept"), await camera.getAttribute("capture")],
    ["image/*", "environment"]
  )
  assert.isAtLeast((await widget.locator(".camera").boundingBox())?.width ?? 0, 24)
  await camera.setInputFiles(photo)
  await widget.getByRole("progressbar").waitFor({ state: "detached" })
  await widget.getByLabel("Ihre Antwort").fill("So sieht es aus.")
  await assertFits(page)
  await widget.getByRole("button", { name: "Senden" }).tap()
  await widget.getByRole("button", { name: "zelt.jpg herunterladen" }).nth(1).waitFor()
  await widget.getByText("Wird gesendet").waitFor({ state: "detached" })
  await widget.getByRole("button", { name: "Schließen" }).tap()
  await widget.getByRole("button", { name: "Hilfe öffnen" }).waitFor()
}

/** No page of the documentation scrolls sideways on the smallest phone. */
const inTheDocs = async ({ url }: Desk, page: Page) => {
  for (const path of ["/docs", "/docs/errors"]) {
    await page.goto(url + path)
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true
    })
    assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), smallest.width)
  }
}

it.live("On a phone, a customer gets help in the portal and in the widget, and the documentation is readable", () =>
  Effect.gen(function* () {
    const { facts } = yield* start(yield* hostedInstallation)
    const { apiUrl: url, testBrandId: brandId, testKey: apiKey } = facts
    const desk: Desk = { url, brandId, client: new Trunkline({ baseUrl: url, apiKey }) }
    const host = yield* widgetHost(url, async () => undefined)
    yield* Effect.promise(() => desk.client.brands.update(brandId, { name: "North", portalOrigins: [host.origin] }))
    const browser = yield* launchBrowser

    const portal = yield* visit(browser, [url], phone)
    const id = yield* Effect.promise(() => inThePortal(desk, portal.page))
    const links = [{ label: "Lieferzeiten", href: "https://shop.example/delivery" }]
    const shop = yield* visit(browser, [url, host.origin], phone)
    const address = host.page({ boot: { brandId, locale: "de", links } })
    yield* Effect.promise(() => inTheWidget(desk, shop.page, address))
    const said = yield* Effect.promise(() => desk.client.comments.list(brandId, id))
    assert.deepStrictEqual(
      said.map(({ attachments, authorType, body }) => [authorType, body, attachments.length]),
      [
        ["AGENT", "Wir schicken Ihnen einen neuen.", 0],
        ["CUSTOMER", "Vielen Dank!", 0],
        ["CUSTOMER", "So sieht es aus.", 1]
      ]
    )
    assert.deepStrictEqual(
      [...portal.problems, ...shop.problems].filter((problem) => !/status of 404/.test(problem)),
      []
    )

    const reader = yield* visit(browser, [url], { ...phone, viewport: smallest })
    yield* Effect.promise(() => inTheDocs(desk, reader.page))
  }).pipe(Effect.scoped)
)
