import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { requestMethods } from "../domain/ApiRequest.ts"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { FieldError, InvalidCursor, InvalidInput, NotFound } from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { choices, idParameter, momentParameter, paging, textParameter, textsParameter } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { idLike, Moment, pageOf, some } from "./Shapes.ts"

/** Why a request was refused. */
const RequestProblem = Schema.Struct({
  code: Schema.String.annotate({ description: "The error code in the response." }),
  detail: some(
    Schema.String.annotate({ description: "The message in the response. Omitted if it came from another server." })
  ),
  errors: some(
    Schema.Array(FieldError).annotate({
      description: "With `validation_failed`: the first ten broken rules."
    })
  )
}).annotate({ identifier: "RequestProblem" })

/** A request with an API key. */
export const ApiRequest = Schema.Struct({
  id: idLike("req").annotate({ description: "The request's id, as in `X-Request-Id` and in `requestId` of errors." }),
  createdAt: Moment.annotate({ description: "When it was received. ISO 8601, UTC, milliseconds." }),
  apiKey: Schema.Struct({ id: idLike("key"), prefix: Schema.String }).annotate({
    description: "The API key used, with the first twelve characters of its secret."
  }),
  brandId: some(idLike("br")).annotate({ description: "The brand in the path." }),
  operation: Schema.String.annotate({
    description: "The `operationId` of the endpoint, such as `tickets.create`."
  }),
  method: Schema.String,
  path: Schema.String.annotate({
    description:
      "The path as sent. A segment that should be an id but is not is replaced by its name, such as `{ticketId}`."
  }),
  query: some(
    Schema.String.annotate({
      description:
        "The names of the query parameters. Values are included if they are ids, times, numbers or declared values of the parameter; other values are replaced by `…`."
    })
  ),
  status: Schema.Int.annotate({
    description: "The response status; 499 if the client disconnected before there was one."
  }),
  problem: some(RequestProblem).annotate({ description: "Why the request was refused." }),
  durationMs: Schema.Int.annotate({ description: "Milliseconds until the response started." }),
  idempotencyKey: some(Schema.String.annotate({ description: "The `Idempotency-Key` of the request." })),
  replayed: Schema.Boolean.annotate({
    description: "Whether the response was replayed from an earlier request with the same idempotency key."
  }),
  ip: Schema.String.annotate({ description: "The network address that the request came from." }),
  userAgent: some(Schema.String.annotate({ description: "The user agent of the program that sent it." })),
  omitted: Schema.Int.annotate({
    description:
      "How many more requests with the same key one server answered in the same second but did not log. It logs 20 per second and prefers refused requests. All logged requests of that second have the same value."
  })
}).annotate({ identifier: "ApiRequest" })

const failures = [InvalidInput, InvalidCursor, DatabaseUnavailable]

export class RequestsApi extends HttpApiGroup.make("requests")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: {
        keyId: idParameter("Requests with this API key, even if it has been revoked.", "key"),
        status: textsParameter("Response statuses such as `422`, and classes such as `4xx`."),
        method: choices("Request methods.", requestMethods),
        operation: textsParameter("The `operationId` of endpoints, such as `tickets.create`."),
        path: textParameter("The beginning of the path, such as `/v1/brands/br_…/tickets`."),
        brandId: idParameter("Requests with this brand in the path.", "brand"),
        requestId: idParameter("The request with this id.", "request"),
        startDate: momentParameter("Received at this time or later."),
        endDate: momentParameter("Received at this time or earlier."),
        ...paging
      },
      success: pageOf(ApiRequest),
      error: failures
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List API key requests",
        description:
          "The requests of the caller's mode, newest first. A request appears within two seconds of its response. If a filter excludes very many requests, a page can be short or empty and still have a `nextCursor`."
      })
    ),
    HttpApiEndpoint.get("get", "/:requestId", {
      params: { requestId: idLike("req") },
      success: ApiRequest,
      error: [NotFound, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get an API key request",
        description: "Looks up a request by the `X-Request-Id` of its response."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.administer)
  .prefix("/v1/accounts/me/requests")
  .annotateMerge(
    OpenApi.annotations({
      title: "requests",
      description:
        "The requests made with each API key in the last seven days, and their responses. Neither bodies nor personal data are stored. Each server logs 20 requests per key and second."
    })
  ) {}
