import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type BrandId, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { furnishedAccount } from "../support/furnishedAccount.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { teamMember } from "../support/teamMember.ts"

/** A brand with a record of every kind that paths refer to, and the values for the parameters of such paths. */
const furnished = Effect.gen(function* () {
  const { ask } = yield* HttpSite
  const made = Effect.fnUntraced(function* (path: string, body: object) {
    const answer = yield* ask("POST", path, { body })
    assert.strictEqual(answer.status, 201, answer.text)
    return answer.json
  })
  const brandId: string = (yield* made("/v1/brands", { name: "Hidden" })).id
  const brand = `/v1/brands/${brandId}`
  const ticket = yield* made(`${brand}/tickets`, { title: "zebra", customerEmail: "zed@north.example" })
  const of = { brandId, ticketId: ticket.id, customerId: ticket.customerId }
  const comment = yield* made(`${brand}/tickets/${ticket.id}/comments`, { body: "zebra again" })
  const [status] = (yield* ask("GET", `${brand}/statuses`)).json
  return {
    ...of,
    commentId: comment.id,
    statusId: status.id,
    tagId: (yield* made(`${brand}/tags`, { name: "zebra" })).id,
    companyId: (yield* made(`${brand}/companies`, { name: "Zebra" })).id,
    categoryId: (yield* made(`${brand}/categories`, { name: "Zebra" })).id,
    webhookId: (yield* made(`${brand}/webhooks`, { url: "https://x.example", events: ["*"] })).id
  } as Readonly<Record<string, string>>
})

layer(site(), { excludeTestServices: true })("A deleted brand", (it) => {
  it.effect("is not found, nor is anything below it, wherever it can be read", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const known = yield* furnished
      const paths: Readonly<Record<string, object>> = (yield* ask("GET", "/v1/openapi.json")).json.paths
      const reads = Object.entries(paths).flatMap(([path, operations]) => {
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
        return path.startsWith("/v1/brands/{brandId}") && "get" in operations && named.every((name) => name in known)
          ? [
              path
                .replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? "")
                .concat(
                  /search/.test(path) ? "?q=ze" : /portal.tokens/.test(path) ? "?customerEmail=ann@zebra.example" : ""
                )
            ]
          : []
      })
      assert.isAbove(reads.length, 30)
      for (const path of reads) assert.strictEqual((yield* ask("GET", path)).status, 200, path)
      const across = ["/v1/tickets", "/v1/search?q=zebra"]
      for (const path of across) assert.isNotEmpty((yield* ask("GET", path)).json.data, path)

      const brand = `/v1/brands/${known["brandId"]}`
      assert.strictEqual((yield* ask("DELETE", `${brand}?confirm=true`)).status, 200)
      for (const path of reads) {
        const { json, status } = yield* ask("GET", path)
        assert.deepInclude({ ...json, status }, { status: 404, code: "not_found" }, path)
      }
      for (const path of across) assert.isEmpty((yield* ask("GET", path)).json.data, path)
    })
  )

  it.effect("is listed for whoever may restore it while that is possible, latest first", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live, test } = yield* Installation
      const { system } = yield* Database
      const gone = Effect.fnUntraced(function* (name: string, key: string) {
        const { json } = yield* ask("POST", "/v1/brands", { key, body: { name } })
        assert.strictEqual((yield* ask("DELETE", `/v1/brands/${json.id}?confirm=true`, { key })).status, 200)
        return json.id as BrandId
      })
      const owner = yield* teamMember("owner")
      const stranger = yield* furnishedAccount
      yield* gone("Not mine", stranger.live.key)
      yield* gone("Of tests", test.key)
      const [alpha, zulu, old] = [
        yield* gone("Alpha", live.key),
        yield* gone("Zulu", live.key),
        yield* gone("Old", live.key)
      ]
      yield* system`update brands set deleted_at = now() - interval '29 days 23 hours' where id = ${uuidOf(alpha)}`
      yield* system`update brands set deleted_at = now() - interval '30 days 1 minute' where id = ${uuidOf(old)}`
      const known = new Set<string>([alpha, zulu, old, live.brand.id])
      const listed = Effect.fnUntraced(function* (deleted: string, key: string = live.key) {
        const { json, status } = yield* ask("GET", `/v1/brands${deleted}`, { key })
        assert.strictEqual(status, 200)
        return (json as ReadonlyArray<{ id: string; name: string; deletedAt?: string }>).filter(
          ({ id, name }) => known.has(id) || name === "Not mine" || name === "Of tests"
        )
      })
      const idsOf = (brands: ReadonlyArray<{ readonly id: string }>) => brands.map(({ id }) => id)

      for (const key of [live.key, owner.key]) {
        const only = yield* listed("?deleted=only", key)
        assert.deepStrictEqual(idsOf(only), [zulu, alpha])
        for (const { deletedAt } of only) assert.match(deletedAt ?? "", /^\d{4}-.*Z$/)
      }
      const all = yield* listed("?deleted=include")
      assert.sameMembers(idsOf(all), [zulu, alpha, live.brand.id])
      assert.deepStrictEqual(
        idsOf(all),
        idsOf(all.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1)))
      )
      for (const query of ["", "?deleted=", "?deleted=exclude"]) {
        const there = yield* listed(query)
        assert.deepStrictEqual(idsOf(there), [live.brand.id])
        assert.notProperty(there[0], "deletedAt")
      }

      const limitedKey = yield* ask("POST", "/v1/accounts/me/api-keys", {
        body: { name: "limited", brandIds: [live.brand.id] }
      })
      const agent = yield* teamMember("agent")
      const admin = yield* teamMember("admin")
      for (const [key, required] of [
        [limitedKey.json.secret, "all_brands"],
        [agent.key, "owner"],
        [admin.key, "owner"]
      ]) {
        for (const deleted of ["only", "include"]) {
          const { json } = yield* ask("GET", `/v1/brands?deleted=${deleted}`, { key })
          assert.deepInclude(json, { status: 403, code: "forbidden", required })
        }
        assert.strictEqual((yield* ask("GET", "/v1/brands", { key })).status, 200)
      }

      const refused = yield* ask("GET", "/v1/brands?deleted=yes")
      assert.strictEqual(refused.status, 400)
      assert.deepInclude(refused.json.errors[0], { field: "deleted", code: "enum" })

      const restored = yield* ask("POST", `/v1/brands/${zulu}/restore`)
      assert.strictEqual(restored.status, 200)
      assert.notProperty(restored.json, "deletedAt")
      assert.deepStrictEqual(idsOf(yield* listed("?deleted=only")), [alpha])
      assert.include(idsOf(yield* listed("")), zulu)
      assert.strictEqual((yield* ask("POST", `/v1/brands/${old}/restore`)).status, 404)
    })
  )
})
