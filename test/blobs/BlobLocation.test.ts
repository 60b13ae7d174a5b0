import { assert, describe, it } from "@effect/vitest"
import { type BlobLocation, blobLocation } from "../../src/blobs/BlobLocation.ts"

describe("blobLocation", () => {
  const files = { _tag: "Bucket", name: "files", region: "us-east-1", endpoint: undefined, prefix: "" } as const
  const right: ReadonlyArray<readonly [text: string, location: BlobLocation]> = [
    ["/var/lib/trunkline files", { _tag: "Folder", path: "/var/lib/trunkline files" }],
    ["./blobs", { _tag: "Folder", path: "./blobs" }],
    ["C:\\blobs", { _tag: "Folder", path: "C:\\blobs" }],
    ["s3://files", files],
    ["s3://files/", files],
    ["s3://files?region=eu-west-1", { ...files, region: "eu-west-1" }],
    ["s3://files?endpoint=http://minio:9000", { ...files, endpoint: "http://minio:9000" }],
    ["s3://files?endpoint=https%3A%2F%2Fs3.example.com%2F", { ...files, endpoint: "https://s3.example.com" }],
    ["s3://files?prefix=desk", { ...files, prefix: "desk/" }],
    ["s3://files?prefix=/desk/live/", { ...files, prefix: "desk/live/" }]
  ]
  for (const [text, location] of right)
    it(`parses ${text}`, () => assert.deepStrictEqual(blobLocation.parse(text), location))

  const wrong = [
    "s3://",
    "s3:files",
    "s3:/files",
    "s3://Files_1",
    "s3://files/desk",
    "s3://key:secret@files",
    "s3://files:9000",
    "s3://files#desk",
    "s3://files?endpoint=minio:9000",
    "s3://files?endpoint=ftp://minio",
    "s3://files?endpoint=https://key:secret@minio",
    "s3://files?endpoint=https://example.com/s3",
    "s3://files?region=EU West",
    "s3://files?prefix=../other",
    "s3://files?prefix=a//b",
    "s3://files?prefix=%D1%84",
    "s3://files?pathStyle=true",
    "gs://files",
    "https://files.s3.amazonaws.com"
  ]
  for (const text of wrong) it(`refuses ${text}`, () => assert.isUndefined(blobLocation.parse(text)))
})
