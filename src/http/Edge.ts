import type { IncomingMessage } from "node:http"
import { Cause, Clock, Context, Effect, Option, type Scope } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { RequestNotes } from "../accounts/RequestNotes.ts"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import { PortalSites } from "../tickets/portal/PortalSites.ts"
import { clientOf } from "./clientOf.ts"
import { allowsPage, makeCors, preflightHeaders } from "./cors.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { makeLogSample } from "./logSample.ts"
import { nodeRequest } from "./nodeRequest.ts"
import { siteTarget } from "./portal/siteTarget.ts"
import { internal, problemResponse } from "./problemResponse.ts"
import { RateLimits } from "./RateLimits.ts"
import { CurrentRecord, RequestRecord } from "./RequestRecord.ts"
import { rateLimitHeaders } from "./rateLimitHeaders.ts"
import { refuseAnswer, refuseSurplus } from "./refuseLoad.ts"
import { makeRequestMetrics } from "./requestMetrics.ts"
import { requestNote } from "./requestNote.ts"
import { refuseCoding, refuseHost, refuseShape } from "./requestShape.ts"

/**
 * Handles what all requests have in common, whatever their route: the request id, limits of the request line and headers,
 * unknown routes and methods, defects, CORS, security and rate limit headers, metrics, the access log, and the log of
 * requests with API keys. No response leaves this server any other way.
 */
export const makeEdge = Effect.gen(function* () {
  const ids = yield* IdGenerator
  const limits = yield* RateLimits
  const settings = yield* HttpSettings
  const cors = yield* makeCors
  const note = yield* RequestNotes
  const sites = yield* PortalSites
  const measure = makeRequestMetrics()
  const sample = makeLogSample()
  const transport = settings.publicUrl.startsWith("https:") ? { "strict-transport-security": `max-age=${hstsAge}` } : {}

  return (
    app: Effect.Effect<
      HttpServerResponse.HttpServerResponse,
      unknown,
      HttpServerRequest.HttpServerRequest | Scope.Scope
    >,
    allowed: (target: string) => Option.Option<ReadonlyArray<string>>
  ) => {
    const serve = (
      request: HttpServerRequest.HttpServerRequest,
      source: IncomingMessage,
      path: string,
      record: RequestRecord
    ): Effect.Effect<
      HttpServerResponse.HttpServerResponse,
      never,
      HttpServerRequest.HttpServerRequest | Scope.Scope
    > => {
      const target = record.site === undefined ? ownTarget(request, path) : siteTarget(record.site, request, path)
      const about = {
        publicUrl: settings.publicUrl,
        path,
        requestId: record.id,
        accept: source.headers.accept
      }
      const refuse = (problem: Problem) => {
        record.problem = problem
        return problemResponse(problem, about)
      }

      const refusal =
        refuseSurplus(source, path) ??
        refuseShape(request.url, source.rawHeaders) ??
        refuseHost(source) ??
        refuseCoding(source)
      if (refusal !== undefined) return Effect.succeed(refuse(refusal))
      if (target === undefined || semicolon.test(path) || (record.site === undefined && emptySegment.test(path)))
        return Effect.succeed(refuse(unrouted(Option.none())))
      const methods = isPreflight(source) ? allowed(target) : Option.none()
      if (Option.isSome(methods)) {
        return Effect.map(cors(source, path, record), (headers) =>
          allowsPage(headers)
            ? HttpServerResponse.empty({ status: 204, headers: preflightHeaders })
            : refuse(unrouted(methods))
        )
      }
      const routed =
        target === request.url
          ? app
          : Effect.provideService(app, HttpServerRequest.HttpServerRequest, request.modify({ url: target }))
      return Effect.matchCauseEffect(Effect.provideService(routed, CurrentRecord, record), {
        onSuccess: (response) => {
          const problem = refuseAnswer(request, response, record)
          return Effect.succeed(problem === undefined ? response : refuse(problem))
        },
        onFailure: (cause) => {
          if (isRouteNotFound(cause)) return Effect.succeed(refuse(unrouted(allowed(target))))
          if (Cause.hasInterruptsOnly(cause)) return Effect.succeed(isHungUp(cause) ? unread : refuse(stopping))
          return Effect.as(
            Effect.annotateLogs(Effect.logError("defect", cause), { requestId: record.id }),
            refuse(internal)
          )
        }
      })
    }

    return Effect.withFiber<
      HttpServerResponse.HttpServerResponse,
      never,
      HttpServerRequest.HttpServerRequest | Scope.Scope
    >((fiber) => {
      const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
      const source = nodeRequest(request)
      const clock = fiber.getRef(Clock.Clock)
      const record = new RequestRecord(
        ids.next("request"),
        clock.currentTimeMillisUnsafe(),
        clientOf(source, settings.proxies),
        traceparentOf(source)
      )
      record.site = sites.ofHost(source.headers.host)
      const path = pathOf(request.url)
      const answer = (
        response: HttpServerResponse.HttpServerResponse,
        corsHeaders: Readonly<Record<string, string>>
      ) => {
        const charge = record.charge ?? limits.anonymous.peek(record.network, record.startedAt)
        const told = HttpServerResponse.setHeaders(response, {
          "cache-control": "no-store",
          ...transport,
          ...(isPage(response) ? pageHeaders : {}),
          ...corsHeaders,
          ...response.headers,
          "x-request-id": record.id,
          "x-content-type-options": "nosniff",
          ...rateLimitHeaders(charge)
        })
        const served = { method: source.method ?? "-", route: record.route ?? "-", status: response.status }
        const ms = clock.currentTimeMillisUnsafe() - record.startedAt
        measure(served, ms, fiber.context)
        const noted = requestNote(record, source, response, ms)
        if (noted !== undefined) note(noted, record.startedAt + ms)
        const unlogged = response.status >= 400 ? sample(record.startedAt) : 0
        if (unlogged === undefined) return Effect.succeed(told)
        return Effect.as(
          Effect.annotateLogs(Effect.logInfo("request"), {
            requestId: record.id,
            ...served,
            ms,
            caller: record.callerId ?? "-",
            ...clientRequestId(source),
            ...(unlogged === 0 ? {} : { unlogged })
          }),
          told
        )
      }
      return Effect.flatMapEager(serve(request, source, path, record), (response) =>
        Effect.flatMapEager(cors(source, path, record), (headers) => answer(response, headers))
      )
    })
  }
})

/** Seconds for which browsers use only https: a year. */
const hstsAge = 365 * 24 * 60 * 60

/** A page shares its browsing context group with no other origin, and asks the browser for no feature that it does not need. */
const pageHeaders = {
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
}
const isPage = ({ body, headers }: HttpServerResponse.HttpServerResponse) =>
  (headers["content-type"] ?? ("contentType" in body ? body.contentType : undefined))?.startsWith("text/html") === true

/** Paths for operators and readers that also exist without the version prefix. */
const rootAliases: ReadonlySet<string> = new Set([
  "/health",
  "/ready",
  "/metrics",
  "/openapi.json",
  "/docs",
  "/docs/errors"
])

/** The target of a request to the server itself, with its version prefix. */
const ownTarget = ({ url }: HttpServerRequest.HttpServerRequest, path: string) =>
  rootAliases.has(path) ? `/v1${url}` : url

/** No path of the API has an empty segment, and an id is never empty. */
const emptySegment = /^\/v1\/(.*\/)?(\/|$)/

/**
 * No path has one either. The router would take what follows it for a query, and serve a path that no rule of a proxy names.
 */
const semicolon = /;/

/** Nobody reads it: it tells metrics and logs that the client hung up, like nginx's 499. */
const unread = HttpServerResponse.empty({ status: 499 })

const isHungUp = (cause: Cause.Cause<unknown>) =>
  cause.reasons.some(({ annotations }) => annotations.has(HttpServerError.ClientAbort.key))

const stopping: Problem = {
  code: "unavailable",
  detail: "The server is stopping. Send the same request again.",
  headers: { "retry-after": "1" }
}

const unrouted = (methods: Option.Option<ReadonlyArray<string>>): Problem =>
  Option.match(methods, {
    onNone: (): Problem => ({ code: "route_not_found", detail: "This path does not exist." }),
    onSome: (methods) => ({
      code: "method_not_allowed",
      detail: `This path accepts only ${methods.join(", ")}.`,
      headers: { allow: methods.join(", ") }
    })
  })

const isRouteNotFound = (cause: Cause.Cause<unknown>) =>
  cause.reasons.some(
    (reason) =>
      Cause.isFailReason(reason) &&
      HttpServerError.isHttpServerError(reason.error) &&
      reason.error.reason._tag === "RouteNotFound"
  )

const isPreflight = (source: IncomingMessage) =>
  source.method === "OPTIONS" && source.headers["access-control-request-method"] !== undefined

const pathOf = (target: string) => target.split(/[?#]/, 1)[0] ?? target

/** A client's own request id: logged, never used. */
const clientRequestId = (source: IncomingMessage) => {
  const id = source.headers["x-request-id"]
  return typeof id === "string" && /^[\w-]{1,64}$/.test(id) ? { clientRequestId: id } : {}
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const traceparentOf = (source: IncomingMessage) => {
  const header = source.headers["traceparent"]
  return typeof header === "string" && /^[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/.test(header)
    ? header
    : undefined
}
