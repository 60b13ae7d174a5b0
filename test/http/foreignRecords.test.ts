import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Kind, parseAnyId, prefixes, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { furnish, type Holding, type Named, unknownId } from "../support/foreignRecords.ts"
import { HttpSite, type Reply, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { seedAccount } from "../support/seedAccount.ts"
import { teamMember } from "../support/teamMember.ts"

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is untyped JSON
type Node = any

/** The kind of record that parameters and members with these names identify; other names are not our ids. */
const kinds: Readonly<Record<string, Named>> = {
  ...Object.fromEntries(Object.keys(prefixes).map((kind) => [`${kind}Id`, kind as Kind])),
  parentId: "comment",
  assigneeId: "member",
  newOwnerId: "member",
  inviteId: "member",
  connectionId: "address",
  entityId: "ticket",
  after: "event",
  sourceTicketId: "ticket",
  sourceCustomerId: "customer",
  sourceTagId: "tag",
  mediaId: "upload"
}

/** The same, for single operations. */
const placesOf: Readonly<Record<string, Named>> = {
  "attachments.confirmPending attachmentId": "upload",
  "portal.confirmPending attachmentId": "portalUpload",
  "comments.create attachmentIds[]": "upload",
  "tickets.create attachmentIds[]": "upload",
  "tickets.createAcross attachmentIds[]": "upload",
  "portal.createTicket attachmentIds[]": "portalUpload",
  "portal.addComment attachmentIds[]": "portalUpload",
  "channelMessages.receive attachments[].attachmentId": "upload",
  "channelMessages.receipt messageId": "callback",
  "inbound.list ticketId": "posted",
  "logs.listAccount entityId": "brand"
}

/** Members and parameters that look like ids but may have any value. */
const free: Readonly<Record<string, string>> = {
  authorId: "whom a comment is by, as the caller knows them",
  clientId: "Slack's",
  createdBy: "who opened a ticket, as the caller knows them",
  externalId: "the caller's own",
  sourceId: "the caller's own",
  threadId: "the channel's own"
}
/** The same, for single operations. */
const freeOf: Readonly<Record<string, string>> = {
  "slack.test channelId": "Slack's",
  "slack.update channels[].channelId": "Slack's",
  "tickets.create watchers[].memberId": "a key of the caller's: who watches is told at the address beside it",
  "tickets.createAcross watchers[].memberId": "as in tickets.create",
  "watchers.add memberId": "as in tickets.create",
  "watchers.update memberId": "a key of the ticket's own list of watchers",
  "watchers.remove memberId": "a key of the ticket's own list of watchers",
  "test.inboundChat channelId": "Slack's",
  "test.inboundChat messageId": "Slack's",
  "test.inboundEmail messageId": "the mail's own",
  "test.inboundSms messageId": "the caller's own",
  "events.list after":
    "an id from before the oldest event of one's own is of one that is not kept any more, whoever has it"
}

/** Operations that are not tested, each with its reason: a new operation must be tested or listed here. */
const notAsked: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      "accounts.listApiKeys accounts.me accounts.update accounts.usage auth.logout auth.organizations auth.session",
      "auth.endOrganizationSessions auth.endSessions brands.create brands.list members.deleteOrganization",
      "members.organization members.profile members.renameOrganization members.updateProfile",
      "portal.initiatePending portal.listTickets portal.logout portal.me portal.refresh system.actors system.status"
    ].flatMap((names) => names.split(" ").map((name) => [name, "names no record: it is about the caller's own"]))
  ),
  ...Object.fromEntries(
    [
      "auth.magicLink auth.restoreOrganization auth.verify files.receive files.send portal.getBrand portal.getDomain portal.magicLink",
      "portal.verify system.health system.metrics system.ready system.widget"
    ].flatMap((names) => names.split(" ").map((name) => [name, "asks for no credential, and tells everybody the same"]))
  ),
  "events.stream": "does not end: it has the filters of events.list, and its own test in EventsHandlers.test.ts",
  "portal.stream": "does not end, and names no record: portalStream.test.ts"
}

/** Places where even the caller's own id is answered like an unknown one. */
const alike: Readonly<Record<string, string>> = {
  "slack.installUrl brandId": "this server has no app of Slack, and says so first",
  "portalDomains.verify brandId": "its portal's domain was removed a moment ago",
  "members.acceptInvite inviteId": "an invitation is whose address it has: this caller has none"
}

/** A place where an operation takes an id. */
interface Place {
  readonly at: "path" | "query" | "body"
  /** Such as `ticketIds[]` or `watchers[].memberId`. */
  readonly name: string
  readonly named: Named
}

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly caller: "key" | "wideKey" | "session" | "portal" | "nobody"
  readonly places: ReadonlyArray<Place>
  /** Its body, without ids except required ones. */
  readonly example: Record<string, unknown> | undefined
  /** Its required ids. */
  readonly required: ReadonlyArray<Place>
  readonly isForm: boolean
}

/** Ids that are required even though the schema does not say so. */
const needed = ["accounts.scopeApiKey brandIds[]", "channelMessages.receipt messageId", "members.setBrands brandIds[]"]

/** Operations for keys with access to all brands, where other keys are refused whatever they name. */
const needsAllBrands = [
  "accounts.",
  "logs.listAccount",
  "requests.",
  "brands.delete",
  "brands.restore",
  "customers.erase"
]

const operationsOf = (document: Node): ReadonlyArray<Operation> => {
  const resolved = (schema: Node): Node =>
    schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split("/").at(-1)]
  /** The names of a schema's members that look like ids, at any depth. */
  const idsIn = (node: Node, prefix = ""): ReadonlyArray<string> => {
    const schema = resolved(node)
    if (schema === undefined) return []
    const own = Object.entries<Node>(schema.properties ?? {}).flatMap(([name, inner]) =>
      idsIn(inner, prefix === "" ? name : `${prefix}.${name}`)
    )
    const entries = idsIn(schema.items, `${prefix}[]`)
    const either = (schema.anyOf ?? []).flatMap((one: Node) => idsIn(one, prefix))
    return [
      ...new Set([...own, ...entries, ...either, ...(/(^ids?|Ids?)(\[\])?$/.test(prefix) ? [prefix] : [])])
    ].filter((name, _, all) => !all.includes(`${name}[]`))
  }
  return Object.entries<Node>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Node>(methods).map(([method, node]): Operation => {
      const id: string = node.operationId
      const [[type, body] = []] = Object.entries<Node>(node.requestBody?.content ?? {})
      const place = (at: Place["at"], name: string): ReadonlyArray<Place> => {
        const last = name.replaceAll("[]", "").split(".").at(-1) ?? ""
        if (last in free || `${id} ${name}` in freeOf) return []
        const named =
          placesOf[`${id} ${name}`] ??
          kinds[last] ??
          kinds[last.replace(/s$/, "")] ??
          (last === "ids" ? "attachment" : undefined)
        assert(named !== undefined, `${id} takes ${name}: say what it is the id of, or why it is none of ours`)
        return [{ at, name, named }]
      }
      const named = (at: string): ReadonlyArray<string> =>
        (node.parameters ?? []).filter((one: Node) => one.in === at).map(({ name }: Node) => name)
      const schemes: ReadonlyArray<string> = node.security.flatMap(Object.keys)
      return {
        id,
        method: method.toUpperCase(),
        path,
        caller: schemes.includes("apiKey")
          ? needsAllBrands.some((prefix) => id.startsWith(prefix))
            ? "wideKey"
            : "key"
          : schemes.includes("session")
            ? "session"
            : schemes.includes("portalToken")
              ? "portal"
              : "nobody",
        places: [
          ...named("path")
            .filter((name) => name.endsWith("Id"))
            .flatMap((name) => place("path", name)),
          ...named("query")
            .filter((name) => /Ids?$|^after$/.test(name))
            .flatMap((name) => place("query", name)),
          ...idsIn(body?.schema).flatMap((name) => place("body", name))
        ],
        example: body === undefined ? undefined : withoutIdsOf(id, body.example ?? {}),
        required: idsIn(body?.schema)
          .filter(
            (name) =>
              resolved(body.schema).required?.includes(name.replace("[]", "")) || needed.includes(`${id} ${name}`)
          )
          .flatMap((name) => place("body", name)),
        isForm: type === "multipart/form-data"
      }
    })
  )
}

/** An example without the members that are ids. */
const withoutIdsOf = (operation: string, example: Node): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(example).filter(
      ([name]) => name in free || `${operation} ${name}` in freeOf || !/^ids$|Ids?$/.test(name)
    )
  )

/** The path of an operation with the records of a holding. */
const pathOf = ({ path, places }: Operation, ids: Holding["ids"], other: Readonly<Record<string, string>> = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === "entity") return "ticket"
    const named = places.find((place) => place.at === "path" && place.name === name)?.named ?? kinds[name]
    return other[name] ?? (named === undefined ? "order" : (ids[named] ?? "none"))
  })

/** What must accompany an id, or be absent, for the id to be looked at. */
const beside: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  "search.find": () => ({ q: "late" }),
  "portalTokens.list": () => ({ customerEmail: "ines@north.example" }),
  "tickets.update": () => ({ customerEmail: undefined }),
  "tickets.create numberId": () => ({ customerPhone: "+14155550100", smsConsent: true }),
  "tickets.createAcross numberId": () => ({ customerPhone: "+14155550100", smsConsent: true }),
  "tickets.bulk assigneeId": () => ({ action: "assign" }),
  "tickets.bulk categoryId": () => ({ action: "setCategory" }),
  "tickets.bulk tagIds[]": () => ({ action: "addTags" }),
  "slack.test": () => ({ channelId: "C0123456789" }),
  "channelMessages.receive": () => ({ externalId: crypto.randomUUID() }),
  "members.invite": () => ({ email: `${crypto.randomUUID()}@team.example`, role: "agent", allBrands: false }),
  "members.setBrands": () => ({ allBrands: false })
}

const assigned = (body: Record<string, unknown>, name: string, id: string): Record<string, unknown> => {
  const [first = "", ...rest] = name.split(".")
  const member = first.replace("[]", "")
  const inner = rest.length === 0 ? id : assigned(entryOf(body[member]), rest.join("."), id)
  return { ...body, [member]: first.endsWith("[]") ? [inner] : inner }
}
// What the example has there.
const entryOf = (value: unknown) => Object(Array.isArray(value) ? value[0] : value) as Record<string, unknown>

/** Sends a request with an id at one place, and the caller's own records at all others. */
const askWith = Effect.fnUntraced(function* (operation: Operation, own: Holding, place: Place, id: string) {
  const { ask, port } = yield* HttpSite
  const { caller, example, isForm, method, required } = operation
  const key = caller === "nobody" ? "" : own[caller]
  const more = { ...beside[operation.id]?.(), ...beside[`${operation.id} ${place.name}`]?.() }
  const path = pathOf(operation, own.ids, place.at === "path" ? { [place.name]: id } : {})
  const query = new URLSearchParams(place.at === "query" ? { [place.name]: id } : {})
  if (method === "GET") for (const [name, value] of Object.entries(more)) query.set(name, String(value))
  const url = query.size === 0 ? path : `${path}?${query}`
  if (isForm) {
    const form = new FormData()
    form.set("file", new Blob(["bytes"], { type: "text/plain" }), "a.txt")
    if (place.at === "body") form.set(place.name, id)
    return yield* Effect.promise(async (): Promise<Reply> => {
      const headers = { authorization: `Bearer ${key}` }
      const answer = await fetch(`http://127.0.0.1:${port}${url}`, { method, headers, body: form })
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) }
    })
  }
  if (example === undefined) return yield* ask(method, url, { key })
  const needed = required.reduce((body, { name, named }) => assigned(body, name, own.ids[named] ?? "none"), {
    ...example,
    ...more
  })
  const body = place.at === "body" ? assigned(needed, place.name, id) : needed
  return yield* ask(method, url, { key, body })
})

/** Everything a response reveals about the id in its request. */
const told = ({ headers, json, status, text }: Reply, id: string) =>
  JSON.stringify({
    status,
    body: text.replaceAll(String(json?.requestId), "REQUEST").replaceAll(id, "ID"),
    headers: [...headers].filter(([name]) => !/^(date|x-request-id|(x-)?ratelimit.*)$/.test(name))
  })

/** Every row of a brand, except the entries of the request log, which belong to the callers. */
const everythingOf = Effect.fnUntraced(function* ({ ids }: Holding) {
  const { system } = yield* Database
  const tables = yield* system<{ name: string }>`SELECT c.relname AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped AND a.attname = 'brand_id'
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname <> 'api_requests' ORDER BY 1`
  const brand = parseAnyId(ids.brand ?? "")
  assert(brand !== undefined)
  return yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(
      system`SELECT ${name}::text AS table, t::text AS row FROM ${system(name)} t WHERE brand_id = ${uuidOf(brand)} ORDER BY 2`,
      (rows) => rows.map((row) => ({ ...row }))
    )
  )
}, Effect.orDie)

/** Reads come first; operations that remove a record or a credential come last, nested ones before what contains them. */
const rank = ({ method, path }: Operation) => {
  if (method === "GET") return 0
  if (/switch-organization$/.test(path)) return 4
  if (method !== "DELETE" && !/(merge|erase|revoke|refresh|scope)$/.test(path)) return 1
  return /^\/v1\/(accounts|auth)/.test(path) ? 3 : 2
}

/**
 * Whether someone else's record is accessible to the caller after all: whoever has access to a whole account has access to its
 * brands, members, keys and requests.
 */
const isReached = ({ caller, id }: Operation, { named }: Place, whose: string) =>
  (whose !== "other" && (named === "member" || named === "organization" || named === "key")) ||
  (whose === "neighbour" &&
    (named === "brand" || named === "request") &&
    (caller === "wideKey" || caller === "session")) ||
  // The caller's own requests show which brands they named, whoever owns those.
  (id === "requests.list" && named === "brand") ||
  // A member has brands of both modes.
  (whose === "sandbox" && (id === "members.invite" || id === "members.setBrands"))

layer(site(), { excludeTestServices: true })("An id that belongs to someone else", (it) => {
  it.effect("is treated like an unknown one wherever an operation takes an id, and has no effect", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live, test } = yield* Installation
      const all = operationsOf((yield* ask("GET", "/v1/openapi.json", { key: "" })).json)
      const isAsked = ({ id, places }: Operation) => places.length > 0 && !(id in notAsked)
      assert.sameMembers(
        all.filter((operation) => !isAsked(operation)).map(({ id }) => id),
        Object.keys(notAsked)
      )
      const operations = all
        .filter(isAsked)
        .toSorted((a, b) => rank(a) - rank(b) || b.path.split("/").length - a.path.split("/").length)

      const stranger = yield* seedAccount
      const { ask: asStranger } = yield* teamMember("owner", { account: stranger.accountId })
      const theirKey = yield* asStranger("POST", "/v1/accounts/me/api-keys", {
        body: { name: "Theirs", mode: "live" }
      })
      const ours = live.tenant.accountId
      const neighbour = yield* furnish(ours, live.key)
      const other = yield* furnish(stranger.accountId, theirKey.json.secret)
      const sandbox = yield* furnish(ours, test.key)
      // Pending mail of test mode is composed once someone looks at the outbox.
      yield* ask("GET", "/v1/test/outbox", { key: test.key })
      const foreigners = [neighbour, other, sandbox]
      const before = yield* Effect.forEach(foreigners, everythingOf)
      const [own, ofTest] = [yield* furnish(ours, live.key), yield* furnish(ours, test.key)]
      const findings: Array<string> = []
      for (const operation of operations) {
        const { caller, id, path, places } = operation
        const isOfTest = path.startsWith("/v1/test/")
        const unknown = new Map<string, string>()
        for (const [caller_, foreign] of [
          [own, { neighbour, other, sandbox }],
          [ofTest, { neighbour, other }]
        ] as const) {
          // Operations for test mode only are called there, and a session selects its mode with a header.
          if (caller_ === own ? isOfTest : caller === "session") continue
          for (const place of places) {
            const nobodys = unknownId(place.named)
            const reference = told(yield* askWith(operation, caller_, place, nobodys), nobodys)
            unknown.set(place.name, reference)
            for (const [whose, { ids }] of Object.entries(foreign)) {
              if (isReached(operation, place, whose)) continue
              const theirs = ids[place.named] ?? "none"
              const answer = told(yield* askWith(operation, caller_, place, theirs), theirs)
              if (answer !== reference) findings.push(`${id} ${place.name} of ${whose}: ${answer}, not ${reference}`)
            }
          }
          if (isOfTest !== (caller_ === ofTest)) continue
          // Also called with the caller's own ids: a response that says nothing about any id proves nothing.
          let done: Reply | undefined
          for (const place of places) {
            const owns = caller_.ids[place.named] ?? "none"
            if (place.at !== "path" || done === undefined) done = yield* askWith(operation, caller_, place, owns)
            if (told(done, owns) === unknown.get(place.name) && !(`${id} ${place.name}` in alike))
              findings.push(`${id} ${place.name} of one's own is as unknown: ${told(done, owns)}`)
          }
        }
      }
      assert.deepStrictEqual(findings, [])
      assert.deepStrictEqual(yield* Effect.forEach(foreigners, everythingOf), before)
    })
  )
})
