import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { emptySha256, s3Address, s3Signature } from "../../src/blobs/s3Signature.ts"
import { signatureOf } from "../support/signatureOf.ts"

// The examples from "Authenticating Requests: Using the Authorization Header" in the S3 API reference.
const secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
const scope = "20130524/us-east-1/s3/aws4_request"
const signedHeaders = ["host", "x-amz-content-sha256", "x-amz-date"]
const examples = [
  ["?lifecycle", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"],
  ["?max-keys=2&prefix=J", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"]
] as const

describe("s3Signature", () => {
  for (const [query, signature] of examples) {
    it.effect(`signs GET /${query} as AWS documents it`, () =>
      Effect.gen(function* () {
        const headers = yield* s3Signature({
          method: "GET",
          url: new URL(`https://examplebucket.s3.amazonaws.com/${query}`),
          sha256: emptySha256,
          region: "us-east-1",
          credentials: { accessKeyId: Redacted.make("AKIAIOSFODNN7EXAMPLE"), secretAccessKey: Redacted.make(secret) },
          now: Date.UTC(2013, 4, 24)
        })
        assert.deepStrictEqual(headers, {
          authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/${scope}, SignedHeaders=${signedHeaders.join(";")}, Signature=${signature}`,
          "x-amz-content-sha256": emptySha256,
          "x-amz-date": "20130524T000000Z"
        })
      })
    )
  }
})

// The example from "Authenticating Requests: Using Query Parameters".
const address =
  "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Expires=86400&X-Amz-Date=20130524T000000Z&X-Amz-Algorithm=AWS4-HMAC-SHA256" +
  `&X-Amz-Credential=${encodeURIComponent(`AKIAIOSFODNN7EXAMPLE/${scope}`)}&X-Amz-SignedHeaders=host`
const addressSignature = "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"

describe("s3Address", () => {
  const signed = (headers: Record<string, string>, path = "test.txt") =>
    s3Address({
      method: "GET",
      url: new URL(`https://examplebucket.s3.amazonaws.com/${path}`),
      headers,
      seconds: 86400,
      region: "us-east-1",
      credentials: { accessKeyId: Redacted.make("AKIAIOSFODNN7EXAMPLE"), secretAccessKey: Redacted.make(secret) },
      now: Date.UTC(2013, 4, 24)
    })

  it.effect("signs a URL as AWS documents it", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* signed({}), `${address}&X-Amz-Signature=${addressSignature}`)
    })
  )

  it.effect("signs type and length, and encodes a space so that no store reads it as a plus", () =>
    Effect.gen(function* () {
      const bound = new URL(yield* signed({ "content-type": "image/png", "content-length": "5" }))
      assert.strictEqual(bound.searchParams.get("X-Amz-SignedHeaders"), "content-length;content-type;host")
      assert.include(yield* signed({}, "test.txt?response-content-disposition=a%20b%2Bc"), "=a%20b%2Bc&")
    })
  )
})

describe("signatureOf, with which the tests' object store verifies", () => {
  for (const [query, signature] of examples) {
    it(`computes the documented signature of GET /${query}`, () => {
      const headers = {
        host: "examplebucket.s3.amazonaws.com",
        "x-amz-content-sha256": emptySha256,
        "x-amz-date": "20130524T000000Z"
      }
      assert.strictEqual(
        signatureOf({ method: "GET", target: `/${query}`, headers, signedHeaders, scope }, secret),
        signature
      )
    })
  }

  it("computes the documented signature of a URL", () => {
    const { pathname, search } = new URL(`${address}&X-Amz-Signature=${addressSignature}`)
    const headers = { host: "examplebucket.s3.amazonaws.com" }
    assert.strictEqual(
      signatureOf({ method: "GET", target: pathname + search, headers, signedHeaders: ["host"], scope }, secret),
      addressSignature
    )
  })
})
