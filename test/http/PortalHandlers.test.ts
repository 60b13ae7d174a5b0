import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { enter, openBrand, send } from "../support/portal.ts"
import { seedMember } from "../support/signInServices.ts"
import { teamMember } from "../support/teamMember.ts"

layer(site(), { excludeTestServices: true })("A customer in the portal", (it) => {
  it.effect("opens a ticket, finds it, reads it and replies", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "Ines@north.example", { customerName: "Ines Roth" })
      const made = yield* ines.ask("POST", "/tickets", {
        body: { title: " Where is my parcel? ", body: "It is late.", customFields: { order: 7 } }
      })
      assert.strictEqual(made.headers.get("location"), `/v1/portal/tickets/${made.json.id}`)
      assert.include(made.json, {
        ticketNumber: "POR-1001",
        title: "Where is my parcel?",
        status: "open",
        statusLabel: "Open",
        priority: "normal",
        commentCount: 0
      })
      assert.deepStrictEqual(made.json.brand, { name: brand.name, ticketPrefix: "POR" })
      const list = yield* ines.ask("GET", "/tickets")
      assert.deepStrictEqual(list.json, {
        tickets: [made.json],
        data: [made.json],
        pagination: { hasMore: false, nextCursor: null }
      })
      const said = yield* ines.ask("POST", `/tickets/${made.json.id}/comments`, { body: { body: "Hello?" } })
      const snake = yield* ines.ask("POST", "/tickets", { body: { title: "Snake", custom_fields: { order: 8 } } })
      assert.deepStrictEqual((yield* brand.ask("GET", `/tickets/${snake.json.id}`)).json.customFields, { order: 8 })
      const blank = yield* ines.ask("POST", `/tickets/${made.json.id}/comments`, { body: { body: " \n" } })
      assert.deepInclude(blank.json.errors?.[0], { field: "body", code: "length" })
      assert.strictEqual(said.status, 201, said.text)
      assert.include(said.json, { body: "Hello?", authorType: "CUSTOMER", authorName: "Ines Roth" })
      const read = yield* ines.ask("GET", `/tickets/${made.json.id}`)
      assert.deepStrictEqual(read.json, {
        ...made.json,
        updatedAt: read.json.updatedAt,
        commentCount: 1,
        body: "It is late.",
        comments: [said.json],
        attachments: []
      })

      const seen = yield* brand.ask("GET", `/tickets/${made.json.id}`)
      assert.deepInclude(seen.json, {
        customerId: ines.id,
        source: "web",
        origin: "api",
        customFields: { order: 7 },
        isSpam: false
      })
      assert.property(seen.json, "waitingSince")
      const [comment] = (yield* brand.ask("GET", `/tickets/${made.json.id}/comments`)).json
      assert.include(comment, { authorType: "CUSTOMER", authorId: ines.id, source: "web", visibility: "public" })
    })
  )

  it.effect("is identified as a customer in the portal, in events and in the audit log", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example")
      const ticketId = yield* ines.open()
      yield* ines.ask("POST", `/tickets/${ticketId}/comments`, { body: { body: "Hello?" } })
      const { ask } = yield* HttpSite
      const feed = yield* ask("GET", `/v1/events?brandId=${brand.id}`)
      assert.deepStrictEqual(
        feed.json.data.map(({ actor, type }: { actor: { type: string }; type: string }) => [type, actor.type]),
        [
          ["customer.created", "api_key"],
          ["ticket.created", "customer"],
          ["comment.created", "customer"]
        ]
      )
      assert.deepStrictEqual(feed.json.data[1].actor, {
        type: "customer",
        id: ines.id,
        name: "ines@north.example",
        channel: "portal"
      })
      const [opened] = (yield* brand.ask("GET", `/tickets/${ticketId}/logs`)).json
      assert.include(opened, { event: "ticket.created", source: "portal" })
      assert.include(opened.performedBy, { type: "customer", id: ines.id })
    })
  )

  it.effect("can read who they are, and which fields the brand asks for", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand({ more: { color: "#112233", iconUrl: "https://shop.example/i.png" } })
      const field = (body: object) => brand.ask("POST", "/fields/ticket", { body })
      const asked = yield* field({ key: "order", label: "Order", type: "text", showOnCreate: true })
      assert.strictEqual(asked.status, 201, asked.text)
      yield* field({ key: "cause", label: "Cause", type: "text", showOnCreate: false })
      const ines = yield* enter(brand, "ines@north.example", { expiresIn: "2h" })
      const me = yield* ines.ask("GET", "/me")
      assert.deepStrictEqual(me.json, {
        customer: { id: ines.id, email: "ines@north.example" },
        brand: {
          id: brand.id,
          name: brand.name,
          ticketPrefix: "POR",
          iconUrl: "https://shop.example/i.png",
          color: "#112233",
          fields: [asked.json]
        },
        expiresAt: ines.issued.expiresAt
      })
    })
  )

  it.effect("sees public comments with author names, and never an internal note or a member's address", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { tenant } = (yield* Installation).live
      const brand = yield* openBrand({ more: { fromName: "North Desk" } })
      const ines = yield* enter(brand, "ines@north.example")
      const ticketId = yield* ines.open()
      const memberId = yield* seedMember(tenant.accountId, `agent-${crypto.randomUUID()}@team.example`)
      const grace = yield* teamMember("agent")
      yield* grace.ask("PATCH", "/v1/auth/profile", { body: { displayName: "Grace" } })
      const add = (body: object) => brand.ask("POST", `/tickets/${ticketId}/comments`, { body })
      yield* add({ body: "secret note", isInternal: true })
      yield* add({ body: "named", authorName: "Ada" })
      yield* add({ body: "by a program" })
      yield* add({ body: "by a member", authorId: memberId, authorName: "agent@team.example" })
      yield* add({ body: "by a member with a name", authorId: grace.id, authorName: grace.email })
      yield* add({ body: "an address", authorName: "agent@team.example" })
      yield* add({ body: "system", authorType: "SYSTEM", authorName: "  bot" })
      yield* add({ body: "the customer", authorType: "CUSTOMER" })
      const gone = yield* add({ body: "taken back" })
      yield* brand.ask("DELETE", `/tickets/${ticketId}/comments/${gone.json.id}`)
      const read = yield* ines.ask("GET", `/tickets/${ticketId}`)
      assert.deepStrictEqual(
        read.json.comments.map(({ authorName, authorType, body }: Record<string, string>) => [
          body,
          authorType,
          authorName
        ]),
        [
          ["named", "STAFF", "Ada"],
          ["by a program", "STAFF", "North Desk"],
          ["by a member", "STAFF", "North Desk"],
          ["by a member with a name", "STAFF", "Grace"],
          ["an address", "STAFF", "North Desk"],
          ["system", "STAFF", "bot"],
          ["the customer", "CUSTOMER", "ines@north.example"]
        ]
      )
      assert.strictEqual(read.json.commentCount, 7)
      assert.strictEqual((yield* ines.ask("GET", "/tickets")).json.tickets[0].commentCount, 7)
      assert.notMatch(read.text, /secret note|taken back|team\.example/)
      const profile = yield* ask("GET", "/v1/auth/members")
      assert.include(profile.text, memberId)
    })
  )

  it.effect("reopens a pending, resolved or closed ticket by replying", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand({ more: { closedReply: "follow_up" } })
      const ines = yield* enter(brand, "ines@north.example")
      for (const status of ["pending", "resolved", "closed"]) {
        const ticketId = yield* ines.open()
        const moved = yield* brand.ask("PATCH", `/tickets/${ticketId}`, { body: { status } })
        assert.strictEqual(moved.json.statusCategory, status, moved.text)
        assert.strictEqual((yield* ines.ask("GET", `/tickets/${ticketId}`)).json.status, status)
        yield* ines.ask("POST", `/tickets/${ticketId}/comments`, { body: { body: "Still not here." } })
        assert.strictEqual((yield* ines.ask("GET", `/tickets/${ticketId}`)).json.status, "open")
      }
    })
  )

  it.effect("sees a status as its category and the name that the brand shows to customers", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const made = yield* brand.ask("POST", "/statuses", {
        body: { name: "Waiting for parts", category: "pending", customerName: "We ordered parts" }
      })
      assert.strictEqual(made.status, 201, made.text)
      const ines = yield* enter(brand, "ines@north.example")
      const ticketId = yield* ines.open()
      yield* brand.ask("PATCH", `/tickets/${ticketId}`, { body: { status: made.json.key } })
      const [ticket] = (yield* ines.ask("GET", "/tickets")).json.tickets
      assert.include(ticket, { status: "pending", statusLabel: "We ordered parts" })
    })
  )

  it.effect("does not notice that they are blocked, or that a ticket is spam", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const eve = yield* enter(brand, "eve@elsewhere.example")
      yield* brand.ask("PATCH", `/customers/${eve.id}`, { body: { isBlocked: true } })
      const ticketId = yield* eve.open({ body: "Buy this." })
      assert.isTrue((yield* brand.ask("GET", `/tickets/${ticketId}`)).json.isSpam)
      const list = yield* eve.ask("GET", "/tickets")
      assert.lengthOf(list.json.tickets, 1)
      // Ids contain random letters.
      assert.notMatch(list.text.replaceAll(ticketId, ""), /spam/i)
      const said = yield* eve.ask("POST", `/tickets/${ticketId}/comments`, { body: { body: "Really." } })
      assert.strictEqual(said.status, 201)
      assert.strictEqual((yield* eve.ask("GET", `/tickets/${ticketId}`)).json.comments.length, 1)
    })
  )

  it.effect("cannot find a deleted ticket in any way", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example")
      const ticketId = yield* ines.open()
      yield* brand.ask("DELETE", `/tickets/${ticketId}`)
      assert.lengthOf((yield* ines.ask("GET", "/tickets")).json.tickets, 0)
      assert.strictEqual((yield* ines.ask("GET", `/tickets/${ticketId}`)).status, 404)
      const said = yield* ines.ask("POST", `/tickets/${ticketId}/comments`, { body: { body: "Hello?" } })
      assert.strictEqual(said.status, 404)
      assert.strictEqual((yield* ines.ask("GET", `/tickets/${ticketId}/attachments`)).status, 404)
      yield* brand.ask("POST", `/tickets/${ticketId}/restore`)
      assert.strictEqual((yield* ines.ask("GET", `/tickets/${ticketId}`)).json.commentCount, 0)
    })
  )

  it.effect("sees where a ticket was merged only if the target is theirs", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example")
      const otto = yield* enter(brand, "otto@south.example")
      const [first, second, own] = [yield* ines.open(), yield* ines.open(), yield* ines.open()]
      const foreign = yield* otto.open()
      const merge = (target: string, source: string) =>
        brand.ask("POST", `/tickets/${target}/merge`, { body: { sourceTicketIds: [source] } })
      assert.strictEqual((yield* merge(own, first)).status, 200)
      assert.strictEqual((yield* merge(foreign, second)).status, 200)

      assert.strictEqual((yield* ines.ask("GET", `/tickets/${first}`)).json.mergedIntoId, own)
      assert.notProperty((yield* ines.ask("GET", `/tickets/${second}`)).json, "mergedIntoId")
      assert.deepStrictEqual(
        (yield* ines.ask("GET", "/tickets")).json.tickets.map(({ id }: { id: string }) => id),
        [own]
      )
      const body = { body: "Hello?" }
      const toOwn = yield* ines.ask("POST", `/tickets/${first}/comments`, { body })
      assert.deepInclude(toOwn.json, { status: 409, code: "ticket_merged", mergedIntoId: own })
      const file = { filename: "a.txt", contentType: "text/plain", size: 1 }
      for (const [path, sent] of [
        ["comments", body],
        ["attachments", file]
      ] as const) {
        const refused = yield* ines.ask("POST", `/tickets/${second}/${path}`, { body: sent })
        assert.deepInclude(refused.json, { status: 409, code: "ticket_merged" })
        assert.notInclude(refused.text, foreign)
      }
    })
  )

  it.effect("pages through their tickets with filters", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example")
      const ids = yield* Effect.forEach([1, 2, 3, 4, 5], () => ines.open())
      const [oldest = "", second = ""] = ids
      yield* brand.ask("PATCH", `/tickets/${oldest}`, { body: { status: "pending" } })
      yield* brand.ask("PATCH", `/tickets/${second}`, { body: { status: "resolved" } })
      const listed = Effect.fnUntraced(function* (query: string) {
        const answer = yield* ines.ask("GET", `/tickets${query}`)
        assert.strictEqual(answer.status, 200, answer.text)
        return answer.json.tickets.map(({ id }: { id: string }) => id)
      })
      assert.deepStrictEqual(yield* listed(""), [...ids].reverse())
      assert.deepStrictEqual(yield* listed("?order=asc"), ids)
      assert.deepStrictEqual((yield* listed("?sort=updatedAt")).slice(0, 2), [second, oldest])
      assert.deepStrictEqual(yield* listed("?status=pending,resolved&order=asc"), [oldest, second])
      assert.deepStrictEqual(yield* listed("?status=active&order=asc"), [oldest, ...ids.slice(2)])
      for (const sort of ["createdAt", "updatedAt"]) {
        for (const order of ["asc", "desc"]) {
          const all = yield* listed(`?sort=${sort}&order=${order}`)
          const paged: Array<string> = []
          let cursor = ""
          do {
            const page = yield* ines.ask("GET", `/tickets?sort=${sort}&order=${order}&limit=2&cursor=${cursor}`)
            paged.push(...page.json.tickets.map(({ id }: { id: string }) => id))
            cursor = page.json.pagination.nextCursor ?? ""
            assert.strictEqual(page.json.pagination.hasMore, cursor !== "")
          } while (cursor !== "")
          assert.deepStrictEqual(paged, all)
        }
      }
      for (const [query, field] of [
        ["status=new", "status"],
        ["sort=priority", "sort"],
        ["order=up", "order"],
        ["limit=0", "limit"]
      ] as const) {
        assert.strictEqual((yield* ines.ask("GET", `/tickets?${query}`)).json.errors[0].field, field)
      }
    })
  )

  it.effect("cannot use the cursor of another customer", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example")
      const otto = yield* enter(brand, "otto@south.example")
      yield* ines.open()
      yield* ines.open()
      const cursor = (yield* ines.ask("GET", "/tickets?limit=1")).json.pagination.nextCursor
      assert.strictEqual((yield* ines.ask("GET", `/tickets?limit=1&cursor=${cursor}`)).status, 200)
      const foreign = yield* otto.ask("GET", `/tickets?limit=1&cursor=${cursor}`)
      assert.deepInclude(foreign.json, { status: 400, code: "invalid_cursor" })
    })
  )

  it.effect("attaches files to a ticket, to a new one and to a reply, and downloads them", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example")
      const file = { filename: "notes.txt", contentType: "text/plain", size: 5 }
      const pending = Effect.fnUntraced(function* () {
        const upload = yield* ines.ask("POST", "/tickets/attachments/pending", { body: file })
        assert.strictEqual(upload.status, 201, upload.text)
        assert.notProperty(upload.json.attachment, "isInternal")
        const path = `/tickets/attachments/pending/${upload.json.id}/confirm`
        const early = yield* ines.ask("POST", path)
        assert.deepInclude(early.json, { status: 409, code: "attachment_not_uploaded" })
        yield* send(upload.json, "hello", file.contentType)
        const confirmed = yield* ines.ask("POST", path)
        assert.include(confirmed.json, { id: upload.json.id, status: "UPLOADED", size: 5 })
        return String(upload.json.id)
      })
      const [withTicket, withReply] = [yield* pending(), yield* pending()]
      const ticketId = yield* ines.open({ attachmentIds: [withTicket] })
      const reply = yield* ines.ask("POST", `/tickets/${ticketId}/comments`, {
        body: { body: "", attachmentIds: [withReply] }
      })
      assert.strictEqual(reply.json.attachments[0].id, withReply, reply.text)
      assert.strictEqual(reply.json.body, "")
      const taken = yield* ines.ask("POST", "/tickets", { body: { title: "t", attachmentIds: [withTicket] } })
      assert.deepInclude(taken.json, { status: 409, code: "attachment_in_use" })

      const upload = yield* ines.ask("POST", `/tickets/${ticketId}/attachments`, { body: file })
      yield* send(upload.json, "later", file.contentType)
      const confirmed = yield* ines.ask("POST", `/tickets/${ticketId}/attachments/${upload.json.id}/confirm`)
      assert.strictEqual(confirmed.json.status, "UPLOADED", confirmed.text)

      const listed = yield* ines.ask("GET", `/tickets/${ticketId}/attachments`)
      assert.deepStrictEqual(
        listed.json.map(({ id }: { id: string }) => id),
        [withTicket, withReply, upload.json.id]
      )
      const detail = yield* ines.ask("GET", `/tickets/${ticketId}`)
      assert.deepStrictEqual(detail.json.attachments, listed.json)
      const link = yield* ines.ask("GET", `/tickets/${ticketId}/attachments/${upload.json.id}`)
      assert.strictEqual(link.status, 200, link.text)
      const fetched = yield* ask("GET", new URL(link.json.downloadUrl).pathname, { key: "" })
      assert.strictEqual(fetched.text, "later")

      const large = yield* ines.ask("POST", "/tickets/attachments/pending", { body: { ...file, size: 1e12 } })
      assert.deepInclude(large.json, { status: 413, code: "payload_too_large" })
      const turned = yield* ines.ask("POST", "/tickets/attachments/pending", {
        body: { ...file, filename: "n\u202etxt.exe" }
      })
      assert.strictEqual(turned.json.filename, "ntxt.exe")
      const named = yield* ines.ask("POST", "/tickets/attachments/pending", { body: { ...file, filename: "../x" } })
      assert.strictEqual(named.json.errors[0].field, "filename")
    })
  )

  it.effect("can add files after removing twenty: the oldest makes way", () =>
    Effect.gen(function* () {
      const ines = yield* enter(yield* openBrand(), "ines@north.example")
      const file = { filename: "notes.txt", contentType: "text/plain", size: 5 }
      const ids: Array<string> = []
      for (let added = 0; added < 21; added++) {
        const upload = yield* ines.ask("POST", "/tickets/attachments/pending", { body: file })
        assert.strictEqual(upload.status, 201, upload.text)
        ids.push(upload.json.id)
      }
      const confirm = (id = "") =>
        Effect.map(ines.ask("POST", `/tickets/attachments/pending/${id}/confirm`), ({ json }) => json.code)
      assert.deepStrictEqual(
        [yield* confirm(ids[0]), yield* confirm(ids[1]), yield* confirm(ids[20])],
        ["not_found", "attachment_not_uploaded", "attachment_not_uploaded"]
      )
    })
  )

  it.effect("is told what is wrong with a ticket or reply, and which ids in it are unknown", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example")
      const ticketId = yield* ines.open()
      for (const [path, body, field] of [
        ["/tickets", {}, "title"],
        ["/tickets", { title: " " }, "title"],
        ["/tickets", { title: "t", body: 1 }, "body"],
        ["/tickets", { title: "t", attachmentIds: ["x"] }, "attachmentIds[0]"],
        [`/tickets/${ticketId}/comments`, {}, "body"],
        [`/tickets/${ticketId}/comments`, { body: "" }, "body"],
        [
          `/tickets/${ticketId}/comments`,
          { body: "b", attachmentIds: ["att_01m893khb3f5bbmdqn6zazb1ra"] },
          "attachmentIds[0]"
        ]
      ] as const) {
        const refused = yield* ines.ask("POST", path, { body })
        assert.deepInclude(refused.json, { status: 400, code: "validation_failed" }, refused.text)
        assert.include(refused.json.errors[0].field, field)
      }
      const tried = yield* ines.ask("POST", "/tickets", {
        body: { title: "t", status: "closed", priority: "urgent", customerEmail: "otto@south.example", isSpam: true }
      })
      const made = yield* brand.ask("GET", `/tickets/${tried.json.id}`)
      assert.include(made.json, { status: "open", priority: "normal", customerEmail: "ines@north.example" })
    })
  )

  it.effect("can repeat a ticket or reply with the same key without creating a second one", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example")
      const headers = { "idempotency-key": "k1" }
      const open = (title: string) => ines.ask("POST", "/tickets", { headers, body: { title } })
      const [first, again] = [yield* open("t"), yield* open("t")]
      assert.deepStrictEqual([again.status, again.text], [201, first.text])
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      assert.strictEqual((yield* open("other")).json.code, "idempotency_key_reused")
      assert.lengthOf((yield* ines.ask("GET", "/tickets")).json.tickets, 1)
      const otto = yield* enter(brand, "otto@south.example")
      const foreign = yield* otto.ask("POST", "/tickets", { headers, body: { title: "t" } })
      assert.strictEqual(foreign.status, 201)
      assert.notStrictEqual(foreign.json.id, first.json.id)
      const said = yield* Effect.forEach(
        [1, 2, 3],
        () => ines.ask("POST", `/tickets/${first.json.id}/comments`, { headers, body: { body: "b" } }),
        { concurrency: 3 }
      )
      assert.lengthOf(new Set(said.map(({ json }) => json.id)), 1)
    })
  )
})

layer(site({ rateLimitPerMinute: 6_000 }), { excludeTestServices: true })("A customer who writes too much", (it) => {
  it.effect("is limited to 20 tickets and replies a minute, with any token, and can still read", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const tokens = [yield* enter(brand, "ines@north.example"), yield* enter(brand, "ines@north.example")]
      const answers = yield* Effect.forEach(
        tokens,
        ({ ask }) =>
          Effect.forEach(Array.from({ length: 20 }), () => ask("POST", "/tickets", { body: { title: "t" } }), {
            concurrency: 10
          }),
        { concurrency: 2 }
      )
      const [opened, refused] = [201, 429].map((wanted) => answers.flat().filter(({ status }) => status === wanted))
      assert.isAtLeast(opened?.length ?? 0, 20)
      assert.isAtLeast(refused?.length ?? 0, 1)
      assert.strictEqual((opened?.length ?? 0) + (refused?.length ?? 0), 40)
      for (const { headers, json } of refused ?? []) {
        assert.include(json, { code: "rate_limited", limit: 20 })
        assert.isAtLeast(Number(headers.get("retry-after")), 1)
      }
      for (const { ask } of tokens) {
        const read = yield* ask("GET", "/tickets")
        assert.deepStrictEqual([read.status, read.headers.get("x-ratelimit-limit")], [200, "120"])
      }
      yield* (yield* enter(brand, "otto@south.example")).open()
    })
  )
})
