import { createHash, createHmac } from "node:crypto"

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * The signature that a request to S3 must have, as its receiver computes it: AWS Signature Version 4, written from
 * "Authenticating Requests: Using the Authorization Header" and "… Using Query Parameters" of the S3 API reference rather than
 * from the code under test. A signature in the query does not cover the body.
 */
export const signatureOf = (
  request: {
    readonly method: string
    /** Path and query as received. */
    readonly target: string
    readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
    readonly signedHeaders: ReadonlyArray<string>
    /** `yyyymmdd/region/s3/aws4_request` */
    readonly scope: string
  },
  secret: string
): string => {
  const [path = "", query = ""] = request.target.split("?")
  const parameters = new URLSearchParams(query)
  const inQuery = parameters.has("X-Amz-Signature")
  parameters.delete("X-Amz-Signature")
  const canonical = [
    request.method,
    path
      .split("/")
      .map((part) => encode(decodeURIComponent(part)))
      .join("/"),
    [...parameters]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join("&"),
    ...request.signedHeaders.map((name) => `${name}:${String(request.headers[name] ?? "").trim()}`),
    "",
    request.signedHeaders.join(";"),
    inQuery ? "UNSIGNED-PAYLOAD" : request.headers["x-amz-content-sha256"]
  ].join("\n")
  const toSign = [
    "AWS4-HMAC-SHA256",
    inQuery ? parameters.get("X-Amz-Date") : request.headers["x-amz-date"],
    request.scope,
    createHash("sha256").update(canonical).digest("hex")
  ].join("\n")
  const key = request.scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, toSign).toString("hex")
}
