import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { createTransport } from "nodemailer"
import type { Browser, Locator, Page } from "playwright-core"
import type { Trunkline } from "../../sdk/src/index.ts"
import { type Receiver, startReceiver } from "../support/Receiver.ts"
import type { RunningServer } from "../support/RunningServer.ts"
import { smallPictures } from "../support/smallPictures.ts"
import { assertBothThemes, newDesk, rowsOf, signIn, until } from "./support/desk.ts"
import { visit } from "./support/launchBrowser.ts"
import { type StrangerSite, strangerSite } from "./support/strangerSite.ts"

const { png } = smallPictures

/** An agent at the desk, and those who send them things. */
interface Day {
  readonly browser: Browser
  readonly page: Page
  readonly server: RunningServer
  readonly client: Trunkline
  readonly pictures: Receiver
  readonly stranger: StrangerSite
}

/** A mail that tries everything that hostile mail tries. */
const hostileMail = (pictures: string) => `
<p id="red" style="color: rgb(200, 1, 2); position: fixed; top: 0">Spring is here</p>
<table bgcolor="#00ff00" width="300"><tr><td style="font-family: Georgia; padding: 4px">Sale</td></tr></table>
<div style="background: url(${pictures}/style.png); position: absolute; inset: 0; z-index: 99">Over all</div>
<img src="cid:boat@north.example" alt="Our boat"><img src="${pictures}/pixel.png" alt="A pixel" onerror="alert(1)">
<picture><source srcset="${pictures}/source.png"><img src="${pictures}/banner.png" alt="A banner"></picture>
<a href="https://shop.example/" onclick="alert(2)">To the shop</a> <a href="javascript:alert(3)">Click</a>
<form action="${pictures}/form"><input name="password"><button>Sign in</button></form>
<svg onload="alert(4)"></svg><iframe src="${pictures}/frame"></iframe><link rel="stylesheet" href="${pictures}/x.css">
<style>@import "${pictures}/import.css"; p { display: none }</style><meta http-equiv="refresh" content="0; url=${pictures}/away">
<script>alert(5)</script>`

/** Mail is shown in its original design, has no effects, and loads nothing before someone requests its pictures. */
const mail = async ({ page, pictures, server }: Day) => {
  const { apiUrl, smtpPort, supportAddress } = server.facts
  const from = new URL(pictures.url).origin
  await createTransport({ host: "127.0.0.1", port: smtpPort, ignoreTLS: true }).sendMail({
    from: "Ada <ada@example.com>",
    to: supportAddress,
    subject: "Spring news",
    html: hostileMail(from),
    attachments: [{ filename: "boat.png", content: png, cid: "boat@north.example", contentDisposition: "inline" }]
  })
  await page.goto(`${apiUrl}/inbox`)
  await rowsOf(page).filter({ hasText: "Spring news" }).click()
  await page.getByRole("button", { name: "Original" }).click()
  const frame = page.frameLocator("iframe")
  const red = frame.getByText("Spring is here")
  await red.waitFor()
  assert.strictEqual(
    await page.locator("iframe").getAttribute("sandbox"),
    "allow-popups allow-popups-to-escape-sandbox"
  )
  const styleOf = (locator: typeof red) =>
    locator.evaluate((element) => {
      const { backgroundColor, color, fontFamily, position } = getComputedStyle(element)
      return { backgroundColor, color, fontFamily, position }
    })
  assert.deepInclude(await styleOf(red), { color: "rgb(200, 1, 2)", position: "static" })
  assert.deepInclude(await styleOf(frame.locator("table")), { backgroundColor: "rgb(0, 255, 0)" })
  assert.deepInclude(await styleOf(frame.locator("td")), { fontFamily: "Georgia" })
  assert.deepInclude(await styleOf(frame.getByText("Over all")), { position: "static" })
  assert.strictEqual(await frame.locator("script, form, input, button, svg, iframe, link, meta[http-equiv]").count(), 0)
  const shop = frame.getByRole("link", { name: "To the shop" })
  assert.strictEqual(await shop.getAttribute("rel"), "noopener noreferrer nofollow")
  assert.strictEqual(await shop.getAttribute("target"), "_blank")
  assert.isNull(await frame.getByText("Click", { exact: true }).getAttribute("href"))

  const widths = () =>
    frame.locator("img").evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth))
  await until(widths, (all) => all.join() === "1")
  await frame.getByText("A pixel").waitFor()
  assert.lengthOf(pictures.received, 0)
  await assertBothThemes(page, "a mail as it was made")
  await page.getByRole("button", { name: `Show pictures: 2 from 127.0.0.1:${pictures.port}` }).click()
  await until(widths, (all) => all.join() === "1,1,1")
  assert.sameMembers(
    pictures.received.map(({ path }) => path),
    ["/pixel.png", "/banner.png"]
  )
  for (const { headers } of pictures.received)
    for (const name of ["cookie", "referer"]) assert.notProperty(headers, name)
  await assertBothThemes(page, "a mail with its pictures")
  await page.keyboard.press("Escape")
  await page.locator("iframe").waitFor({ state: "detached" })
}

/** A customer's file is downloaded, and never opened on our origin; a real picture is shown. */
const files = async ({ client, page, server }: Day) => {
  const { brandId } = server.facts
  const { id: ticketId } = await client.tickets.create(brandId, { title: "Files", customerEmail: "ines@north.example" })
  const html = "<script>document.title = 'run'</script>"
  const upload = async (filename: string, contentType: string, content: Uint8Array<ArrayBuffer>) => {
    const file = { ticketId, filename, contentType, content }
    const { id } = await client.attachments.send(brandId, file)
    return (await client.attachments.get(brandId, ticketId, id)).downloadUrl
  }
  for (const [name, type, content] of [
    ["page.html", "text/html", html],
    ["drawing.svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg">${html}</svg>`],
    ["not-a.png", "image/png", html]
  ] as const) {
    const url = await upload(name, type, Buffer.from(content))
    for (const address of [url, `${url}?inline=1`]) {
      const saving = page.waitForEvent("download")
      // The browser reports a failed navigation, since it downloads the file instead.
      await page.goto(address).catch(() => undefined)
      assert.strictEqual((await saving).suggestedFilename(), name)
    }
  }
  const picture = await upload("real.png", "image/png", png)
  const shown = await page.goto(`${picture}?inline=1`)
  assert.strictEqual(shown?.headers()["content-type"], "image/png")
  assert.strictEqual(await page.locator("img").evaluate((image) => (image as HTMLImageElement).naturalWidth), 1)
}

/** Pictures are shown inline, as large as space permits; a file that only claims to be a picture is a download. */
const photographs = async ({ client, page, server }: Day) => {
  const { apiUrl, brandId } = server.facts
  const { id: ticketId } = await client.tickets.create(brandId, {
    title: "Photos",
    customerEmail: "ines@north.example"
  })
  for (const [filename, content] of [
    ["front.png", png],
    ["back.png", png],
    ["not-a.png", Buffer.from("<script>document.title = 'run'</script>")]
  ] as const)
    await client.attachments.send(brandId, { ticketId, filename, contentType: "image/png", content })
  await page.goto(`${apiUrl}/inbox`)
  await rowsOf(page).filter({ hasText: "Photos" }).click()
  const shown = page.getByRole("list", { name: "Pictures" })
  const isDrawn = (picture: Locator) =>
    until(
      () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth),
      (width) => width === 1
    )
  await isDrawn(shown.getByRole("button", { name: "Show front.png" }).locator("img"))
  await shown.getByRole("button", { name: /^not-a\.png/ }).waitFor()
  await assertBothThemes(page, "pictures of a message")

  await shown.getByRole("button", { name: "Show front.png" }).click()
  await isDrawn(page.getByRole("dialog", { name: "front.png" }).getByRole("img", { name: "front.png" }))
  await page.keyboard.press("ArrowRight")
  const back = page.getByRole("dialog", { name: "back.png" })
  await isDrawn(back.getByRole("img", { name: "back.png" }))
  await back.getByText("2 of 2").waitFor()
  await assertBothThemes(page, "a picture that was opened")
  const saving = page.waitForEvent("download")
  await back.getByRole("button", { name: "Download" }).click()
  assert.strictEqual((await saving).suggestedFilename(), "back.png")
  await page.keyboard.press("Escape")
  await back.waitFor({ state: "detached" })
}

/** None of our pages can be framed by another site, except for the widget on the pages of its brand. */
const framing = async ({ client, page, server, stranger }: Day) => {
  const { apiUrl, brandId } = server.facts
  const [message] = (await client.inbound.list(brandId)).data
  const { htmlView } = await client.inbound.get(brandId, message?.id ?? "")
  for (const address of [
    `${apiUrl}/inbox`,
    `${apiUrl}/login`,
    `${apiUrl}/portal/${brandId}/sign-in`,
    `${apiUrl}/widget/frame?brand=${brandId}`,
    htmlView?.url ?? ""
  ]) {
    const refused = page.waitForEvent("requestfailed", (request) => request.url() === address)
    await page.goto(stranger.page(`<iframe src="${address}" title="Ours"></iframe>`))
    assert.strictEqual((await refused).failure()?.errorText, "net::ERR_BLOCKED_BY_RESPONSE", address)
  }
}

/** An injected script is not run, and the server gets a report. */
const violation = async ({ page, server }: Day) => {
  const { apiUrl } = server.facts
  await page.goto(`${apiUrl}/inbox?q=ada%40example.com`)
  await rowsOf(page).first().waitFor()
  await page.evaluate(() => {
    const script = document.createElement("script")
    script.textContent = "window.injected = true"
    document.body.append(script)
    document.body.insertAdjacentHTML(
      "beforeend",
      '<p id="styled" style="color: red" onclick="window.injected = true">x</p>'
    )
    document.querySelector<HTMLElement>("#styled")?.click()
  })
  assert.isUndefined(await page.evaluate(() => Reflect.get(window, "injected")))
  const lines = await until(
    async () =>
      server
        .printed()
        .split("\n")
        .filter((line) => line.includes("a page's policy was violated")),
    // The attempt to frame us is reported too, but not the URL that was visited.
    (found) => ["script-src-elem", "frame-ancestors"].every((one) => found.some((line) => line.includes(one)))
  )
  assert.include(
    lines.find((line) => line.includes("script-src-elem")),
    '"page":"/inbox"'
  )
  assert.notMatch(lines.join(), /ada|q=/)
  const metrics = await (await fetch(`${apiUrl}/metrics`)).text()
  assert.match(metrics, /^trunkline_csp_violations_total\{program="dashboard"\} [1-9]/m)
}

/** The tag that the dashboard shows loads the widget as long as the script matches its hash. */
const loader = async ({ client, page, server, stranger }: Day) => {
  const { apiUrl, brandId } = server.facts
  await client.brands.update(brandId, { portalOrigins: [stranger.origin] })
  await page.goto(`${apiUrl}/settings/portal`)
  const tag = await page.getByText('integrity="sha384-').innerText()
  await page.goto(stranger.page(tag))
  await page
    .frameLocator('iframe[title="Support"]')
    .getByRole("button", { name: /^Open support/ })
    .waitFor()
  const refused = page.waitForEvent("console", (message) => /integrity/.test(message.text()))
  await page.goto(stranger.page(tag.replace(/sha384-./, (begin) => `sha384-${begin.endsWith("A") ? "B" : "A"}`)))
  await refused
  assert.isUndefined(await page.evaluate(() => Reflect.get(window, "Trunkline")))
}

/**
 * The widget's frame accepts messages only from the page around it, and only valid ones, even if others of its origin send
 * some.
 */
const messages = async ({ page, server, stranger }: Day) => {
  const { apiUrl, brandId } = server.facts
  const frame = `${apiUrl}/widget/frame?brand=${brandId}`
  await page.goto(stranger.page(`<iframe src="${frame}" title="Ours"></iframe><iframe title="Other"></iframe>`))
  await page.frameLocator('iframe[title="Ours"]').locator("body").waitFor({ state: "attached" })
  const heard = await page.evaluate(
    (server) =>
      new Promise<ReadonlyArray<string>>((resolve) => {
        const [ours, other] = [...document.querySelectorAll("iframe")].map(({ contentWindow }) => contentWindow)
        const answered: Array<string> = []
        const portOf = (name: string) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            answered.push(name)
            if (name === "the page") resolve(answered)
          }
          return port2
        }
        const boot = { type: "boot", signIn: "mail", locale: "en", theme: {}, isInline: false, hasLauncher: true }
        // Messages arrive in order, so what has not been received by now never will be.
        const elsewhere = other as unknown as { eval: (code: string) => typeof post }
        const post = (target: Window, message: object, to: string, port: MessagePort) =>
          target.postMessage(message, to, [port])
        if (ours == null) throw new Error("no frame")
        elsewhere.eval(`(${post})`)(ours, boot, server, portOf("another frame"))
        post(ours, { ...boot, type: "open" }, server, portOf("another message"))
        post(ours, boot, "https://another.example", portOf("another origin"))
        post(ours, boot, server, portOf("the page"))
      }),
    apiUrl
  )
  assert.deepStrictEqual([...new Set(heard)], ["the page"])
}

/** The author of a forwarded message becomes the ticket's customer with one click; people who could not be added are named. */
const passedOn = async ({ client, page, server }: Day) => {
  const { apiUrl, brandId, smtpPort, supportAddress } = server.facts
  await createTransport({ host: "127.0.0.1", port: smtpPort, ignoreTLS: true }).sendMail({
    from: "Ada <ada@example.com>",
    to: supportAddress,
    cc: Array.from({ length: 21 }, (_, number) => `p${number}@west.example`),
    subject: "Fwd: Lost parcel",
    text: [
      "---------- Forwarded message ---------",
      "From: Pat Lee <pat@south.example>",
      "Date: Fri, 20 Nov 2026 at 10:00",
      "Subject: Lost parcel",
      "To: Ada <ada@example.com>",
      "",
      "Where is it?"
    ].join("\n")
  })
  await page.goto(`${apiUrl}/inbox`)
  await rowsOf(page).filter({ hasText: "Lost parcel" }).click()
  await page.getByText("Also to p20@west.example, who will not get replies").waitFor()
  await page.getByText("Forwarded by ada@example.com, written by Pat Lee (pat@south.example).").waitFor()
  await page.getByRole("button", { name: "Add 20 participants" }).click()
  const copies = await page.getByRole("textbox", { name: "Cc", exact: true }).inputValue()
  assert.lengthOf(copies.split(", "), 20)
  assert.strictEqual(await page.getByRole("button", { name: /participants$/ }).count(), 0)
  await assertBothThemes(page, "a mail that was passed on")
  await page.getByRole("button", { name: "Make them the customer" }).click()
  await page.getByRole("button", { name: "Make them the customer" }).waitFor({ state: "detached" })
  await page.getByText("To pat@south.example").waitFor()
  assert.lengthOf((await client.tickets.list(brandId, { customerEmail: "pat@south.example" })).data, 1)
}

/** Irreversible actions require typing the name of their object, and a recent sign-in. */
const danger = async ({ page, server }: Day) => {
  const { apiUrl, brandSlug } = server.facts
  await page.goto(`${apiUrl}/settings/brand`)
  await page.getByRole("button", { name: /^Delete / }).click()
  const sure = page.getByRole("dialog").getByRole("button", { name: "Delete brand" })
  await sure.waitFor()
  assert.isTrue(await sure.isDisabled())
  await page.getByLabel(`Type ${brandSlug} to confirm`).fill(`${brandSlug}x`)
  assert.isTrue(await sure.isDisabled())
  await page.getByLabel(`Type ${brandSlug} to confirm`).fill(brandSlug)
  // The server's response to a session that is sixteen minutes old.
  const body = { code: "forbidden", detail: "Sign in again first.", required: "recent_sign_in", requestId: "req_1" }
  await page.route("**/v1/brands/*", (route) =>
    route.request().method() === "DELETE" ? route.fulfill({ status: 403, json: body }) : route.continue()
  )
  await sure.click()
  await page.getByRole("dialog").getByText("a sign-in within the last 15 minutes").waitFor()
  await page.unroute("**/v1/brands/*")
  await sure.click()
  await page.getByText(/ is deleted$/).waitFor()
}

it.live("Content from strangers is shown and has no other effect", () =>
  Effect.gen(function* () {
    const pictures = yield* startReceiver(() => ({ status: 200, body: png }))
    const stranger = yield* strangerSite
    const { apiUrl, browser, client, server } = yield* newDesk({ PICTURE_ALLOW_NETWORKS: "127.0.0.0/8" })
    const { page, problems } = yield* visit(browser, [apiUrl, stranger.origin])
    const day: Day = { browser, page, server, client, pictures, stranger }
    const dialogs: Array<string> = []
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    yield* Effect.promise(() => signIn(page, server))
    yield* Effect.promise(() => mail(day))
    yield* Effect.promise(() => photographs(day))
    assert.deepStrictEqual(problems, [])
    // From here on, pages try forbidden things, and the console reports it.
    for (const part of [files, framing, violation, loader, messages, passedOn, danger])
      yield* Effect.promise(() => part(day))
    assert.deepStrictEqual(dialogs, [])
  }).pipe(Effect.scoped)
)
