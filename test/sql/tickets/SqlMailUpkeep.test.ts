import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlMailUpkeep from "../../../src/sql/tickets/SqlMailUpkeep.ts"
import { MailUpkeep } from "../../../src/tickets/MailUpkeep.ts"
import { freshBrand, ticketService } from "../../support/ticketService.ts"

layer(Layer.provideMerge(SqlMailUpkeep.layer, ticketService), { excludeTestServices: true })(
  "An address with bounced mail",
  (it) => {
    it.effect("is forgotten once mail may go there again, some hundreds at a time", () =>
      Effect.gen(function* () {
        const { system } = yield* Database
        const { forgetRested } = yield* MailUpkeep
        const { brandId, tenant } = yield* freshBrand
        const rest = (name: string, days: number, count: number) =>
          system`insert into bounced_addresses (tenant_id, brand_id, address, bounced_at)
            select ${tenant.id}, ${uuidOf(brandId)}, ${name} || n || '@north.example', now() - make_interval(days => ${days}, mins => 1)
            from generate_series(1, ${count}) n`
        yield* rest("old", 60, 501)
        yield* rest("young", 59, 2)
        assert.deepStrictEqual([yield* forgetRested, yield* forgetRested, yield* forgetRested], [500, 1, 0])
        const left = yield* system<{ address: string }>`select address from bounced_addresses order by address`
        assert.deepStrictEqual(
          left.map(({ address }) => address),
          ["young1@north.example", "young2@north.example"]
        )
      })
    )
  }
)
