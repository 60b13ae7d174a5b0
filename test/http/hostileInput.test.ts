import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { assertDeclared, operations } from "../support/declaredAnswers.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

const json = { "content-type": "application/json" }
const deep = (levels: number) => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`
const bytes = (...values: ReadonlyArray<number>) => new Uint8Array([123, 34, 97, 34, 58, 34, ...values, 34, 125])

/** Bodies that no endpoint takes, with the codes that say so. */
const broken: ReadonlyArray<
  readonly [what: string, body: string | Uint8Array, headers: Record<string, string>, codes: ReadonlyArray<string>]
> = [
  ["no JSON", "hello", json, ["malformed_json"]],
  ["half an object", '{"a":', json, ["malformed_json"]],
  ["an array", "[]", json, ["malformed_json"]],
  ["null", "null", json, ["malformed_json"]],
  ["a string", '"x"', json, ["malformed_json"]],
  ["NaN", '{"a":NaN}', json, ["malformed_json"]],
  ["a comment", "{}//x", json, ["malformed_json"]],
  ["trailing junk", "{}}", json, ["malformed_json"]],
  ["a byte order mark", "\ufeff{}", json, ["malformed_json"]],
  ["invalid UTF-8", bytes(0xff, 0xfe), json, ["malformed_json"]],
  ["an overlong encoding", bytes(0xc0, 0x80), json, ["malformed_json"]],
  ["an encoded surrogate", bytes(0xed, 0xa0, 0x80), json, ["malformed_json"]],
  ["65 levels", deep(65), json, ["malformed_json"]],
  ["100000 levels", deep(100_000), json, ["malformed_json"]],
  ["U+0000", '{"a":"\\u0000"}', json, ["validation_failed"]],
  ["U+0000 in a key", '{"\\u0000":1}', json, ["validation_failed"]],
  ["a lone surrogate", '{"a":"\\ud800"}', json, ["validation_failed"]],
  ["an integer beyond 2^53", '{"a":9007199254740993}', json, ["validation_failed"]],
  ["a number beyond a double", '{"a":1e999}', json, ["validation_failed"]],
  ["another media type", "a=b", { "content-type": "application/x-www-form-urlencoded" }, ["unsupported_media_type"]],
  ["no media type", "{}", { "content-type": "" }, ["unsupported_media_type"]],
  ["a compressed body", "{}", { ...json, "content-encoding": "gzip" }, ["unsupported_media_type"]],
  ["more than two MiB", `{"a":"${"x".repeat(2 * 1024 * 1024)}"}`, json, ["payload_too_large"]]
]

/** An allowed address where nobody listens: a test send must reach nothing. */
const nowhere = "https://127.0.0.1:9/"

layer(site(), { excludeTestServices: true })("Hostile input", (it) => {
  /** What every operation that writes would take. */
  const valid = (index: number) => ({
    title: "t",
    customerEmail: "a@b.example",
    body: "c",
    name: `n ${index}`,
    email: `u${index}@b.example`,
    url: nowhere,
    events: ["*"]
  })

  /** Every operation with ids that exist where that is possible. */
  const targets = Effect.gen(function* () {
    const { ask } = yield* HttpSite
    const { live } = yield* Installation
    const brand = `/v1/brands/${live.brand.id}`
    const ticket = yield* ask("POST", `${brand}/tickets`, { body: { title: "t", customerEmail: "a@b.example" } })
    const comment = yield* ask("POST", `${brand}/tickets/${ticket.json.id}/comments`, { body: { body: "c" } })
    const webhook = yield* ask("POST", `${brand}/webhooks`, { body: { url: nowhere, events: ["*"] } })
    const ids: Record<string, string> = {
      brandId: live.brand.id,
      ticketId: ticket.json.id,
      customerId: ticket.json.customerId,
      commentId: comment.json.id,
      webhookId: webhook.json.id,
      deliveryId: "dlv_01m893khb3f5bbmdqn6zazb1ra",
      keyId: "key_01m893khb3f5bbmdqn6zazb1ra"
    }
    return operations.map((operation) => ({
      ...operation,
      path: operation.path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? name)
    }))
  })

  it.effect("in a body gets a 4xx problem from every operation that writes", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      for (const { method, path } of yield* targets) {
        // Logging out asks whose session it is before it looks at a body.
        if (method === "GET" || path === "/v1/auth/logout") continue
        for (const [what, body, headers, codes] of broken) {
          const answer = yield* ask(method, path, { body, headers })
          assert.include(codes, answer.json?.code, `${what} to ${method} ${path}: ${answer.status} ${answer.text}`)
          assertDeclared(method, path, answer.status, answer.json)
        }
      }
    })
  )

  it.effect(
    "of any JSON type in any member never gets a 5xx, and always JSON",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const members = [
          "title",
          "customerEmail",
          "body",
          "customFields",
          "status",
          "tags",
          "tagIds",
          "links",
          "metadata",
          "dueAt",
          "name",
          "slug",
          "settings",
          "portalOrigins",
          "url",
          "events",
          "secret",
          "email",
          "phone",
          "companyId",
          "externalId",
          "isSpam",
          "brandIds",
          "allBrands",
          "expiresAt",
          "parentId",
          "cc",
          "setStatus",
          "watchers",
          "attachmentIds",
          "ticketNumberStart",
          "overlapHours",
          "event",
          "sourceData",
          "customFieldsPatch"
        ]
        const value = fc.oneof(
          fc.jsonValue({ maxDepth: 3 }),
          fc.constantFrom(
            "",
            " ",
            "x".repeat(70_000),
            "a@b.example",
            "open",
            "'; drop table tickets --",
            "%",
            "\\",
            "\u202e",
            "😀".repeat(200),
            -1,
            0,
            1e308,
            2 ** 31,
            [],
            {},
            [null],
            [[]],
            { url: 1 },
            "tag_01m893khb3f5bbmdqn6zazb1ra"
          )
        )
        const writes = (yield* targets).filter(({ method, takesBody }) => takesBody && method !== "DELETE")
        const samples = fc.sample(
          fc.tuple(fc.constantFrom(...writes), fc.dictionary(fc.constantFrom(...members), value, { maxKeys: 6 })),
          { numRuns: 800, seed: 7 }
        )
        for (const [index, [{ method, path }, members]] of samples.entries()) {
          // Half of them stand beside what makes the body valid, so that they get past the first rule.
          const body = index % 2 === 0 ? members : { ...valid(index), ...members }
          const answer = yield* ask(method, path, { body })
          assert.isBelow(answer.status, 500, `${method} ${path} ${JSON.stringify(body).slice(0, 500)}: ${answer.text}`)
          assertDeclared(method, path, answer.status, answer.json)
        }
      }),
    120_000
  )

  it.effect(
    "in a query never gets a 5xx, and always JSON",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const names = [
          "status",
          "statusCategory",
          "priority",
          "assigneeId",
          "customerId",
          "customerEmail",
          "tagIds",
          "tagMode",
          "createdAfter",
          "updatedBefore",
          "isSpam",
          "deleted",
          "merged",
          "search",
          "q",
          "sort",
          "order",
          "limit",
          "cursor",
          "brandId",
          "ticketId",
          "event",
          "confirm",
          "visibility",
          "includeDeleted",
          "externalId",
          "companyId"
        ]
        const value = fc.oneof(
          fc.string({ unit: "binary", maxLength: 30 }).filter((text) => text.isWellFormed()),
          fc.constantFrom(
            "",
            "all",
            "null",
            "a,b,,c",
            "\0",
            "%",
            "\\",
            "_",
            "a:*",
            "'",
            "!(a",
            "a & b | !c",
            "\ud7ff",
            "9".repeat(30),
            "-1",
            "1e3",
            "2026-01-01",
            "tkt_01m893khb3f5bbmdqn6zazb1ra",
            "x".repeat(4000),
            ",".repeat(300)
          )
        )
        const reads = (yield* targets).filter(({ method }) => method === "GET")
        const samples = fc.sample(
          fc.tuple(fc.constantFrom(...reads), fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 })),
          { numRuns: 800, seed: 11 }
        )
        for (const [{ method, path }, query] of samples) {
          const answer = yield* ask(method, `${path}?${new URLSearchParams(query)}`)
          assert.isTrue(answer.status < 500, `${path} ${JSON.stringify(query)}: ${answer.text}`)
          if (!path.endsWith("/metrics")) assertDeclared(method, path, answer.status, answer.json)
        }
      }),
    120_000
  )

  it.effect("that does not end is refused while it is read, and its connection closed", () =>
    Effect.gen(function* () {
      const { raw } = yield* HttpSite
      const { live } = yield* Installation
      const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`
      const answer = yield* raw(
        `POST /v1/tickets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${live.key}\r\nContent-Type: application/json\r\n` +
          `Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(40)}`
      )
      assert.match(answer, /^HTTP\/1.1 413 /)
      assert.match(answer, /"code":"payload_too_large"/)
    })
  )

  it.effect("without a key is refused before its body is read", () =>
    Effect.gen(function* () {
      const { raw } = yield* HttpSite
      const { live } = yield* Installation
      const head = `POST /v1/brands/${live.brand.id}/tickets HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`
      const endless = yield* raw(`${head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\n{"a":`)
      assert.match(endless, /^HTTP\/1.1 401 /)
      const declared = yield* raw(`${head}Content-Length: 100000000\r\n\r\n{`)
      assert.match(declared, /^HTTP\/1.1 413 /)
    })
  )
})
