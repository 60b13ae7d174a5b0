import { Stream } from "effect"
import { type HttpServerRequest, Multipart } from "effect/http"

/** The parts of a form. The parser throws at a first part whose headers do not end: that is no form either. */
export const formParts = (parts: HttpServerRequest.HttpServerRequest["multipartStream"]) =>
  Stream.catchDefect(parts, (thrown) => Stream.fail(Multipart.MultipartError.fromReason("Parse", thrown)))
