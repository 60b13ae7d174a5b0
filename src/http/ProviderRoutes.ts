import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { type CallbackAnswer, ProviderCallbacks } from "../tickets/connections/ProviderCallbacks.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { nodeRequest } from "./nodeRequest.ts"
import { problemAnswer } from "./problemAnswer.ts"
import { Refused } from "./Refused.ts"
import { currentRecord } from "./RequestRecord.ts"
import { readBody, refuseLength } from "./requestBody.ts"

/**
 * The addresses that providers call. Bodies are passed on unchanged, because signatures cover bytes, and the channel answers
 * in the way its provider expects. Only violations of HTTP itself are answered here.
 */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { publicUrl } = yield* HttpSettings
    const callbacks = yield* (yield* ProviderCallbacks).all

    for (const { answer, maxBytes, method, path, refuse } of callbacks) {
      const serve = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
        const source = nodeRequest(request)
        const params = yield* HttpRouter.params
        const refused = refuse === undefined ? undefined : yield* refuse(params)
        // Does not wait for the rest of the body.
        if (refused !== undefined)
          return responseOf({ ...refused, headers: { ...refused.headers, connection: "close" } })
        yield* Refused.when(refuseLength(source, maxBytes))
        const body = yield* readBody(request, source, maxBytes)
        return responseOf(
          yield* answer({
            method: source.method ?? method,
            target: request.url,
            params,
            headers: Object.fromEntries(
              Object.entries(source.headersDistinct).map(([name, values]) => [name, values ?? []])
            ),
            body
          })
        )
      })
      yield* router.add(
        method,
        path,
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          Effect.withFiber((fiber) => {
            const record = currentRecord(fiber)
            record.route = path
            return Effect.catchTag(serve(request), "Refused", ({ problem }) =>
              Effect.succeed(problemAnswer(publicUrl, request, record)(problem))
            )
          })
        )
      )
    }
  })
)

const responseOf = ({ body, headers, status }: CallbackAnswer) =>
  body === undefined
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.text(body, { status, headers, contentType: headers?.["content-type"] })
