import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { TicketId } from "../../../src/domain/Ids.ts"
import type { TicketQuery } from "../../../src/domain/TicketQuery.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { byKey } from "../../support/seedTenant.ts"
import { freshBrand, newest, openedIn, ticketService } from "../../support/ticketService.ts"

layer(ticketService, { excludeTestServices: true })("The pages of a list", (it) => {
  for (const order of ["asc", "desc"] as const)
    it.effect(
      `${order === "asc" ? "oldest" : "newest"} first, contain each earlier ticket once, whatever is opened and deleted in between`,
      () =>
        Effect.gen(function* () {
          const scope = yield* freshBrand
          const tickets = yield* Tickets
          const before: Array<TicketId> = []
          for (let n = 0; n < 20; n++) before.push((yield* openedIn(scope, { title: `${n}` })).id)
          const found: Array<TicketId> = []
          const deleted: Array<TicketId> = []
          for (let after: TicketQuery["after"]; ; ) {
            const page = yield* tickets.list(scope, { ...newest, order, limit: 3, after })
            found.push(...page.items.map(({ ticket }) => ticket.id))
            after = page.next
            if (after === undefined) break
            // A ticket that has been shown is deleted, two are opened.
            const shown = found.at(-1)
            if (shown !== undefined && before.includes(shown)) {
              yield* tickets.delete(scope, byKey, shown)
              deleted.push(shown)
            }
            if (found.length < 30) for (const title of ["new", "newer"]) yield* openedIn(scope, { title })
          }
          assert.strictEqual(new Set(found).size, found.length)
          assert.sameMembers(
            found.filter((id) => before.includes(id)),
            before
          )
          assert.isNotEmpty(deleted)
        })
    )

  it.effect("show what was opened before they were requested, while others request the same page all the time", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tickets = yield* Tickets
      const others = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 8 }, () => Effect.forever(tickets.list(scope, newest))),
          { concurrency: "unbounded" }
        )
      )
      for (let n = 0; n < 50; n++) {
        const { id } = yield* openedIn(scope)
        assert.strictEqual((yield* tickets.list(scope, newest)).items[0]?.ticket.id, id)
      }
      yield* Fiber.interrupt(others)
    })
  )
})
