import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { PrometheusMetrics } from "effect/observability"
import { Api } from "../api/Api.ts"
import { Forbidden } from "../domain/Problems.ts"
import { ActorRegistry, type ActorStatus } from "../runtime/ActorRegistry.ts"
import { Health } from "../runtime/Health.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { nodeRequest } from "./nodeRequest.ts"
import { answerOf, ok, reply } from "./replies.ts"
import { isoOr } from "./views/moments.ts"

/** Answers the `system` group. */
export const SystemHandlers = HttpApiBuilder.group(
  Api,
  "system",
  Effect.fnUntraced(function* (handlers) {
    const { version } = yield* HttpSettings
    const { readiness } = yield* Health
    const actors = yield* ActorRegistry

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
        fromThisMachine(
          request,
          Effect.map(PrometheusMetrics.format({ prefix: "trunkline" }), (text) =>
            HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
          )
        ),

      actors: ({ request }) =>
        fromThisMachine(
          request,
          Effect.map(actors.list, (list) => ok(list.map(actorView)))
        )
    })
  })
)

/** Only for callers whose connection comes from this machine, and not through a proxy on it. */
const fromThisMachine = <A>(
  request: HttpServerRequest.HttpServerRequest,
  effect: Effect.Effect<A>
): Effect.Effect<A, Forbidden> => {
  const { headers, socket } = nodeRequest(request)
  const local = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? "")
  const forwarded = headers["x-forwarded-for"] !== undefined || headers["forwarded"] !== undefined
  return local && !forwarded ? effect : Effect.fail(new Forbidden({ required: "owner" }))
}

const actorView = (actor: ActorStatus) => ({
  name: actor.name,
  kind: actor.kind,
  brandId: actor.brandId,
  state: actor.state,
  restarts: actor.restarts,
  backlog: actor.backlog,
  lastActivityAt: isoOr(actor.lastActivityAt) ?? null,
  lastError: actor.lastError ?? null
})
