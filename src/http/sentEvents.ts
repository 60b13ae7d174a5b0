import { Effect, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { Principal } from "../domain/Principal.ts"
import { Health } from "../runtime/Health.ts"
import { opening } from "./eventFrames.ts"
import { nodeRequest } from "./nodeRequest.ts"
import { makeStreamLimit } from "./StreamLimit.ts"
import { makeUntilRevoked } from "./untilRevoked.ts"

/** How long a stream lasts; the client resumes, perhaps on another node. */
const longestStream = "60 minutes"

/**
 * Answers a caller with frames of server-sent events, as long as their credential is good and reaches the same, the server is not stopping,
 * and the stream is not too old; within the number of streams that a credential may have open.
 */
export const makeSentEvents = Effect.gen(function* () {
  const health = yield* Health
  const untilRevoked = yield* makeUntilRevoked
  const streamLimit = makeStreamLimit()

  return Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    principal: Principal,
    frames: Stream.Stream<string, DatabaseUnavailable>
  ) {
    yield* streamLimit(principal.signedIn?.session.id ?? principal.id)
    const over = Effect.raceAllFirst([
      Effect.sleep(longestStream),
      health.drained,
      // A desk shows what a role may do.
      untilRevoked(nodeRequest(request), principal, principal.signedIn?.member.role)
    ])
    const served = frames.pipe(
      Stream.interruptWhen(over),
      // The client hears that the stream has ended, and resumes.
      Stream.catchCause((cause) => Stream.fromEffectDrain(Effect.logWarning("An event stream failed", cause)))
    )
    return HttpServerResponse.stream(Stream.encodeText(Stream.concat(Stream.make(opening), served)), {
      contentType: "text/event-stream",
      // Proxies that gather answers before they pass them on would hold every event back.
      headers: { "x-accel-buffering": "no" }
    })
  })
})
