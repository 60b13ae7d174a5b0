import { Cause, Clock, Effect, Option, Stream } from "effect"
import { HttpBody, HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import type { Bucket } from "./BlobLocation.ts"
import { noAnswerInTime, S3Failure } from "./S3Failure.ts"
import { emptySha256, type S3Credentials, s3Address, s3Signature } from "./s3Signature.ts"

/**
 * How long the store may take to begin its answer, the upload of a body included. Whoever sends a file has an answer
 * within the minute of silence that a connection may have, also from a store that is asked for one and says nothing.
 */
const answerLimit = { DELETE: "10 seconds", GET: "10 seconds", HEAD: "10 seconds", PUT: "40 seconds" } as const
/** How long the store may send nothing in the middle of a body. */
const silenceLimit = "30 seconds"

/** Bytes to be sent. The stream is run again for every attempt. */
export interface S3Body {
  readonly bytes: Stream.Stream<Uint8Array, unknown>
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
}

/**
 * The requests to one bucket that blobs need, each signed and tried once. A bucket of AWS has a host name of its own;
 * a bucket behind another endpoint, or with a dot, which its certificate would not cover, is a part of the path.
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
    /** Of every address in the bucket. */
    origin: new URL(base).origin,

    /** Keeps `body` under `key`, whole or not at all, before it returns. */
    put: (key: string, body: S3Body) =>
      send("PUT", `/${location.prefix}${key}`, { body }).pipe(Effect.flatMap(drain), Effect.asVoid),

    /** The number of bytes kept under `key`. */
    size: (key: string) =>
      Effect.map(send("HEAD", `/${location.prefix}${key}`), ({ headers }) => Number(headers["content-length"])),

    /** The bytes under `key` from `first` to `last`, both included; none when there are none from `first` on. */
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

    /** Takes away what is kept under `key`, if anything is. */
    remove: (key: string) =>
      send("DELETE", `/${location.prefix}${key}`).pipe(
        Effect.flatMap(drain),
        Effect.catchIf(
          (error) => error.status === 404,
          () => Effect.void
        )
      ),

    /** An address that does one thing with `key` for so many seconds, without credentials. */
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

    /** Succeeds when the bucket is there and the credentials may look into it. */
    check: send("GET", `?list-type=2&max-keys=1&prefix=${encodeURIComponent(location.prefix)}`).pipe(
      Effect.flatMap(drain),
      Effect.asVoid
    )
  }
})

/** Reads a short answer to its end, so that its connection can be used again. What it says does not matter. */
const drain = (response: HttpClientResponse.HttpClientResponse) => Effect.ignore(Stream.runDrain(response.stream))

/** The code in the XML of a refusal. An answer to HEAD has none, and one that is no XML comes from a proxy. */
const storesCode = (response: HttpClientResponse.HttpClientResponse) =>
  response.stream.pipe(
    Stream.runHead,
    Effect.orElseSucceed(() => Option.none<Uint8Array>()),
    Effect.map((start) => {
      const text = new TextDecoder().decode(Option.getOrUndefined(start))
      return /<Code>([A-Za-z]{1,64})<\/Code>/.exec(text)?.[1] ?? "no code"
    })
  )

/** The system's code of what kept a request from being answered, such as ECONNREFUSED. */
const codeOf = (error: HttpClientError.HttpClientError | Cause.TimeoutError): string => {
  if (Cause.isTimeoutError(error)) return noAnswerInTime
  const { cause } = error.reason
  return cause instanceof Error
    ? "code" in cause && typeof cause.code === "string"
      ? cause.code
      : cause.name
    : "cut off"
}
