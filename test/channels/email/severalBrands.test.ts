import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { Database } from "../../../src/sql/Database.ts"
import { client, deliver, inboundDomain, layer as mailSite, rowsOf, ticketsOf } from "../../support/MailSite.ts"
import { message } from "../../support/message.ts"
import { seedBrand, seedTenant } from "../../support/seedTenant.ts"

const addressOf = ({ brandId }: BrandScope) => `${brandId}@${inboundDomain}`

/** Two brands of one tenant, and one of another. */
const threeBrands = Effect.gen(function* () {
  const [one, other] = [yield* seedTenant(), yield* seedTenant()]
  return [yield* seedBrand(one), yield* seedBrand(one), yield* seedBrand(other)] as const
})

layer(mailSite({ limits: { sessionsPerAddress: 40, refusedPerHour: 2 } }), {
  excludeTestServices: true
})("A mail to brands of several tenants", (it) => {
  it.effect("is stored for all of them in one transaction, with the events of each", () =>
    Effect.gen(function* () {
      const scopes = yield* threeBrands
      const reply = yield* deliver(message(), scopes.map(addressOf))
      assert.match(reply, /^250 2\.6\.0 accepted inb_\w{26} inb_\w{26} inb_\w{26}$/)
      const { system } = yield* Database
      const ids = scopes.map(({ brandId }) => uuidOf(brandId))
      const transactions = yield* system`
          select distinct xmin::text as id from inbound_messages where brand_id in ${system.in(ids)}
          union select distinct xmin::text from tickets where brand_id in ${system.in(ids)}`
      assert.lengthOf(transactions, 1)
      for (const scope of scopes) {
        assert.lengthOf(yield* ticketsOf(scope), 1)
        assert.include(
          (yield* rowsOf("events", scope.brandId)).map(({ type }) => type),
          "ticket.created"
        )
      }
    })
  )

  it.effect("is stored for none when one cannot store it, and for the rest when it is retried", () =>
    Effect.gen(function* () {
      const [one, , gone] = yield* threeBrands
      const { system } = yield* Database
      const mail = message()
      const reply = yield* Effect.scoped(
        Effect.gen(function* () {
          const smtp = yield* client
          yield* Effect.promise(() => smtp.envelope("ines@north.example", addressOf(one), addressOf(gone)))
          yield* system`update brands set deleted_at = now() where id = ${uuidOf(gone.brandId)}`
          return yield* Effect.promise(() => smtp.data(mail))
        })
      )
      assert.match(reply, /^451 4\.3\.0/)
      for (const scope of [one, gone]) {
        assert.deepStrictEqual(yield* ticketsOf(scope), [])
        assert.deepStrictEqual(yield* rowsOf("inbound_messages", scope.brandId), [])
      }
      assert.match(yield* deliver(mail, addressOf(one)), /^250/)
      assert.lengthOf(yield* ticketsOf(one), 1)
    })
  )

  it.effect("has one effect for each however often it arrives, in whatever order they are named", () =>
    Effect.gen(function* () {
      const scopes = yield* threeBrands
      const mail = message()
      const [one, two, three] = scopes.map(addressOf)
      const orders = [[one, two, three], [three, two, one], [two, three], [one]].map((order) =>
        order.flatMap((address) => address ?? [])
      )
      const replies = yield* Effect.forEach([...orders, ...orders, ...orders], (order) => deliver(mail, order), {
        concurrency: "unbounded"
      })
      for (const reply of replies) assert.match(reply, /^250/)
      for (const scope of scopes) assert.lengthOf(yield* ticketsOf(scope), 1)
    })
  )

  it.effect("is deferred for all if one has had too much from its sender, and refused for none", () =>
    Effect.gen(function* () {
      const [one, two] = yield* threeBrands
      for (const _ of [1, 2])
        yield* deliver(message({ from: "often@north.example" }), addressOf(two), "often@north.example")
      const mail = message({ from: "often@north.example" })
      const reply = yield* deliver(mail, [addressOf(one), addressOf(two)], "often@north.example")
      assert.match(reply, /^451 .*within an hour/)
      assert.deepStrictEqual(yield* ticketsOf(one), [])
    })
  )
})
