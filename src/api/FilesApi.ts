import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  AttachmentNotUploaded,
  FileTooLarge,
  InvalidInput,
  InvalidSignature,
  InvalidState,
  MalformedBody,
  NotFound,
  RangeNotSatisfiable,
  RateLimited,
  UnsupportedMediaType
} from "../domain/Problems.ts"
import { AnswerHeaders, CallersAllowed, NetworkLimits, OpenAccess } from "./Access.ts"
import { choice } from "./Parameters.ts"
import { permissions } from "./permissions.ts"

const path = {
  token: Schema.String.annotate({ description: "Opaque: taken from `uploadUrl`, `downloadUrl` or `url` as it is." })
}
/** Of the type that was announced for them. */
const anyBytes = { "*/*": { schema: { type: "string", format: "binary" } } }

/** Bytes of files at signed addresses: the address is the secret, there is no other credential. */
export class FilesApi extends HttpApiGroup.make("files")
  .add(
    HttpApiEndpoint.put("receive", "/:token", {
      params: path,
      success: HttpApiSchema.NoContent,
      error: [
        InvalidSignature,
        NotFound,
        InvalidInput,
        InvalidState,
        AttachmentNotUploaded,
        FileTooLarge,
        MalformedBody,
        UnsupportedMediaType,
        RateLimited,
        DatabaseUnavailable
      ]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Send the bytes of an announced file",
        description:
          "`Content-Length` must be the announced size and `Content-Type` the announced type (parameters are ignored). May be repeated until the file is confirmed: the last bytes count.",
        transform: (operation) => ({ ...operation, requestBody: { required: true, content: anyBytes } })
      })
    ),
    HttpApiEndpoint.get("send", "/:token", {
      params: path,
      query: { inline: choice("Shown in place, when it is an image or PDF by its type and its first bytes.", ["1"]) },
      success: HttpApiSchema.NoContent,
      error: [InvalidSignature, NotFound, InvalidState, RangeNotSatisfiable, RateLimited, DatabaseUnavailable]
    })
      .annotate(AnswerHeaders, ["ETag"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Fetch the bytes of a file",
          description:
            "Whole, or one `Range` of them (206). Sent as a download, and with a policy that lets no script run. Where the server keeps files in an object store, a download is answered with a redirect to it that works for a minute. At most 8 at once for one network and one caller's addresses. 409 `invalid_state`: the file holds malware (`blocked`), or is still being checked for it (`pending`).",
          transform: ({ responses: { "204": _, ...refusals }, ...operation }) => ({
            ...operation,
            responses: {
              "200": { description: "The file.", content: anyBytes },
              "206": { description: "The asked part of the file.", content: anyBytes },
              "302": { description: "The file is fetched from the object store, at `Location`." },
              ...refusals
            }
          })
        })
      )
  )
  .middleware(OpenAccess)
  .annotate(CallersAllowed, permissions.anyone)
  .annotateEndpoints(NetworkLimits, ["files"])
  .prefix("/v1/files")
  .annotateMerge(OpenApi.annotations({ title: "files", description: "Bytes of files, at signed addresses." })) {}
