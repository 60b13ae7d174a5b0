import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite, site } from "../support/HttpSite.ts"

/** A brand with a record of every kind that an address names, and what stands for the parameters of such addresses. */
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
  it.effect("is unknown with all that is below it, wherever it can be read", () =>
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
})
