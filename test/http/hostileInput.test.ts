import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { assertDeclared } from "../support/declaredAnswers.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { makeFixtures, type Target, targets } from "../support/hostileTargets.ts"
import {
  brokenBodies,
  brokenForms,
  hostileHeaders,
  hostileIds,
  hostileJson,
  hostileText
} from "../support/hostileValues.ts"
import { Installation } from "../support/Installation.ts"

/** Samples per operation. */
const samples = 6
/** Codes that every operation may respond with, because of what surrounds it. */
const edgeCodes = ["uri_too_long", "headers_too_large", "route_not_found", "method_not_allowed"]

interface Sent {
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array | undefined
}

/** Sends a request and reads the response up to its end; a stream is cut off. Asserts that the response is documented. */
const probe = Effect.fnUntraced(function* (target: Target, path: string, key: string, { body, headers }: Sent = {}) {
  const { port } = yield* HttpSite
  const { method, operationId } = target
  const what = `${method} ${path.slice(0, 300)} ${JSON.stringify(headers)} ${String(body).slice(0, 500)}`
  const { response, text } = yield* Effect.promise(async () => {
    const hangUp = new AbortController()
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      redirect: "manual",
      signal: hangUp.signal,
      headers: { ...(key === "" ? {} : { authorization: `Bearer ${key}` }), ...headers },
      ...(body === undefined ? {} : { body })
    })
    const streams = response.headers.get("content-type") === "text/event-stream"
    const text = streams ? "" : await response.text()
    if (streams) hangUp.abort()
    return { response, text }
  })
  const type = response.headers.get("content-type") ?? ""
  assert.notInclude(type, "html", what)
  if (response.status >= 400) {
    assert.match(type, /^application\/(problem\+)?json/, what)
    const problem = JSON.parse(text)
    // Nothing listens where the records point: that is an upstream failure, and reported as such.
    if (problem.code !== "upstream_failed") assert.isBelow(response.status, 500, `${what}: ${text}`)
    assertDeclared(method, path, response.status, problem)
    for (const { field } of problem.errors ?? []) assert.isNotEmpty(field, what)
    assert.include([...target.codes, ...edgeCodes], problem.code, `${operationId} does not declare it: ${what}`)
    return String(problem.code)
  }
  if (/^application\/json/.test(type)) assertDeclared(method, path, response.status, JSON.parse(text))
  return undefined
})

const json = { "content-type": "application/json" }
/** Every third of them, with a different third for the next operation: the code that reads them is shared. */
const third = <A>(all: ReadonlyArray<A>, seed: number): ReadonlyArray<A> =>
  all.filter((_, index) => index % 3 === seed % 3)
const asQuery = (entries: ReadonlyArray<readonly [string, string]>) =>
  entries.map((entry) => entry.map(encodeURIComponent).join("=")).join("&")

layer(site(), { excludeTestServices: true })("Hostile input to every operation of the served document", (it) => {
  /** Whether an operation may remove what the others need: a record, or the credential in use. */
  const takesAway = ({ method, path }: Target) =>
    method === "DELETE" || /\/(logout|switch-organization|transfer-ownership|merge|bulk|revoke|refresh)$/.test(path)
  /**
   * Runs `attack` on each target with records and credentials that are still intact. `attack` tells whether any request
   * succeeded.
   */
  const onEach = Effect.fnUntraced(function* <E, R>(
    chosen: (target: Target) => boolean,
    attack: (
      target: Target,
      fixtures: Effect.Success<typeof makeFixtures>,
      seed: number
    ) => Effect.Effect<boolean, E, R>
  ) {
    let fixtures = yield* makeFixtures
    for (const [seed, target] of (yield* targets).entries()) {
      if (!chosen(target)) continue
      const isDone = yield* attack(target, fixtures, seed)
      if (isDone && takesAway(target)) fixtures = yield* makeFixtures
    }
  })
  const takesJson = ({ takes }: Target) => takes === "application/json"

  it.effect("as an invalid body gets the matching error", () =>
    onEach(
      ({ method, path, takes }) =>
        // Signing out checks the session before it looks at a body; a signed URL accepts any bytes.
        method !== "GET" && path !== "/v1/auth/logout" && (takes === undefined || takes === "application/json"),
      Effect.fnUntraced(function* (target, { at, credentials }, seed) {
        for (const [what, body, headers, code] of third(brokenBodies, seed)) {
          const answer = yield* probe(target, at(target), credentials[target.credential], { body, headers })
          assert.strictEqual(answer, code, `${what} to ${target.operationId}`)
        }
        return false
      })
    )
  )

  it.effect("as an invalid form is refused", () =>
    onEach(
      ({ takes }) => takes === "multipart/form-data",
      Effect.fnUntraced(function* (target, { at, credentials }) {
        for (const [what, body, headers] of brokenForms) {
          const answer = yield* probe(target, at(target), credentials[target.credential], { body, headers })
          assert.include(
            ["malformed_request", "validation_failed", "unsupported_media_type", "payload_too_large"],
            answer,
            `${what} to ${target.operationId}`
          )
        }
        return false
      })
    )
  )

  it.effect("of any JSON type in any member gets a declared response", () =>
    onEach(
      takesJson,
      Effect.fnUntraced(function* (target, { at, credentials }, seed) {
        const bodies = fc.sample(
          fc.dictionary(fc.constantFrom(...target.members, "__proto__x", "constructor"), hostileJson, {
            minKeys: 1,
            maxKeys: 4
          }),
          { numRuns: samples, seed }
        )
        let isDone = false
        for (const [index, members] of bodies.entries()) {
          // Half of the values are added to an otherwise valid body, to get past the first rule.
          const body = JSON.stringify(index % 2 === 0 ? members : { ...Object(target.example), ...members })
          const answer = yield* probe(target, at(target), credentials[target.credential], { body, headers: json })
          isDone ||= answer === undefined
        }
        return isDone
      })
    )
  )

  it.effect("in a query, once or twice, gets a declared response", () =>
    onEach(
      ({ method, queries }) => method === "GET" || queries.length > 0,
      Effect.fnUntraced(function* (target, { at, credentials }, seed) {
        const name = fc.constantFrom(...target.queries, "limit", "cursor", "__proto__")
        const queries = fc.sample(fc.array(fc.tuple(name, hostileText), { minLength: 1, maxLength: 4 }), {
          numRuns: samples,
          seed
        })
        for (const query of queries) {
          yield* probe(target, `${at(target)}?${asQuery(query)}`, credentials[target.credential])
        }
        for (const query of ["%", "a=%zz", "a=%ff", "limit=%00", "&&&=", "?".repeat(50), "a[b]=c"]) {
          yield* probe(target, `${at(target)}?${query}`, credentials[target.credential])
        }
        return true
      })
    )
  )

  it.effect("in place of an id is treated like any unknown one", () =>
    onEach(
      ({ parameters }) => parameters.length > 0,
      Effect.fnUntraced(function* (target, { at, credentials }, seed) {
        const sent = target.takes === "application/json" ? { body: JSON.stringify(target.example), headers: json } : {}
        for (const name of target.parameters) {
          for (const id of third(hostileIds, seed)) {
            const answer = yield* probe(target, at(target, { [name]: id }), credentials[target.credential], sent)
            assert.isDefined(answer, `${target.operationId} took ${name} ${id}`)
          }
        }
        return false
      })
    )
  )

  it.effect("in headers gets a declared response", () =>
    onEach(
      () => true,
      Effect.fnUntraced(function* (target, { at, credentials }, seed) {
        let isDone = false
        for (const headers of third(hostileHeaders, seed)) {
          const sent = takesJson(target) ? { body: "{}", headers: { ...json, ...headers } } : { headers }
          const answer = yield* probe(target, at(target), credentials[target.credential], sent)
          isDone ||= answer === undefined
        }
        const huge = yield* probe(target, at(target), credentials[target.credential], {
          headers: { "x-huge": "y".repeat(40_000) }
        })
        assert.strictEqual(huge, "headers_too_large", target.operationId)
        for (const key of ["x", "sk_live_x", "stk_x", "pt_x", `sk_live_${"a".repeat(49)}`]) {
          yield* probe(target, at(target), key)
        }
        return isDone
      })
    )
  )
})

layer(site(), { excludeTestServices: true })("A body", (it) => {
  it.effect("without an end is refused while it is read, and its connection closed", () =>
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
