import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

layer(site(), { excludeTestServices: true })("Tickets over HTTP", (it) => {
  it.effect("opens a ticket and reads it back", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const made = yield* ask("POST", `/v1/brands/${live.brand.id}/tickets`, {
        body: { title: "Where is my parcel?", customerEmail: "Ada@Example.com", customFields: false }
      })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.json, {
        title: "Where is my parcel?",
        customerEmail: "ada@example.com",
        customFields: false
      })
      const read = yield* ask("GET", made.headers.get("location") ?? "")
      assert.strictEqual(read.status, 200, read.text)
      console.log(read.text, [...made.headers])
    })
  )
})
