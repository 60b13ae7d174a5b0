import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { DeskCopy } from "../support/DeskCopy.ts"
import { type Asked, HttpSite, site } from "../support/HttpSite.ts"

/** The next operation, and the record that it applies to, chosen by numbers. */
interface Step {
  readonly name: string
  readonly a: number
  readonly b: number
  readonly c: number
}

const addresses = ["ada@one.example", "ben@one.example", "cem@two.example", "dot@two.example"]
const tagNames = ["late", "vip", "bill", "lost"]
const pick = <A>(all: ReadonlyArray<A>, choice: number): A | undefined => all[choice % Math.max(all.length, 1)]

const linksBy = (choice: number) =>
  pick([null, [{ url: "https://one.example/" }], [{ url: "https://two.example/", title: "2" }]], choice)

/** New values for each field of a ticket, chosen by a number. */
const fields: ReadonlyArray<(b: number) => object> = [
  (b) => ({ title: `Title ${b % 3}` }),
  (b) => ({ body: b % 4 === 0 ? null : `Body ${b % 3}` }),
  (b) => ({ status: pick(["open", "pending", "resolved", "closed"], b) }),
  (b) => ({ priority: pick(["low", "normal", "urgent"], b), tags: [pick(tagNames, b), pick(tagNames, b >> 3)] }),
  (b) => ({ links: linksBy(b) }),
  (b) => ({ customFields: pick([null, false, 0, "", [], { plan: b % 2 }], b) }),
  (b) => ({ customFieldsPatch: { plan: pick([null, 1, { name: "gold" }], b) } }),
  (b) => ({ metadata: pick([null, { order: b % 2 }], b), dueAt: pick([null, "2027-01-01T00:00:00.000Z"], b >> 2) }),
  (b) => ({ isSpam: b % 2 === 0 }),
  (b) => ({ customerEmail: pick(addresses, b) })
]
const bulk = [
  { action: "close", closeReason: "other" },
  { action: "resolve" },
  { action: "spam" },
  { action: "notSpam" },
  { action: "delete" },
  { action: "restore" },
  { action: "addTags", tags: ["late"] },
  { action: "removeTags", tags: ["vip"] }
]
const file = [
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\ntext\r\n--b',
  "--\r\n"
].join("")

/** The operations; each appears as often as it should be chosen. */
const names = (
  "open open change change change change again reply reply note heard held takeBack edit unsay attach detach merge spam " +
  "trash restore purge bulk rename join leave"
).split(" ")
const step = fc.record({ name: fc.constantFrom(...names), a: fc.nat(), b: fc.nat(), c: fc.nat() })

const ask = Effect.fnUntraced(function* (method: string, path: string, body?: unknown, options: Asked = {}) {
  const answer = yield* (yield* HttpSite).ask(method, path, { ...options, ...(body === undefined ? {} : { body }) })
  assert.isBelow(answer.status, 500, `${method} ${path}: ${answer.text}`)
  return answer
})

const pages = Effect.fnUntraced(function* (path: string) {
  const found: Array<Record<string, unknown>> = []
  for (let cursor = ""; ; ) {
    const { json } = yield* ask("GET", `${path}${path.includes("?") ? "&" : "?"}limit=100${cursor}`)
    if (Array.isArray(json)) return json as typeof found
    found.push(...json.data)
    if (json.pagination.nextCursor === null) return found
    cursor = `&cursor=${encodeURIComponent(json.pagination.nextCursor)}`
  }
})

/** A new brand, and a copy of it that is fed its events. */
const copiedBrand = Effect.fnUntraced(function* (name: string) {
  const { json } = yield* ask("POST", "/v1/brands", { name })
  const brand = `/v1/brands/${json.id}`
  const copy = new DeskCopy()
  let last = ""
  /** Reads on in the feed; returns the number of events. */
  const hear = Effect.gen(function* () {
    const { json: page } = yield* ask("GET", `/v1/events?limit=500&brandId=${json.id}${last}`)
    assert.isFalse(page.pagination.hasMore)
    for (const event of page.data) copy.apply(event)
    if (page.data.length > 0) last = `&after=${page.data.at(-1).id}`
    return page.data.length as number
  })
  return { brand, copy, hear }
})
type CopiedBrand = Effect.Success<ReturnType<typeof copiedBrand>>

/** Performs the operation if there is a record for it; what the API refuses has no effect. */
const take = Effect.fnUntraced(function* ({ brand, copy, hear }: CopiedBrand, { a, b, c, name }: Step) {
  const isBack = name === "restore" || name === "purge"
  const tickets = [...copy.tickets.values()].filter(({ deletedAt }) => isBack || deletedAt === undefined).slice(-12)
  const people = [...copy.customers.values()].filter(({ deletedAt }) => deletedAt === undefined)
  const ticketId = pick(tickets, a)?.id
  const ticket = `${brand}/tickets/${ticketId}`
  const comment = pick([...copy.comments.values()], a)
  const said = `${brand}/tickets/${comment?.ticketId}/comments/${comment?.id}`
  const customer = `${brand}/customers/${pick(people, a)?.id}`
  const say = (body: object) => ask("POST", `${ticket}/comments`, { body: `Text ${b % 5}`, ...body })
  switch (name) {
    case "open":
      return yield* ask("POST", `${brand}/tickets`, {
        title: "New",
        customerEmail: pick(addresses, a),
        ...fields[b % 8]?.(c)
      })
    case "change":
      return yield* ask("PATCH", ticket, { ...fields[b % 10]?.(c), ...fields[c % 10]?.(b) })
    case "again": {
      const { body, customFields, dueAt, links, metadata, priority, status, tags, title } = (yield* ask("GET", ticket))
        .json
      const same = { title, status, priority, body: body ?? null, links: links ?? null, dueAt: dueAt ?? null }
      const names = tags?.map((tag: { name: string }) => tag.name.toUpperCase()).reverse()
      yield* ask("PATCH", ticket, {
        ...same,
        metadata: metadata ?? null,
        customFields: customFields ?? null,
        tags: names
      })
      return assert.strictEqual(yield* hear, 0, "nothing has changed")
    }
    case "reply":
      return yield* say({ cc: b % 3 === 0 ? [`copied${b % 4}@three.example`] : undefined, links: linksBy(c) })
    case "note":
      return yield* say({ isInternal: true, metadata: { b } })
    case "heard":
      return yield* say({ authorType: "CUSTOMER" })
    case "held":
      return yield* say({ sendAfterSeconds: 60, setStatus: b % 2 === 0 ? "resolved" : undefined })
    case "takeBack": {
      const held = pick([...copy.comments.values()].filter(({ sendAt }) => sendAt !== undefined).slice(-2), a)
      return yield* ask("DELETE", `${brand}/tickets/${held?.ticketId}/comments/${held?.id}?unsent=true`)
    }
    case "edit": {
      const edits = [{ body: `Edit ${c % 3}` }, { links: linksBy(c) }, { metadata: { c: c % 2 } }]
      return yield* ask("PATCH", said, pick(edits, b))
    }
    case "unsay":
      return yield* ask("DELETE", said)
    case "attach":
      return yield* ask("POST", `${ticket}/attachments/upload`, file, {
        headers: { "content-type": "multipart/form-data; boundary=b" }
      })
    case "detach": {
      const kept = pick([...copy.files.values()], a)
      return yield* ask("DELETE", `${brand}/tickets/${kept?.ticketId}/attachments/${kept?.id}`)
    }
    case "merge":
      return yield* ask("POST", `${ticket}/merge`, { sourceTicketIds: [pick(tickets, b)?.id] })
    case "spam":
      return yield* ask("POST", `${ticket}/spam`, { isSpam: b % 2 === 0, blockSender: c % 2 === 0 })
    case "trash":
      return yield* ask("DELETE", ticket)
    case "restore":
      return yield* ask("POST", `${ticket}/restore`)
    case "purge":
      // Purging from the trash publishes no event.
      if (ticketId !== undefined && (yield* ask("DELETE", `${ticket}?permanent=true`)).status === 200)
        if (copy.tickets.get(ticketId)?.deletedAt !== undefined) copy.forget(ticketId)
      return
    case "bulk":
      return yield* ask("POST", `${brand}/tickets/bulk`, { ticketIds: [ticketId], ...pick(bulk, b) })
    case "rename":
      return yield* ask(
        "PATCH",
        customer,
        pick([{ name: `Name ${c % 3}` }, { email: pick(addresses, c) }, { name: null }], b)
      )
    case "join":
      return yield* ask("POST", `${customer}/merge`, { sourceCustomerIds: [pick(people, b)?.id] })
    case "leave":
      return yield* ask("DELETE", customer)
  }
})

/** The members that the copy and a response share, without undefined ones. */
const shown = (record: object, names: ReadonlyArray<string>) =>
  Object.fromEntries(names.map((name) => [name, Reflect.get(record, name) ?? null]))

const ofTickets = (
  "ticketNumber publicId title body status statusCategory closeReason priority assigneeId isSpam mergedIntoId followUpOfId " +
  "links participants dueAt customFields metadata createdAt customerId deletedAt"
).split(" ")
const ofComments = (
  "ticketId body authorId authorName authorType visibility parentId source cc links metadata sendAt version createdAt " +
  "updatedAt"
).split(" ")

/** Reads everything from the API, and asserts that the copy holds exactly the same. */
const compare = Effect.fnUntraced(function* ({ brand, copy }: CopiedBrand) {
  const tickets = yield* pages(`${brand}/tickets?deleted=include&merged=include&isSpam=all`)
  assert.sameMembers(
    [...copy.tickets.keys()],
    tickets.map(({ id }) => String(id))
  )
  const { comments, customers, files } = copy
  for (const ticket of tickets) {
    const copied = copy.tickets.get(String(ticket["id"])) ?? assert.fail("a ticket that was told")
    const versioned = copied.followed === true ? ofTickets : [...ofTickets, "version", "updatedAt"]
    assert.deepStrictEqual(shown(copied, versioned), shown(ticket, versioned))
    assert.sameDeepMembers(
      [...copied.tags],
      (ticket["tags"] as typeof copied.tags).map(({ id, name }) => ({ id, name }))
    )
    const customer = customers.get(copied.customerId ?? "") ?? assert.fail("a customer who was told")
    assert.deepStrictEqual([ticket["customerEmail"], ticket["customerName"]], [customer.email, customer.name])
    const own = { comments: [...comments.values()], files: [...files.values()] }
    assert.strictEqual(own.comments.filter(({ ticketId }) => ticketId === copied.id).length, ticket["commentCount"])
    assert.strictEqual(own.files.filter(({ ticketId }) => ticketId === copied.id).length, ticket["attachmentCount"])
    if (copied.deletedAt !== undefined) continue
    for (const comment of yield* pages(`${brand}/tickets/${copied.id}/comments`))
      assert.deepStrictEqual(shown(comments.get(String(comment["id"])) ?? {}, ofComments), shown(comment, ofComments))
  }
  const alive = [...customers.values()].filter(({ deletedAt }) => deletedAt === undefined)
  const asked = yield* pages(`${brand}/customers`)
  assert.sameMembers(
    alive.map(({ id }) => id),
    asked.map(({ id }) => String(id))
  )
  for (const customer of asked) assert.deepInclude(customer, { ...customers.get(String(customer["id"])) })
})

layer(site({ rateLimitPerMinute: 1_000_000 }), { excludeTestServices: true })(
  "A copy maintained from events alone",
  (it) => {
    for (const seed of [1, 2])
      it.effect(`equals what the API returns, whatever was done (${seed})`, () =>
        Effect.gen(function* () {
          const copied = yield* copiedBrand(`Copied ${seed}`)
          for (const a of [0, 1, 2, 3]) yield* take(copied, { name: "open", a, b: 0, c: a })
          yield* copied.hear
          const heardOf = new Set<string>()
          for (const [index, next] of fc.sample(step, { numRuns: 160, seed }).entries()) {
            yield* take(copied, next)
            if ((yield* copied.hear) > 0) heardOf.add(next.name)
            if (index % 40 === 0) yield* compare(copied)
          }
          yield* compare(copied)
          assert.sameMembers(
            [...heardOf],
            [...new Set(names)].filter((name) => name !== "again"),
            "each was done and told"
          )
        })
      )
  }
)
