import { Effect, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { Principal } from "../domain/Principal.ts"
import { Health } from "../runtime/Health.ts"
import { opening } from "./eventFrames.ts"
import { nodeRequest } from "./nodeRequest.ts"
import { makeStreamLimit } from "./StreamLimit.ts"
import { makeUntilRevoked } from "./untilRevoked.ts"

/** Maximum duration of a stream; the client resumes, possibly on another node. */
const longestStream = "60 minutes"

/**
 * Sends frames of server-sent events to a caller until their credential ends or changes its reach, the server stops, or the
 * stream gets too old. Limits the open streams of a credential.
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
      // The stream of a member shows what their role may see.
      untilRevoked(nodeRequest(request), principal, principal.signedIn?.member.role)
    ])
    const served = frames.pipe(
      Stream.interruptWhen(over),
      // The client notices the end of the stream, and resumes.
      Stream.catchCause((cause) => Stream.fromEffectDrain(Effect.logWarning("An event stream failed", cause)))
    )
    return HttpServerResponse.stream(Stream.encodeText(Stream.concat(Stream.make(opening), served)), {
      contentType: "text/event-stream",
      // Buffering proxies would hold back every event.
      headers: { "x-accel-buffering": "no" }
    })
  })
})
