/** `npm run screenshots`: makes the pictures of README and docs from the product as it is, in docs/images. */
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { Trunkline } from "../../sdk/src/index.ts"
import { fakeRelay } from "../support/FakeRelay.ts"
import { installation, start } from "../support/RunningServer.ts"
import { signIn } from "./support/desk.ts"
import { launchBrowser, visit } from "./support/launchBrowser.ts"

const folder = new URL("../../docs/images/", import.meta.url).pathname

/** A day of a small shop. */
const conversations = [
  [
    "Where is my parcel?",
    "Ada Byron",
    "ada@example.com",
    "Order 1815 should have been here on Monday. Could you look where it is?",
    "normal"
  ],
  [
    "The zip of the tent is broken",
    "Kofi Mensah",
    "kofi@example.com",
    "It gave way on the second evening. The receipt is attached to my first order.",
    "high"
  ],
  [
    "Charged twice for one order",
    "Ines Duarte",
    "ines@example.com",
    "My card shows the amount of order 1822 two times.",
    "urgent"
  ],
  ["Do you ship to Norway?", "Liv Dahl", "liv@example.com", "And how long does it take to Bergen?", "low"],
  [
    "Change the delivery address",
    "Mateo Ruiz",
    "mateo@example.com",
    "I have moved. Please send it to the new address.",
    "normal"
  ],
  ["A thank you", "Yuki Sato", "yuki@example.com", "The lamp arrived, and it is beautiful.", "normal"]
] as const

const fill = async (client: Trunkline, brandId: string) => {
  await client.brands.update(brandId, { name: "North Shop", ticketPrefix: "NS" })
  const tag = await client.tags.create(brandId, { name: "shipping", color: "#2563eb" })
  for (const [title, customerName, customerEmail, body, priority] of conversations.toReversed()) {
    const ticket = await client.tickets.create(brandId, { title, customerName, customerEmail, body, priority })
    if (title.startsWith("Where")) {
      await client.tickets.update(brandId, ticket.id, { tagIds: [tag.id] })
      const answer = "Good morning Ada, it left Porto yesterday and arrives tomorrow before noon."
      await client.comments.create(brandId, ticket.id, { body: answer })
      await client.comments.create(brandId, ticket.id, { body: "The carrier lost a day in customs.", isInternal: true })
    }
  }
}

const settled = async (page: Page, path: string, text: string) => {
  await page.goto(path)
  await page.getByText(text).first().waitFor()
}

const program = Effect.gen(function* () {
  const relay = yield* fakeRelay()
  const server = yield* start(yield* installation, { MAIL_RELAY_URL: `smtp://127.0.0.1:${relay.port}` })
  const { apiUrl, brandId, brandSlug, liveKey } = server.facts
  const client = new Trunkline({ baseUrl: apiUrl, apiKey: liveKey })
  yield* Effect.promise(() => fill(client, brandId))
  const { page } = yield* visit(yield* launchBrowser, [apiUrl], {
    deviceScaleFactor: 2,
    viewport: { width: 1280, height: 760 }
  })
  yield* Effect.promise(async () => {
    await signIn(page, server)
    const { data } = await client.tickets.list(brandId, { search: "parcel" })
    const open = `${apiUrl}/inbox?open=${brandSlug}/${data[0]?.ticketNumber ?? ""}`
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await settled(page, open, "Sent to ada@example.com")
      await page.screenshot({ path: `${folder}dashboard-${colorScheme}.png` })
    }
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
    await settled(page, `${apiUrl}/docs`, "Trunkline")
    await page.screenshot({ path: `${folder}reference.png` })
  })
}).pipe(Effect.scoped)

await Effect.runPromise(program)
