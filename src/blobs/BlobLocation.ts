/** The region that S3-compatible stores without regions expect; also that of AWS's oldest buckets. */
const defaultRegion = "us-east-1"

/** A folder on this machine, or one that the nodes share. */
export interface Folder {
  readonly _tag: "Folder"
  readonly path: string
}

/** A bucket of an S3-compatible object store. */
export interface Bucket {
  readonly _tag: "Bucket"
  readonly name: string
  readonly region: string
  /** URL of a store other than AWS, where the bucket is part of the path. */
  readonly endpoint: string | undefined
  /** The prefix of every key: empty, or ending with a slash. */
  readonly prefix: string
}

/** Where blobs are stored, from the setting BLOBS_URL. */
export type BlobLocation = Folder | Bucket

/** Parses BLOBS_URL: a folder, or `s3://bucket?endpoint=https://…&region=…&prefix=…`. */
export const blobLocation = {
  must: "be a folder, or a bucket like s3://files?endpoint=https://s3.example.com&region=eu-west-1&prefix=trunkline",
  parse: (value: string): BlobLocation | undefined => {
    if (!/^[a-z][a-z0-9+.-]+:/i.test(value)) return { _tag: "Folder", path: value }
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (url?.protocol !== "s3:" || !isBucketName(url.hostname)) return undefined
    if (!/^\/?$/.test(url.pathname) || url.username !== "" || url.port !== "" || url.hash !== "") return undefined
    const { endpoint, region = defaultRegion, prefix = "", ...unknown } = Object.fromEntries(url.searchParams)
    const path = prefix.replace(/^\/|\/$/g, "")
    return (endpoint === undefined || isEndpoint(endpoint)) &&
      /^[a-z0-9-]{1,63}$/.test(region) &&
      isPrefix(path) &&
      Object.keys(unknown).length === 0
      ? {
          _tag: "Bucket",
          name: url.hostname,
          region,
          endpoint: endpoint?.replace(/\/$/, ""),
          prefix: path === "" ? "" : `${path}/`
        }
      : undefined
  }
}

const isBucketName = (name: string): boolean => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)

/** An endpoint must have no path, because signatures cover the path, and a proxy that strips part of it would break them. */
const isEndpoint = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === "/" &&
    url.search === "" &&
    url.hash === "" &&
    url.username === ""
  )
}

/** Only characters that never need escaping, and no part that a store or proxy would resolve, such as `..`. */
const isPrefix = (path: string): boolean =>
  path === "" || path.split("/").every((part) => /^[\w.-]{1,100}$/.test(part) && !/^\.+$/.test(part))
