import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { assertDeclared } from "../support/declaredAnswers.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

layer(site(), { excludeTestServices: true })("The filter of deliveries", (it) => {
  const ask = Effect.fnUntraced(function* (method: string, path: string, body?: object) {
    const answer = yield* (yield* HttpSite).ask(method, path, body === undefined ? {} : { body })
    assertDeclared(method, path, answer.status, answer.json)
    return answer
  })

  it.effect("by event accepts one name, canonical or alias, and refuses names that no delivery can have", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const path = `/v1/brands/${live.brand.id}/webhooks`
      const made = yield* ask("POST", path, { url: "https://hooks.example/filter", events: ["*"] })
      const deliveries = `${path}/${made.json.id}/deliveries`
      const ticket = yield* ask("POST", `/v1/brands/${live.brand.id}/tickets`, {
        title: "Invoice",
        customerEmail: "ines@north.example"
      })
      yield* ask("POST", `/v1/brands/${live.brand.id}/tickets/${ticket.json.id}/comments`, { body: "Which one?" })
      const found = (event: string) => Effect.map(ask("GET", `${deliveries}?event=${event}`), ({ json }) => json)
      assert.lengthOf(yield* found("ticket.created"), 1)
      assert.lengthOf(yield* found("ticket.comment.created"), 1)
      assert.deepStrictEqual(
        (yield* found("ticket.comment.created")).map(({ event }: { event: string }) => event),
        (yield* found("comment.created")).map(({ event }: { event: string }) => event)
      )
      assert.lengthOf(yield* found("ticket.closed"), 0)
      for (const event of ["ticket.exploded", "ticket.*", "*", "ticket.created,ticket.closed"]) {
        const refused = yield* ask("GET", `${deliveries}?event=${event}`)
        assert.strictEqual(refused.status, 400, event)
        assert.deepInclude(refused.json.errors[0], { field: "event", code: "enum" })
      }
    })
  )

  it.effect("by a ticket that does not exist returns an empty page, with no next one", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const path = `/v1/brands/${live.brand.id}`
      const made = yield* ask("POST", `${path}/webhooks`, { url: "https://hooks.example/none", events: ["*"] })
      const ticket = { title: "Invoice", customerEmail: "ines@north.example" }
      for (const _ of [1, 2]) yield* ask("POST", `${path}/tickets`, ticket)
      const page = (query: string) => ask("GET", `${path}/webhooks/${made.json.id}/deliveries?limit=1${query}`)
      assert.isTrue((yield* page("")).headers.has("x-next-cursor"))
      const none = yield* page("&ticketId=tkt_01m893khb3f5bbmdqn6zazb1ra")
      assert.deepStrictEqual([none.json, none.headers.has("x-next-cursor")], [[], false])
    })
  )
})
