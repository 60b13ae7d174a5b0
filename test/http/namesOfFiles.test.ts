import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlCustomerErasureStore from "../../src/sql/customers/SqlCustomerErasureStore.ts"
import { Database } from "../../src/sql/Database.ts"
import { CustomerErasureStore } from "../../src/tickets/customers/CustomerErasureStore.ts"
import { announce, brandPath, openTicket, send, uploaded } from "../support/attachmentCalls.ts"
import { HttpSite, site } from "../support/HttpSite.ts"

const forgotten = Effect.gen(function* () {
  const { forget } = yield* CustomerErasureStore
  while ((yield* forget) > 0);
}).pipe(Effect.provide(SqlCustomerErasureStore.layer), Effect.orDie)

/** Entries of the audit log that contain the word. */
const linesWith = Effect.fnUntraced(function* (word: string) {
  const { system } = yield* Database
  return yield* system<{ event: string }>`SELECT event FROM audit_log l WHERE strpos(l::text, ${word}) > 0 ORDER BY id`
}, Effect.orDie)

/** A ticket with files of that name: uploaded before it, announced on it, removed from it, and on a comment. */
const furnished = Effect.fnUntraced(function* (word: string) {
  const { ask } = yield* HttpSite
  const filename = `${word}.txt`
  const waiting = Effect.gen(function* () {
    const pending = `${yield* brandPath}/attachments/pending`
    const upload = yield* announce(pending, "x", { filename })
    yield* send(upload.uploadUrl, "x")
    yield* ask("POST", `${pending}/${upload.id}/confirm`)
    return upload.id as string
  })
  const ticket = yield* openTicket({ customerEmail: `${word}@north.example`, attachmentIds: [yield* waiting] })
  yield* announce(`${ticket}/attachments`, "x", { filename })
  const removed = yield* uploaded(ticket, "y", { filename })
  yield* ask("DELETE", `${ticket}/attachments/${removed.id}`)
  yield* ask("POST", `${ticket}/comments`, {
    body: { body: "Here it is.", authorType: "CUSTOMER", attachmentIds: [yield* waiting] }
  })
  assert.isAbove((yield* linesWith(filename)).length, 6)
  return { ticket, filename }
})

layer(site(), { excludeTestServices: true })("File names leave the audit log", (it) => {
  it.effect("with a ticket that is purged, and no others", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const [gone, kept] = [yield* furnished("purged"), yield* furnished("kept")]
      const before = yield* linesWith(kept.filename)
      assert.strictEqual((yield* ask("DELETE", `${gone.ticket}?permanent=true`)).status, 200)
      assert.deepStrictEqual(yield* linesWith(gone.filename), [])
      assert.deepStrictEqual(yield* linesWith(kept.filename), before)
    })
  )

  it.effect("with a customer who is erased", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { filename, ticket } = yield* furnished("erased")
      const { customerId } = (yield* ask("GET", ticket)).json
      yield* ask("POST", `${yield* brandPath}/customers/${customerId}/erase?confirm=true`)
      yield* forgotten
      assert.deepStrictEqual(yield* linesWith(filename), [])
    })
  )
})
