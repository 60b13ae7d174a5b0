import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type AuthorType, authorTypes } from "../../src/domain/Comment.ts"
import { customerCreated } from "../../src/domain/CustomerData.ts"
import type { EventDraft } from "../../src/domain/Event.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { idOf } from "../../src/domain/Ids.ts"
import type { Json } from "../../src/domain/Json.ts"
import { messageEvent } from "../../src/domain/OutboundMessage.ts"
import { sampleData } from "../../src/domain/sampleEvent.ts"
import { attachmentCreated, commentEvent, ticketCreated, ticketUpdated } from "../../src/domain/TicketData.ts"
import { transitionEvent } from "../../src/domain/TicketLifecycle.ts"
import { commentOn, ines, now, policy, ticketIn, upload, uuid } from "../support/ticketState.ts"

const open = ticketIn("open", { customFields: undefined, metadata: undefined })
const changed = { ...open, title: "Another title" }
const file = { ...upload(1), ticketId: open.id }
const message = {
  id: idOf("message", uuid(70)),
  brandId: policy.id,
  ticketId: open.id,
  commentId: idOf("comment", uuid(71)),
  channel: "email",
  kind: "reply",
  from: "support@acme.example",
  to: "ines@north.example",
  subject: "Re: Invoice",
  status: "sent",
  isCaptured: false,
  attempts: 1,
  createdAt: now,
  updatedAt: now
} as const

/** Real events, with every optional member present. */
const real: ReadonlyArray<EventDraft> = [
  ticketCreated(open, policy, []),
  ...ticketUpdated(open, changed, policy, transitionEvent(open, changed)),
  commentEvent("comment.created", commentOn(open), open, policy),
  attachmentCreated(file, open, policy),
  customerCreated(ines),
  messageEvent(message, { status: "sent", permanent: false }, open, policy)
]

/** The names of the members, including nested ones; lists and differences are data, not structure. */
const members = (value: Json, path = ""): ReadonlyArray<string> =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? []
    : Object.entries(value).flatMap(([name, inner = null]) => [
        `${path}${name}`,
        ...(name === "diff" || name === "metadata" ? [] : members(inner, `${path}${name}.`))
      ])

const wire = (data: object): Json => JSON.parse(JSON.stringify(data))

describe("The sample event of a test delivery", () => {
  for (const { data, type } of real) {
    it.effect(`of ${type} has the members of a real one`, () =>
      Effect.gen(function* () {
        const { next } = yield* IdGenerator
        const sample = sampleData(type, policy.id, next, now)
        const given = members(wire(sample))
        for (const member of members(wire(data))) assert.include(given, member)
      }).pipe(Effect.provide(IdGenerator.layer))
    )
  }

  it.effect("of a comment names its author's type as real ones do", () =>
    Effect.gen(function* () {
      const { next } = yield* IdGenerator
      const { comment } = sampleData("comment.created", policy.id, next, now) as { comment: { authorType: AuthorType } }
      assert.include(authorTypes, comment.authorType)
    }).pipe(Effect.provide(IdGenerator.layer))
  )
})
