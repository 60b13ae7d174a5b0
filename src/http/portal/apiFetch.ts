import { IncomingMessage, type ServerResponse } from "node:http"
import { Socket } from "node:net"
import { Cause, Clock, Context, Effect, type Scope } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { nodeResponse } from "../nodeResponse.ts"
import { internal, problemResponse } from "../problemResponse.ts"
import { CurrentRecord, currentRecord, RequestRecord } from "../RequestRecord.ts"

/** The response of the routes to one request. */
type Routes = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  unknown,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

/**
 * A `fetch` for a page of this server that calls the server's own routes without a connection: as the client of the request
 * that the page is rendered for, under its id, and with no more rights than the credential of the call. Other servers, such
 * as the object store, are called normally.
 */
export const apiFetch = (routes: Routes, publicUrl: string) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<HttpServerRequest.HttpServerRequest | Scope.Scope>()
    const record = yield* Effect.withFiber((fiber) => Effect.succeed(currentRecord(fiber)))
    const response = nodeResponse(Context.get(context, HttpServerRequest.HttpServerRequest))
    const own = new URL(publicUrl).origin

    const call = async (input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> => {
      const request = new Request(input, { ...init, ...(init.body == null ? {} : { duplex: "half" }) })
      const url = new URL(request.url)
      if (url.origin !== own) return fetch(request)
      const inner = innerRequest(request, url.pathname + url.search, lengthOf(init.body), response)
      const served = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        return yield* routes.pipe(
          Effect.provideService(HttpServerRequest.HttpServerRequest, inner),
          Effect.provideService(CurrentRecord, new RequestRecord(record.id, now, record.client, record.traceparent))
        )
      }).pipe(
        Effect.catchCauseIf(
          (cause) => !Cause.hasInterruptsOnly(cause),
          (cause) =>
            Effect.as(
              Effect.annotateLogs(Effect.logError("defect", cause), { requestId: record.id }),
              problemResponse(internal, { publicUrl, path: url.pathname, requestId: record.id, accept: undefined })
            )
        )
      )
      const answer = await Effect.runPromiseWith(context)(served, { signal: request.signal })
      return HttpServerResponse.toWeb(answer, { context })
    }
    return call
  })

/** Bytes of a body, if known before it is read. */
const lengthOf = (body: RequestInit["body"]): number | undefined =>
  body == null ? 0 : typeof body === "string" ? Buffer.byteLength(body) : body instanceof Blob ? body.size : undefined

/**
 * A request as the routes get it from the listener: headers as Node parses them, and the body as the platform provides it.
 * Room for large bodies is held until the page that made the request has been sent.
 */
const innerRequest = (request: Request, path: string, length: number | undefined, response: ServerResponse) => {
  const source = new IncomingMessage(new Socket())
  source.method = request.method
  source.url = path
  const headers = [...request.headers, ...framing(request, length)]
  source.headers = Object.fromEntries(headers)
  source.rawHeaders = headers.flat()
  const read = HttpServerRequest.fromWeb(request)
  const inner: HttpServerRequest.HttpServerRequest = Object.create(read, {
    source: { value: source },
    method: { value: request.method },
    response: { value: response },
    arrayBuffer: { get: () => read.arrayBuffer },
    stream: { get: () => read.stream }
  })
  return inner
}

/** The framing headers for a body. */
const framing = ({ body, headers }: Request, length: number | undefined): ReadonlyArray<[string, string]> =>
  body === null || headers.has("content-length")
    ? []
    : [length === undefined ? ["transfer-encoding", "chunked"] : ["content-length", String(length)]]
