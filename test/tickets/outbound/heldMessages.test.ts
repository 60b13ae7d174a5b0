import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Comments } from "../../../src/tickets/Comments.ts"
import {
  answered,
  connectionIn,
  conversationIn,
  deliveryGround,
  startSender,
  statusesOf
} from "../../support/deliveryGround.ts"
import { byKey } from "../../support/seedTenant.ts"
import { fresh, freshBrand } from "../../support/ticketService.ts"
import { until } from "../../support/until.ts"

const long = 60
const all = (status: string) => (statuses: ReadonlyArray<string>) => statuses.every((one) => one === status)

layer(deliveryGround, { excludeTestServices: true })("A held message", (it) => {
  /** A conversation, its replies, and what was sent of them. */
  const talk = Effect.gen(function* () {
    const scope = yield* freshBrand
    const ticket = yield* conversationIn(scope, yield* connectionIn(scope), "a")
    const comments = yield* Comments
    const texts: Array<string> = []
    const deliver = ({ text }: { readonly text: string }) =>
      Effect.sync(() => {
        texts.push(text)
        return { outcome: "sent" } as const
      })
    return {
      scope,
      ticket,
      texts,
      deliver,
      hold: (body: string, sendAfterSeconds = long) =>
        fresh(
          comments.add(scope, byKey, ticket, {
            body,
            visibility: "public",
            authorType: "AGENT",
            source: "api",
            sendAfterSeconds
          })
        ),
      takeBack: (id: Effect.Success<ReturnType<typeof answered>>["id"]) =>
        fresh(comments.delete(scope, byKey, ticket, id, { unsent: true }))
    }
  })

  it.effect("keeps its place in its conversation, even when what was before it is done", () =>
    Effect.gen(function* () {
      const { deliver, hold, scope, takeBack, texts, ticket } = yield* talk
      yield* answered(scope, ticket, "first")
      const held = yield* hold("held")
      yield* answered(scope, ticket, "last")
      yield* startSender(deliver)
      yield* until(statusesOf(scope, ticket), ([first]) => first === "sent")
      const { system } = yield* Database
      const [row] = yield* system<{ waits: boolean }>`SELECT due_at >= held_until AS waits FROM outgoing_mail
        WHERE comment_id = ${uuidOf(held.id)} AND state = 'queued'`
      assert.deepStrictEqual([row, texts], [{ waits: true }, ["first"]])
      // Messages behind it continue once it is gone.
      yield* takeBack(held.id)
      yield* until(statusesOf(scope, ticket), ([, , last]) => last === "sent")
      assert.deepStrictEqual(
        [texts, yield* statusesOf(scope, ticket)],
        [
          ["first", "last"],
          ["sent", "suppressed", "sent"]
        ]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("is sent by itself when its time has come", () =>
    Effect.gen(function* () {
      const { deliver, hold, scope, texts, ticket } = yield* talk
      yield* startSender(deliver)
      yield* hold("soon", 1)
      yield* until(statusesOf(scope, ticket), all("sent"))
      assert.deepStrictEqual(texts, ["soon"])
    }).pipe(Effect.scoped)
  )

  it.effect("is not withdrawn from a sender that has started, however close they come", () =>
    Effect.gen(function* () {
      const { hold, scope, takeBack, ticket } = yield* talk
      const { reads, system } = yield* Database
      const { id } = yield* hold("held")
      // A sender leases it while the command waits for its row.
      const takingBack = yield* Effect.gen(function* () {
        const [lease] = yield* system<{
          pid: number
        }>`UPDATE outgoing_mail SET state = 'sending', attempts = attempts + 1
          WHERE comment_id = ${uuidOf(id)} RETURNING pg_backend_pid() AS pid`
        const fiber = yield* Effect.forkScoped(Effect.flip(takeBack(id)))
        yield* Effect.repeat(
          reads`SELECT FROM pg_locks WHERE NOT granted AND ${lease?.pid}::int = ANY(pg_blocking_pids(pid))`,
          { until: (waiting) => waiting.length > 0 }
        )
        return fiber
      }).pipe(system.withTransaction)
      const refused = yield* Fiber.join(takingBack)
      assert.strictEqual(refused._tag, "InvalidState")
      assert.deepStrictEqual(yield* statusesOf(scope, ticket), ["queued"])
    }).pipe(Effect.scoped)
  )

  it.effect("is either sent or withdrawn, never both, whoever is faster", () =>
    Effect.gen(function* () {
      const { deliver, hold, scope, takeBack, texts, ticket } = yield* talk
      const comments = yield* Effect.forEach(
        Array.from({ length: 30 }, (_, n) => `${n}`),
        (body) => hold(body, 0),
        { concurrency: 5 }
      )
      yield* startSender(deliver)
      const taken = yield* Effect.forEach(
        comments.toReversed(),
        ({ body, id }) => Effect.option(Effect.as(takeBack(id), body)),
        { concurrency: 4 }
      )
      const back = taken.flatMap((one) => (one._tag === "Some" ? [one.value] : []))
      yield* until(statusesOf(scope, ticket), (statuses) => !statuses.includes("queued"))
      assert.sameMembers(
        [...back, ...texts],
        comments.map(({ body }) => body)
      )
    }).pipe(Effect.scoped)
  )
})
