import { assert, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import { idOf, uuidOf } from "../../src/domain/Ids.ts"
import type { Mode } from "../../src/domain/Tenant.ts"
import { Database } from "../../src/sql/Database.ts"
import { declaredEvent } from "../support/declaredAnswers.ts"
import { type Asked, HttpSite, type Reply, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

// The table of docs/webhooks.md, Catalogue, row by row: the events that each operation publishes, in order.

interface Told {
  readonly type: string
  readonly subject: string
  readonly sequence: number | null
  readonly causationId: string
  readonly changes: ReadonlyArray<string> | undefined
}

/** Sends a request that is expected to succeed. */
const ask = Effect.fnUntraced(function* (method: string, path: string, body?: unknown, options: Asked = {}) {
  const answer = yield* (yield* HttpSite).ask(method, path, { ...options, ...(body === undefined ? {} : { body }) })
  assert.isBelow(answer.status, 300, answer.text)
  return answer
})

/** The brand's events in one mode after the first `before`, in feed order. */
const told = Effect.fnUntraced(function* (before: number, mode: Mode = "live") {
  const { system } = yield* Database
  const { brand } = (yield* Installation)[mode]
  const rows = yield* system<{ payload: string; chain_id: string; seq: number | null }>`select payload, chain_id, seq
    from events where brand_id = ${uuidOf(brand.id)} order by transaction_id, place, id offset ${before}`
  return rows.map(({ chain_id, payload, seq }): Told => {
    const envelope = JSON.parse(payload)
    const { causationId, data, event } = envelope
    const declared = declaredEvent(envelope)
    // Once something is purged, its earlier events keep only ids.
    assert.isTrue(data.purged === true || Result.isSuccess(declared), `${event}: ${declared}`)
    return { type: event, subject: chain_id, sequence: seq, causationId, changes: data.changes }
  })
}, Effect.orDie)

/** An event with the names of the fields that it reports as changed. */
const shown = ({ changes, type }: Told) => (changes === undefined ? type : `${type} {${changes.join(", ")}}`)

const brandPath = Effect.map(Installation, ({ live }) => `/v1/brands/${live.brand.id}`)

interface Scene {
  readonly brand: string
  /** An open ticket of a new customer, and its path. */
  readonly ticket: string
  readonly ticketId: string
  readonly customerId: string
}

let serial = 0
const opened = Effect.fnUntraced(function* (body: object = {}) {
  const brand = yield* brandPath
  const { json } = yield* ask("POST", `${brand}/tickets`, {
    title: "t",
    customerEmail: `customer-${++serial}@example.com`,
    ...body
  })
  return {
    brand,
    ticket: `${brand}/tickets/${json.id}`,
    ticketId: String(json.id),
    customerId: String(json.customerId)
  } satisfies Scene
})

const uploaded = Effect.fnUntraced(function* (path: string) {
  const form = new FormData()
  form.append("file", new File(["text"], "a.txt", { type: "text/plain" }))
  const request = new Request("http://form.example", { method: "POST", body: form })
  const bytes = new Uint8Array(yield* Effect.promise(() => request.arrayBuffer()))
  const { json } = yield* ask("POST", path, bytes, {
    headers: { "content-type": request.headers.get("content-type") ?? "" }
  })
  return String(json.id)
})

interface Row {
  readonly operation: string
  readonly given?: (scene: Scene) => Effect.Effect<unknown, never, HttpSite | Installation | Database>
  readonly done: (
    scene: Scene,
    given: string
  ) => Effect.Effect<Reply | string, never, HttpSite | Installation | Database>
  readonly tells: ReadonlyArray<string>
}

const patched = (body: object) => (scene: Scene) => ask("PATCH", scene.ticket, body)
const said = (body: object) => (scene: Scene) => ask("POST", `${scene.ticket}/comments`, { body: "text", ...body })
const bulk = (body: object) => (scene: Scene) =>
  ask("POST", `${scene.brand}/tickets/bulk`, { ticketIds: [scene.ticketId], ...body })
const byCustomer = { authorType: "CUSTOMER" }
const links = [
  { url: "https://one.example/", title: null },
  { url: "https://two.example/", title: "Two" }
]
const everyText = { body: "text", links, metadata: { order: 7 } }
const everyField = {
  ...everyText,
  title: "Other",
  priority: "low",
  tags: ["one", "two"],
  customFields: { plan: { name: "gold" } },
  dueAt: "2027-01-01T00:00:00.000Z"
}

const rows: ReadonlyArray<Row> = [
  {
    operation: "create ticket for a new customer",
    done: ({ brand }) => ask("POST", `${brand}/tickets`, { title: "t", customerEmail: `new-${++serial}@example.com` }),
    tells: ["customer.created", "ticket.created"]
  },
  {
    operation: "create ticket for a known customer",
    done: ({ brand, customerId }) => ask("POST", `${brand}/tickets`, { title: "t", customerId }),
    tells: ["ticket.created"]
  },
  {
    operation: "create ticket with files",
    given: ({ brand }) => uploaded(`${brand}/attachments/pending/upload`),
    done: ({ brand, customerId }, fileId) =>
      ask("POST", `${brand}/tickets`, { title: "t", customerId, attachmentIds: [fileId] }),
    tells: ["ticket.created", "attachment.created"]
  },
  { operation: "PATCH", done: patched({ title: "other" }), tells: ["ticket.updated {title}"] },
  { operation: "PATCH of nothing", done: patched({ title: "t" }), tells: [] },
  {
    operation: "PATCH of what the ticket has already",
    given: patched(everyField),
    done: patched(everyField),
    tells: []
  },
  {
    operation: "PATCH into resolved",
    done: patched({ status: "resolved", priority: "low" }),
    tells: ["ticket.updated {status, priority}", "ticket.resolved"]
  },
  {
    operation: "PATCH into closed",
    done: patched({ status: "closed", closeReason: "other" }),
    tells: ["ticket.updated {status, closeReason}", "ticket.closed"]
  },
  {
    operation: "PATCH out of resolved",
    given: patched({ status: "resolved" }),
    done: patched({ status: "pending" }),
    tells: ["ticket.updated {status}", "ticket.reopened"]
  },
  {
    operation: "PATCH out of closed",
    given: patched({ status: "closed", closeReason: "other" }),
    done: patched({ status: "open" }),
    tells: ["ticket.updated {status, closeReason}", "ticket.reopened"]
  },
  {
    operation: "bulk field change",
    done: bulk({ action: "close" }),
    tells: ["ticket.updated {status}", "ticket.closed"]
  },
  {
    operation: "PATCH isSpam",
    done: patched({ isSpam: true }),
    tells: ["ticket.updated {isSpam}", "ticket.spam_marked"]
  },
  {
    operation: "POST spam",
    done: ({ ticket }) => ask("POST", `${ticket}/spam`, { isSpam: true }),
    tells: ["ticket.updated {isSpam}", "ticket.spam_marked", "customer.updated {isBlocked}"]
  },
  {
    operation: "POST spam without blocking",
    done: ({ ticket }) => ask("POST", `${ticket}/spam`, { isSpam: true, blockSender: false }),
    tells: ["ticket.updated {isSpam}", "ticket.spam_marked"]
  },
  {
    operation: "POST not spam",
    given: ({ ticket }) => ask("POST", `${ticket}/spam`, { isSpam: true }),
    done: ({ ticket }) => ask("POST", `${ticket}/spam`, { isSpam: false }),
    tells: ["ticket.updated {isSpam}", "ticket.spam_unmarked", "customer.updated {isBlocked}"]
  },
  {
    operation: "bulk spam",
    done: bulk({ action: "spam" }),
    tells: ["ticket.updated {isSpam}", "ticket.spam_marked", "customer.updated {isBlocked}"]
  },
  { operation: "comment by agent", done: said({}), tells: ["comment.created"] },
  { operation: "internal note", done: said({ isInternal: true }), tells: ["comment.created"] },
  {
    operation: "comment with a file and a status",
    given: ({ brand }) => uploaded(`${brand}/attachments/pending/upload`),
    done: (scene, fileId) => said({ attachmentIds: [fileId], setStatus: "resolved" })(scene),
    tells: ["comment.created", "attachment.created", "ticket.updated {status}", "ticket.resolved"]
  },
  { operation: "comment by the customer on an open ticket", done: said(byCustomer), tells: ["comment.created"] },
  {
    operation: "comment by the customer on a resolved ticket",
    given: patched({ status: "resolved" }),
    done: said(byCustomer),
    tells: ["comment.created", "ticket.updated {status}", "ticket.reopened"]
  },
  {
    operation: "PATCH comment",
    given: (scene) => Effect.map(said({})(scene), ({ json }) => json.id),
    done: ({ ticket }, id) => ask("PATCH", `${ticket}/comments/${id}`, { body: "other" }),
    tells: ["comment.updated {body}"]
  },
  {
    operation: "PATCH comment with what it has already",
    given: (scene) => Effect.map(said(everyText)(scene), ({ json }) => json.id),
    done: ({ ticket }, id) => ask("PATCH", `${ticket}/comments/${id}`, everyText),
    tells: []
  },
  {
    operation: "DELETE comment",
    given: (scene) => Effect.map(said({})(scene), ({ json }) => json.id),
    done: ({ ticket }, id) => ask("DELETE", `${ticket}/comments/${id}`),
    tells: ["comment.deleted"]
  },
  {
    operation: "multipart upload",
    done: ({ ticket }) => uploaded(`${ticket}/attachments/upload`),
    tells: ["attachment.created"]
  },
  {
    operation: "delete file",
    given: ({ ticket }) => uploaded(`${ticket}/attachments/upload`),
    done: ({ ticket }, id) => ask("DELETE", `${ticket}/attachments/${id}`),
    tells: ["attachment.deleted"]
  },
  {
    operation: "merge",
    given: () =>
      Effect.gen(function* () {
        const first = yield* opened({ tags: ["merged"] })
        yield* said({})(first)
        const second = yield* opened({ status: "resolved" })
        yield* uploaded(`${second.ticket}/attachments/upload`)
        return `${first.ticketId} ${second.ticketId}`
      }),
    done: ({ ticket }, ids) => ask("POST", `${ticket}/merge`, { sourceTicketIds: ids.split(" ") }),
    tells: [
      "ticket.updated {status, closeReason, mergedIntoId}",
      "ticket.merged",
      "ticket.updated {status, closeReason, mergedIntoId}",
      "ticket.merged",
      "comment.created",
      "comment.created",
      "ticket.updated {mergedTicketIds, tags, participants}"
    ]
  },
  {
    operation: "merge of what is merged already",
    given: (scene) =>
      Effect.gen(function* () {
        const source = yield* opened()
        yield* ask("POST", `${scene.ticket}/merge`, { sourceTicketIds: [source.ticketId] })
        return source.ticketId
      }),
    done: ({ ticket }, id) => ask("POST", `${ticket}/merge`, { sourceTicketIds: [id] }),
    tells: []
  },
  { operation: "delete", done: ({ ticket }) => ask("DELETE", ticket), tells: ["ticket.deleted"] },
  {
    operation: "delete again",
    given: ({ ticket }) => ask("DELETE", ticket),
    done: ({ ticket }) => ask("DELETE", ticket),
    tells: []
  },
  {
    operation: "restore",
    given: ({ ticket }) => ask("DELETE", ticket),
    done: ({ ticket }) => ask("POST", `${ticket}/restore`),
    tells: ["ticket.restored"]
  },
  { operation: "purge", done: ({ ticket }) => ask("DELETE", `${ticket}?permanent=true`), tells: ["ticket.deleted"] },
  {
    operation: "purge from the trash",
    given: ({ ticket }) => ask("DELETE", ticket),
    done: ({ ticket }) => ask("DELETE", `${ticket}?permanent=true`),
    tells: []
  },
  {
    operation: "customer create",
    done: ({ brand }) => ask("POST", `${brand}/customers`, { email: `made-${++serial}@example.com` }),
    tells: ["customer.created"]
  },
  {
    operation: "customer change",
    done: ({ brand, customerId }) => ask("PATCH", `${brand}/customers/${customerId}`, { name: "Other" }),
    tells: ["customer.updated {name}"]
  },
  {
    operation: "customer delete",
    done: ({ brand, customerId }) => ask("DELETE", `${brand}/customers/${customerId}`),
    tells: ["customer.updated {deletedAt}"]
  },
  {
    operation: "customer merge",
    given: ({ brand }) => ask("POST", `${brand}/customers`, { email: `double-${serial}@example.com`, name: "Double" }),
    done: Effect.fnUntraced(function* ({ brand, customerId }) {
      const { json } = yield* ask("GET", `${brand}/customers?search=double-${serial}@`)
      return yield* ask("POST", `${brand}/customers/${customerId}/merge`, { sourceCustomerIds: [json.data[0].id] })
    }),
    tells: ["customer.updated {deletedAt, mergedIntoId}", "customer.updated {name, identities}"]
  },
  {
    operation: "customer erase",
    done: ({ brand, customerId }) => ask("POST", `${brand}/customers/${customerId}/erase?confirm=true`),
    tells: ["customer.updated {email, notifyEmail, deletedAt, erasedAt}"]
  },
  {
    operation: "portal token for a new address",
    done: ({ brand }) => ask("POST", `${brand}/portal/token`, { customerEmail: `portal-${++serial}@example.com` }),
    tells: ["customer.created"]
  },
  {
    operation: "category, tag, status, field and brand changes",
    done: ({ brand }) =>
      Effect.gen(function* () {
        yield* ask("POST", `${brand}/categories`, { name: `Category ${++serial}` })
        yield* ask("POST", `${brand}/tags`, { name: `Tag ${++serial}` })
        yield* ask("POST", `${brand}/statuses`, { key: `s${++serial}`, name: "Status", category: "open" })
        return yield* ask("PATCH", brand, { color: "#112233" })
      }),
    tells: []
  }
]

layer(site(), { excludeTestServices: true })("The events of an operation", (it) => {
  for (const { done, given, operation, tells } of rows) {
    it.effect(`${operation}: ${tells.length === 0 ? "nothing" : tells.join(" → ")}`, () =>
      Effect.gen(function* () {
        const scene = yield* opened()
        const prepared = given === undefined ? "" : String(yield* given(scene))
        const before = (yield* told(0)).length
        yield* done(scene, prepared)
        const events = yield* told(before)
        assert.deepStrictEqual(events.map(shown), tells)
        // One command has one cause, and each ticket's events continue its sequence.
        assert.isAtMost(new Set(events.map(({ causationId }) => causationId)).size, 1)
        const all = yield* told(0)
        for (const subject of new Set(events.map(({ subject }) => subject))) {
          const sequence = all.filter((event) => event.subject === subject).map(({ sequence }) => sequence)
          if (sequence[0] !== null)
            assert.deepStrictEqual(
              sequence,
              sequence.map((_, index) => index + 1)
            )
        }
      })
    )
  }

  it.effect("inbound messages: a ticket, a comment on it, and participants added later", () =>
    Effect.gen(function* () {
      const { test } = yield* Installation
      const file = { filename: "a.txt", contentType: "text/plain", content: Buffer.from("text").toString("base64") }
      const mail = (more: object) =>
        ask(
          "POST",
          "/v1/test/inbound/email",
          { brandId: test.brand.id, from: "ines@north.example", subject: "Parcel", text: "text", ...more },
          { key: test.key }
        )
      const steps: ReadonlyArray<readonly [mail: object, tells: ReadonlyArray<string>]> = [
        [
          { messageId: "<one@north.example>", attachments: [file] },
          ["customer.created", "ticket.created", "attachment.created"]
        ],
        [{ messageId: "<one@north.example>", attachments: [file] }, []],
        [{ messageId: "<two@north.example>", inReplyTo: "<one@north.example>" }, ["comment.created"]],
        [
          { messageId: "<three@north.example>", inReplyTo: "<two@north.example>", attachments: [file] },
          ["comment.created", "attachment.created", "ticket.updated {status}", "ticket.reopened"]
        ],
        [
          { messageId: "<four@south.example>", inReplyTo: "<ours@inbound.example>", from: "max@south.example" },
          ["comment.created", "ticket.updated {status, participants}", "ticket.reopened"]
        ]
      ]
      const { system } = yield* Database
      for (const [index, [more, tells]] of steps.entries()) {
        const [opened] = (yield* told(0, "test")).filter(({ type }) => type === "ticket.created")
        if (opened !== undefined && index >= 3) {
          const path = `/v1/brands/${test.brand.id}/tickets/${idOf("ticket", opened.subject)}`
          yield* ask("PATCH", path, { status: "resolved" }, { key: test.key })
          // A message that we sent about it.
          yield* Effect.orDie(system`insert into message_ids (tenant_id, brand_id, message_id, ticket_id, direction)
            values (${test.tenant.id}, ${uuidOf(test.brand.id)}, 'ours@inbound.example', ${opened.subject}, 'out')
            on conflict do nothing`)
        }
        const seen = (yield* told(0, "test")).length
        yield* mail(more)
        assert.deepStrictEqual<ReadonlyArray<string>>((yield* told(seen, "test")).map(shown), tells, String(index))
      }
    })
  )

  it.effect("customer.created and what follows from it are adjacent", () =>
    Effect.gen(function* () {
      const before = (yield* told(0)).length
      yield* Effect.forEach(Array.from({ length: 20 }), () => opened(), { concurrency: "unbounded" })
      const events = yield* told(before)
      assert.deepStrictEqual(
        events.map(({ type }) => type),
        Array.from({ length: 20 }, () => ["customer.created", "ticket.created"]).flat()
      )
      for (let index = 0; index < events.length; index += 2)
        assert.strictEqual(events[index]?.causationId, events[index + 1]?.causationId)
    })
  )
})
