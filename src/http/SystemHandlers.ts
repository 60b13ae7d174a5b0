import type { IncomingMessage } from "node:http"
import { Effect, Option } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { Accounts } from "../accounts/Accounts.ts"
import { BrandStore } from "../accounts/BrandStore.ts"
import { Api } from "../api/Api.ts"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { type Permission, permissions } from "../api/permissions.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { parseId } from "../domain/Ids.ts"
import { CurrentPrincipal, type Principal } from "../domain/Principal.ts"
import { Forbidden, NotFound, type RateLimited } from "../domain/Problems.ts"
import { ActorRegistry, type ActorStatus } from "../runtime/ActorRegistry.ts"
import { makeActorMetrics } from "../runtime/actorMetrics.ts"
import { Health } from "../runtime/Health.ts"
import { makeProcessMetrics } from "../runtime/processMetrics.ts"
import { SystemStatus } from "../system/SystemStatus.ts"
import { makeAuthenticate } from "./authenticate.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { handlersOf } from "./handlersOf.ts"
import { isOperator } from "./isOperator.ts"
import { nodeRequest } from "./nodeRequest.ts"
import { problemAnswer } from "./problemAnswer.ts"
import type { Refused } from "./Refused.ts"
import { currentRecord, type RequestRecord } from "./RequestRecord.ts"
import { permit } from "./refuseCaller.ts"
import { answerOf, ok, reply } from "./replies.ts"
import { makeStatusMetrics } from "./statusMetrics.ts"
import { installationView } from "./views/installationView.ts"
import { isoOr } from "./views/moments.ts"
import { WidgetLoaders } from "./widget/WidgetLoaders.ts"
import { loaderOfHash, newestLoader } from "./widget/widgetPaths.ts"

type Answer = HttpServerResponse.HttpServerResponse
type Failure = Refused | RateLimited | Forbidden | DatabaseUnavailable

/** Implements the `system` group. */
export const SystemHandlers = handlersOf(
  Api,
  "system",
  Effect.fnUntraced(function* (handlers) {
    const { operatorToken, publicUrl, version } = yield* HttpSettings
    const authenticate = yield* makeAuthenticate
    const accounts = yield* Accounts
    const brands = yield* BrandStore
    const { readiness } = yield* Health
    const actors = yield* ActorRegistry
    const readActors = yield* makeActorMetrics
    const readProcess = yield* makeProcessMetrics
    const readStatus = yield* makeStatusMetrics(version)
    const status = yield* SystemStatus
    const loaders = yield* WidgetLoaders

    /** Those of the actors' brands that belong to the caller's account. */
    const brandsOf = Effect.fnUntraced(function* ({ signedIn }: Principal, list: ReadonlyArray<ActorStatus>) {
      const named = list.flatMap(({ brandId }) => Option.toArray(parseId("brand", brandId ?? "")))
      const ids = [...new Set(named)]
      const tenants = signedIn === undefined || ids.length === 0 ? [] : Object.values(signedIn.tenants)
      const ours = yield* Effect.forEach(tenants, (tenant) => brands.existing(tenant, ids))
      return new Set<string>(ours.flat())
    })

    /** The caller, if it is no operator: a member with this permission. */
    const memberOf = Effect.fnUntraced(function* (source: IncomingMessage, permission: Permission) {
      const principal = yield* authenticate(source, yield* servedRecord)
      yield* Effect.provideService(permit(permission), CurrentPrincipal, principal)
      return principal
    })

    const actorsFor = Effect.fnUntraced(function* (source: IncomingMessage): Effect.fn.Return<Answer, Failure> {
      const list = yield* actors.list
      if (isOperator(source, operatorToken)) return ok(list.map(actorView))
      const ours = yield* brandsOf(yield* memberOf(source, permissions.watch), list)
      return ok(list.filter(({ brandId }) => brandId === undefined || ours.has(brandId)).map(actorView))
    })

    const statusFor = Effect.fnUntraced(function* (source: IncomingMessage): Effect.fn.Return<Answer, Failure> {
      if (!isOperator(source, operatorToken)) {
        const { tenant } = yield* memberOf(source, permissions.oversee)
        if (!(yield* accounts.operates(tenant))) return yield* new Forbidden({ required: "operator" })
      }
      return ok(installationView(yield* status.read))
    })

    const refusal = (
      request: HttpServerRequest.HttpServerRequest,
      problem: Problem
    ): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
      Effect.map(servedRecord, (record) => problemAnswer(publicUrl, request, record)(problem))

    return handlers.handleAll({
      health: () => Effect.succeed(ok({ status: "ok", version })),

      ready: () =>
        Effect.map(readiness, ({ checks, ready }) =>
          reply(
            answerOf(
              ready ? 200 : 503,
              {
                status: ready ? "ok" : "failing",
                checks: Object.fromEntries(Object.entries(checks).map(([name, ok]) => [name, ok ? "ok" : "failing"]))
              },
              ready ? {} : { "retry-after": "1" }
            )
          )
        ),

      metrics: ({ request }) =>
        isOperator(nodeRequest(request), operatorToken)
          ? Effect.all([readActors, readProcess, readStatus]).pipe(
              Effect.andThen(PrometheusMetrics.format({ prefix: "trunkline" })),
              Effect.map((text) =>
                HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
              )
            )
          : Effect.fail(new Forbidden({ required: "operator" })),

      actors: ({ request }) =>
        actorsFor(nodeRequest(request)).pipe(Effect.catchTag("Refused", ({ problem }) => refusal(request, problem))),

      status: ({ request }) =>
        statusFor(nodeRequest(request)).pipe(Effect.catchTag("Refused", ({ problem }) => refusal(request, problem))),

      widget: Effect.fnUntraced(function* () {
        const loader = yield* loaders.newest
        if (loader === undefined) return yield* new NotFound({ entity: "widget" })
        const { hash, integrity } = loader
        return ok({ url: publicUrl + loaderOfHash(hash), integrity, newestUrl: publicUrl + newestLoader })
      })
    })
  })
)

const servedRecord: Effect.Effect<RequestRecord> = Effect.withFiber((fiber) => Effect.succeed(currentRecord(fiber)))

const actorView = (actor: ActorStatus) => ({
  name: actor.name,
  kind: actor.kind,
  brandId: actor.brandId,
  state: actor.state,
  restarts: actor.restarts,
  backlog: actor.backlog,
  lastActivityAt: isoOr(actor.lastActivityAt) ?? null,
  lastError: actor.lastError ?? null,
  lastInboundAt: isoOr(actor.lastInboundAt),
  lastOutboundAt: isoOr(actor.lastOutboundAt)
})
