import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { openApiDocument } from "../api/openApiDocument.ts"
import { charge } from "./charge.ts"
import { errorsPage } from "./docs/errorsPage.ts"
import { pageHeaders } from "./docs/page.ts"
import { referencePage } from "./docs/referencePage.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { answerFailures, problemAnswer } from "./problemAnswer.ts"
import { RateLimits } from "./RateLimits.ts"
import { currentRecord } from "./RequestRecord.ts"
import { answerFile, fileOf, revalidated, type WebFile } from "./web/WebFiles.ts"

/**
 * The OpenAPI document, the reference generated from it, and the list of errors, which load nothing from elsewhere. They are
 * the largest responses that anybody can get, hence the rate limit per network.
 */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { publicUrl } = yield* HttpSettings
    const limits = yield* RateLimits
    const html = (text: string) => fileOf(text, "text/html; charset=utf-8")

    // Generated on first use, so that they do not delay the start. All responses share the bytes: with text, each response
    // to a slow reader would hold a copy.
    const document = yield* Effect.cached(Effect.sync(() => openApiDocument(publicUrl)))
    const openApi = yield* Effect.cached(
      Effect.flatMap(document, (spec) => fileOf(JSON.stringify(spec), "application/json"))
    )
    const reference = yield* Effect.cached(Effect.flatMap(document, (spec) => html(referencePage(spec))))
    const errors = yield* Effect.cached(Effect.suspend(() => html(errorsPage())))

    const serve = (path: `/${string}`, page: Effect.Effect<WebFile>, headers: Readonly<Record<string, string>>) =>
      router.add(
        "GET",
        path,
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          Effect.withFiber((fiber) => {
            const record = currentRecord(fiber)
            record.route = path
            return answerFailures(
              Effect.map(Effect.andThen(charge(record, limits.documents, record.network), page), (file) =>
                answerFile(file, request, { "cache-control": revalidated, ...headers })
              ),
              problemAnswer(publicUrl, request, record)
            )
          })
        )
      )
    yield* serve("/v1/openapi.json", openApi, {})
    yield* serve("/v1/docs", reference, pageHeaders)
    yield* serve("/v1/docs/errors", errors, pageHeaders)
  })
)
