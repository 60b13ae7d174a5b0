import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { Problem } from "../../api/ProblemCatalogue.ts"
import { nodeRequest } from "../nodeRequest.ts"
import { Refused } from "../Refused.ts"
import { refuseOrigin } from "../refuseOrigin.ts"
import { readBody } from "../requestBody.ts"

/** Maximum bytes of a form: an address or a token. */
const maxForm = 4 * 1024

/** The form of a request, if a page of a `trusted` origin sent it. */
export const sentForm = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  trusted: Parameters<typeof refuseOrigin>[1]
) {
  const source = nodeRequest(request)
  yield* Refused.when(refuseOrigin(source, trusted))
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(source.headers["content-type"] ?? "")) {
    return yield* Refused.of(notAForm)
  }
  if (Number(source.headers["content-length"] ?? 0) > maxForm) return yield* Refused.of(tooLarge)
  const body = yield* readBody(request, source)
  return body.length > maxForm ? yield* Refused.of(tooLarge) : new URLSearchParams(Buffer.from(body).toString())
})

const notAForm: Problem = {
  code: "unsupported_media_type",
  detail: "This address takes forms: application/x-www-form-urlencoded."
}
const tooLarge: Problem = {
  code: "payload_too_large",
  detail: `The form is larger than ${maxForm} bytes.`,
  extra: { limit: maxForm }
}
