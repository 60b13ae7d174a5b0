import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { idOf, parseId, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import {
  announce,
  brandPath,
  fileForm,
  formOf,
  openTicket,
  pathOf,
  send,
  sha256Of,
  uploaded
} from "../support/attachmentCalls.ts"
import { type Asked, HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { teamMember } from "../support/teamMember.ts"
import { eventsAbout } from "../support/ticketService.ts"

const unknown = idOf("attachment", "0190a6f2-7c3b-7def-8abc-0123456789ab")
const ticketIn = (path: string) => {
  const id = parseId("ticket", path.split("/")[5] ?? "")
  assert(id._tag === "Some")
  return id.value
}

layer(site({ attachmentMaxBytes: 100_000 }), { excludeTestServices: true })("Attachments over HTTP", (it) => {
  it.effect("are announced, sent, confirmed and fetched", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const ticket = yield* openTicket()
      const made = yield* announce(`${ticket}/attachments`, "hello", {
        uploadedBy: "Ada",
        metadata: { page: 1 },
        filename: "notes\u202e.txt",
        contentType: "Text/Plain"
      })
      assert.include(made, { attachmentId: made.id, method: "PUT", filename: "notes.txt", expiresIn: 3600 })
      assert.strictEqual(Date.parse(made.expiresAt) > Date.now(), true)
      assert.deepInclude(made.attachment, {
        id: made.id,
        ticketId: ticketIn(ticket),
        status: "PENDING",
        contentType: "text/plain",
        size: 5,
        isInternal: false,
        uploadedBy: "Ada",
        metadata: { page: 1 }
      })
      assert.notProperty(made.attachment, "sha256")
      assert.match(made.uploadUrl, /^https:\/\/desk\.example\/v1\/files\/[\w-]+$/)

      const early = yield* ask("POST", `${ticket}/attachments/${made.id}/confirm`)
      assert.deepInclude(early.json, {
        status: 409,
        code: "attachment_not_uploaded",
        expectedSize: 5,
        receivedSize: 0
      })
      assert.deepStrictEqual((yield* ask("GET", `${ticket}/attachments`)).json, [])

      assert.strictEqual((yield* send(made.uploadUrl, "hallo")).status, 204)
      assert.strictEqual(
        (yield* send(made.uploadUrl, "hello", { "content-type": "text/plain; charset=utf-8" })).status,
        204
      )
      const confirmed = yield* ask("POST", `${ticket}/attachments/${made.id}/confirm`)
      assert.include(confirmed.json, { status: "UPLOADED", sha256: yield* sha256Of("hello") })
      const again = yield* ask("POST", `${ticket}/attachments/${made.id}/confirm`)
      assert.deepStrictEqual([again.status, again.json], [200, confirmed.json])
      assert.deepInclude((yield* send(made.uploadUrl, "later")).json, { code: "invalid_state", state: "UPLOADED" })

      assert.deepStrictEqual((yield* ask("GET", `${ticket}/attachments`)).json, [confirmed.json])
      const link = yield* ask("GET", `${ticket}/attachments/${made.id}`)
      assert.deepInclude(link.json, { ...confirmed.json, attachment: confirmed.json, expiresIn: 3600 })
      assert.strictEqual((yield* ask("GET", pathOf(link.json.downloadUrl), { key: "" })).text, "hello")
    })
  )

  it.effect("count on their ticket, increment its version, publish events and are audited", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { system } = yield* Database
      const ticket = yield* openTicket()
      const file = yield* uploaded(ticket)
      const after = yield* ask("GET", ticket)
      assert.include(after.json, { attachmentCount: 1, version: 2 })
      const deleted = yield* ask("DELETE", `${ticket}/attachments/${file.id}`)
      assert.deepStrictEqual([deleted.status, deleted.json], [200, { success: true }])
      assert.include((yield* ask("GET", ticket)).json, { attachmentCount: 0, version: 3 })
      assert.strictEqual((yield* ask("DELETE", `${ticket}/attachments/${file.id}`)).status, 404)
      assert.strictEqual((yield* ask("GET", `${ticket}/attachments/${file.id}`)).status, 404)

      const events = (yield* eventsAbout(ticketIn(ticket))).slice(1)
      assert.deepStrictEqual(
        events.map(({ internal, seq, type }) => [type, seq, internal]),
        [
          ["attachment.created", 2, false],
          ["attachment.deleted", 3, false]
        ]
      )
      for (const { data } of events) {
        assert.include(data["attachment"], { id: file.id, filename: "notes.txt", status: "UPLOADED" })
        assert.include(data, { ticketId: ticketIn(ticket), customerEmail: "ada@example.com" })
      }
      const log = yield* system<{ event: string }>`select event from audit_log
        where entity_type = 'attachment' and metadata ->> 'filename' = 'notes.txt' and entity_id = ${uuidIn(file.id)} order by id`
      assert.deepStrictEqual(
        log.map(({ event }) => event),
        ["attachment.announced", "attachment.created", "attachment.deleted"]
      )
    })
  )

  it.effect("on notes are internal, and so are their events", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const ticket = yield* openTicket()
      const note = yield* ask("POST", `${ticket}/comments`, { body: { body: "between us", visibility: "internal" } })
      const file = yield* uploaded(ticket, "secret", { commentId: note.json.id })
      assert.include(file, { isInternal: true, commentId: note.json.id })
      assert.deepStrictEqual((yield* ask("GET", `${ticket}/comments/${note.json.id}`)).json.attachments, [file])
      const [, , created] = yield* eventsAbout(ticketIn(ticket))
      assert.include(created, { type: "attachment.created", internal: true })

      yield* ask("DELETE", `${ticket}/comments/${note.json.id}`)
      assert.deepStrictEqual((yield* ask("GET", `${ticket}/attachments`)).json, [])
      assert.strictEqual((yield* ask("GET", `${ticket}/attachments/${file.id}`)).status, 404)
      assert.include((yield* ask("GET", ticket)).json, { attachmentCount: 0 })
    })
  )

  it.effect("can be sent in one form, with the comment's id anywhere in it", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const ticket = yield* openTicket()
      const comment = (yield* ask("POST", `${ticket}/comments`, { body: { body: "see the picture" } })).json
      const bytes = new Uint8Array(70_000).fill(7)
      const file = { name: "file", filename: "C:\\pictures\\caf\u00e9\u202e.png", type: "image/png", value: bytes }
      const id = { name: "commentId", value: comment.id }
      for (const parts of [
        [file, id],
        [id, file]
      ]) {
        const made = yield* ask("POST", `${ticket}/attachments/upload`, formOf(parts))
        assert.strictEqual(made.status, 201, made.text)
        assert.include(made.json, {
          filename: "caf\u00e9.png",
          contentType: "image/png",
          size: 70_000,
          status: "UPLOADED",
          commentId: comment.id,
          sha256: yield* sha256Of(bytes)
        })
        assert.strictEqual(made.headers.get("location"), `${ticket}/attachments/${made.json.id}`)
        assert.strictEqual((yield* ask("GET", pathOf(made.json.downloadUrl), { key: "" })).status, 200)
      }
      assert.include((yield* ask("GET", ticket)).json, { attachmentCount: 2 })
    })
  )

  it.effect("may be as large in a form as any other", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const path = `${yield* openTicket()}/attachments/upload`
      const largest = yield* ask("POST", path, fileForm(new Uint8Array(100_000)))
      assert.deepStrictEqual([largest.status, largest.json.size], [201, 100_000])
    })
  )

  it.effect(
    "are refused in a form without a file, with several files, with a file that is too large, or that is not a form",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const ticket = yield* openTicket()
        const path = `${ticket}/attachments/upload`
        const refusal = Effect.fnUntraced(function* (form: {
          body: string | Uint8Array
          headers: Record<string, string>
        }) {
          const { json } = yield* ask("POST", path, form)
          return [json.status, json.code, json.errors?.[0].field]
        })
        const file = { name: "file", filename: "a.txt", type: "text/plain", value: "a" }
        assert.deepStrictEqual(yield* refusal(formOf([])), [400, "validation_failed", "file"])
        assert.deepStrictEqual(yield* refusal(formOf([{ name: "file", value: "a" }])), [
          400,
          "validation_failed",
          "file"
        ])
        assert.deepStrictEqual(yield* refusal(formOf([file, file])), [400, "validation_failed", "file"])
        assert.deepStrictEqual(yield* refusal(formOf([{ ...file, value: "" }])), [400, "validation_failed", "file"])
        assert.deepStrictEqual(yield* refusal(formOf([file, { ...file, name: "other" }])), [
          400,
          "validation_failed",
          "other"
        ])
        assert.deepStrictEqual(yield* refusal(formOf([file, { name: "commentId", value: "cmt_1" }])), [
          400,
          "validation_failed",
          "commentId"
        ])
        assert.deepStrictEqual(yield* refusal(fileForm(new Uint8Array(100_001))), [413, "payload_too_large", undefined])
        assert.deepStrictEqual(yield* refusal(fileForm(new Uint8Array(400_000))), [413, "payload_too_large", undefined])
        assert.deepStrictEqual(yield* refusal(fileForm("a", "b".repeat(256))), [400, "validation_failed", "file"])
        const { headers } = fileForm("a")
        assert.deepStrictEqual(yield* refusal({ headers, body: "no form" }), [400, "malformed_request", undefined])
        assert.deepStrictEqual(
          yield* refusal({ headers: { "content-type": "multipart/form-data" }, body: "no form" }),
          [400, "malformed_request", undefined]
        )
        assert.deepStrictEqual(yield* refusal({ headers: { "content-type": "application/json" }, body: "{}" }), [
          415,
          "unsupported_media_type",
          undefined
        ])
        assert.strictEqual(
          (yield* ask("POST", `${ticket.slice(0, -3)}000/attachments/upload`, fileForm("a"))).status,
          404
        )
        assert.include((yield* ask("GET", ticket)).json, { attachmentCount: 0, version: 1 })
      })
  )

  it.effect("are announced only with a valid name, type and size", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const path = `${yield* openTicket()}/attachments`
      const right = { filename: "a.txt", contentType: "text/plain", size: 1 }
      const refusal = Effect.fnUntraced(function* (wrong: object) {
        const { json } = yield* ask("POST", path, { body: { ...right, ...wrong } })
        return `${json.status} ${json.code} ${json.errors?.map(({ code, field }: { code: string; field: string }) => `${field} ${code}`)}`
      })
      for (const filename of ["a/b", "a\\b", "a\nb"])
        assert.strictEqual(yield* refusal({ filename }), "400 validation_failed filename format")
      for (const filename of ["", " ", "a".repeat(256)])
        assert.strictEqual(yield* refusal({ filename }), "400 validation_failed filename length")
      for (const contentType of ["text", "text/", "text/plain; charset=utf-8", "a b/c", "text/plain\r\nx: y"])
        assert.strictEqual(yield* refusal({ contentType }), "400 validation_failed contentType format")
      for (const size of [0, -1, 1.5]) assert.strictEqual(yield* refusal({ size }), "400 validation_failed size range")
      assert.strictEqual(yield* refusal({ size: 100_001 }), "413 payload_too_large undefined")
      assert.strictEqual(yield* refusal({ commentId: "cmt_1" }), "400 validation_failed commentId unknown_id")
      const other = yield* ask("POST", `${yield* openTicket()}/comments`, { body: { body: "elsewhere" } })
      assert.strictEqual(yield* refusal({ commentId: other.json.id }), "400 validation_failed commentId unknown_id")
      assert.strictEqual((yield* ask("POST", path, { body: right })).status, 201)
    })
  )

  it.effect("wait for the ticket or comment that claims them, which then has them", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const pending = `${yield* brandPath}/attachments/pending`
      const made = yield* announce(pending, "hello")
      assert.notProperty(made.attachment, "ticketId")
      const claim = (attachmentIds: ReadonlyArray<string>) =>
        ask("POST", pending.replace("attachments/pending", "tickets"), {
          body: { title: "t", customerEmail: "ada@example.com", attachmentIds }
        })
      const tooEarly = yield* claim([made.id])
      assert.deepInclude(tooEarly.json.errors[0], { field: "attachmentIds[0]", code: "unknown_id" })
      assert.strictEqual((yield* ask("POST", `${pending}/${made.id}/confirm`)).json.code, "attachment_not_uploaded")
      yield* send(made.uploadUrl, "hello")
      const confirmed = yield* ask("POST", `${pending}/${made.id}/confirm`)
      assert.include(confirmed.json, { status: "UPLOADED", sha256: yield* sha256Of("hello") })
      assert.deepStrictEqual((yield* ask("POST", `${pending}/${made.id}/confirm`)).json, confirmed.json)
      const form = yield* ask("POST", `${pending}/upload`, fileForm("second"))
      assert.strictEqual(form.status, 201, form.text)
      assert.notProperty(form.json, "ticketId")

      const opened = yield* claim([made.id, made.id])
      assert.strictEqual(opened.status, 201, opened.text)
      assert.include(opened.json, { attachmentCount: 1 })
      const ticket = opened.headers.get("location") ?? ""
      assert.deepStrictEqual(
        (yield* eventsAbout(ticketIn(ticket))).map(({ type }) => type),
        ["ticket.created", "attachment.created"]
      )
      assert.strictEqual((yield* claim([made.id])).json.code, "attachment_in_use")
      assert.strictEqual((yield* ask("POST", `${pending}/${made.id}/confirm`)).json.code, "attachment_in_use")

      // A comment may consist of only a file.
      const comment = yield* ask("POST", `${ticket}/comments`, {
        body: { body: "", visibility: "internal", attachmentIds: [form.json.id] }
      })
      assert.strictEqual(comment.status, 201, comment.text)
      assert.strictEqual(comment.json.body, "")
      assert.include(comment.json.attachments[0], { id: form.json.id, isInternal: true })
      assert.deepStrictEqual(
        (yield* ask("GET", `${ticket}/attachments`)).json.map(({ id }: { id: string }) => id),
        [made.id, form.json.id]
      )
      for (const taken of [made.id, form.json.id]) {
        const again = yield* ask("POST", `${ticket}/comments`, { body: { body: "x", attachmentIds: [taken] } })
        assert.deepInclude(again.json, { code: "attachment_in_use", attachmentId: taken })
        assert.match(again.json.detail, /^att_\w+ already belongs to a ticket or comment/)
      }

      // Its text can be removed again, as it was added.
      const wordless = `${ticket}/comments/${comment.json.id}`
      const said = yield* ask("PATCH", wordless, { body: { body: "Here it is." } })
      assert.deepInclude(said.json, { body: "Here it is.", version: 2 })
      assert.deepInclude((yield* ask("PATCH", wordless, { body: { body: " " } })).json, { body: " ", version: 3 })
      const { json: words } = yield* ask("POST", `${ticket}/comments`, { body: { body: "x" } })
      const emptied = yield* ask("PATCH", `${ticket}/comments/${words.id}`, { body: { body: "" } })
      assert.deepStrictEqual(
        [emptied.status, emptied.json.errors],
        [400, [{ field: "body", code: "length", message: "must not be blank unless there are files" }]]
      )
    })
  )

  it.effect("belong to whoever uploaded them until they are claimed", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const other = yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name: "other" } })
      const key = other.json.key
      const pending = `/v1/brands/${live.brand.id}/attachments/pending`
      const { json: file } = yield* ask("POST", `${pending}/upload`, fileForm("mine"))
      const claimed = yield* ask("POST", `/v1/brands/${live.brand.id}/tickets`, {
        key,
        body: { title: "t", customerEmail: "ada@example.com", attachmentIds: [file.id] }
      })
      assert.deepInclude(claimed.json.errors[0], { field: "attachmentIds[0]", code: "unknown_id" })
      assert.strictEqual((yield* ask("POST", `${pending}/${file.id}/confirm`, { key })).status, 404)
      const urls = (asked: string) =>
        ask("POST", `/v1/brands/${live.brand.id}/attachments/urls`, { key: asked, body: { ids: [file.id] } })
      assert.deepStrictEqual((yield* urls(key)).json, { [file.id]: null })
      assert.property((yield* urls(live.key)).json[file.id], "url")

      for (let count = 0; count < 20; count++)
        assert.strictEqual((yield* ask("POST", `${pending}/upload`, { key, ...fileForm(`${count}`) })).status, 201)
      const full = yield* ask("POST", `${pending}/upload`, { key, ...fileForm("one more") })
      assert.deepInclude(full.json, { code: "limit_reached", limit: 20 })
      const announced = yield* ask("POST", pending, { key, body: { filename: "a", contentType: "a/b", size: 1 } })
      assert.strictEqual(announced.json.code, "limit_reached")
      assert.strictEqual((yield* ask("POST", `${pending}/upload`, fileForm("still mine"))).status, 201)
    })
  )

  it.effect("are not found from other modes, brands and tickets, in the same words", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live, test } = yield* Installation
      const ticket = yield* openTicket()
      const file = yield* uploaded(ticket)
      const second = yield* ask("POST", "/v1/brands", { body: { name: "Second" } })
      const scoped = yield* ask("POST", "/v1/accounts/me/api-keys", {
        body: { name: "scoped", brandIds: [second.json.id] }
      })
      const elsewhere = ticket.replace(live.brand.id, second.json.id)
      const otherTicket = yield* openTicket()
      const known = yield* ask("GET", `${ticket}/attachments/${unknown}`)
      const bare = ({ json }: { json: { instance: string; requestId: string } }) => ({
        ...json,
        instance: "",
        requestId: ""
      })
      for (const [key, base] of [
        [test.key, ticket],
        [scoped.json.key, ticket],
        [live.key, elsewhere],
        [live.key, otherTicket]
      ] as const) {
        for (const [method, path] of [
          ["GET", `${base}/attachments/${file.id}`],
          ["DELETE", `${base}/attachments/${file.id}`],
          ["POST", `${base}/attachments/${file.id}/confirm`]
        ] as const) {
          const answer = yield* ask(method, path, { key })
          assert.deepStrictEqual(bare(answer), bare(known), `${method} ${path}`)
        }
        if (base !== otherTicket) {
          assert.strictEqual((yield* ask("GET", `${base}/attachments`, { key })).status, 404)
          const body = { filename: "a", contentType: "a/b", size: 1 }
          assert.strictEqual((yield* ask("POST", `${base}/attachments`, { key, body })).status, 404)
          assert.strictEqual((yield* ask("POST", `${base}/attachments/upload`, { key, ...fileForm("a") })).status, 404)
        }
      }
      for (const key of [test.key, scoped.json.key]) {
        const brand = `/v1/brands/${live.brand.id}/attachments`
        const body = { filename: "a", contentType: "a/b", size: 1 }
        assert.strictEqual((yield* ask("POST", `${brand}/pending`, { key, body })).status, 404)
        assert.strictEqual((yield* ask("POST", `${brand}/pending/upload`, { key, ...fileForm("a") })).status, 404)
        assert.strictEqual((yield* ask("POST", `${brand}/urls`, { key, body: { ids: [file.id] } })).status, 404)
      }
      const urls = yield* ask("POST", `/v1/brands/${second.json.id}/attachments/urls`, {
        body: { ids: [file.id, "nonsense"] }
      })
      assert.deepStrictEqual(urls.json, { [file.id]: null, nonsense: null })
      assert.strictEqual((yield* ask("GET", `${ticket}/attachments/${file.id}`)).status, 200)
    })
  )

  it.effect("have URLs that can be requested in batches", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const ticket = yield* openTicket()
      const [first, second] = [yield* uploaded(ticket, "one"), yield* uploaded(ticket, "two")]
      const path = `${yield* brandPath}/attachments/urls`
      const { json } = yield* ask("POST", path, { body: { ids: [first.id, unknown, second.id] } })
      assert.deepStrictEqual(Object.keys(json), [first.id, unknown, second.id])
      assert.isNull(json[unknown])
      assert.include(json[second.id], { filename: "notes.txt", contentType: "text/plain" })
      assert.strictEqual((yield* ask("GET", pathOf(json[second.id].url), { key: "" })).text, "two")
      for (const ids of [[], Array.from({ length: 101 }, () => unknown), "att_1", undefined]) {
        const refused = yield* ask("POST", path, { body: { ids } })
        assert.strictEqual(refused.json.errors?.[0].field, "ids", refused.text)
      }
    })
  )

  it.effect("are not accepted by tickets in the trash or merged away, nor at a stale version", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { system } = yield* Database
      const ticket = yield* openTicket()
      const made = yield* announce(`${ticket}/attachments`, "hello")
      yield* send(made.uploadUrl, "hello")
      const stale = { headers: { "if-match": '"7"' } }
      for (const [method, path] of [
        ["POST", `${ticket}/attachments/${made.id}/confirm`],
        ["DELETE", `${ticket}/attachments/${made.id}`]
      ] as const)
        assert.deepInclude((yield* ask(method, path, stale)).json, { status: 412, currentVersion: 1 })
      const form = fileForm("a")
      const upload = yield* ask("POST", `${ticket}/attachments/upload`, {
        ...form,
        headers: { ...form.headers, ...stale.headers }
      })
      assert.strictEqual(upload.status, 412)

      const target = yield* openTicket()
      yield* system`update tickets set merged_into_id = ${uuidIn(ticketIn(target))}, version = version + 1 where id = ${uuidIn(ticketIn(ticket))}`
      const body = { filename: "a", contentType: "a/b", size: 1 }
      for (const answer of [
        yield* ask("POST", `${ticket}/attachments`, { body }),
        yield* ask("POST", `${ticket}/attachments/upload`, fileForm("a")),
        yield* ask("POST", `${ticket}/attachments/${made.id}/confirm`),
        yield* ask("DELETE", `${ticket}/attachments/${made.id}`)
      ])
        assert.deepInclude(answer.json, { code: "ticket_merged", mergedIntoId: ticketIn(target) })

      yield* uploaded(target)
      yield* ask("DELETE", target)
      for (const answer of [
        yield* ask("POST", `${target}/attachments`, { body }),
        yield* ask("POST", `${target}/attachments/upload`, fileForm("a")),
        yield* ask("GET", `${target}/attachments`)
      ])
        assert.strictEqual(answer.status, 404)
    })
  )

  it.effect("are created once per idempotency key", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const ticket = yield* openTicket()
      const pending = `${yield* brandPath}/attachments/pending`
      const body = { filename: "a.txt", contentType: "text/plain", size: 1 }
      const twice = Effect.fnUntraced(function* (method: string, path: string, sent: Asked = {}) {
        const asked = { ...sent, headers: { ...sent.headers, "idempotency-key": `key-${method}-${path}` } }
        const first = yield* ask(method, path, asked)
        assert.isBelow(first.status, 300, first.text)
        const second = yield* ask(method, path, asked)
        assert.deepStrictEqual(
          [second.status, second.text, second.headers.get("idempotency-replayed")],
          [first.status, first.text, "true"]
        )
        return first.json
      })
      const announced = yield* twice("POST", `${ticket}/attachments`, { body })
      yield* send(announced.uploadUrl, "a")
      yield* twice("POST", `${ticket}/attachments/${announced.id}/confirm`)
      const form = yield* twice("POST", `${ticket}/attachments/upload`, fileForm("b"))
      assert.lengthOf((yield* ask("GET", `${ticket}/attachments`)).json, 2)
      const waiting = yield* twice("POST", pending, { body })
      yield* send(waiting.uploadUrl, "a")
      yield* twice("POST", `${pending}/${waiting.id}/confirm`)
      yield* twice("POST", `${pending}/upload`, fileForm("c"))
      yield* twice("DELETE", `${ticket}/attachments/${form.id}`)

      const reused = fileForm("d", "another.txt")
      const path = `${ticket}/attachments/upload`
      const answer = yield* ask("POST", path, {
        ...reused,
        headers: { ...reused.headers, "idempotency-key": `key-POST-${path}` }
      })
      assert.strictEqual(answer.json.code, "idempotency_key_reused")

      const { system } = yield* Database
      const kept = yield* system<{ body: string; sealed: boolean }>`select body, sealed from receipts`
      assert.lengthOf(
        kept.filter(({ sealed }) => sealed),
        3,
        "two announcements and a form, which answer with addresses"
      )
      assert.notInclude(JSON.stringify(kept), "/v1/files/")
    })
  )

  it.effect("are confirmed once, however many requests do it at the same time, and at most 20 are pending", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const ticket = yield* openTicket()
      const made = yield* announce(`${ticket}/attachments`, "hello")
      yield* send(made.uploadUrl, "hello")
      const confirm = ask("POST", `${ticket}/attachments/${made.id}/confirm`)
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, () => confirm),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
      assert.include((yield* ask("GET", ticket)).json, { attachmentCount: 1, version: 2 })
      assert.lengthOf(yield* eventsAbout(ticketIn(ticket)), 2)

      const { json: other } = yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name: "impatient" } })
      const body = { filename: "a", contentType: "a/b", size: 1 }
      const path = `${yield* brandPath}/attachments/pending`
      const pending = yield* Effect.all(
        // A server that is overloaded says so, and is asked again.
        Array.from({ length: 30 }, () =>
          Effect.repeat(ask("POST", path, { key: other.key, body }), { while: ({ status }) => status === 503 })
        ),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        pending.filter(({ status }) => status === 201),
        20
      )
      assert.deepStrictEqual([...new Set(pending.map(({ json }) => json.code))].sort(), ["limit_reached", undefined])
    })
  )

  it.effect("are available to members too, whose uploads are their own; every response has the declared shape", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const agent = yield* teamMember("agent")
      const ticket = yield* openTicket()
      const pending = `${yield* brandPath}/attachments/pending`
      const body = { filename: "a.txt", contentType: "text/plain", size: 5, uploadedBy: null, metadata: null }
      const { json: made } = yield* agent.ask("POST", `${ticket}/attachments`, { body: { ...body, commentId: null } })
      yield* send(made.uploadUrl, "hello")
      yield* agent.ask("POST", `${ticket}/attachments/${made.id}/confirm`)
      const { json: waiting } = yield* agent.ask("POST", pending, { body })
      yield* send(waiting.uploadUrl, "hello")
      const theirs = { body: { body: "mine", attachmentIds: [waiting.id] } }
      assert.strictEqual((yield* ask("POST", `${pending}/${waiting.id}/confirm`)).status, 404)
      yield* agent.ask("POST", `${pending}/${waiting.id}/confirm`)
      assert.strictEqual((yield* ask("POST", `${ticket}/comments`, theirs)).json.errors[0].code, "unknown_id")
      const comment = yield* agent.ask("POST", `${ticket}/comments`, theirs)
      assert.lengthOf(comment.json.attachments, 1)
      yield* agent.ask("POST", `${ticket}/attachments/upload`, fileForm("b"))
      yield* agent.ask("POST", `${pending}/upload`, fileForm("c"))
      assert.lengthOf((yield* agent.ask("GET", `${ticket}/attachments`)).json, 3)
      yield* agent.ask("GET", `${ticket}/attachments/${made.id}`)
      yield* agent.ask("POST", pending.replace("pending", "urls"), { body: { ids: [made.id, unknown] } })
      yield* agent.ask("DELETE", `${ticket}/attachments/${made.id}`)
    })
  )
})

const uuidIn = (id: string) => {
  for (const kind of ["attachment", "ticket"] as const) {
    const parsed = parseId(kind, id)
    if (parsed._tag === "Some") return uuidOf(parsed.value)
  }
  throw new Error(`no id: ${id}`)
}
