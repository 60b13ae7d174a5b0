import { AwsV4Signer } from "aws4fetch"
import { Effect, Redacted } from "effect"

/** The SHA-256 of the empty string, in lower-case hex. */
export const emptySha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

export interface S3Credentials {
  readonly accessKeyId: Redacted.Redacted
  readonly secretAccessKey: Redacted.Redacted
}

/**
 * The headers that sign one request with AWS Signature Version 4 for S3. They cover the method, the whole URL, the time and,
 * through `sha256`, every byte of the body, so the store refuses a body that was corrupted in transit.
 */
export const s3Signature = (request: {
  readonly method: string
  readonly url: URL
  /** The hash of the body, in lower-case hex. */
  readonly sha256: string
  readonly region: string
  readonly credentials: S3Credentials
  /** Milliseconds since 1970. The store tolerates fifteen minutes of clock skew. */
  readonly now: number
}): Effect.Effect<Record<string, string>> =>
  Effect.promise(async () => {
    const { headers } = await new AwsV4Signer({
      method: request.method,
      url: request.url.href,
      headers: { "x-amz-content-sha256": request.sha256 },
      service: "s3",
      region: request.region,
      accessKeyId: Redacted.value(request.credentials.accessKeyId),
      secretAccessKey: Redacted.value(request.credentials.secretAccessKey),
      datetime: stamp(request.now)
    }).sign()
    return Object.fromEntries(headers)
  })

/**
 * A presigned URL, valid for `seconds` for whoever has it, signed in its query with AWS Signature Version 4. The signature
 * covers the method, the whole URL and `headers`, which the request must contain unchanged.
 */
export const s3Address = (request: {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly seconds: number
  readonly region: string
  readonly credentials: S3Credentials
  /** Milliseconds since 1970. */
  readonly now: number
}): Effect.Effect<string> =>
  Effect.promise(async () => {
    const url = new URL(request.url)
    url.searchParams.set("X-Amz-Expires", String(request.seconds))
    const signed = await new AwsV4Signer({
      method: request.method,
      url: url.href,
      headers: { ...request.headers },
      // Includes Content-Type and Content-Length, which the signer leaves out otherwise.
      allHeaders: true,
      signQuery: true,
      service: "s3",
      region: request.region,
      accessKeyId: Redacted.value(request.credentials.accessKeyId),
      secretAccessKey: Redacted.value(request.credentials.secretAccessKey),
      datetime: stamp(request.now)
    }).sign()
    // Encodes spaces as in the signature: some stores read "+" as a plus sign.
    return signed.url.href.replaceAll("+", "%20")
  })

const stamp = (now: number) => new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, "")
