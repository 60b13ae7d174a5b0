import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { signatureOf } from "./signatureOf.ts"

/** One thing that goes wrong instead of an answer, with the next request that it fits. */
export type Trouble =
  | { readonly kind: "answer"; readonly method: string; readonly status: number; readonly code: string }
  /** The connection ends after so many bytes of the body. */
  | { readonly kind: "cut"; readonly method: string; readonly after: number }

/**
 * An S3-compatible object store on a real socket, with one bucket in memory. It answers what S3 documents for PUT, GET
 * with ranges, HEAD and ListObjectsV2, and refuses what S3 refuses: wrong signatures and keys, bytes that do not match
 * their signed hash, clocks that are off, bodies of unknown length, buckets and keys that are not there.
 */
export class ObjectStore {
  readonly bucket = "files"
  readonly accessKeyId = "AKIATESTTESTTESTTEST"
  readonly secretAccessKey = "secret/of+the=store"
  readonly objects = new Map<string, Buffer>()
  /** `METHOD /target`, with the range if one was asked for, in the order in which they came. */
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

  /** Starts on the port that it had before. */
  readonly start = Effect.promise(async () => {
    const server = createServer((request, response) => void this.#handle(request, response))
    this.#server = server
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve))
    // A server that listens on TCP has such an address.
    this.#port = (server.address() as AddressInfo).port
  })

  /** Goes away: open connections end, new ones are refused. */
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

    const refusal = this.#refusal(request, body)
    if (refusal !== undefined) return refuse(response, ...refusal)
    const url = new URL(target, this.endpoint)
    const [, bucket = "", ...rest] = url.pathname.split("/")
    const key = decodeURIComponent(rest.join("/"))
    if (bucket !== this.bucket) return refuse(response, 404, "NoSuchBucket")
    if (method === "GET" && key === "" && url.searchParams.get("list-type") === "2")
      return response.writeHead(200, { "content-type": "application/xml" }).end("<ListBucketResult></ListBucketResult>")
    if (method === "PUT") {
      this.objects.set(key, body)
      return response.writeHead(200, { etag: `"${createHash("md5").update(body).digest("hex")}"` }).end()
    }

    const object = this.objects.get(key)
    if (object === undefined) return refuse(response, 404, "NoSuchKey")
    if (method === "HEAD") return response.writeHead(200, { "content-length": object.length }).end()
    const asked = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "")
    const first = Number(asked?.[1] ?? 0)
    if (asked !== null && first >= object.length) return refuse(response, 416, "InvalidRange")
    const part = object.subarray(first, asked?.[2] ? Number(asked[2]) + 1 : undefined)
    response.writeHead(asked === null ? 200 : 206, { "content-length": part.length })
    if (trouble === undefined) return response.end(part)
    return response.write(part.subarray(0, trouble.after), () => response.destroy())
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
    const [, date, time] = /^(\d{8})T(\d{6})Z$/.exec(String(headers["x-amz-date"])) ?? []
    const iso = `${date} ${time}`.replace(/^(....)(..)(..) (..)(..)(..)$/, "$1-$2-$3T$4:$5:$6Z")
    if (!(Math.abs(Date.parse(iso) - Date.now()) < 900_000)) return [403, "RequestTimeTooSkewed"]
    if (method === "PUT" && headers["content-length"] === undefined) return [411, "MissingContentLength"]
    const sha256 = createHash("sha256").update(body).digest("hex")
    return headers["x-amz-content-sha256"] === sha256 ? undefined : [400, "XAmzContentSHA256Mismatch"]
  }
}

const refuse = (response: ServerResponse, status: number, code: string) =>
  response
    .writeHead(status, { "content-type": "application/xml" })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Words of the store</Message></Error>`
    )
