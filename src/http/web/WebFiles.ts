import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { extname, join, relative, sep } from "node:path"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { programFolder } from "../../runtime/programFolder.ts"

/** A built file, with its compressed forms if there are any. */
export interface WebFile {
  readonly contentType: string
  /** Strong, and of the uncompressed bytes: RFC 9110, 8.8.3 requires a different one for each encoding. */
  readonly hash: string
  readonly identity: Uint8Array
  readonly gzip?: Uint8Array | undefined
  readonly br?: Uint8Array | undefined
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2"
}

/**
 * The files of a built program in web/ (scripts/build.mjs), by their path below its dist or another folder. Read on first
 * use, and kept in memory. Empty if it is not built.
 */
export const webFiles = (program: string, folder = "dist") =>
  Effect.cached(Effect.promise(() => readAll(join(programFolder, "web", program, folder))))

const readAll = async (dist: string): Promise<ReadonlyMap<string, WebFile>> => {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true }).catch(() => [])
  const bytes = new Map<string, Uint8Array>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    bytes.set(relative(dist, path).split(sep).join("/"), await readFile(path))
  }
  const files = new Map<string, WebFile>()
  for (const [path, identity] of bytes) {
    const contentType = types[extname(path)]
    if (contentType === undefined) continue
    const [gzip, br] = [bytes.get(`${path}.gz`), bytes.get(`${path}.br`)]
    files.set(path, { contentType, hash: hashOf(identity), identity, gzip, br })
  }
  return files
}

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("base64url").slice(0, 16)

/** A file that no build wrote: text generated here, and compressed on another thread. */
export const fileOf = (text: string, contentType: string): Effect.Effect<WebFile> => {
  const identity = Buffer.from(text)
  return Effect.map(
    Effect.promise(() => promisify(gzip)(identity)),
    (gzip) => ({ contentType, hash: hashOf(identity), identity, gzip })
  )
}

/** Responds with a file in the smallest form that the browser accepts, or with 304 if it has it already. */
export const answerFile = (
  file: WebFile,
  request: HttpServerRequest.HttpServerRequest,
  headers: Readonly<Record<string, string>>
): HttpServerResponse.HttpServerResponse => {
  const encoding = encodingOf(file, request.headers["accept-encoding"] ?? "")
  const etag = `"${file.hash}${encoding === "identity" ? "" : `-${encoding}`}"`
  const all = { ...headers, etag, vary: "accept-encoding" }
  if (hasIt(request.headers["if-none-match"] ?? "", etag))
    return HttpServerResponse.empty({ status: 304, headers: all })
  return HttpServerResponse.uint8Array(file[encoding] ?? file.identity, {
    contentType: file.contentType,
    headers: encoding === "identity" ? all : { ...all, "content-encoding": encoding }
  })
}

/** If-None-Match treats weak ETags as equal (RFC 9110, 13.1.2); nginx makes them weak when it compresses by itself. */
const hasIt = (known: string, etag: string) =>
  known.split(",").some((entry) => ["*", etag, `W/${etag}`].includes(entry.trim()))

/** A quality of zero refuses an encoding (RFC 9110, 12.5.3). */
const encodingOf = (file: WebFile, accepted: string) => {
  const taken = new Set(
    accepted
      .split(",")
      .map((entry) => entry.trim().toLowerCase())
      .filter((entry) => !/;\s*q=0(?:\.0*)?$/.test(entry))
      .map((entry) => entry.split(";", 1)[0]?.trim())
  )
  if (file.br !== undefined && taken.has("br")) return "br"
  return file.gzip !== undefined && taken.has("gzip") ? "gzip" : "identity"
}

/** The name of a file changes with its content: browsers keep it for a year without asking again. */
export const immutable = "public, max-age=31536000, immutable"
/** For what our own pages load: scripts, styles and pictures. */
export const assetHeaders = { "cache-control": immutable, "cross-origin-resource-policy": "same-origin" }
/** A page names its files: browsers always check whether it is still the same. */
export const revalidated = "no-cache"
