import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { type AccountId, type Id, idOf, type Kind, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { HttpSite } from "./HttpSite.ts"
import { send as upload } from "./portal.ts"
import { requestWritten } from "./requestsWritten.ts"
import { teamMember } from "./teamMember.ts"

/**
 * What an id in a request may refer to. `upload` and `portalUpload` are confirmed files without a ticket, of the key and of the
 * customer; `posted` is a ticket that came through the brand's custom channel, and `callback` a message that goes out through
 * it.
 */
export type Named = Kind | "upload" | "portalUpload" | "posted" | "callback"

/** A brand with a record of every kind, visible to its own callers only. */
export interface Holding {
  readonly accountId: AccountId
  /** A key for this brand only, and one for all brands of its mode. */
  readonly key: string
  readonly wideKey: string
  /** Sessions of an owner, and of a customer of the brand. */
  readonly session: string
  readonly portal: string
  readonly ids: Readonly<Partial<Record<Named, string>>>
}

/** An id that does not exist. */
export const unknownId = (named: Named) => idOf(kindOf(named), crypto.randomUUID())

const others = { upload: "attachment", portalUpload: "attachment", posted: "ticket", callback: "message" } as const
const kindOf = (named: Named): Kind => (named in others ? others[named as keyof typeof others] : (named as Kind))

/** The id of the first item of a list. */
const first = (
  list: { readonly data: ReadonlyArray<{ readonly id: string }> } | ReadonlyArray<{ readonly id: string }>
) => {
  const [one] = "data" in list ? list.data : list
  assert.isDefined(one)
  return one?.id
}

let telephones = 0

/** Creates a brand with a record of every kind, in the mode of a key that has access to all brands. */
export const furnish = Effect.fnUntraced(function* (accountId: AccountId, wideKey: string) {
  const owner = yield* teamMember("owner", { account: accountId })
  const { ask, port } = yield* HttpSite
  const { system } = yield* Database
  const call = Effect.fnUntraced(function* (method: string, path: string, body?: unknown, key = wideKey) {
    const answer = yield* ask(method, path, { body, key })
    assert.isBelow(answer.status, 300, `${method} ${path}: ${answer.text}`)
    return answer.json
  })
  const unique = crypto.randomUUID().slice(0, 8)
  // A key used for nothing else, so that its request is in the request log however many others make requests.
  const { secret: foundersKey } = yield* call("POST", "/v1/accounts/me/api-keys", { name: "Founder" })
  const founded = yield* ask("POST", "/v1/brands", { key: foundersKey, body: { name: `Desk ${unique}` } })
  const request = founded.headers.get("x-request-id") ?? ""
  yield* requestWritten(request)
  const brandId: string = founded.json.id
  const brand = `/v1/brands/${brandId}`
  const make = (path: string, body: object) =>
    Effect.map(call("POST", `${brand}/${path}`, body), ({ id }) => String(id))
  const nowhere = "https://127.0.0.1:65535/"
  const webhook = yield* make("webhooks", { url: nowhere, events: ["*"] })
  const company = yield* make("companies", { name: "North", domain: `${unique}.north.example` })
  const portal = yield* call("POST", `${brand}/portal/token`, { customerEmail: `ines@${unique}.north.example` })
  const opened = yield* call("POST", "/v1/portal/tickets", { title: "Late", body: "Where is it?" }, portal.accessToken)
  const ticket: string = opened.id
  const send = Effect.fnUntraced(function* (path: string, key: string) {
    const form = new FormData()
    form.set("file", new Blob(["bytes"], { type: "text/plain" }), "a.txt")
    const sent = yield* Effect.promise(async () => {
      const headers = { authorization: `Bearer ${key}` }
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body: form })
      return { status: answer.status, text: await answer.text() }
    })
    assert.strictEqual(sent.status, 201, sent.text)
    return String(JSON.parse(sent.text).id)
  })
  const comment = yield* call("POST", `${brand}/tickets/${ticket}/comments`, { body: "On its way" })
  const channel = yield* make("channels/custom", { name: "Chat", callbackUrl: nowhere })
  const posted = yield* call("POST", `/v1/channels/custom/${channel}/messages`, {
    externalId: "m1",
    sender: { externalId: "u1" },
    text: "Hello"
  })
  const number = yield* make("channels/sms", {
    number: `+1415${String(2_000_000 + telephones++)}`,
    provider: "twilio",
    accountSid: `AC${"1".repeat(32)}`,
    authToken: "0123456789abcdef0123456789abcdef"
  })
  const app = yield* make("channels/slack/apps", { name: "Ours" })
  const installation = (yield* IdGenerator).next("installation")
  yield* Effect.orDie(system`INSERT INTO channel_connections
    SELECT (jsonb_populate_record(c, ${JSON.stringify({
      id: uuidOf(installation),
      kind: "chat",
      provider: "slack",
      external_id: `A1/${installation}`,
      name: "Ours",
      status: "disabled",
      settings: {
        appId: "A1",
        teamId: "T1",
        botId: "B1",
        botUserId: "U1",
        scopes: [],
        channels: [{ channelId: "C1", role: "customer", trigger: "every_message" }]
      }
    })}::text::jsonb)).* FROM channel_connections c WHERE c.id = ${uuidOf(number as Id)}`)
  const answered = `${brand}/tickets/${posted.ticketId}`
  yield* call("POST", `${answered}/comments`, { body: "Good morning" })
  const callbacks = yield* call("GET", `${answered}/messages`)
  const file = { filename: "a.txt", contentType: "text/plain", size: 5 }
  const pending = yield* call("POST", "/v1/portal/tickets/attachments/pending", file, portal.accessToken)
  yield* upload(pending, "bytes", file.contentType)
  const portalUpload = `/v1/portal/tickets/attachments/pending/${pending.id}/confirm`
  yield* call("POST", portalUpload, undefined, portal.accessToken)
  const deliveries = yield* call("GET", `${brand}/webhooks/${webhook}/deliveries`)
  const events = yield* call("GET", `/v1/events?ticketId=${ticket}`)
  const messages = yield* call("GET", `${brand}/tickets/${ticket}/messages`)
  const scoped = yield* call("POST", "/v1/accounts/me/api-keys", { name: "Scoped", brandIds: [brandId] })
  const member = yield* teamMember("agent", { account: accountId, brands: [brandId as Id<"brand">] })
  yield* call("POST", `${brand}/tickets/${ticket}/watchers`, { memberId: member.id, memberEmail: member.email })
  const category = yield* make("categories", { name: "Billing" })
  const tag = yield* make("tags", { name: "parcel" })
  yield* call("PATCH", `${brand}/tickets/${ticket}`, { assigneeId: member.id, categoryId: category, tagIds: [tag] })
  yield* call("POST", `${brand}/fields/ticket`, { key: "order", label: "Order", type: "text" })
  const holding: Holding = {
    accountId,
    key: scoped.secret,
    wideKey,
    session: owner.key,
    portal: portal.accessToken,
    ids: {
      brand: brandId,
      ticket,
      customer: portal.customerId,
      comment: comment.id,
      attachment: yield* send(`${brand}/tickets/${ticket}/attachments/upload`, wideKey),
      upload: yield* send(`${brand}/attachments/pending/upload`, scoped.secret),
      portalUpload: pending.id,
      posted: posted.ticketId,
      callback: first(callbacks),
      company,
      category,
      tag,
      status: yield* make("statuses", { name: "Waiting", category: "pending" }),
      address: yield* make("addresses", { address: `help-${unique}@inbound.example`, kind: "alias" }),
      domain: yield* make("domains", { domain: `mail-${unique}.example`, type: "OUTBOUND" }),
      webhook,
      delivery: first(deliveries),
      event: first(events),
      message: first(messages),
      inbound: posted.messageId,
      request,
      channel,
      number,
      app,
      installation,
      key: scoped.id,
      member: member.id,
      organization: owner.answer.json.organization.id
    }
  }
  return holding
})
