import { Context, Effect, Layer, Option } from "effect"
import { Headers, HttpServerRequest } from "effect/http"
import { Access, type Callers, CallersAllowed, CurrentCommand, NetworkLimits, OpenAccess } from "../api/Access.ts"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { forbidden, problemOf } from "../api/problemOf.ts"
import type { Actor } from "../domain/Causation.ts"
import { isAtLeast } from "../domain/Member.ts"
import { CurrentPrincipal, type Principal } from "../domain/Principal.ts"
import { IdempotencyInProgress } from "../domain/Problems.ts"
import { Receipts } from "../events/Receipts.ts"
import { makeAuthenticate } from "./authenticate.ts"
import { charge } from "./charge.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { commandOf, idempotencyKeyOf } from "./idempotency.ts"
import { ifMatchOf } from "./ifMatch.ts"
import { nodeRequest } from "./nodeRequest.ts"
import { problemOfCause } from "./problemOfCause.ts"
import { problemResponse } from "./problemResponse.ts"
import { RateLimits } from "./RateLimits.ts"
import { Refused } from "./Refused.ts"
import { currentRecord, type RequestRecord } from "./RequestRecord.ts"
import { replay } from "./replies.ts"
import { jsonText, readBody, refuseLength, refuseMediaType } from "./requestBody.ts"

/** A command that its caller wants done once. */
interface Named {
  readonly principal: Principal
  readonly key: Uint8Array
  readonly fingerprint: Uint8Array
}

/**
 * The way into every endpoint: the checks of docs/api.md in their order, and the answer to every failure after them.
 * A command whose idempotency key is known gets its first answer even where a later check would refuse it now, so that
 * a repeated delete does not end in 404. That is looked up only once it was refused: it costs a success nothing.
 */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const authenticate = yield* makeAuthenticate
    const limits = yield* RateLimits
    const receipts = yield* Receipts
    const { publicUrl } = yield* HttpSettings
    const running = new Set<string>()

    const answerer = (request: HttpServerRequest.HttpServerRequest, record: RequestRecord) => (problem: Problem) =>
      problemResponse(problem, {
        publicUrl,
        path: request.url.split("?", 1)[0] ?? "",
        requestId: record.id,
        accept: nodeRequest(request).headers.accept
      })

    const access = Access.of((handler, { endpoint, group }) => {
      const callers = Context.get(Context.merge(group.annotations, endpoint.annotations), CallersAllowed)
      const isWrite = endpoint.method !== "GET"
      const decodesBody = endpoint.payload.size > 0

      return Effect.withFiber((fiber) => {
        const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        const record = currentRecord(fiber)
        const source = nodeRequest(request)
        const answer = answerer(request, record)
        record.route = endpoint.path
        let named: Named | undefined

        const serve = Effect.gen(function* () {
          if (isWrite) yield* Refused.when(refuseLength(source))
          const principal = yield* authenticate(source, record)
          yield* chargeSearch(limits, principal, request.url, record)
          let body: Uint8Array | undefined
          if (isWrite) {
            yield* Refused.when(refuseMediaType(source))
            body = yield* readBody(request, source)
            const key = yield* Refused.unless(idempotencyKeyOf(source))
            if (key !== undefined) named = { principal, ...commandOf(principal, request, key, body) }
          }
          yield* Refused.when(refuseCaller(principal, callers))
          let context = Context.make(CurrentPrincipal, principal).pipe(
            Context.add(CurrentCommand, {
              causation: {
                id: record.id,
                actor: actorOf(principal),
                traceparent: record.traceparent
              },
              ifMatch: yield* Refused.unless(ifMatchOf(source.headers["if-match"])),
              idempotency: named
            })
          )
          if (body !== undefined) {
            const text = yield* jsonText(body, !decodesBody)
            context = Context.add(context, HttpServerRequest.HttpServerRequest, withBody(request, text))
          }
          const served = Effect.provideContext(handler, context)
          return yield* named === undefined ? served : alone(running, named, served)
        })

        return Effect.catchCause(serve, (cause) => {
          const problem = Option.getOrUndefined(problemOfCause(cause))
          if (problem === undefined) return Effect.orDie(Effect.failCause(cause))
          if (named === undefined || !mayHaveSucceededBefore(problem)) return Effect.succeed(answer(problem))
          return Effect.match(receipts.find(named.principal.tenant, named), {
            onSuccess: Option.match({ onNone: () => answer(problem), onSome: replay }),
            onFailure: (error) => answer(error._tag === "IdempotencyKeyReused" ? problemOf(error) : problem)
          })
        })
      })
    })

    const openAccess = OpenAccess.of((handler, { endpoint }) => {
      const buckets = Context.get(endpoint.annotations, NetworkLimits)
      const takesBody = endpoint.payload.size > 0

      return Effect.withFiber((fiber) => {
        const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        const record = currentRecord(fiber)
        const answer = answerer(request, record)
        record.route = endpoint.path

        const serve = Effect.gen(function* () {
          const source = nodeRequest(request)
          if (takesBody) yield* Refused.when(refuseLength(source))
          for (const bucket of buckets) yield* charge(record, limits[bucket], record.network)
          if (!takesBody) return yield* handler
          yield* Refused.when(refuseMediaType(source))
          const text = yield* jsonText(yield* readBody(request, source), false)
          return yield* Effect.provideService(handler, HttpServerRequest.HttpServerRequest, withBody(request, text))
        })
        return Effect.catchCause(serve, (cause) =>
          Option.match(problemOfCause(cause), {
            onNone: () => Effect.orDie(Effect.failCause(cause)),
            onSome: (problem) => Effect.succeed(answer(problem))
          })
        )
      })
    })

    return Context.make(Access, access).pipe(Context.add(OpenAccess, openAccess))
  })
)

/** Searches have a bucket of their own beside the credential's. */
const chargeSearch = (limits: RateLimits["Service"], { id }: Principal, url: string, record: RequestRecord) =>
  /[?&](search|q)=[^&]/.test(url) ? charge(record, limits.search, id) : Effect.void

const refuseCaller = ({ brands, kind, signedIn }: Principal, callers: Callers): Problem | undefined => {
  if (!callers.kinds.includes(kind)) return forbidden(callers.kinds[0] ?? "api_key")
  if (signedIn !== undefined) {
    return callers.role === "agent" || isAtLeast(signedIn.member.role, callers.role)
      ? undefined
      : forbidden(callers.role)
  }
  return callers.allBrands && brands !== "all" ? forbidden("all_brands") : undefined
}

const actorOf = ({ id, kind, name }: Principal): Actor =>
  kind === "session" ? { type: "agent", id, name, channel: "dashboard" } : { type: "api_key", id, name, channel: "api" }

/** The request as the handler sees it: its body is read and checked already. */
const withBody = (request: HttpServerRequest.HttpServerRequest, text: string): HttpServerRequest.HttpServerRequest =>
  Object.create(request, { text: { value: Effect.succeed(text) }, headers: { value: jsonHeaders } })

/** All that the decoder asks of the headers. */
const jsonHeaders = Headers.fromInput({ "content-type": "application/json" })

/** Refuses a second request with the same key while the first is being served by this node. */
const alone = <A, E, R>(running: Set<string>, { key, principal }: Named, served: Effect.Effect<A, E, R>) =>
  Effect.suspend((): Effect.Effect<A, E | IdempotencyInProgress, R> => {
    const name = `${principal.tenant.id} ${Buffer.from(key).toString("hex")}`
    if (running.has(name)) return Effect.fail(new IdempotencyInProgress())
    running.add(name)
    return Effect.ensuring(
      served,
      Effect.sync(() => running.delete(name))
    )
  })

/** Refusals that an earlier success could explain; the others are about the moment or about the key itself. */
const mayHaveSucceededBefore = ({ code }: Problem) =>
  !["idempotency_key_reused", "idempotency_in_progress", "unavailable", "timeout"].includes(code)
