/** Region that S3-compatible stores expect when they have none of their own; also that of AWS's oldest buckets. */
const defaultRegion = "us-east-1"

/** A folder of this machine, or one that the nodes share. */
export interface Folder {
  readonly _tag: "Folder"
  readonly path: string
}

/** A bucket of an S3-compatible object store. */
export interface Bucket {
  readonly _tag: "Bucket"
  readonly name: string
  readonly region: string
  /** Address of a store other than AWS; the bucket is a part of the path there. */
  readonly endpoint: string | undefined
  /** Stands before every key: empty, or ends with a slash. */
  readonly prefix: string
}

/** Where blobs are kept: what the setting BLOBS_URL says. */
export type BlobLocation = Folder | Bucket

/** How BLOBS_URL is read: a folder, or `s3://bucket?endpoint=https://…&region=…&prefix=…`. */
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

/** Without a path: signing covers the path, and a proxy that cuts a part of it off breaks the signature. */
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

/** Characters that need no escaping anywhere, in parts that no store or proxy resolves. */
const isPrefix = (path: string): boolean =>
  path === "" || path.split("/").every((part) => /^[\w.-]{1,100}$/.test(part) && !/^\.+$/.test(part))
