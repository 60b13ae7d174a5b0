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
  token: Schema.String.annotate({ description: "Opaque. Use `uploadUrl`, `downloadUrl` or `url` unchanged." })
}
/** With the media type that was announced. */
const anyBytes = { "*/*": { schema: { type: "string", format: "binary" } } }

/** Bytes of files at signed addresses. The address is the secret; there is no other credential. */
export class FilesApi extends HttpApiGroup.make("files")
  .add(
    HttpApiEndpoint.put("receive", "/:token", {
      params: path,
      success: HttpApiSchema.NoContent.annotate({ description: "The bytes have been stored." }),
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
        summary: "Upload the bytes of an announced file",
        description:
          "`Content-Length` must be the announced size and `Content-Type` the announced type; its parameters are ignored. You can repeat the request until the file is confirmed; the last upload counts.",
        transform: (operation) => ({ ...operation, requestBody: { required: true, content: anyBytes } })
      })
    ),
    HttpApiEndpoint.get("send", "/:token", {
      params: path,
      query: {
        inline: choice("Shows the file in the browser if its type and first bytes are those of an image or PDF.", ["1"])
      },
      success: HttpApiSchema.NoContent,
      error: [InvalidSignature, NotFound, InvalidState, RangeNotSatisfiable, RateLimited, DatabaseUnavailable]
    })
      .annotate(AnswerHeaders, ["ETag"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Download a file",
          description:
            "Returns the whole file, or one `Range` of it (206). It is sent as a download, with a policy that prevents scripts from running. If the server stores files in an object store, a download is redirected there; the redirect works for one minute. At most 8 downloads at a time for one network and one caller's URLs. 409 `invalid_state`: the file contains malware (`blocked`) or has not been scanned yet (`pending`).",
          transform: ({ responses: { "204": _, ...refusals }, ...operation }) => ({
            ...operation,
            responses: {
              "200": { description: "The file.", content: anyBytes },
              "206": { description: "The requested part of the file.", content: anyBytes },
              "302": { description: "The file is in the object store, at `Location`." },
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
  .annotateMerge(OpenApi.annotations({ title: "files", description: "File contents, at signed URLs." })) {}
