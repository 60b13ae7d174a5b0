import { assert, it } from "@effect/vitest"
import { readForm } from "../../../channels/sms/readForm.ts"
import { takesAtMost } from "../../support/takesAtMost.ts"

const form = "application/x-www-form-urlencoded"
const read = (text: string) => readForm(form, new TextEncoder().encode(text))

it("A form of more parameters than Twilio sends is not looked into", () => {
  takesAtMost(50, () => assert.isUndefined(read("a&".repeat(32_000))))
})
