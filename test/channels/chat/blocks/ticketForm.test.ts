import { assert, it } from "@effect/vitest"
import { Result } from "effect"
import { readReplyForm } from "../../../../channels/chat/blocks/replyForm.ts"
import { readTicketForm, ticketForm } from "../../../../channels/chat/blocks/ticketForm.ts"
import type { JsonObject } from "../../../../src/domain/Json.ts"
import { checkView } from "../../../support/slack/slackLimits.ts"
import { filledWith } from "../../../support/slackDesk.ts"

const submitted = (fields: Parameters<typeof filledWith>[0], metadata = ""): JsonObject =>
  JSON.parse(JSON.stringify({ private_metadata: metadata, state: { values: filledWith(fields) } }))

const origin = { channel: "C1", ts: "2.000000", threadTs: "1.000000" }

it("stays within Slack's limits for a modal, whatever it contains", () => {
  const long = "💬 long ".repeat(2_000)
  const brands = Array.from({ length: 150 }, (_, index) => ({ id: `br_${index}`, name: `${index} ${long}` }))
  for (const isAgent of [true, false])
    for (const from of [undefined, origin])
      checkView(ticketForm({ title: long, description: long, isAgent, takesFiles: true, brands, origin: from }))
})

it("asks only the team for the customer, and for the brand if there are several", () => {
  const fields = (isAgent: boolean, brands: number) =>
    JSON.stringify(
      ticketForm({
        title: "",
        description: "",
        isAgent,
        takesFiles: false,
        brands: Array.from({ length: brands }, (_, index) => ({ id: `br_${index}`, name: `Brand ${index}` }))
      })
    )
  assert.include(fields(true, 1), "email_text_input")
  assert.notInclude(fields(false, 1), "email_text_input")
  assert.notInclude(fields(true, 1), '"block_id":"brand"')
  assert.include(fields(true, 2), '"block_id":"brand"')
  // Without the scope to read files, Slack opens no modal with a file input.
  assert.notInclude(fields(true, 1), "file_input")
})

it("stores only ids, and reads them back", () => {
  const window = ticketForm({
    title: "secret title",
    description: "secret text",
    isAgent: false,
    takesFiles: true,
    brands: [{ id: "br_1", name: "Acme" }],
    origin
  })
  assert.notInclude(window.private_metadata ?? "", "secret")
  const read = Result.getOrThrow(readTicketForm(submitted({ title: "x" }, window.private_metadata)))
  assert.deepInclude(read, { origin, brandId: "br_1" })
})

it("reads what a form contains, and ignores empty fields", () => {
  const read = Result.getOrThrow(
    readTicketForm(
      submitted({ title: " Printer\n on fire ", description: " help ", priority: "urgent", email: "Ann@A.example" })
    )
  )
  assert.deepInclude(read, {
    title: "Printer on fire",
    description: "help",
    priority: "urgent",
    email: "ann@a.example",
    files: [],
    origin: undefined
  })
  assert.strictEqual(Result.getOrThrow(readTicketForm(submitted({ title: "x", priority: "none" }))).priority, "normal")
})

it("reports errors at the field concerned", () => {
  const wrong = (fields: Parameters<typeof filledWith>[0]) =>
    Object.keys(Result.merge(readTicketForm(submitted(fields))))
  assert.deepStrictEqual(wrong({}), ["title"])
  for (const title of ["   ", "\u200b"]) assert.deepStrictEqual(wrong({ title }), ["title"], JSON.stringify(title))
  assert.deepStrictEqual(wrong({ title: "x".repeat(251) }), ["title"])
  assert.deepStrictEqual(wrong({ title: "x", description: "x".repeat(3_001) }), ["description"])
  for (const email of ["nobody", "a@b", "a b@c.example", "x@sms.invalid", "a@b.example, c@d.example"])
    assert.deepStrictEqual(wrong({ title: "x", email }), ["email"], email)
})

it("ignores metadata that is not ours", () => {
  for (const metadata of ["", "{", "[]", '{"origin":{"channel":1}}', "br_1"])
    assert.isUndefined(Result.getOrThrow(readTicketForm(submitted({ title: "x" }, metadata))).origin, metadata)
})

it("reads an answer, and refuses an empty one", () => {
  const view = (text: string): JsonObject => ({
    private_metadata: "tkt_1",
    state: { values: { text: { value: { value: text } } } }
  })
  assert.deepStrictEqual(Result.getOrThrow(readReplyForm(view(" hello "))), { ticketId: "tkt_1", text: "hello" })
  assert.isTrue(Result.isFailure(readReplyForm(view("  \n"))))
})
