import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { openApiDocument } from "../api/openApiDocument.ts"
import { errorsPage } from "./docs/errorsPage.ts"
import { pageHeaders } from "./docs/page.ts"
import { referencePage } from "./docs/referencePage.ts"
import { HttpSettings } from "./HttpSettings.ts"

/** The OpenAPI document, the reference made of it, and the list of errors. Nothing in them loads from elsewhere. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { publicUrl } = yield* HttpSettings
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
    yield* router.add("GET", "/v1/openapi.json", openApi)
    yield* router.add("GET", "/v1/docs", reference)
    yield* router.add("GET", "/v1/docs/errors", errors)
  })
)
