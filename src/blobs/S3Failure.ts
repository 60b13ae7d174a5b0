import { Schema } from "effect"

/** Statuses with which a store says that the same request may succeed when it is sent again. */
const transientStatuses = [408, 409, 429, 500, 502, 503, 504]

/** The code of a request that had no answer within its limit. */
export const noAnswerInTime = "Timeout"

/** What the person who runs the server can do about an answer, by the store's code for it. */
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
 * The object store did not do what it was asked. The message holds the store's address, the bucket and the store's own
 * code, and nothing that is secret: neither headers nor what else the store wrote.
 */
export class S3Failure extends Schema.TaggedError<S3Failure>()("S3Failure", {
  method: Schema.Literals(["DELETE", "GET", "HEAD", "PUT"]),
  origin: Schema.String,
  bucket: Schema.String,
  /** Absent when there was no answer. */
  status: Schema.optionalKey(Schema.Int),
  /** The store's code such as `NoSuchBucket`, or the system's such as `ECONNREFUSED`. */
  code: Schema.String
}) {
  /** Whether the same request may succeed at once. After an upload that had no answer nobody waits for another. */
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
