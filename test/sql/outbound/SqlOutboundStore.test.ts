import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Latch, Option } from "effect"
import { idOf, uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { mailToken } from "../../../src/domain/ReplyAddress.ts"
import type { Ticket } from "../../../src/domain/Ticket.ts"
import { Database } from "../../../src/sql/Database.ts"
import { eraseTickets } from "../../../src/sql/tickets/eraseTickets.ts"
import { Comments } from "../../../src/tickets/Comments.ts"
import { OutboundStore } from "../../../src/tickets/outbound/OutboundStore.ts"
import { deliveryGround } from "../../support/deliveryGround.ts"
import { draftOf } from "../../support/mailDraft.ts"
import { byKey } from "../../support/seedTenant.ts"
import { freshBrand, openedIn } from "../../support/ticketService.ts"
import { untilAwaited } from "../../support/untilAwaited.ts"

const fresh = mailToken(new Uint8Array(16))
const ines = "ines@north.example"

/** A reply that is about to be composed. */
const draftIn = Effect.fnUntraced(function* (scope: BrandScope, { id }: Ticket) {
  const { system } = yield* Database
  const store = yield* OutboundStore
  const answer = { body: "Of course.", visibility: "public", authorType: "AGENT", source: "api" } as const
  yield* Comments.use((comments) => comments.add(scope, byKey, id, answer))
  const [mail] = yield* system<{
    id: string
  }>`select id from outgoing_mail where ticket_id = ${uuidOf(id)} and kind = 'reply'`
  return Option.getOrThrow(yield* store.draft(idOf("message", mail?.id ?? "")))
})

/** As the sweeper does for a ticket of an erased customer. */
const erased = ({ tenant }: BrandScope, { id }: Ticket) =>
  Effect.flatMap(Database, ({ system }) =>
    system.withTransaction(
      Effect.forEach(eraseTickets(tenant.id, [uuidOf(id)]), ({ parameters, sql }) => system.unsafe(sql, parameters), {
        discard: true
      })
    )
  )

/** The senders of replies to mail about a ticket. */
const answering = ({ id }: Ticket) =>
  Effect.flatMap(
    Database,
    ({ system }) => system`select participant from reply_addresses where ticket_id = ${uuidOf(id)}`
  )

layer(deliveryGround, { excludeTestServices: true })("OutboundStore", (it) => {
  it.effect("stores no reply address of a ticket that was purged while its mail was composed", () =>
    Effect.gen(function* () {
      const store = yield* OutboundStore
      assert.strictEqual(yield* store.replyToken(draftOf(), ines, fresh), fresh)
    })
  )

  it.effect("stores none of a ticket whose customer was erased meanwhile, before it is noted or during that", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const store = yield* OutboundStore
      const [one, other] = [yield* openedIn(scope), yield* openedIn(scope)]
      const late = yield* draftIn(scope, one)
      yield* erased(scope, one)
      yield* store.replyToken(late, ines, fresh)
      assert.deepStrictEqual(yield* answering(one), [])

      const early = yield* draftIn(scope, other)
      const isNoted = yield* Latch.make()
      const erasing = yield* Effect.forkDetach(Effect.andThen(isNoted.await, erased(scope, other)))
      yield* system.withTransaction(
        Effect.gen(function* () {
          yield* store.replyToken(early, ines, fresh)
          yield* isNoted.open
          yield* untilAwaited
        })
      )
      yield* Fiber.join(erasing)
      assert.deepStrictEqual(yield* answering(other), [])
    }).pipe(Effect.orDie)
  )
})
