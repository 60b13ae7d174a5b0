import { assert, it } from "@effect/vitest"
import { readForm } from "../../../channels/sms/readForm.ts"
import { takesAtMost } from "../../support/takesAtMost.ts"

const form = "application/x-www-form-urlencoded"
const read = (text: string) => readForm(form, new TextEncoder().encode(text))

it("A form with more parameters than Twilio sends is not parsed", () => {
  takesAtMost(50, () => assert.isUndefined(read("a&".repeat(32_000))))
})
