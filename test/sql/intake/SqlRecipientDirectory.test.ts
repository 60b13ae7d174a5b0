import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { Database } from "../../../src/sql/Database.ts"
import { layer as directory } from "../../../src/sql/intake/SqlRecipientDirectory.ts"
import { RecipientDirectory } from "../../../src/tickets/intake/RecipientDirectory.ts"
import { seedBrand, seedTenant } from "../../support/seedTenant.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"

const domain = "inbound.example"
const site = directory(domain).pipe(Layer.provideMerge(Layer.mergeAll(TestDatabase.layer, IdGenerator.layer)))

const brandOf = (local: string, host = domain) =>
  Effect.map(
    RecipientDirectory.use((recipients) => recipients.find(local, host)),
    Option.map(({ scope }) => scope.brandId)
  )

const address = Effect.fnUntraced(function* (scope: BrandScope, local: string, host: string, verified = true) {
  const { system } = yield* Database
  const id = (yield* IdGenerator).next("address")
  yield* system`insert into addresses (id, tenant_id, brand_id, local_part, domain, kind, verified)
    values (${uuidOf(id)}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, ${local}, ${host}, 'alias', ${verified})`
})

layer(site, { excludeTestServices: true })("SqlRecipientDirectory", (it) => {
  it.effect("knows a brand by its id, in any case and with a tag", () =>
    Effect.gen(function* () {
      const scope = yield* Effect.flatMap(seedTenant("test"), (tenant) => seedBrand(tenant))
      for (const local of [scope.brandId, scope.brandId.toUpperCase(), `${scope.brandId}+invoice`])
        assert.deepStrictEqual(yield* brandOf(local), Option.some(scope.brandId), local)
      const found = yield* RecipientDirectory.use((recipients) => recipients.find(scope.brandId, domain))
      assert.deepStrictEqual(Option.getOrUndefined(found)?.scope, scope)
    })
  )

  it.effect("knows a brand by its verified addresses, here and elsewhere", () =>
    Effect.gen(function* () {
      const scope = yield* Effect.flatMap(seedTenant(), (tenant) => seedBrand(tenant))
      yield* address(scope, "acme", "")
      yield* address(scope, "support", "acme.example")
      yield* address(scope, "support", "unproven.example", false)
      assert.deepStrictEqual(yield* brandOf("Acme"), Option.some(scope.brandId))
      assert.deepStrictEqual(yield* brandOf("support+1", "ACME.example"), Option.some(scope.brandId))
      assert.deepStrictEqual(yield* brandOf("support", "unproven.example"), Option.none())
      assert.deepStrictEqual(yield* brandOf("acme", "acme.example"), Option.none())
      assert.deepStrictEqual(yield* brandOf("acme", ""), Option.none())
      assert.deepStrictEqual(yield* brandOf(scope.brandId, "acme.example"), Option.none())
    })
  )

  it.effect("prefers a whole local part to the part before its tag", () =>
    Effect.gen(function* () {
      const tenant = yield* seedTenant()
      const [one, two] = [yield* seedBrand(tenant), yield* seedBrand(tenant)]
      yield* address(one, "sales", "")
      yield* address(two, "sales+eu", "")
      assert.deepStrictEqual(yield* brandOf("sales+eu"), Option.some(two.brandId))
      assert.deepStrictEqual(yield* brandOf("sales+us"), Option.some(one.brandId))
    })
  )

  it.effect("knows no brand that is deleted or receives no mail", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const tenant = yield* seedTenant()
      const [deleted, deaf] = [yield* seedBrand(tenant), yield* seedBrand(tenant)]
      yield* system`update brands set deleted_at = now() where id = ${uuidOf(deleted.brandId)}`
      yield* system`update brands set inbound_email_enabled = false where id = ${uuidOf(deaf.brandId)}`
      assert.deepStrictEqual(yield* brandOf(deleted.brandId), Option.none())
      assert.deepStrictEqual(yield* brandOf(deaf.brandId), Option.none())
    })
  )
})

layer(site, { excludeTestServices: true })("SqlRecipientDirectory for the operator", (it) => {
  it.effect("routes postmaster and abuse of our own domain to the oldest live brand", () =>
    Effect.gen(function* () {
      yield* Effect.flatMap(seedTenant("test"), (tenant) => seedBrand(tenant))
      const tenant = yield* seedTenant("live")
      const [oldest] = [yield* seedBrand(tenant), yield* seedBrand(tenant)]
      assert.deepStrictEqual(yield* brandOf("Postmaster"), Option.some(oldest.brandId))
      assert.deepStrictEqual(yield* brandOf("abuse"), Option.some(oldest.brandId))
      assert.deepStrictEqual(yield* brandOf("postmaster", "elsewhere.example"), Option.none())
    })
  )
})
