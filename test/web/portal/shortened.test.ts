import { assert, describe, it } from "@effect/vitest"
import type { PortalTicketDetail } from "../../../sdk/src/portal.ts"
import { shortened } from "../../../web/portal/src/server/shortened.ts"

const megabyte = '"'.repeat(1024 * 1024)

const ticketWith = (body: string, comments: ReadonlyArray<string>) =>
  // The rest of a request is not used here.
  ({ body, comments: comments.map((body) => ({ body, attachments: [] })) }) as unknown as PortalTicketDetail

const textsOf = ({ body, comments }: PortalTicketDetail) => [body, ...comments.map((comment) => comment.body)]

describe("A request on a portal page", () => {
  it("is complete unless it has megabytes", () => {
    const texts = ["Where is it?", ...Array.from({ length: 600 }, () => "word ".repeat(300))]
    const [body = "", ...comments] = texts
    assert.deepStrictEqual(textsOf(shortened(ticketWith(body, comments))), texts)
  })

  it("has its newest messages in full, and truncated earlier ones, in order", () => {
    const opening = `${"x".repeat(199)}😀${megabyte}`
    const cut = `${'"'.repeat(200)}…`
    const shown = shortened(ticketWith(opening, [megabyte, "short", "a", megabyte]))
    assert.deepStrictEqual(textsOf(shown), [`${"x".repeat(199)}…`, cut, "short", "a", megabyte])
    assert.deepStrictEqual(
      shown.comments.map(({ bodyTruncated }) => bodyTruncated === true),
      [true, false, false, false]
    )
  })
})
