import { Schema } from "effect"

/** Statuses for which the same request may succeed if it is sent again. */
const transientStatuses = [408, 409, 429, 500, 502, 503, 504]

/** The code of a request that had no response within its time limit. */
export const noAnswerInTime = "Timeout"

/** What the operator can do about an error, by the store's code for it. */
const remedies: Readonly<Record<string, string>> = {
  AccessDenied: "grant the key s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket",
  AuthorizationHeaderMalformed: "correct the region in BLOBS_URL",
  InvalidAccessKeyId: "correct AWS_ACCESS_KEY_ID",
  NoSuchBucket: "create the bucket, or correct its name in BLOBS_URL",
  PermanentRedirect: "correct the region or the endpoint in BLOBS_URL",
  RequestTimeTooSkewed: "set this machine's clock",
  SignatureDoesNotMatch: "correct AWS_SECRET_ACCESS_KEY"
}

/**
 * A request to the object store failed. The message contains the store's address, the bucket and the store's code, and
 * nothing secret: neither headers nor other parts of the response.
 */
export class S3Failure extends Schema.TaggedError<S3Failure>()("S3Failure", {
  method: Schema.Literals(["DELETE", "GET", "HEAD", "PUT"]),
  origin: Schema.String,
  bucket: Schema.String,
  /** Absent if there was no response. */
  status: Schema.optionalKey(Schema.Int),
  /** The store's code, such as `NoSuchBucket`, or the system's, such as `ECONNREFUSED`. */
  code: Schema.String
}) {
  /** Whether an immediate retry may succeed. An upload that timed out is not retried, because its sender will not wait. */
  get transient(): boolean {
    if (this.status === undefined) return this.method !== "PUT" || this.code !== noAnswerInTime
    return transientStatuses.includes(this.status) || this.code === "RequestTimeout"
  }

  override get message() {
    const answer = this.status === undefined ? "did not respond" : `answered ${this.status}`
    const remedy = remedies[this.code]
    return `The object store ${this.origin} ${answer} (${this.code}) to ${this.method} in the bucket ${this.bucket}${remedy === undefined ? "" : `: ${remedy}`}.`
  }
}
