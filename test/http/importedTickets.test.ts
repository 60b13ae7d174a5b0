import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { askBrand as ask } from "../support/configuring.ts"
import { fakeRelay } from "../support/FakeRelay.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { mailerFor } from "../support/mailerFor.ts"
import { until } from "../support/until.ts"

const watcher = "watcher@watch.example"
const ticket = {
  title: "Late order",
  customerEmail: "ines@north.example",
  watchers: [{ memberId: `custom_${watcher}`, memberEmail: watcher }]
}

layer(site(), { excludeTestServices: true })("What is imported", (it) => {
  it.effect("keeps its place in time and notifies no one, but is published as events", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const { json: recent } = yield* ask("POST", "/tickets", { body: ticket })
      const old = [2, 1].map((day) => ({ ...ticket, imported: { createdAt: `2024-03-0${day}T10:00:00+01:00` } }))
      const [second, first] = yield* Effect.forEach(old, (body) => ask("POST", "/tickets", { body }))
      assert.strictEqual(first?.status, 201, first?.text)
      assert.strictEqual(first?.json.createdAt, "2024-03-01T09:00:00.000Z")
      const listed = yield* ask("GET", "/tickets?order=asc&limit=3")
      assert.deepStrictEqual(
        listed.json.data.map(({ id }: { readonly id: string }) => id),
        [first?.json.id, second?.json.id, recent.id]
      )
      const before = yield* ask("GET", "/tickets?createdBefore=2024-03-02T00:00:00Z")
      assert.deepStrictEqual(
        before.json.data.map(({ id }: { readonly id: string }) => id),
        [first?.json.id]
      )

      const path = `/tickets/${first?.json.id}`
      const said = ["We look into it.", "Found it.", "Thanks!"].map((body) => ({
        body,
        imported: { createdAt: "2024-03-01T11:00:00Z" },
        ...(body === "Thanks!" ? { authorType: "CUSTOMER" } : { authorName: "Nina" })
      }))
      for (const body of said) {
        const { json, status, text } = yield* ask("POST", `${path}/comments`, { body })
        assert.strictEqual(status, 201, text)
        assert.deepStrictEqual([json.createdAt, json.editedAt], ["2024-03-01T11:00:00.000Z", undefined])
      }
      const comments = yield* ask("GET", `${path}/comments`)
      assert.deepStrictEqual(
        comments.json.map(({ body }: { readonly body: string }) => body),
        said.map(({ body }) => body)
      )
      assert.deepInclude((yield* ask("GET", path)).json, {
        status: "open",
        firstRespondedAt: "2024-03-01T11:00:00.000Z",
        waitingSince: "2024-03-01T11:00:00.000Z"
      })
      assert.isEmpty((yield* ask("GET", `${path}/messages`)).json)
      const events = yield* (yield* HttpSite).ask("GET", `/v1/events?ticketId=${first?.json.id}`)
      assert.deepStrictEqual(
        events.json.data.map(({ type }: { readonly type: string }) => type),
        ["ticket.created", "comment.created", "comment.created", "comment.created"]
      )
      // The notification about the other ticket comes after any that these would have caused.
      yield* ask("POST", `/tickets/${recent.id}/comments`, { body: { body: "Ask Tom.", visibility: "internal" } })
      yield* ask("PATCH", `/tickets/${recent.id}`, { body: { status: "resolved" } })
      yield* until(
        Effect.sync(() => relay.sent.filter(({ to }) => to.includes(watcher))),
        (sent) => sent.length > 0
      )
      assert.isTrue(relay.sent.every(({ to }) => to.includes(watcher)))
      assert.lengthOf(relay.sent, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("is refused when it is dated in the future, or someone would have to be notified", () =>
    Effect.gen(function* () {
      const refused = Effect.fnUntraced(function* (path: string, body: object) {
        const { json } = yield* ask("POST", path, { body })
        return json.errors.map(({ code, field }: { readonly code: string; readonly field: string }) => [field, code])
      })
      const imported = { createdAt: "2999-01-01" }
      assert.deepStrictEqual(yield* refused("/tickets", { ...ticket, imported, notifyCustomer: true }), [
        ["imported.createdAt", "range"],
        ["notifyCustomer", "not_allowed"]
      ])
      assert.deepStrictEqual(yield* refused("/tickets", { ...ticket, imported: { createdAt: "March" } }), [
        ["imported.createdAt", "format"]
      ])
      assert.deepStrictEqual(yield* refused("/tickets", { ...ticket, imported: {} }), [
        ["imported.createdAt", "required"]
      ])
    })
  )
})
