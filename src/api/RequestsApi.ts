import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { requestMethods } from "../domain/ApiRequest.ts"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { FieldError, InvalidCursor, InvalidInput, NotFound } from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { choices, idParameter, momentParameter, paging, textParameter, textsParameter } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { idLike, Moment, pageOf, some } from "./Shapes.ts"

/** How a request was refused. */
const RequestProblem = Schema.Struct({
  code: Schema.String.annotate({ description: "As in the answer: a code of the list of errors." }),
  detail: some(Schema.String.annotate({ description: "As in the answer, unless another server said it." })),
  errors: some(
    Schema.Array(FieldError).annotate({
      description: "With `validation_failed`: the first ten rules that were broken."
    })
  )
}).annotate({ identifier: "RequestProblem" })

/** A request with an API key. */
export const ApiRequest = Schema.Struct({
  id: idLike("req").annotate({ description: "The request's id, as in `X-Request-Id` and in `requestId` of errors." }),
  createdAt: Moment.annotate({ description: "When it came. ISO 8601, UTC, milliseconds." }),
  apiKey: Schema.Struct({ id: idLike("key"), prefix: Schema.String }).annotate({
    description: "The key that it named, with the first twelve characters of its secret."
  }),
  brandId: some(idLike("br")).annotate({ description: "The brand in its path." }),
  operation: Schema.String.annotate({
    description: "The `operationId` of the endpoint that it called, such as `tickets.create`."
  }),
  method: Schema.String,
  path: Schema.String.annotate({
    description: "As it was sent; of what should have been an id and is none stands the name, such as `{ticketId}`."
  }),
  query: some(
    Schema.String.annotate({
      description:
        "Names of the query parameters, with those of their values that are ids, times, numbers, or words that the parameter is declared to take; of others stands `…`."
    })
  ),
  status: Schema.Int.annotate({ description: "Of the answer; 499 where the client hung up before there was one." }),
  problem: some(RequestProblem).annotate({ description: "Why it was refused." }),
  durationMs: Schema.Int.annotate({ description: "Milliseconds until its answer began." }),
  idempotencyKey: some(Schema.String.annotate({ description: "The `Idempotency-Key` that it was sent with." })),
  replayed: Schema.Boolean.annotate({
    description: "Whether it got the answer of an earlier request with the same idempotency key."
  }),
  ip: Schema.String.annotate({ description: "Network address that it came from." }),
  userAgent: some(Schema.String.annotate({ description: "What the program that sent it calls itself." })),
  omitted: Schema.Int.annotate({
    description:
      "How many further requests of the same key one server answered in the same second, and did not keep: it keeps 20, rather those that were refused. All that are kept of a second say the same number."
  })
}).annotate({ identifier: "ApiRequest" })

const failures = [InvalidInput, InvalidCursor, DatabaseUnavailable]

export class RequestsApi extends HttpApiGroup.make("requests")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: {
        keyId: idParameter("With this API key, also one that was revoked.", "key"),
        status: textsParameter("Of their answers: statuses such as `422`, and classes such as `4xx`."),
        method: choices("Their methods.", requestMethods),
        operation: textsParameter("The `operationId` of the endpoints that they called, such as `tickets.create`."),
        path: textParameter("Beginning of their paths, such as `/v1/brands/br_…/tickets`."),
        brandId: idParameter("With this brand in the path.", "brand"),
        requestId: idParameter("The request with this id.", "request"),
        startDate: momentParameter("Not before this time."),
        endDate: momentParameter("Not after this time."),
        ...paging
      },
      success: pageOf(ApiRequest),
      error: failures
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List requests with API keys",
        description:
          "Of the caller's mode, newest first. A request is listed within two seconds of its answer. Where a filter leaves out very many requests a page may be short, or empty, and still have a `nextCursor`."
      })
    ),
    HttpApiEndpoint.get("get", "/:requestId", {
      params: { requestId: idLike("req") },
      success: ApiRequest,
      error: [NotFound, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a request with an API key",
        description: "By the id that its answer had in `X-Request-Id`."
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
        "What was asked with each API key in the last seven days, and how it was answered. Bodies are not kept, and nothing that names a person. Of one key, each server keeps 20 requests a second."
    })
  ) {}
