import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { idOf } from "../../src/domain/Ids.ts"
import { HttpSite, type Reply, site } from "../support/HttpSite.ts"
import { enter, openBrand, type PortalBrand, send } from "../support/portal.ts"

const file = { filename: "a.txt", contentType: "text/plain", size: 5 }

/** Everything a response says, except for what is unique to each request. */
const said = ({ headers, json, status, text }: Reply, ids: ReadonlyArray<string>) => {
  const {
    date: _,
    "x-ratelimit-remaining": __,
    "x-ratelimit-reset": ___,
    ratelimit,
    "x-request-id": ____,
    ...rest
  } = Object.fromEntries(headers)
  let body = text.replaceAll(String(json?.requestId), "REQUEST")
  for (const id of ids) body = body.replaceAll(id, "ID")
  return { status, body, headers: rest }
}

/** Every request that a portal can make about a ticket and one of its files. */
const questions = (ticketId: string, fileId: string) =>
  [
    ["GET", `/tickets/${ticketId}`, undefined],
    ["POST", `/tickets/${ticketId}/comments`, { body: "Let me in." }],
    ["POST", `/tickets/${ticketId}/attachments`, file],
    ["GET", `/tickets/${ticketId}/attachments`, undefined],
    ["GET", `/tickets/${ticketId}/attachments/${fileId}`, undefined],
    ["POST", `/tickets/${ticketId}/attachments/${fileId}/confirm`, undefined],
    ["POST", `/tickets/attachments/pending/${fileId}/confirm`, undefined]
  ] as const

/** A customer's ticket with a file, a reply, and an internal note that has a file too. */
const furnish = Effect.fnUntraced(function* (brand: PortalBrand, email: string) {
  const owner = yield* enter(brand, email)
  const ticketId = yield* owner.open({ body: "Only mine." })
  const upload = Effect.fnUntraced(function* (body: object) {
    const made = yield* brand.ask("POST", `/tickets/${ticketId}/attachments`, { body: { ...file, ...body } })
    assert.strictEqual(made.status, 201, made.text)
    yield* send(made.json, "hello", file.contentType)
    const confirmed = yield* brand.ask("POST", `/tickets/${ticketId}/attachments/${made.json.id}/confirm`)
    assert.strictEqual(confirmed.status, 200, confirmed.text)
    return String(made.json.id)
  })
  const note = yield* brand.ask("POST", `/tickets/${ticketId}/comments`, {
    body: { body: "He is lying.", isInternal: true }
  })
  return {
    owner,
    ticketId,
    openFile: yield* upload({}),
    internalFile: yield* upload({ commentId: note.json.id }),
    noteId: String(note.json.id)
  }
})

layer(site(), { excludeTestServices: true })("A portal token", (it) => {
  const unknownTicket = idOf("ticket", crypto.randomUUID())
  const unknownFile = idOf("attachment", crypto.randomUUID())

  for (const whose of ["another customer", "a customer of another brand", "a customer of the other mode"] as const) {
    it.effect(`cannot tell what belongs to ${whose} from what does not exist`, () =>
      Effect.gen(function* () {
        const brand = yield* openBrand()
        const theirs =
          whose === "another customer"
            ? brand
            : yield* openBrand({ mode: whose === "a customer of the other mode" ? "test" : "live" })
        const ines = yield* enter(brand, "ines@north.example")
        const otto = yield* furnish(theirs, whose === "another customer" ? "otto@south.example" : "ines@north.example")
        const pending = yield* otto.owner.ask("POST", "/tickets/attachments/pending", { body: file })
        yield* send(pending.json, "hello", file.contentType)
        yield* otto.owner.ask("POST", `/tickets/attachments/pending/${pending.json.id}/confirm`)
        const before = (yield* theirs.ask("GET", `/tickets/${otto.ticketId}`)).text
        for (const fileId of [otto.openFile, otto.internalFile, String(pending.json.id)]) {
          const foreign = questions(otto.ticketId, fileId)
          const unknown = questions(unknownTicket, unknownFile)
          for (const [index, [method, path, body]] of foreign.entries()) {
            const [, blank = ""] = unknown[index] ?? []
            const answer = said(yield* ines.ask(method, path, { body }), [otto.ticketId, fileId])
            const reference = said(yield* ines.ask(method, blank, { body }), [unknownTicket, unknownFile])
            assert.strictEqual(reference.status, 404)
            assert.deepStrictEqual(answer, reference, `${method} ${path}`)
          }
        }
        // Nor by an id in a body, where the refusal names a field.
        const own = yield* ines.open()
        for (const path of ["/tickets", `/tickets/${own}/comments`]) {
          const ask = (id: string) => ines.ask("POST", path, { body: { title: "t", body: "b", attachmentIds: [id] } })
          const [answer, reference] = [yield* ask(String(pending.json.id)), yield* ask(unknownFile)]
          assert.strictEqual(reference.status, 400)
          assert.deepStrictEqual(said(answer, [String(pending.json.id)]), said(reference, [unknownFile]))
        }
        assert.deepStrictEqual(
          (yield* ines.ask("GET", "/tickets")).json.tickets.map(({ id }: { id: string }) => id),
          [own]
        )
        assert.strictEqual((yield* theirs.ask("GET", `/tickets/${otto.ticketId}`)).text, before)
      })
    )
  }

  it.effect("never shows an internal note, its files or the team's fields to the ticket's own customer", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const { internalFile, noteId, openFile, owner, ticketId } = yield* furnish(brand, "ines@north.example")
      yield* brand.ask("PATCH", `/tickets/${ticketId}`, {
        body: { tags: ["liar"], metadata: { score: 1 }, priority: "low" }
      })
      const detail = yield* owner.ask("GET", `/tickets/${ticketId}`)
      assert.deepStrictEqual(
        detail.json.attachments.map(({ id }: { id: string }) => id),
        [openFile]
      )
      const files = yield* owner.ask("GET", `/tickets/${ticketId}/attachments`)
      const list = yield* owner.ask("GET", "/tickets")
      for (const { text } of [detail, files, list]) {
        for (const secret of [internalFile, noteId, "lying", "liar", "score", "isInternal", "assignee", "metadata"])
          assert.notInclude(text, secret)
      }
      assert.strictEqual((yield* owner.ask("GET", `/tickets/${ticketId}/attachments/${internalFile}`)).status, 404)
      const confirm = yield* owner.ask("POST", `/tickets/${ticketId}/attachments/${internalFile}/confirm`)
      assert.strictEqual(confirm.status, 404)
    })
  )

  it.effect("follows a ticket that is moved to another customer", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const [ines, otto] = [yield* enter(brand, "ines@north.example"), yield* enter(brand, "otto@south.example")]
      const ticketId = yield* ines.open()
      yield* brand.ask("PATCH", `/tickets/${ticketId}`, { body: { customerId: otto.id } })
      assert.strictEqual((yield* ines.ask("GET", `/tickets/${ticketId}`)).status, 404)
      const refused = yield* ines.ask("POST", `/tickets/${ticketId}/comments`, { body: { body: "Mine!" } })
      assert.strictEqual(refused.status, 404)
      assert.strictEqual((yield* otto.ask("GET", `/tickets/${ticketId}`)).status, 200)
    })
  )

  it.effect("treats malformed ids as unknown ones, and the path of uploads as no ticket", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example")
      for (const id of ["x", "attachments", "pending", ines.id, "tkt_", `${unknownTicket}0`]) {
        const answer = yield* ines.ask("GET", `/tickets/${id}`)
        assert.deepInclude(answer.json, { status: 404, code: "not_found" })
      }
      const pending = yield* ines.ask("POST", "/tickets/attachments/pending", { body: file })
      assert.strictEqual(pending.status, 201)
      const get = yield* ask("GET", "/v1/portal/tickets/attachments/pending", { key: ines.token })
      assert.strictEqual(get.status, 405)
    })
  )
})
