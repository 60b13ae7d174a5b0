import { AwsV4Signer } from "aws4fetch"
import { Effect, Redacted } from "effect"

/** The SHA-256 of no bytes, in lower-case hex. */
export const emptySha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

export interface S3Credentials {
  readonly accessKeyId: Redacted.Redacted
  readonly secretAccessKey: Redacted.Redacted
}

/**
 * The headers that sign one request by AWS Signature Version 4 for S3. They cover the method, the whole address, the
 * time, and by `sha256` every byte of the body, so the store refuses bytes that changed on their way.
 */
export const s3Signature = (request: {
  readonly method: string
  readonly url: URL
  /** Of the body, in lower-case hex. */
  readonly sha256: string
  readonly region: string
  readonly credentials: S3Credentials
  /** Milliseconds since 1970. The store allows for fifteen minutes of difference between clocks. */
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
 * An address that is good for one request by whoever has it, for so many seconds: signed in its query by AWS Signature
 * Version 4. It covers the method, the whole address and `headers`, which the request must have as they are here.
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
      // Type and length too, which the signer leaves out otherwise.
      allHeaders: true,
      signQuery: true,
      service: "s3",
      region: request.region,
      accessKeyId: Redacted.value(request.credentials.accessKeyId),
      secretAccessKey: Redacted.value(request.credentials.secretAccessKey),
      datetime: stamp(request.now)
    }).sign()
    // A space as the signature has it: stores take "+" for a plus, or not.
    return signed.url.href.replaceAll("+", "%20")
  })

const stamp = (now: number) => new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, "")
