import { Effect, Option } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { nodeRequest } from "./nodeRequest.ts"
import { problemOfCause } from "./problemOfCause.ts"
import { problemResponse } from "./problemResponse.ts"
import type { RequestRecord } from "./RequestRecord.ts"

/** Builds the response for a problem. */
export const problemAnswer =
  (publicUrl: string, request: HttpServerRequest.HttpServerRequest, record: RequestRecord) => (problem: Problem) => {
    record.problem = problem
    return problemResponse(problem, {
      publicUrl,
      path: request.url.split("?", 1)[0] ?? "",
      requestId: record.id,
      accept: nodeRequest(request).headers.accept
    })
  }

/** Responds to a handler's failures. Defects and interruption are left to the edge. */
export const answerFailures = <E, R>(
  serve: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  answer: (problem: Problem) => HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
  Effect.catchCause(serve, (cause) =>
    Option.match(problemOfCause(cause), {
      onNone: () => Effect.orDie(Effect.failCause(cause)),
      onSome: (problem) => Effect.succeed(answer(problem))
    })
  )
