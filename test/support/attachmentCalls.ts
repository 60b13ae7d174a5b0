import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type Asked, HttpSite } from "./HttpSite.ts"
import { Installation } from "./Installation.ts"

/** The path of a signed URL, for a site that is not reachable under its public URL. */
export const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, "")

/** The path of the live brand. */
export const brandPath = Effect.map(Installation, ({ live }) => `/v1/brands/${live.brand.id}`)

/** Opens a ticket; returns its path. */
export const openTicket = Effect.fnUntraced(function* (body: object = {}, key?: string) {
  const { ask } = yield* HttpSite
  const made = yield* ask("POST", `${yield* brandPath}/tickets`, {
    key,
    body: { title: "Where is my parcel?", customerEmail: "ada@example.com", ...body }
  })
  assert.strictEqual(made.status, 201, made.text)
  return made.headers.get("location") ?? ""
})

/** Announces a file with these bytes under `path`; returns the response. */
export const announce = Effect.fnUntraced(function* (path: string, bytes: string | Uint8Array, more: object = {}) {
  const { ask } = yield* HttpSite
  const made = yield* ask("POST", path, {
    body: { filename: "notes.txt", contentType: "text/plain", size: Buffer.byteLength(bytes), ...more }
  })
  assert.strictEqual(made.status, 201, made.text)
  return made.json
})

/** Sends bytes to a signed URL, as a page without credentials does. */
export const send = Effect.fnUntraced(function* (
  url: string,
  bytes: string | Uint8Array,
  headers: Asked["headers"] = {}
) {
  const { ask } = yield* HttpSite
  return yield* ask("PUT", pathOf(url), {
    key: "",
    headers: { "content-type": "text/plain", ...headers },
    body: typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes
  })
})

/** Announces, sends and confirms a file of the ticket; returns its record. */
export const uploaded = Effect.fnUntraced(function* (
  ticket: string,
  bytes: string | Uint8Array = "hello",
  more: { readonly contentType?: string; readonly [member: string]: unknown } = {}
) {
  const { ask } = yield* HttpSite
  const made = yield* announce(`${ticket}/attachments`, bytes, more)
  const sent = yield* send(made.uploadUrl, bytes, { "content-type": more.contentType ?? "text/plain" })
  assert.strictEqual(sent.status, 204, sent.text)
  const confirmed = yield* ask("POST", `${ticket}/attachments/${made.id}/confirm`)
  assert.strictEqual(confirmed.status, 200, confirmed.text)
  return confirmed.json
})

/** A form as browsers send it. */
export const formOf = (
  parts: ReadonlyArray<{ name: string; value: string | Uint8Array; filename?: string; type?: string }>
) => {
  const boundary = "----form4711"
  const body = Buffer.concat([
    ...parts.flatMap(({ filename, name, type, value }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? "" : `; filename="${filename}"`}\r\n` +
          `${type === undefined ? "" : `content-type: ${type}\r\n`}\r\n`
      ),
      Buffer.from(value),
      Buffer.from("\r\n")
    ]),
    Buffer.from(`--${boundary}--\r\n`)
  ])
  return { body: new Uint8Array(body), headers: { "content-type": `multipart/form-data; boundary=${boundary}` } }
}

/** A form with one file. */
export const fileForm = (value: string | Uint8Array, filename = "notes.txt", type = "text/plain") =>
  formOf([{ name: "file", filename, type, value }])

/** The SHA-256 of some bytes, in hexadecimal. */
export const sha256Of = (bytes: string | Uint8Array) =>
  Effect.promise(async () => Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(bytes))).toString("hex"))
