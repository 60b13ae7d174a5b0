import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import PostalMime from "postal-mime"
import { type FakeRelay, fakeRelay } from "../support/FakeRelay.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { mailerFor } from "../support/mailerFor.ts"
import { teamMember } from "../support/teamMember.ts"
import { until } from "../support/until.ts"

let serial = 0
const someone = () => `watcher-${++serial}@north.example`

const ask = Effect.fnUntraced(function* (method: string, path: string, body?: object) {
  const answer = yield* (yield* HttpSite).ask(method, path, body === undefined ? {} : { body })
  assert.isBelow(answer.status, 300, answer.text)
  return answer.json
})

/** A ticket with a watcher. */
const watched = Effect.fnUntraced(function* (memberId: string, memberEmail: string) {
  const { live } = yield* Installation
  const tickets = `/v1/brands/${live.brand.id}/tickets`
  const { id } = yield* ask("POST", tickets, { title: "Invoice 77", customerEmail: someone() })
  yield* ask("POST", `${tickets}/${id}/watchers`, { memberId, memberEmail })
  return { id, tickets, path: `${tickets}/${id}` }
})

/** The unsubscribe URL in the notification to `email` about a comment, as one-click mail programs find it. */
const unwatchAddress = Effect.fnUntraced(function* (relay: FakeRelay, path: string, email: string) {
  yield* ask("POST", `${path}/comments`, { body: "Between us.", visibility: "internal", authorName: "Ada" })
  yield* ask("PATCH", path, { status: "pending" })
  const sent = yield* until(
    Effect.sync(() => relay.sent.find(({ to }) => to.includes(email))),
    (found) => found !== undefined
  )
  const mail = yield* Effect.promise(() => PostalMime.parse(sent?.raw ?? Buffer.alloc(0)))
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  assert.strictEqual(header("list-unsubscribe-post"), "List-Unsubscribe=One-Click")
  const url = /^<(https:\/\/desk\.example\/unwatch\/[^>]+)>$/.exec(header("list-unsubscribe") ?? "")?.[1] ?? ""
  assert.include(mail.text, `Stop watching (${url})`)
  assert.include(mail.html, `<a href="${url}">Stop watching</a>`)
  return new URL(url).pathname
})

/** What a mail provider sends for its user: no cookie, no origin, from a server of its own. */
const oneClick = Effect.fnUntraced(function* (path: string) {
  return yield* (yield* HttpSite).ask("POST", path, {
    key: "",
    body: "List-Unsubscribe=One-Click",
    headers: { "content-type": "application/x-www-form-urlencoded" }
  })
})

const watchersOf = (path: string) => Effect.map(ask("GET", `${path}/watchers`), ({ length }) => length as number)

layer(site(), { excludeTestServices: true })("A notification", (it) => {
  it.effect("has a URL that ends the watching with one POST, and changes nothing when it is opened", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const { ask: visit } = yield* HttpSite
      const outsider = someone()
      const { path } = yield* watched(`custom_${outsider}`, outsider)
      const address = yield* unwatchAddress(relay, path, outsider)

      const page = yield* visit("GET", address, { key: "" })
      assert.strictEqual(page.status, 200)
      assert.include(page.text, '<form method="post">')
      assert.strictEqual(yield* watchersOf(path), 1)

      assert.strictEqual((yield* oneClick(address)).status, 200)
      assert.strictEqual(yield* watchersOf(path), 0)
      assert.strictEqual((yield* oneClick(address)).status, 200, "nobody is told that they watched no more before")
      const metrics = yield* visit("GET", "/v1/metrics", { key: "" })
      assert.include(metrics.text, 'route="/unwatch/:mark"')
      assert.notInclude(metrics.text, address, "the mark holds an address, and is good for whoever reads it")
      const removal = (yield* ask("GET", `${path}/logs`)).at(-1)
      assert.deepInclude(removal, { event: "ticket.watcher_removed", source: "email" })
      assert.include(removal.performedBy, { type: "system", name: outsider })
    })
  )

  it.effect("ends a member's watching where the ticket is now, and no one else's", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const agent = yield* teamMember("agent")
      const outsider = someone()
      const { id, path, tickets } = yield* watched(agent.id, agent.email)
      yield* ask("POST", `${path}/watchers`, { memberId: `custom_${outsider}`, memberEmail: outsider })
      const address = yield* unwatchAddress(relay, path, agent.email)
      const target = yield* watched("custom_other@north.example", "other@north.example")
      yield* ask("POST", `${tickets}/${target.id}/merge`, { sourceTicketIds: [id] })
      assert.strictEqual(yield* watchersOf(target.path), 3)
      yield* oneClick(address)
      const removal = (yield* ask("GET", `${target.path}/logs`)).at(-1)
      assert.include(removal.performedBy, { type: "user", id: agent.id })
      const left = yield* ask("GET", `${target.path}/watchers`)
      assert.lengthOf(left, 2)
      assert.notInclude(
        left.map(({ memberId }: { memberId: string }) => memberId),
        agent.id
      )
    })
  )

  it.effect("has a URL that no one can forge, and that leads nowhere once the ticket is gone", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const { ask: visit } = yield* HttpSite
      const outsider = someone()
      const { path } = yield* watched(`custom_${outsider}`, outsider)
      const address = yield* unwatchAddress(relay, path, outsider)
      for (const forged of [`${address}x`, address.replace(/tkt_./, "tkt_7"), "/unwatch/x"]) {
        assert.isAtLeast((yield* visit("GET", forged, { key: "" })).status, 400, forged)
        assert.isAtLeast((yield* oneClick(forged)).status, 400, forged)
      }
      assert.strictEqual(yield* watchersOf(path), 1)
      yield* ask("DELETE", path)
      assert.strictEqual((yield* oneClick(address)).status, 200)
    })
  )
})
