import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as fc from "fast-check"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { type BrandId, uuidOf } from "../../../src/domain/Ids.ts"
import { type MailToken, mailToken, tokenLocalPart } from "../../../src/domain/ReplyAddress.ts"
import { Database } from "../../../src/sql/Database.ts"
import { layer as directory } from "../../../src/sql/intake/SqlRecipientDirectory.ts"
import { RecipientDirectory } from "../../../src/tickets/intake/RecipientDirectory.ts"
import { seedBrand, seedTenant } from "../../support/seedTenant.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"

const own = "inbound.example"
const domains = [own, "acme.example", "shop.example", "elsewhere.example"] as const
const locals = ["help", "sales", "sales+eu", "*", "postmaster"] as const

interface Kept {
  readonly brandId: BrandId
  readonly local: string
  readonly domain: string
  readonly verified: boolean
}

/** Routing rules without SQL: the first rule that knows the address wins (docs/channels/email.md). */
const expected = (
  kept: ReadonlyArray<Kept>,
  brands: ReadonlyArray<BrandId>,
  tokens: ReadonlyMap<string, BrandId>,
  address: string
): readonly [rule: string, brand: BrandId] | undefined => {
  const folded = address.toLowerCase()
  const [local, domain] = [folded.slice(0, folded.lastIndexOf("@")), folded.slice(folded.lastIndexOf("@") + 1)]
  const token = /(?:^|\+)r\.([0-9a-z]{26})$/.exec(local)?.[1]
  if (token !== undefined) {
    const brand = tokens.get(token)
    return brand === undefined ? undefined : ["reply_address", brand]
  }
  const at = (name: string) => kept.find((one) => one.verified && one.local === name && one.domain === domain)?.brandId
  const [name = ""] = local.split("+", 1)
  const byId = domain === own ? brands.find((id) => id === name) : undefined
  const operated = name === "postmaster" || name === "abuse"
  const [oldest] = [...brands].sort()
  const domains = kept.filter((one) => one.verified && one.domain === domain && domain !== own)
  const [owner] = domains.map(({ brandId }) => brandId).sort()
  const rules: ReadonlyArray<readonly [string, BrandId | undefined]> = [
    ["address", at(local)],
    ["tagged_address", at(name)],
    ["brand_id", byId],
    ["operator", operated ? (domain === own ? oldest : owner) : undefined],
    ["catch_all", domain === own ? undefined : at("*")]
  ]
  for (const [rule, brand] of rules) if (brand !== undefined) return [rule, brand]
  return undefined
}

const site = directory(own).pipe(Layer.provideMerge(Layer.mergeAll(TestDatabase.layer, IdGenerator.layer)))

layer(site, { excludeTestServices: true })("An envelope recipient", (it) => {
  it.effect(
    "leads to the brand of the first rule that knows it, whatever the addresses are and however it is written",
    () =>
      Effect.gen(function* () {
        const { system } = yield* Database
        const recipients = yield* RecipientDirectory
        const tenants = [yield* seedTenant("live"), yield* seedTenant("live")]
        const scopes = [yield* seedBrand(tenants[0] ?? assert.fail()), yield* seedBrand(tenants[1] ?? assert.fail())]
        const brands = scopes.map(({ brandId }) => brandId)
        const tokens = new Map<string, BrandId>()
        for (const { brandId, tenant } of scopes) {
          const token = mailToken(crypto.getRandomValues(new Uint8Array(16)))
          yield* system`insert into reply_addresses (token, tenant_id, brand_id) values (${token}, ${tenant.id}, ${uuidOf(brandId)})`
          tokens.set(token, brandId)
        }
        // Each name belongs to one brand or to none, verified or not.
        const kept: Array<Kept> = []
        const holders = fc.sample(fc.constantFrom(0, 1, undefined), { numRuns: locals.length * domains.length })
        const proofs = fc.sample(fc.boolean(), { numRuns: locals.length * domains.length })
        for (const [index, [local, domain]] of domains.flatMap((d) => locals.map((l) => [l, d] as const)).entries()) {
          const scope = scopes[holders[index] ?? -1]
          if (scope === undefined || (domain === own && (local === "*" || local === "postmaster"))) continue
          const [verified = true, id] = [proofs[index], (yield* IdGenerator).next("address")]
          yield* system`insert into addresses (id, tenant_id, brand_id, local_part, domain, kind, verified)
          values (${uuidOf(id)}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, ${local}, ${domain === own ? "" : domain}, 'domain', ${verified})`
          kept.push({ brandId: scope.brandId, local, domain, verified })
        }

        const token = fc.constantFrom(...tokens.keys(), "0".repeat(26))
        const local = fc.oneof(
          fc.constantFrom(...locals, ...brands, "abuse", "nobody", ""),
          fc
            .tuple(fc.constantFrom(...locals, ...brands), fc.constantFrom("x", "r.x", "+", ""))
            .map((parts) => parts.join("+")),
          token.map((one) => tokenLocalPart("reply", one as MailToken)),
          fc
            .tuple(fc.constantFrom(...locals), token)
            .map(([box, one]) => `${box}+${tokenLocalPart("reply", one as MailToken)}`),
          fc.string({ maxLength: 20 })
        )
        const address = fc
          .tuple(local, fc.constantFrom(...domains), fc.func(fc.boolean()))
          .map(([local, domain, shout]) =>
            [...`${local}@${domain}`].map((c, at) => (shout(at) ? c.toUpperCase() : c)).join("")
          )
          .filter((text) => !text.includes("\0"))
        for (const text of fc.sample(address, 400)) {
          const found = yield* recipients.find(
            text.slice(0, text.lastIndexOf("@")),
            text.slice(text.lastIndexOf("@") + 1)
          )
          const seen = Option.map(found, ({ route, scope }) => [route.rule, scope.brandId] as const)
          const note = `${JSON.stringify(text)} among ${JSON.stringify(kept)}`
          assert.deepStrictEqual(Option.getOrUndefined(seen), expected(kept, brands, tokens, text), note)
        }
      })
  )
})
