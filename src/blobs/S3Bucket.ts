import { Cause, Clock, Effect, Option, Stream } from "effect"
import { HttpBody, HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import type { Bucket } from "./BlobLocation.ts"
import { noAnswerInTime, S3Failure } from "./S3Failure.ts"
import { emptySha256, type S3Credentials, s3Address, s3Signature } from "./s3Signature.ts"

/**
 * How long the store may take until its response begins, including the upload of a body. It is short enough that a client
 * that sends a file gets an answer within the minute for which its connection may be silent, even if the store hangs.
 */
const answerLimit = { DELETE: "10 seconds", GET: "10 seconds", HEAD: "10 seconds", PUT: "40 seconds" } as const
/** How long the store may pause in the middle of a body. */
const silenceLimit = "30 seconds"

/** Bytes to send. Every attempt runs the stream again. */
export interface S3Body {
  readonly bytes: Stream.Stream<Uint8Array, unknown>
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
}

/**
 * The requests that blobs need, to one bucket, each signed and tried once. AWS buckets are addressed by host name. With
 * another endpoint, or with a dot in the name, which AWS's certificate would not cover, the bucket is part of the path.
 */
export const make = Effect.fnUntraced(function* (location: Bucket, credentials: S3Credentials) {
  const client = yield* HttpClient.HttpClient
  const aws = `s3.${location.region}.amazonaws.com`
  const base =
    location.endpoint === undefined && !location.name.includes(".")
      ? `https://${location.name}.${aws}`
      : `${location.endpoint ?? `https://${aws}`}/${location.name}`

  const failure = (method: S3Failure["method"], code: string, status?: number) =>
    new S3Failure({
      method,
      origin: new URL(base).origin,
      bucket: location.name,
      code,
      ...(status === undefined ? {} : { status })
    })

  const send = Effect.fnUntraced(function* (
    method: S3Failure["method"],
    path: string,
    { body, headers = {} }: { readonly body?: S3Body; readonly headers?: Record<string, string> } = {}
  ) {
    const url = new URL(`${base}${path}`)
    const signature = yield* s3Signature({
      method,
      url,
      sha256: body?.sha256 ?? emptySha256,
      region: location.region,
      credentials,
      now: yield* Clock.currentTimeMillis
    })
    const request = HttpClientRequest.make(method)(url, {
      headers: { ...headers, ...signature },
      ...(body === undefined
        ? {}
        : {
            body: body.size === 0 ? HttpBody.empty : HttpBody.stream(body.bytes, "application/octet-stream", body.size)
          })
    })
    const response = yield* client.execute(request).pipe(
      Effect.timeout(answerLimit[method]),
      Effect.mapError((error) => failure(method, codeOf(error)))
    )
    return response.status < 300 ? response : yield* failure(method, yield* storesCode(response), response.status)
  })

  return {
    /** The origin of all URLs in the bucket. */
    origin: new URL(base).origin,

    /** Stores `body` under `key`, completely or not at all, before it returns. */
    put: (key: string, body: S3Body) =>
      send("PUT", `/${location.prefix}${key}`, { body }).pipe(Effect.flatMap(drain), Effect.asVoid),

    /** The number of bytes stored under `key`. */
    size: (key: string) =>
      Effect.map(send("HEAD", `/${location.prefix}${key}`), ({ headers }) => Number(headers["content-length"])),

    /** The bytes under `key` from `first` to `last`, inclusive; empty if the object ends before `first`. */
    read: (key: string, first: number, last?: number): Stream.Stream<Uint8Array, S3Failure> =>
      send(
        "GET",
        `/${location.prefix}${key}`,
        first === 0 && last === undefined ? {} : { headers: { range: `bytes=${first}-${last ?? ""}` } }
      ).pipe(
        Effect.flatMap((response) =>
          (response.status === 206) === (first > 0 || last !== undefined)
            ? Effect.succeed(response)
            : failure("GET", "RangeIgnored", response.status)
        ),
        Effect.map((response) =>
          response.stream.pipe(
            Stream.mapError((error) => failure("GET", codeOf(error))),
            Stream.timeoutOrElse({ duration: silenceLimit, orElse: () => Stream.fail(failure("GET", "Silence")) })
          )
        ),
        Effect.catchIf(
          (error) => error.status === 416,
          () => Effect.succeed(Stream.empty)
        ),
        Stream.unwrap
      ),

    /** Removes the object under `key`, if there is one. */
    remove: (key: string) =>
      send("DELETE", `/${location.prefix}${key}`).pipe(
        Effect.flatMap(drain),
        Effect.catchIf(
          (error) => error.status === 404,
          () => Effect.void
        )
      ),

    /** A presigned URL for one method on `key`, valid for `seconds`. */
    address: (
      method: "GET" | "PUT",
      key: string,
      seconds: number,
      bound: { readonly headers?: Record<string, string>; readonly query?: Record<string, string> }
    ) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const url = new URL(`${base}/${location.prefix}${key}`)
        for (const [name, value] of Object.entries(bound.query ?? {})) url.searchParams.set(name, value)
        return s3Address({
          method,
          url,
          headers: bound.headers ?? {},
          seconds,
          region: location.region,
          credentials,
          now
        })
      }),

    /** Succeeds if the bucket exists and the credentials may list it. */
    check: send("GET", `?list-type=2&max-keys=1&prefix=${encodeURIComponent(location.prefix)}`).pipe(
      Effect.flatMap(drain),
      Effect.asVoid
    )
  }
})

/** Reads a short response to its end, so that its connection can be reused. Its content does not matter. */
const drain = (response: HttpClientResponse.HttpClientResponse) => Effect.ignore(Stream.runDrain(response.stream))

/** The code in the XML of an error. A response to HEAD has none, and one that is not XML comes from a proxy. */
const storesCode = (response: HttpClientResponse.HttpClientResponse) =>
  response.stream.pipe(
    Stream.runHead,
    Effect.orElseSucceed(() => Option.none<Uint8Array>()),
    Effect.map((start) => {
      const text = new TextDecoder().decode(Option.getOrUndefined(start))
      return /<Code>([A-Za-z]{1,64})<\/Code>/.exec(text)?.[1] ?? "no code"
    })
  )

/** The system's code for a request without a response, such as ECONNREFUSED. */
const codeOf = (error: HttpClientError.HttpClientError | Cause.TimeoutError): string => {
  if (Cause.isTimeoutError(error)) return noAnswerInTime
  const { cause } = error.reason
  return cause instanceof Error
    ? "code" in cause && typeof cause.code === "string"
      ? cause.code
      : cause.name
    : "cut off"
}
