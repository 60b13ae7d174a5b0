import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { announce, brandPath, send } from "../support/attachmentCalls.ts"
import { askBrand as ask, refusal } from "../support/configuring.ts"
import { type EventReader, readEvents } from "../support/EventReader.ts"
import { type FakeRelay, fakeRelay } from "../support/FakeRelay.ts"
import { assertForeign } from "../support/foreignIds.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { becomeDue, mailerFor } from "../support/mailerFor.ts"
import { enter, openBrand } from "../support/portal.ts"
import { teamMember } from "../support/teamMember.ts"
import { until } from "../support/until.ts"

/** Seconds: longer than any test takes, and short enough to wait for. */
const [long, short] = [60, 1]

let serial = 0
const opened = Effect.fnUntraced(function* (more: object = {}) {
  const customerEmail = `held-${++serial}@north.example`
  const { json } = yield* ask("POST", "/tickets", { body: { title: "t", body: "b", customerEmail, ...more } })
  return { id: json.id as string, path: `/tickets/${json.id}`, comments: `/tickets/${json.id}/comments`, customerEmail }
})

const sentTo = (relay: FakeRelay, address: string) =>
  until(
    Effect.sync(() => relay.sent.filter(({ to }) => to.includes(address))),
    (sent) => sent.length > 0
  )

const typesOn = Effect.fnUntraced(function* (id: string) {
  const { json } = yield* (yield* HttpSite).ask("GET", `/v1/events?ticketId=${id}`)
  return json.data.map(({ type }: { readonly type: string }) => type)
})

layer(site(), { excludeTestServices: true })("A reply that waits to be sent", (it) => {
  it.effect("is sent when its time has come and not before, and so are notifications to watchers", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const watched = Effect.gen(function* () {
        const email = `watcher-${++serial}@watch.example`
        return {
          ...(yield* opened({ watchers: [{ memberId: `custom_${email}`, memberEmail: email }] })),
          email
        }
      })
      const held = yield* watched
      const made = yield* ask("POST", held.comments, { body: { body: "On its way.", sendAfterSeconds: long } })
      assert.strictEqual(made.status, 201, made.text)
      assert.strictEqual(Date.parse(made.json.sendAt) - Date.parse(made.json.createdAt), long * 1000)
      assert.strictEqual(made.json.deliveries[0].status, "queued")

      const soon = yield* watched
      const { json } = yield* ask("POST", soon.comments, { body: { body: "Soon.", sendAfterSeconds: short } })
      for (const address of [soon.customerEmail, soon.email]) yield* sentTo(relay, address)
      const { system } = yield* Database
      const [clock] = yield* system<{ early: boolean }>`SELECT now() < ${json.sendAt}::timestamptz AS early`
      assert.deepStrictEqual(clock, { early: false })
      const late = yield* ask("DELETE", `${soon.comments}/${json.id}?unsent=true`)
      assert.deepInclude(late.json, { status: 409, code: "invalid_state" })
      assert.isUndefined((yield* ask("GET", `${soon.comments}/${json.id}`)).json.deletedAt)
      assert.isEmpty(relay.sent.filter(({ to }) => to.includes(held.customerEmail) || to.includes(held.email)))
    }).pipe(Effect.scoped)
  )

  it.effect("is never sent once it is withdrawn, and leaves no trace", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const ana = yield* teamMember("agent")
      const { comments, customerEmail, id, path } = yield* opened()
      const before = (yield* ask("GET", path)).json
      const body = { body: "Oops.", setStatus: "resolved", cc: ["tom@north.example"], sendAfterSeconds: long }
      const made = yield* ask("POST", comments, { key: ana.key, body })
      assert.include((yield* ask("GET", path)).json, { status: "resolved", commentCount: 1 })
      const headers = { "idempotency-key": crypto.randomUUID() }
      const gone = yield* ask("DELETE", `${comments}/${made.json.id}?unsent=true`, { key: ana.key, headers })
      assert.strictEqual(gone.status, 200, gone.text)
      const again = yield* ask("DELETE", `${comments}/${made.json.id}?unsent=true`, { key: ana.key, headers })
      assert.deepStrictEqual([again.status, again.text], [200, gone.text])
      const after = (yield* ask("GET", path)).json
      const { updatedAt: _, version: __, ...rest } = after
      const { updatedAt: ___, version: ____, ...kept } = before
      assert.deepStrictEqual(rest, kept)
      const [message] = (yield* ask("GET", `${path}/messages`)).json
      assert.deepInclude(message, { status: "suppressed", error: "Its comment was deleted before it was sent" })
      assert.deepStrictEqual(yield* typesOn(id), [
        "ticket.created",
        "comment.created",
        "ticket.updated",
        "ticket.resolved",
        "comment.deleted",
        "ticket.updated",
        "ticket.reopened"
      ])
      // A later reply takes its place.
      yield* becomeDue
      yield* ask("POST", comments, { body: { body: "Better." } })
      yield* sentTo(relay, customerEmail)
      const letters = relay.sent.filter(({ to }) => to.includes(customerEmail)).map(({ raw }) => raw.toString())
      assert.lengthOf(letters, 1)
      assert.include(letters[0], "Better.")
    }).pipe(Effect.scoped)
  )

  it.effect("leaves nothing behind when withdrawn along with others, in any order", () =>
    Effect.gen(function* () {
      const replies = [
        { setStatus: "pending", cc: ["tom@north.example"] },
        { cc: ["ada@north.example"] },
        { setStatus: "resolved", cc: ["tom@north.example", "eve@north.example"] }
      ]
      for (const order of [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 1, 0]
      ]) {
        const { comments, path } = yield* opened()
        const state = Effect.map(ask("GET", path), ({ json }) => {
          const { updatedAt: _, version: __, ...rest } = json
          return rest
        })
        const before = yield* state
        const ids: Array<string> = []
        for (const reply of replies) {
          const made = yield* ask("POST", comments, { body: { body: "x", sendAfterSeconds: long, ...reply } })
          ids.push(made.json.id)
        }
        const [first, ...rest] = order.map((n) => `${comments}/${ids[n]}?unsent=true`)
        assert.strictEqual((yield* ask("DELETE", `${first}`)).status, 200)
        if (order[0] === 0) {
          // Participants copied by another reply stay, and so does the status that it set.
          const { participants, status } = yield* state
          assert.sameMembers(
            participants.map(({ email }: { readonly email: string }) => email),
            ["tom@north.example", "ada@north.example", "eve@north.example"]
          )
          assert.strictEqual(status, "resolved")
        }
        for (const reply of rest) assert.strictEqual((yield* ask("DELETE", reply)).status, 200)
        assert.deepStrictEqual(yield* state, before, `taken back in the order ${order}`)
      }
    })
  )

  it.effect("leaves nothing behind when withdrawn along with one that set the status back, in either order", () =>
    Effect.gen(function* () {
      for (const order of [
        [0, 1],
        [1, 0]
      ]) {
        const { comments, path } = yield* opened({ status: "resolved" })
        const { updatedAt: _, version: __, ...before } = (yield* ask("GET", path)).json
        const ids: Array<string> = []
        for (const setStatus of ["open", "resolved"]) {
          const made = yield* ask("POST", comments, { body: { body: "x", sendAfterSeconds: long, setStatus } })
          ids.push(made.json.id)
        }
        for (const n of order)
          assert.strictEqual((yield* ask("DELETE", `${comments}/${ids[n]}?unsent=true`)).status, 200)
        const { updatedAt: ___, version: ____, ...after } = (yield* ask("GET", path)).json
        assert.deepStrictEqual(after, before, `taken back in the order ${order}`)
      }
    })
  )

  it.effect("leaves nothing behind when withdrawn along with others that were committed with it, in either order", () =>
    Effect.gen(function* () {
      for (const inOrder of [(ids: Array<string>) => ids.sort(), (ids: Array<string>) => ids.sort().reverse()]) {
        const { comments, path } = yield* opened()
        const { updatedAt: _, version: __, ...before } = (yield* ask("GET", path)).json
        // The first is alone in its commit, and the others, which arrive meanwhile, share the next.
        const statuses = ["pending", "resolved", "open", "pending", "resolved", "open"]
        const made = yield* Effect.forEach(
          statuses,
          (setStatus) => ask("POST", comments, { body: { body: "x", sendAfterSeconds: long, setStatus } }),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(
          new Set(made.map(({ json }) => json.createdAt)).size,
          statuses.length,
          "times that tell them apart"
        )
        for (const id of inOrder(made.map(({ json }) => json.id)))
          assert.strictEqual((yield* ask("DELETE", `${comments}/${id}?unsent=true`)).status, 200)
        const { updatedAt: ___, version: ____, ...after } = (yield* ask("GET", path)).json
        assert.deepStrictEqual(after, before)
      }
    })
  )

  it.effect("releases its files when withdrawn, for another reply to use", () =>
    Effect.gen(function* () {
      const { comments, path } = yield* opened()
      const pending = `${yield* brandPath}/attachments/pending`
      const upload = yield* announce(pending, "x")
      yield* send(upload.uploadUrl, "x")
      yield* (yield* HttpSite).ask("POST", `${pending}/${upload.id}/confirm`)
      const write = (body: string) =>
        ask("POST", comments, { body: { body, attachmentIds: [upload.id], sendAfterSeconds: long } })
      const first = yield* write("one")
      assert.lengthOf(first.json.attachments, 1, first.text)
      yield* ask("DELETE", `${comments}/${first.json.id}?unsent=true`)
      assert.include((yield* ask("GET", path)).json, { attachmentCount: 0 })
      const second = yield* write("two")
      assert.strictEqual(second.json.attachments?.[0]?.id, upload.id, second.text)
    })
  )

  it.effect("appears in the portal and its stream only once it has been sent", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example")
      const { port } = yield* HttpSite
      const reader = yield* readEvents(`http://127.0.0.1:${port}/v1/portal/stream`, {
        authorization: `Bearer ${ines.token}`
      })
      const id = yield* ines.open()
      // A stream may start between a commit and its notification, and then delivers it too.
      assert.strictEqual(yield* heard(reader), "ticket.created")
      const reply = (body: string, sendAfterSeconds: number) =>
        brand.ask("POST", `/tickets/${id}/comments`, { body: { body, sendAfterSeconds } })
      const bodies = Effect.map(ines.ask("GET", `/tickets/${id}`), ({ json }) => [
        json.commentCount,
        ...json.comments.map(({ body }: { readonly body: string }) => body)
      ])
      yield* reply("later", long)
      assert.deepStrictEqual(yield* bodies, [0])
      yield* reply("soon", short)
      // Immediate replies do not wait for it, and what the stream announces can be read.
      yield* reply("now", 0)
      const told: Array<unknown> = []
      while (told.length < 2) {
        assert.strictEqual(yield* heard(reader), "comment.created")
        told.push(yield* bodies)
      }
      assert.deepStrictEqual(told[1], [2, "soon", "now"])
      assert.include([1, 2], (told[0] as ReadonlyArray<number>)[0])
    }).pipe(Effect.scoped)
  )

  it.effect("stays out of the test outbox until then", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand({ mode: "test" })
      const { ask: asked } = yield* HttpSite
      const { json: ticket } = yield* brand.ask("POST", "/tickets", {
        body: { title: "t", customerEmail: "a@b.example" }
      })
      const made = yield* brand.ask("POST", `/tickets/${ticket.id}/comments`, {
        body: { body: "x", sendAfterSeconds: long }
      })
      const outbox = Effect.map(
        asked("GET", `/v1/test/outbox?brandId=${brand.id}`, { key: brand.key }),
        ({ json }) => json.data.length
      )
      assert.strictEqual(yield* outbox, 0)
      const { system } = yield* Database
      yield* system`UPDATE outgoing_mail SET held_until = now() - interval '1 second', due_at = now() - interval '1 second' WHERE comment_id = ${uuidOf(made.json.id)}`
      assert.strictEqual(yield* outbox, 1)
    })
  )

  it.effect("is refused where nothing would be sent, and withdrawn only by its author", () =>
    Effect.gen(function* () {
      const { comments, id } = yield* opened()
      for (const [more, code] of [
        [{ sendAfterSeconds: 61 }, "range"],
        [{ sendAfterSeconds: -1 }, "range"],
        [{ sendAfterSeconds: "5" }, "type"],
        [{ sendAfterSeconds: 5, visibility: "internal" }, "not_allowed"],
        [{ sendAfterSeconds: 5, authorType: "CUSTOMER" }, "not_allowed"]
      ] as const)
        assert.deepStrictEqual(refusal(yield* ask("POST", comments, { body: { body: "x", ...more } })), [
          400,
          "validation_failed",
          `sendAfterSeconds ${code}`
        ])
      const made = yield* ask("POST", comments, { body: { body: "x", sendAfterSeconds: long } })
      const own = `${comments}/${made.json.id}`
      const agent = yield* teamMember("agent")
      assert.strictEqual((yield* ask("DELETE", `${own}?unsent=true`, { key: agent.key })).status, 403)
      assert.strictEqual((yield* ask("DELETE", `${own}?unsent=maybe`)).status, 400)
      const stale = yield* ask("DELETE", `${own}?unsent=true`, { headers: { "if-match": '"7"' } })
      assert.strictEqual(stale.status, 412)
      yield* assertForeign([{ method: "DELETE", path: `${own}?unsent=true` }], id, "tkt_01m893khb3f5bbmdqn6zazb1ra")
      assert.strictEqual((yield* ask("DELETE", `${own}?unsent=true`)).status, 200)
    })
  )
})

/** The type of the next event that is not a comment. */
const heard = (reader: EventReader): Effect.Effect<string | undefined> =>
  Effect.flatMap(reader.next, (frame) => (frame?.event === undefined ? heard(reader) : Effect.succeed(frame.event)))
