import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { fakeTwilio } from "../support/twilio/FakeTwilio.ts"
import { assertBothThemes, newDesk, rowsOf, signIn } from "./support/desk.ts"
import { visit } from "./support/launchBrowser.ts"

const ours = "+14155550100"
const phone = "+14155580100"

it.live("An agent who texts sees the recipient, what was not sent and why, and resends it", () =>
  Effect.gen(function* () {
    const twilio = yield* fakeTwilio("https://desk.example")
    const { apiUrl, brandId, browser, client, server } = yield* newDesk({ TWILIO_API_URL: twilio.origin })
    const { page, problems } = yield* visit(browser, [apiUrl])
    yield* Effect.promise(async () => {
      const { sid, token } = twilio.addAccount(ours)
      const number = { number: ours, provider: "twilio", accountSid: sid, authToken: token } as const
      const { id: numberId } = await client.smsNumbers.create(brandId, number)
      const whom = { customerPhone: phone, numberId, smsConsent: true }
      await client.tickets.create(brandId, { title: "Your table", body: "It is ready at eight.", ...whom })
      await signIn(page, server)
      await page.goto(`${apiUrl}/inbox`)
      await rowsOf(page).filter({ hasText: "Your table" }).filter({ hasText: phone }).click()
      const properties = page.getByRole("complementary", { name: "Properties" })
      await properties.getByRole("link", { name: phone }).waitFor()
      const message = page.getByRole("listitem").filter({ hasText: "At nine." })
      const refused = { on: "send", saying: "At nine.", status: 400, code: 30_007 } as const

      twilio.fault(refused)
      await page.getByLabel(`Reply to ${phone}`).fill("At nine.")
      await page.keyboard.press("Control+Enter")
      await message.getByText(`Could not be sent to ${phone}`).waitFor()
      await message.getByText("The carrier filtered the message (30007)").waitFor()
      await assertBothThemes(page, "a text message that was not sent")

      await message.getByRole("button", { name: "Send again" }).click()
      await message.getByText(/^Sent to/).waitFor()
      assert.strictEqual(await message.getByRole("button", { name: /^Send/ }).count(), 0)

      // An unreachable recipient is indicated before the next reply is written, and no button reaches them either.
      twilio.optedOut.add(`${ours} ${phone}`)
      await page.getByLabel(`Reply to ${phone}`).fill("Come soon.")
      await page.keyboard.press("Control+Enter")
      await page.getByText("It will not be sent: The customer has opted out of text messages.").waitFor()
      const late = page.getByRole("listitem").filter({ hasText: "Come soon." })
      await late.getByText("The customer has opted out of text messages").waitFor()
      twilio.optedOut.clear()
      await late.getByRole("button", { name: /^Send/ }).click()
      await page
        .getByRole("region", { name: "Notifications" })
        .getByText(/opted out of text messages/)
        .waitFor()
      assert.deepStrictEqual(
        twilio.messages.map(({ body, to }) => [to, body]),
        [[phone, "At nine."]]
      )
      assert.strictEqual(await page.getByText("sms.invalid").count(), 0)
    })
    // The browser's log of the refusal.
    assert.match(problems.join("\n"), /^.*409 \(Conflict\).*\/retry\)$/)
  }).pipe(Effect.scoped)
)
