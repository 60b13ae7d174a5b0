import { Stream } from "effect"
import { type HttpServerRequest, Multipart } from "effect/http"

/** The parts of a form. The parser throws if the headers of the first part do not end; that fails as a malformed form, too. */
export const formParts = (parts: HttpServerRequest.HttpServerRequest["multipartStream"]) =>
  Stream.catchDefect(parts, (thrown) => Stream.fail(Multipart.MultipartError.fromReason("Parse", thrown)))
