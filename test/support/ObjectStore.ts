import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { signatureOf } from "./signatureOf.ts"

/** A failure in place of the normal response to the next matching request. */
export type Trouble =
  | { readonly kind: "answer"; readonly method: string; readonly status: number; readonly code: string }
  /** The connection ends after this many bytes of the body. */
  | { readonly kind: "cut"; readonly method: string; readonly after: number }

/**
 * An S3-compatible object store on a real socket, with one bucket in memory. It responds as S3 documents for PUT, GET with
 * ranges, HEAD, DELETE and ListObjectsV2, signed in headers or in the query. It refuses what S3 refuses: wrong signatures and
 * keys, bytes that do not match their signed hash, clock skew, expired URLs, bodies of unknown length, and missing buckets and
 * keys.
 */
export class ObjectStore {
  readonly bucket = "files"
  readonly accessKeyId = "AKIATESTTESTTESTTEST"
  readonly secretAccessKey = "secret/of+the=store"
  readonly objects = new Map<string, Buffer>()
  /** `METHOD /target`, with the range if there was one, in order of arrival. */
  readonly requests: Array<string> = []
  readonly troubles: Array<Trouble> = []
  #server: Server | undefined
  #port = 0

  get endpoint() {
    return `http://127.0.0.1:${this.#port}`
  }

  /** A store that runs until the scope closes. */
  static readonly scoped = Effect.acquireRelease(
    Effect.tap(
      Effect.sync(() => new ObjectStore()),
      (store) => store.start
    ),
    (store) => store.stop
  )

  /** Starts again on the same port. */
  readonly start = Effect.promise(async () => {
    const server = createServer((request, response) => void this.#handle(request, response))
    this.#server = server
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve))
    // The address of a server that listens on TCP is an AddressInfo.
    this.#port = (server.address() as AddressInfo).port
  })

  /** Stops: open connections are closed, new ones refused. */
  readonly stop = Effect.promise(async () => {
    const server = this.#server
    this.#server = undefined
    if (server === undefined) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  async #handle(request: IncomingMessage, response: ServerResponse) {
    const { method = "", url: target = "", headers } = request
    this.requests.push([method, target, headers.range].filter((part) => part !== undefined).join(" "))
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)

    const trouble = this.troubles.find((one) => one.method === method)
    if (trouble !== undefined) this.troubles.splice(this.troubles.indexOf(trouble), 1)
    if (trouble?.kind === "answer") return refuse(response, trouble.status, trouble.code)

    const url = new URL(target, this.endpoint)
    const refusal = url.searchParams.has("X-Amz-Signature")
      ? this.#refusalOfAddress(request, url.searchParams)
      : this.#refusal(request, body)
    if (refusal !== undefined) return refuse(response, ...refusal)
    const [, bucket = "", ...rest] = url.pathname.split("/")
    const key = decodeURIComponent(rest.join("/"))
    if (bucket !== this.bucket) return refuse(response, 404, "NoSuchBucket")
    if (method === "GET" && key === "" && url.searchParams.get("list-type") === "2")
      return response.writeHead(200, { "content-type": "application/xml" }).end("<ListBucketResult></ListBucketResult>")
    if (method === "PUT") {
      this.objects.set(key, body)
      return response.writeHead(200, { etag: `"${createHash("md5").update(body).digest("hex")}"` }).end()
    }

    if (method === "DELETE") {
      this.objects.delete(key)
      return response.writeHead(204).end()
    }

    const object = this.objects.get(key)
    if (object === undefined) return refuse(response, 404, "NoSuchKey")
    if (method === "HEAD") return response.writeHead(200, { "content-length": object.length }).end()
    const asked = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "")
    const first = Number(asked?.[1] ?? 0)
    if (asked !== null && first >= object.length) return refuse(response, 416, "InvalidRange")
    const part = object.subarray(first, asked?.[2] ? Number(asked[2]) + 1 : undefined)
    const declared = ["content-type", "content-disposition", "cache-control"].flatMap((name) => {
      const value = url.searchParams.get(`response-${name}`)
      return value === null ? [] : [[name, value]]
    })
    response.writeHead(asked === null ? 200 : 206, { ...Object.fromEntries(declared), "content-length": part.length })
    if (trouble === undefined) return response.end(part)
    return response.write(part.subarray(0, trouble.after), () => response.destroy())
  }

  #refusalOfAddress(
    { headers, method = "", url: target = "" }: IncomingMessage,
    query: URLSearchParams
  ): [number, string] | undefined {
    const [accessKeyId, ...scope] = (query.get("X-Amz-Credential") ?? "").split("/")
    if (accessKeyId !== this.accessKeyId) return [403, "InvalidAccessKeyId"]
    const signedHeaders = (query.get("X-Amz-SignedHeaders") ?? "").split(";")
    const expected = signatureOf(
      { method, target, headers, signedHeaders, scope: scope.join("/") },
      this.secretAccessKey
    )
    if (!signedHeaders.includes("host") || query.get("X-Amz-Signature") !== expected)
      return [403, "SignatureDoesNotMatch"]
    const made = dateOf(query.get("X-Amz-Date") ?? "")
    return made + Number(query.get("X-Amz-Expires")) * 1000 > Date.now() ? undefined : [403, "AccessDenied"]
  }

  #refusal({ headers, method = "", url: target = "" }: IncomingMessage, body: Buffer): [number, string] | undefined {
    const [, accessKeyId, scope = "", signed = "", signature] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? ""
      ) ?? []
    if (accessKeyId === undefined) return [403, "AccessDenied"]
    if (accessKeyId !== this.accessKeyId) return [403, "InvalidAccessKeyId"]
    if (!/^\d{8}\/us-east-1\/s3\/aws4_request$/.test(scope)) return [400, "AuthorizationHeaderMalformed"]
    const signedHeaders = signed.split(";")
    const expected = signatureOf({ method, target, headers, signedHeaders, scope }, this.secretAccessKey)
    const needed = ["host", "x-amz-content-sha256", "x-amz-date"].every((name) => signedHeaders.includes(name))
    if (!needed || signature !== expected) return [403, "SignatureDoesNotMatch"]
    if (!(Math.abs(dateOf(String(headers["x-amz-date"])) - Date.now()) < 900_000)) return [403, "RequestTimeTooSkewed"]
    if (method === "PUT" && headers["content-length"] === undefined) return [411, "MissingContentLength"]
    const sha256 = createHash("sha256").update(body).digest("hex")
    return headers["x-amz-content-sha256"] === sha256 ? undefined : [400, "XAmzContentSHA256Mismatch"]
  }
}

/** Milliseconds since 1970 of a time such as 20261120T093000Z. */
const dateOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, "$1-$2-$3T$4:$5:$6Z"))

const refuse = (response: ServerResponse, status: number, code: string) =>
  response
    .writeHead(status, { "content-type": "application/xml" })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Words of the store</Message></Error>`
    )
