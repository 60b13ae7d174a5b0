import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { openApiDocument } from "../api/openApiDocument.ts"
import { charge } from "./charge.ts"
import { errorsPage } from "./docs/errorsPage.ts"
import { pageHeaders } from "./docs/page.ts"
import { referencePage } from "./docs/referencePage.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { answerFailures, problemAnswer } from "./problemAnswer.ts"
import { RateLimits } from "./RateLimits.ts"
import { currentRecord } from "./RequestRecord.ts"

/**
 * The OpenAPI document, the reference made of it, and the list of errors. Nothing in them loads from elsewhere. They are the
 * largest answers that anybody gets, so a network gets so many.
 */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { publicUrl } = yield* HttpSettings
    const limits = yield* RateLimits
    // Bytes, which all answers share: of a text each answer whose reader is slow would hold a copy.
    const bytes = (text: string, contentType: string, headers = {}) =>
      HttpServerResponse.uint8Array(Buffer.from(text), { contentType, headers })
    const html = (text: string) => bytes(text, "text/html; charset=utf-8", pageHeaders)

    // Made when first asked for: a start must not wait for it.
    const document = yield* Effect.cached(Effect.sync(() => openApiDocument(publicUrl)))
    const openApi = yield* Effect.cached(
      Effect.map(document, (spec) => bytes(JSON.stringify(spec), "application/json"))
    )
    const reference = yield* Effect.cached(Effect.map(document, (spec) => html(referencePage(spec))))
    const errors = yield* Effect.cached(Effect.sync(() => html(errorsPage())))

    const serve = (path: `/${string}`, page: Effect.Effect<HttpServerResponse.HttpServerResponse>) =>
      router.add(
        "GET",
        path,
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          Effect.withFiber((fiber) => {
            const record = currentRecord(fiber)
            record.route = path
            return answerFailures(
              Effect.andThen(charge(record, limits.documents, record.network), page),
              problemAnswer(publicUrl, request, record)
            )
          })
        )
      )
    yield* serve("/v1/openapi.json", openApi)
    yield* serve("/v1/docs", reference)
    yield* serve("/v1/docs/errors", errors)
  })
)
