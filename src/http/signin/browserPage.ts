import { Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { answerFailures } from "../problemAnswer.ts"
import { currentRecord, type RequestRecord } from "../RequestRecord.ts"
import { problemPage } from "./signInPages.ts"

/** A route whose errors are pages for people. */
export const browserPage = <E, R>(
  serve: (
    request: HttpServerRequest.HttpServerRequest,
    record: RequestRecord
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.withFiber((fiber) => {
      const record = currentRecord(fiber)
      record.route = request.url.split("?", 1)[0]
      return answerFailures(serve(request, record), problemPage)
    })
  )
