import { assert, describe, it } from "@effect/vitest"
import { Ledger } from "../../bench/survival/Ledger.ts"
import { type Found, judge, type TicketRow } from "../../bench/survival/verify.ts"
import { idOf } from "../../src/domain/Ids.ts"

const [first, second, mailed] = [1, 2, 3].map((n) => `01890000-0000-7000-8000-00000000000${n}`)

const row = (id = "", differences: Partial<TicketRow> = {}): TicketRow => ({
  id,
  brand_id: "brand",
  number: String(1000 + Number(id.at(-1))),
  title: `${id} changed`,
  body: id,
  deleted: false,
  source_id: null,
  created: "1",
  updated: "1",
  ...differences
})

/** Two acknowledged tickets, each changed and commented on once, and an acknowledged mail. */
const ledger = () => {
  const made = new Ledger()
  for (const id of [first, second])
    made.tickets.set(idOf("ticket", id ?? ""), {
      marker: `${id}`,
      number: 1000 + Number(id?.at(-1)),
      title: `${id} changed`,
      edits: 1,
      comments: new Set([`${id} comment`]),
      deleted: false
    })
  made.mails.add("m@mail.example")
  return made
}

const kept: Found = {
  tickets: [row(first), row(second), row(mailed, { source_id: "m@mail.example" })],
  comments: [first, second].map((id) => ({ body: `${id} comment`, source_id: null })),
  commentEvents: new Map([first, second].map((id) => [id ?? "", 1]))
}

const { commentEvents, comments, tickets } = kept
const others = tickets.slice(1)
const cases: ReadonlyArray<readonly [label: string, found: Found]> = [
  [
    "lost: tickets, comments and mails",
    { ...kept, tickets: [row(second), row(mailed, { source_id: "m@mail.example" })] }
  ],
  ["lost: tickets, comments and mails", { ...kept, comments: comments.slice(1) }],
  ["lost: tickets, comments and mails", { ...kept, tickets: tickets.slice(0, 2) }],
  ["lost: changes of a ticket", { ...kept, tickets: [row(first, { title: `${first}` }), ...others] }],
  ["deleted, and back", { ...kept, tickets: [row(first, { deleted: true }), ...others] }],
  ["doubled, of one key", { ...kept, tickets: [...tickets, row(mailed, { body: `${first}`, number: "2000" })] }],
  ["doubled, of one key", { ...kept, comments: [...comments, ...comments.slice(1)] }],
  ["doubled, of one message id", { ...kept, comments: [...comments, { body: "again", source_id: "m@mail.example" }] }],
  ["numbers used again, or changed", { ...kept, tickets: [row(first, { number: "7" }), ...others] }],
  ["numbers used again, or changed", { ...kept, tickets: [...tickets, row("9", { number: "1001" })] }],
  ["events lost or doubled", { ...kept, tickets: [row(first, { created: "0" }), ...others] }],
  ["events lost or doubled", { ...kept, tickets: [row(first, { updated: "2" }), ...others] }],
  ["events lost or doubled", { ...kept, commentEvents: new Map([...commentEvents].slice(1)) }]
]

describe("the verdict of the survival bench", () => {
  it("is clean when the database holds what was acknowledged", () => {
    assert.deepStrictEqual(
      judge(ledger(), kept).filter(({ value }) => value !== 0),
      []
    )
  })

  for (const [index, [label, found]] of cases.entries())
    it(`counts ${label} (${index + 1})`, () => {
      const missed = judge(ledger(), found).filter(({ value }) => value !== 0)
      assert.deepStrictEqual(
        missed.map((figure) => [figure.label, figure.value, figure.must]),
        [[label, 1, { atMost: 0 }]]
      )
    })
})
