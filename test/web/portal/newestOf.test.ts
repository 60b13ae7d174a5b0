import { assert, it } from "@effect/vitest"
import type { PortalTicketDetail } from "../../../sdk/src/portal.ts"
import { newestOf } from "../../../web/portal/src/server/newestOf.ts"

/** A request with a file of its own, and messages of these lengths, each with a file. */
const ticketWith = (...lengths: ReadonlyArray<number>) => {
  const files = lengths.map((_, index) => ({ id: `att_${index}` }))
  const comments = lengths.map((length, index) => ({ body: "a".repeat(length), attachments: [files[index]] }))
  // The rest of a request is not used here.
  return { comments, attachments: [{ id: "att_own" }, ...files] } as unknown as PortalTicketDetail
}
const filesOf = ({ attachments }: PortalTicketDetail) => attachments.map(({ id }) => id)

it("A request of ordinary length is shown with all of its messages and files", () => {
  const ticket = ticketWith(300, 2_000, 30)
  assert.deepStrictEqual(newestOf(ticket), { ...ticket, earlier: 0 })
})

it("A long one is shown with its newest messages, without the files of earlier ones as its own", () => {
  const shown = newestOf(ticketWith(10, 100_000, 100_000, 100_000))
  assert.strictEqual(shown.earlier, 2)
  assert.deepStrictEqual(filesOf(shown), ["att_own", "att_2", "att_3"])
  assert.lengthOf(shown.comments, 2)
})
