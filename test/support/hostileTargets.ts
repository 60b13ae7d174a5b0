import { Effect } from "effect"
import { HttpSite } from "./HttpSite.ts"
import { Installation } from "./Installation.ts"
import { linkFor } from "./signInServices.ts"

/** An allowed address where nothing listens: a test delivery must not reach anything. */
const nowhere = "https://127.0.0.1:65535/"

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is untyped JSON
type Node = any

/** An operation of the served document, and what is needed to call it. */
export interface Target {
  readonly operationId: string
  readonly method: string
  /** With `{name}` for each parameter. */
  readonly path: string
  readonly parameters: ReadonlyArray<string>
  readonly queries: ReadonlyArray<string>
  readonly codes: ReadonlyArray<string>
  readonly credential: keyof Credentials
  /** Media type of its body. */
  readonly takes: string | undefined
  /** A valid body. */
  readonly example: unknown
  /** Members of its body. */
  readonly members: ReadonlyArray<string>
}

/** A valid credential of each kind. */
interface Credentials {
  readonly none: string
  readonly key: string
  readonly testKey: string
  readonly session: string
  readonly portal: string
}

/** Every operation of the served document. */
export const targets = Effect.gen(function* () {
  const { json } = yield* (yield* HttpSite).ask("GET", "/v1/openapi.json", { key: "" })
  return Object.entries<Node>(json.paths).flatMap(([path, methods]) =>
    Object.entries<Node>(methods).map(([method, node]): Target => {
      const [[takes, body] = []] = Object.entries<Node>(node.requestBody?.content ?? {})
      const schema =
        body?.schema.$ref === undefined ? body?.schema : json.components.schemas[body.schema.$ref.split("/").at(-1)]
      const named = (place: string) =>
        (node.parameters ?? []).filter((one: Node) => one.in === place).map((one: Node) => String(one.name))
      return {
        operationId: node.operationId,
        method: method.toUpperCase(),
        path,
        parameters: named("path"),
        queries: named("query"),
        codes: node["x-error-codes"],
        credential: credentialOf(path, node.security.flatMap(Object.keys)),
        takes,
        example: body?.example,
        members: Object.keys(schema?.properties ?? {})
      }
    })
  )
})

const credentialOf = (path: string, schemes: ReadonlyArray<string>): Target["credential"] => {
  if (path.startsWith("/v1/test/")) return "testKey"
  if (schemes.includes("apiKey")) return "key"
  if (schemes.includes("session")) return "session"
  return schemes.includes("portalToken") ? "portal" : "none"
}

/** A new record of every kind, and a valid credential of every kind. */
export const makeFixtures = Effect.gen(function* () {
  const { ask } = yield* HttpSite
  const { live, test } = yield* Installation
  const brand = `/v1/brands/${live.brand.id}`
  const unique = crypto.randomUUID().slice(0, 8)
  const make = (path: string, body: object) =>
    Effect.map(ask("POST", `${brand}/${path}`, { body }), ({ json }) => String(json.id))
  const ticket = yield* ask("POST", `${brand}/tickets`, { body: { title: "t", customerEmail: "a@b.example" } })
  const ticketId: string = ticket.json.id
  const [commentId, attachmentId, webhookId, companyId, categoryId, tagId, statusId] = yield* Effect.all([
    make(`tickets/${ticketId}/comments`, { body: "c" }),
    make(`tickets/${ticketId}/attachments`, { filename: "a.txt", contentType: "text/plain", size: 5 }),
    make("webhooks", { url: nowhere, events: ["*"] }),
    make("companies", { name: "Acme" }),
    make("categories", { name: `Billing ${unique}` }),
    make("tags", { name: `parcel ${unique}` }),
    make("statuses", { name: `Waiting ${unique}`, category: "pending" })
  ])
  // The number of channels per brand is limited, so an existing one is reused.
  const [channel] = (yield* ask("GET", `${brand}/channels/custom`)).json
  const channelId: string = channel?.id ?? (yield* make("channels/custom", { name: "Chat", callbackUrl: nowhere }))
  const signedIn = yield* ask("POST", "/v1/auth/verify", {
    key: "",
    body: { token: yield* linkFor("owner@localhost") }
  })
  const portal = yield* ask("POST", `${brand}/portal/token`, { body: { customerEmail: "a@b.example" } })
  const ids: Record<string, string> = {
    brandId: live.brand.id,
    ticketId,
    customerId: ticket.json.customerId,
    commentId,
    attachmentId,
    webhookId,
    companyId,
    categoryId,
    tagId,
    statusId,
    channelId,
    memberId: signedIn.json.member?.id,
    entity: "ticket",
    key: "order",
    deliveryId: "dlv_01m893khb3f5bbmdqn6zazb1ra",
    eventId: "evt_01m893khb3f5bbmdqn6zazb1ra",
    keyId: "key_01m893khb3f5bbmdqn6zazb1ra",
    messageId: "msg_01m893khb3f5bbmdqn6zazb1ra",
    token: "x"
  }
  const credentials: Credentials = {
    none: "",
    key: live.key,
    testKey: test.key,
    session: signedIn.json.sessionToken,
    portal: portal.json.accessToken
  }
  return {
    credentials,
    /** The path with its parameters filled in, some of them with ids other than those of the records above. */
    at: ({ path }: Target, others: Record<string, string> = {}) =>
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => others[name] ?? ids[name] ?? `no-${name}`)
  }
})
