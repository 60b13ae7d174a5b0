import { Effect } from "effect"
import { uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { seedTenant } from "./seedTenant.ts"

/** A new account with both tenants and no team members; returns the live tenant. */
export const seedAccount = Effect.gen(function* () {
  const live = yield* seedTenant("live")
  const { system } = yield* Database
  yield* Effect.orDie(system`insert into tenants (id, account_id, mode)
    values (${crypto.randomUUID()}, ${uuidOf(live.accountId)}, 'test')`)
  return live
})
