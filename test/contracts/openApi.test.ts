import { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { openApiDocument } from "../../src/api/openApiDocument.ts"
import { codes } from "../../src/api/ProblemCatalogue.ts"
import { sessionCookieOf } from "../../src/http/sessionCookie.ts"
import { assertDeclared } from "../support/declaredAnswers.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { documentation, groups, type Route, routes } from "./routes.ts"

/** The document as served. */
const served = Effect.flatMap(HttpSite, ({ ask }) => ask("GET", "/v1/openapi.json", { key: "" }))

interface Operation extends Route {
  // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is untyped JSON
  readonly node: any
}

const operations = Effect.map(
  served,
  ({ json }): ReadonlyArray<Operation> =>
    Object.entries<Record<string, Operation["node"]>>(json.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, node]) => ({
        method: method.toUpperCase(),
        path,
        operationId: node.operationId,
        node
      }))
    )
)

/** Writes that accept no idempotency key. */
const keyless = new Set([
  // They end the credential that made the request, or can be repeated safely.
  "auth.logout",
  "auth.endSessions",
  "auth.endOrganizationSessions",
  "members.deleteOrganization",
  "portal.logout",
  "presence.set",
  "presence.leave",
  // They only read.
  "attachments.urls",
  "smsNumbers.preview",
  // Channel posts have ids of their own, by which repeats are recognized.
  "channelMessages.receive",
  "channelMessages.receipt"
])

const line = ({ method, operationId, path }: Route) => `${method} ${path} ${operationId}`

layer(site(), { excludeTestServices: true })("The served OpenAPI document", (it) => {
  it.effect("has every operation of the contract, and no other", () =>
    Effect.gen(function* () {
      const declared = (yield* operations).map(line)
      const expected = routes.map(line)
      assert.deepStrictEqual(
        {
          missing: expected.filter((route) => !declared.includes(route)),
          extra: declared.filter((route) => !expected.includes(route))
        },
        { missing: [], extra: [] }
      )
      assert.strictEqual(new Set(declared).size, declared.length)
    })
  )

  it.effect("describes response headers, and names those that each response has", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { json } = yield* served
      const { headers } = yield* ask("GET", "/v1/brands")
      const declared = json.paths["/v1/brands"].get.responses["200"].headers
      for (const [name, node] of Object.entries<Operation["node"]>(json.components.headers)) {
        assert.isAbove(node.description.length, 10, name)
        assert.strictEqual(headers.has(name), name in declared, name)
      }
    })
  )

  it.effect("mentions versions, Location, replays and pages for the operations that have them", () =>
    Effect.gen(function* () {
      const { json } = yield* served
      const own = (operation: string, status = "200") => {
        const [method = "", path = ""] = operation.split(" ")
        const all = Object.keys(json.paths[path][method].responses[status].headers)
        return all.filter((name) => !/^(X-R|Rate)/.test(name)).sort()
      }
      const brand = "/v1/brands/{brandId}"
      assert.deepStrictEqual(own(`post ${brand}/tickets`, "201"), ["ETag", "Idempotency-Replayed", "Location"])
      assert.deepStrictEqual(own("post /v1/tickets", "201"), ["ETag", "Idempotency-Replayed", "Location"])
      assert.deepStrictEqual(own(`get ${brand}/tickets/{ticketId}`), ["ETag"])
      assert.deepStrictEqual(own(`put ${brand}/schema`), ["ETag", "Idempotency-Replayed"])
      assert.deepStrictEqual(own(`get ${brand}/tickets`), [])
      assert.deepStrictEqual(own(`get ${brand}/webhooks/{webhookId}/deliveries`), ["X-Next-Cursor"])
      assert.deepStrictEqual(own("post /v1/accounts/me/api-keys", "201"), ["Idempotency-Replayed"])
    })
  )

  it.effect("names the media types of a raw message, the 400 of a malformed path, and extra members of problems", () =>
    Effect.gen(function* () {
      const { paths, components } = (yield* served).json
      const raw = paths["/v1/brands/{brandId}/inbound/{inboundId}/raw"].get.responses["200"]
      assert.sameMembers(Object.keys(raw.content), ["message/rfc822", "application/json"])
      assert.property(paths["/v1/portal/brands/{brandId}"].get.responses, "400")
      assert.includeMembers(Object.keys(components.schemas.Problem.properties), ["field", "limit", "currentVersion"])
    })
  )

  it.effect("shows an example problem for every code of an operation, as it would be returned", () =>
    Effect.gen(function* () {
      const { components } = (yield* served).json
      const answered = new Set((yield* operations).flatMap(({ node }) => node["x-error-codes"]))
      assert.deepStrictEqual(
        Object.keys(components.examples),
        codes.filter((code) => answered.has(code))
      )
      for (const [code, { value }] of Object.entries<Operation["node"]>(components.examples)) {
        assert.strictEqual(value.code, code)
        assertDeclared("GET", "/v1/brands", value.status === 503 ? 500 : value.status, value)
      }
    })
  )

  it.effect("defines shared parts once, and nothing unused", () =>
    Effect.gen(function* () {
      const { json, text } = yield* served
      for (const { node, operationId } of yield* operations)
        for (const status of ["400", "401", "404", "409", "429", "500"].filter((status) => status in node.responses))
          assert.hasAllKeys(node.responses[status], ["$ref"], `${operationId} ${status}`)
      const unused = Object.entries<object>(json.components).flatMap(([kind, components]) =>
        Object.keys(components)
          .map((name) => `#/components/${kind}/${name}`)
          .filter((target) => !target.includes("/securitySchemes/") && !text.includes(`{"$ref":"${target}"}`))
      )
      // What every webhook receiver accepts; each request has one of its variants.
      assert.deepStrictEqual(unused, ["#/components/schemas/AnyEvent"])
      assert.strictEqual(json.info.contact.url, json.servers[0].url)
    })
  )

  it.effect("names operations by their group", () =>
    Effect.gen(function* () {
      for (const { node, operationId } of yield* operations) {
        const [group = "", method = ""] = operationId.split(".")
        assert.include(groups, group)
        assert.match(method, /^[a-z][a-zA-Z]*$/)
        assert.deepStrictEqual(node.tags, [group])
      }
    })
  )

  it.effect("describes every member of a page, and which comments an event contains", () =>
    Effect.gen(function* () {
      const { json } = yield* served
      const { pagination } =
        json.paths["/v1/tickets"].get.responses["200"].content["application/json"].schema.properties
      const { comment } = json.components.schemas.EventComment.properties
      const { links } = json.components.schemas.Ticket.properties
      for (const { properties } of [pagination, comment, links.items])
        for (const [name, { $ref, description = "" }] of Object.entries<Operation["node"]>(properties))
          assert.isTrue($ref !== undefined || description.length > 5, name)
      assert.strictEqual(json.info.license.identifier, "MIT")
    })
  )

  it.effect("says of which members a body needs one", () =>
    Effect.gen(function* () {
      const { TicketCreate, CustomerCreate } = (yield* served).json.components.schemas
      const needs = ({ allOf }: Operation["node"]) =>
        allOf[0].anyOf.flatMap(({ required }: { readonly required: ReadonlyArray<string> }) => required)
      assert.deepStrictEqual(needs(TicketCreate), ["customerEmail", "customerId", "customerPhone"])
      assert.deepStrictEqual(needs(CustomerCreate), ["email", "phone", "externalId"])
    })
  )

  it.effect("gives every kind of record one name, and uses patterns that are valid in any language", () =>
    Effect.gen(function* () {
      const { json, text } = yield* served
      const names = Object.keys(json.components.schemas)
      assert.deepStrictEqual(
        names.filter((name) => !/^[A-Z][a-zA-Z]*$/.test(name)),
        []
      )
      assert.notInclude(text, String.raw`\\/`)
    })
  )

  it.effect("describes lists in the way generators expect, and leaves the media type of files to the client", () =>
    Effect.gen(function* () {
      const { components, paths } = (yield* served).json
      const check = (node: Operation["node"], at: string): void => {
        if (typeof node !== "object" || node === null) return
        if (node.type === "array") assert.property(node, "items", at)
        if (Array.isArray(node.anyOf)) assert.isAbove(node.anyOf.length, 1, at)
        for (const [name, member] of Object.entries(node)) check(member, `${at}/${name}`)
      }
      check(components.schemas, "schemas")
      check(paths, "paths")
      const { get, put } = paths["/v1/files/{token}"]
      for (const { content } of [put.requestBody, get.responses["200"], get.responses["206"]])
        assert.deepStrictEqual(Object.keys(content), ["*/*"])
    })
  )

  it.effect("is served beside its reference, under /v1 and at the root", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      for (const path of documentation) {
        for (const address of [path, path.slice("/v1".length)]) {
          assert.strictEqual((yield* ask("GET", address, { key: "" })).status, 200, address)
        }
      }
    })
  )

  it.effect("has a route for every operation, with the methods that it names and no others", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const byPath = Map.groupBy(yield* operations, ({ path }) => path)
      for (const [path, known] of byPath) {
        const address = path.replaceAll(/\{\w+\}/g, "x")
        const methods = known.map(({ method }) => method)
        const answer = yield* ask("PROPFIND", address)
        assert.strictEqual(answer.status, 405, `${path}: ${answer.text}`)
        const allowed = (answer.headers.get("allow") ?? "")
          .split(", ")
          .filter((method) => !["HEAD", "OPTIONS"].includes(method))
        assert.includeMembers(allowed, methods, path)
      }
    })
  )

  it.effect("says for every operation who may call it, what it accepts and returns, and how it can fail", () =>
    Effect.gen(function* () {
      const { components } = (yield* served).json
      const answerOf = (answer: Operation["node"]) => components.responses[answer?.$ref?.split("/").at(-1)] ?? answer
      for (const { method, node, operationId } of yield* operations) {
        assert.isAbove(node.summary?.length ?? 0, 4, operationId)
        assert.isAbove(node.description?.length ?? 0, 4, operationId)
        assert.isArray(node.security, operationId)
        const schemes = node.security.flatMap(Object.keys)
        for (const scheme of schemes) {
          assert.include(["apiKey", "session", "sessionToken", "portalToken", "channelSignature"], scheme, operationId)
        }
        const isOpen = node.security.length === 0
        assert.strictEqual(node["x-error-codes"].includes("unauthorized"), !isOpen, operationId)
        assert.includeMembers([...codes], node["x-error-codes"], operationId)
        // Any credential may have expired, or come from a page that may not use it, wherever it is used.
        for (const code of ["token_expired", "origin_not_allowed"])
          assert.strictEqual(node["x-error-codes"].includes(code), !isOpen, `${operationId} ${code}`)
        const headers = (node.parameters ?? []).map(({ name }: { name: string }) => name)
        const isKeyed = !isOpen && method !== "GET" && !keyless.has(operationId)
        assert.strictEqual(headers.includes("Idempotency-Key"), isKeyed, operationId)
        const isRepeated = node["x-error-codes"].includes("idempotency_key_reused")
        assert.strictEqual(isRepeated, isKeyed, operationId)
        assert.strictEqual(
          headers.includes("If-Match"),
          node["x-error-codes"].includes("precondition_failed"),
          operationId
        )
        for (const [name, response] of Object.entries<Operation["node"]>(node.responses)) {
          const declared = answerOf(response)
          assert.isAbove(declared.description.length, 1, `${operationId} ${name}`)
          if (/^[45]/.test(name) && declared.content?.["application/json"] !== undefined && name !== "503")
            assert.isNotEmpty(declared.content["application/json"].examples, `${operationId} ${name}`)
        }
        for (const { description, name } of node.parameters ?? [])
          assert.isAbove(description?.length ?? 0, 5, `${operationId} ${name}`)
        const headersOf = (status: string) => Object.keys(answerOf(node.responses[status])?.headers ?? {})
        const done = Object.keys(node.responses).filter((status) => status.startsWith("2"))
        for (const status of done)
          assert.includeMembers(headersOf(status), ["RateLimit", "RateLimit-Policy"], operationId)
        if (node.responses["401"] !== undefined && !isOpen)
          assert.include(headersOf("401"), "WWW-Authenticate", operationId)
        if (node.responses["429"] !== undefined)
          assert.includeMembers(headersOf("429"), ["RateLimit", "RateLimit-Policy", "Retry-After"], operationId)
        if (node["x-error-codes"].includes("idempotency_in_progress"))
          assert.include(headersOf("409"), "Retry-After", operationId)
      }
    })
  )
})

for (const publicUrl of ["https://desk.example", "http://localhost:3000"])
  it(`The OpenAPI document of ${publicUrl} names the session cookie that is used there`, () => {
    const { name } = openApiDocument(publicUrl)["components"].securitySchemes.session
    const request = Object.assign(new IncomingMessage(new Socket()), { headers: { cookie: `${name}=stk_1` } })
    assert.strictEqual(sessionCookieOf(request, publicUrl), "stk_1")
  })
