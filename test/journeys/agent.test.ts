import { setTimeout as sleep } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { hostedInstallation, type RunningServer, start } from "../support/RunningServer.ts"

/** Calls the API as curl does: a method, a path, a credential, a body. */
const curl =
  ({ facts }: RunningServer, credential: string) =>
  (method: string, path: string, body?: unknown) =>
    Effect.promise(async () => {
      const response = await fetch(path.startsWith("http") ? path : `${facts.apiUrl}${path}`, {
        method,
        headers: {
          ...(credential === "" ? {} : { authorization: `Bearer ${credential}` }),
          ...(body instanceof Uint8Array ? { "content-type": "text/plain" } : { "content-type": "application/json" })
        },
        ...(body === undefined ? {} : { body: body instanceof Uint8Array ? body : JSON.stringify(body) })
      })
      const text = await response.text()
      return {
        status: response.status,
        text,
        // biome-ignore lint/suspicious/noExplicitAny: the journey looks into answers as a caller without types does
        json: (/^[[{]/.test(text) ? JSON.parse(text) : undefined) as any
      }
    })

/** The newest sign-in link that the server has printed; without a mail relay, it prints its mail. */
const printedToken = (server: RunningServer, after: string) =>
  Effect.promise(async () => {
    for (;;) {
      const printed = server.printed()
      const found = printed.slice(printed.lastIndexOf(after)).match(/ml_[0-9A-Za-z]+/)
      if (printed.includes(after) && found !== null) return found[0]
      await sleep(20)
    }
  })

it.live("A team runs its support desk over HTTP alone, from the invitation to a merged ticket", () =>
  Effect.gen(function* () {
    const server = yield* start(yield* hostedInstallation)
    const { facts } = server
    const anyone = curl(server, "")
    const key = curl(server, facts.liveKey)
    const brand = `/v1/brands/${facts.brandId}`

    // The owner signs in with the link of the first start, and invites an agent, who signs in with the mailed link.
    const signIn = (token: string) => anyone("POST", "/v1/auth/verify", { token })
    const owned = yield* signIn(yield* printedToken(server, "Sign in once"))
    assert.strictEqual(owned.status, 200, owned.text)
    assert.strictEqual(owned.json.member.role, "owner")
    const owner = curl(server, owned.json.sessionToken)
    const invited = yield* owner("POST", "/v1/auth/members/invite", { email: "Nina@Desk.example", role: "agent" })
    assert.strictEqual(invited.status, 201, invited.text)
    const token = yield* printedToken(server, "nina@desk.example")
    const joined = yield* signIn(token)
    assert.deepInclude(joined.json.member, { id: invited.json.member.id, role: "agent", status: "active" })
    assert.strictEqual((yield* signIn(token)).status, 401)
    const agent = curl(server, joined.json.sessionToken)
    const me = joined.json.member.id

    // The owner configures the desk, which the agent may not do.
    const refused = yield* agent("POST", `${brand}/categories`, { name: "Billing" })
    assert.deepInclude(refused.json, { status: 403, code: "forbidden", required: "admin" })
    const category = (yield* owner("POST", `${brand}/categories`, { name: "Billing" })).json
    const waiting = (yield* owner("POST", `${brand}/statuses`, { name: "Waiting for parts", category: "pending" })).json
    assert.strictEqual(waiting.key, "waiting_for_parts")
    assert.strictEqual(
      (yield* owner("POST", `${brand}/companies`, { name: "North", domain: "north.example" })).status,
      201
    )
    assert.strictEqual(
      (yield* owner("POST", `${brand}/fields/ticket`, { key: "plan", label: "Plan", type: "text" })).status,
      201
    )

    // Customers write: through an integration, and in the portal.
    const first = (yield* key("POST", `${brand}/tickets`, {
      title: "Invoice shows the wrong company",
      customerEmail: "ines@north.example"
    })).json
    const portal = curl(
      server,
      (yield* key("POST", `${brand}/portal/token`, { customerEmail: "ines@north.example" })).json.accessToken
    )
    const second = (yield* portal("POST", "/v1/portal/tickets", { title: "The invoice again", body: "See above." }))
      .json
    assert.strictEqual((yield* portal("GET", "/v1/portal/tickets")).json.tickets.length, 2)

    // The agent works: takes the ticket, writes a note, attaches a file, replies.
    const ticket = `${brand}/tickets/${first.id}`
    const taken = yield* agent("PATCH", ticket, { assigneeId: me, categoryId: category.id, tags: ["invoice"] })
    assert.deepInclude(taken.json, { assigneeId: me, categoryId: category.id })
    assert.strictEqual((yield* agent("GET", ticket)).json.customer.company.name, "North")
    yield* agent("POST", `${ticket}/comments`, { body: "Ask accounting first.", isInternal: true })
    const file = Buffer.from("Total: 42")
    const upload = yield* agent("POST", `${ticket}/attachments`, {
      filename: "corrected.txt",
      contentType: "text/plain",
      size: file.length
    })
    assert.strictEqual(upload.status, 201, upload.text)
    assert.strictEqual((yield* anyone("PUT", upload.json.uploadUrl, file)).status, 204)
    assert.strictEqual(
      (yield* agent("POST", `${ticket}/attachments/${upload.json.id}/confirm`)).json.status,
      "UPLOADED"
    )
    const reply = yield* agent("POST", `${ticket}/comments`, {
      body: "Here is the corrected one.",
      setStatus: waiting.key
    })
    assert.deepInclude(reply.json, { authorType: "AGENT", authorId: me })
    const mine = yield* agent("GET", `${brand}/tickets?assigneeId=me&status=active`)
    assert.deepStrictEqual(
      mine.json.data.map(({ id }: { id: string }) => id),
      [first.id]
    )

    // The customer sees the reply and the file, but not the note, and replies.
    const seen = (yield* portal("GET", `/v1/portal/tickets/${first.id}`)).json
    assert.strictEqual(seen.statusLabel, "Waiting for parts")
    assert.deepStrictEqual(
      seen.comments.map(({ body }: { body: string }) => body),
      ["Here is the corrected one."]
    )
    assert.notInclude(JSON.stringify(seen), "accounting")
    const link = yield* portal("GET", `/v1/portal/tickets/${first.id}/attachments/${upload.json.id}`)
    assert.strictEqual((yield* anyone("GET", link.json.downloadUrl)).text, "Total: 42")
    yield* portal("POST", `/v1/portal/tickets/${first.id}/comments`, { body: "Thank you!" })
    assert.deepInclude((yield* agent("GET", ticket)).json, { status: "open", commentCount: 3, attachmentCount: 1 })

    // Two tickets are about the same matter.
    const merged = yield* agent("POST", `${ticket}/merge`, { sourceTicketIds: [second.id] })
    assert.deepInclude(merged.json, { id: first.id, targetTicketId: first.id, mergedCount: 1 })
    const source = yield* agent("PATCH", `${brand}/tickets/${second.id}`, { title: "No" })
    assert.deepInclude(source.json, { status: 409, code: "ticket_merged", mergedIntoId: first.id })
    assert.deepInclude((yield* portal("GET", `/v1/portal/tickets/${second.id}`)).json, { mergedIntoId: first.id })

    // Everything is found again: by search, in the stats, in the history, in the feed.
    const found = yield* agent("GET", "/v1/search?q=corrected")
    assert.include(JSON.stringify(found.json.data), reply.json.id)
    assert.deepInclude((yield* agent("GET", "/v1/tickets/stats")).json, { total: 1, open: 1, unassigned: 0 })
    const history = (yield* agent("GET", `${brand}/tickets/${second.id}/logs`)).json
    assert.deepInclude(history.at(-1), { event: "ticket.merged", source: "dashboard" })
    assert.deepInclude(history.at(-1).performedBy, { type: "user", id: me })
    const feed = (yield* agent("GET", `/v1/events?ticketId=${first.id}&limit=500`)).json.data
    const kinds = feed.map(({ type }: { type: string }) => type)
    assert.strictEqual(kinds[0], "ticket.created")
    assert.includeMembers(kinds, ["ticket.updated", "comment.created", "attachment.created"])
    const sequences = feed.map(({ sequence }: { sequence: number }) => sequence)
    assert.deepStrictEqual(
      sequences,
      sequences.map((_: number, index: number) => index + 1)
    )
    const bulk = yield* agent("POST", `${brand}/tickets/bulk`, { action: "resolve", ticketIds: [first.id, "tkt_x"] })
    assert.deepInclude(bulk.json, { success: false, count: 1, failed: 1 })

    // The agent is removed: signed out at once, and their tickets are unassigned.
    assert.strictEqual((yield* owner("DELETE", `/v1/auth/members/${me}`)).status, 200)
    assert.strictEqual((yield* agent("GET", ticket)).status, 401)
    const free = Effect.repeat(key("GET", ticket), { until: ({ json }) => json.assigneeId === undefined })
    assert.strictEqual((yield* free).json.status, "resolved")
  }).pipe(Effect.scoped)
)
