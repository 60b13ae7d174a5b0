import type { Page } from "playwright-core"
import { Trunkline } from "../../../sdk/src/index.ts"
import type { Facts } from "../../support/RunningServer.ts"
import { mailedLink } from "../support/mailedLink.ts"
import type { WidgetHost } from "../support/widgetHost.ts"
import { launcher, widgetOn } from "../support/widgetPage.ts"
import type { Scene } from "./photograph.ts"

/** The portal of the test brand, whose mail is captured, and the widget on a page of another site. */
export interface Shop {
  readonly facts: Facts
  readonly host: WidgetHost
}

const emailOf = { empty: "nobody-yet@example.com", full: "fatima@example.com" } as const

/** The pages for visitors who are not signed in. */
export const portalOutside = ({ facts }: Shop): ReadonlyArray<Scene> => {
  const base = `${facts.apiUrl}/portal/${facts.testBrandId}`
  const at = (name: string, path: string): Scene => ({ name: `portal-${name}`, show: (page) => page.goto(base + path) })
  return [
    at("sign-in", "/sign-in"),
    at("sign-in-ar", "/sign-in?lang=ar"),
    at("signed-out-de", "/sign-in?ended=1&lang=de"),
    at("link", "/enter?token=ml_0&lang=en"),
    at("link-over", "/enter?token=no"),
    at("nowhere", "/nowhere"),
    {
      name: "portal-mailed",
      show: async (page) => {
        await page.goto(`${base}/sign-in`)
        await page.locator("#email").fill("somebody@example.com")
        await page.locator("main button").click()
        await page.getByText("somebody@example.com").waitFor()
      }
    }
  ]
}

/** The pages of a customer, who signs in when asked to. */
export const portalInside = ({ facts }: Shop, who: keyof typeof emailOf): ReadonlyArray<Scene> => {
  const base = `${facts.apiUrl}/portal/${facts.testBrandId}`
  const goto = async (page: Page, path: string) => {
    await page.goto(base + path)
    if (!new URL(page.url()).pathname.endsWith("/sign-in")) return
    await enterPortal(facts, page, emailOf[who])
    await page.goto(base + path)
  }
  const at = (name: string, path: string): Scene => ({
    name: `portal-${who}-${name}`,
    show: (page) => goto(page, path)
  })
  const lists = ["en", "de", "ar", "ja"].map((lang) => at(`list-${lang}`, `?show=all&lang=${lang}`))
  const forms = ["en", "ar"].map((lang) => at(`new-${lang}`, `/new?lang=${lang}`))
  const thread = (lang: string): Scene => ({
    name: `portal-${who}-thread-${lang}`,
    show: async (page) => {
      await goto(page, `?show=all&lang=${lang}`)
      await page.locator(".list a").first().click()
      await page.locator("form textarea").waitFor()
    }
  })
  return [at("open", ""), ...lists, ...forms, ...(who === "full" ? [thread("en"), thread("ar")] : [])]
}

const enterPortal = async (facts: Facts, page: Page, email: string) => {
  const client = new Trunkline({ baseUrl: facts.apiUrl, apiKey: facts.testKey })
  const base = `${facts.apiUrl}/portal/${facts.testBrandId}`
  await client.portalTokens.magicLink(facts.testBrandId, { email })
  await page.goto(await mailedLink(client, email))
  await page.locator("main button").click()
  await page.waitForURL(base)
}

/** The widget, for a customer of a page and for an unidentified visitor. */
export const widget = ({ facts, host }: Shop, who: keyof typeof emailOf): ReadonlyArray<Scene> => {
  const brandId = facts.testBrandId
  const links = [{ label: "Delivery times", href: "https://shop.example/delivery" }]
  const boot = (locale: string, token = true) =>
    host.page({ boot: { brandId, locale, links, ...(token && { tokenUrl: "/support/token" }) } })
  const opened = async (page: Page, locale: string, token = true) => {
    await page.goto(boot(locale, token))
    await widgetOn(page).locator(".launcher button").click()
    await widgetOn(page).locator("h1").waitFor()
  }
  const locales = ["en", "ar", "de"]
  return [
    ...locales.map((locale): Scene => ({ name: `widget-${who}-home-${locale}`, show: (page) => opened(page, locale) })),
    ...locales.map(
      (locale): Scene => ({
        name: `widget-${who}-new-${locale}`,
        show: async (page) => {
          await opened(page, locale)
          await widgetOn(page).locator(".foot .primary").click()
          await widgetOn(page).locator("#title").waitFor()
        }
      })
    ),
    ...(who === "empty"
      ? [
          {
            name: "widget-launcher",
            show: async (page: Page) => {
              await page.goto(boot("en"))
              await launcher(page).waitFor()
            }
          },
          { name: "widget-sign-in", show: (page: Page) => opened(page, "en", false) }
        ]
      : ["en", "ar"].map(
          (locale): Scene => ({
            name: `widget-full-thread-${locale}`,
            show: async (page) => {
              await opened(page, locale)
              await widgetOn(page).locator(".requests button").first().click()
              await widgetOn(page).locator(".composer textarea").waitFor()
            }
          })
        )),
    {
      name: `widget-${who}-element`,
      show: async (page) => {
        await page.goto(host.page({ element: { "brand-id": brandId, "token-url": "/support/token" } }))
        await widgetOn(page).locator("h1").waitFor()
      }
    }
  ]
}
