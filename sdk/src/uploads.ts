import { ConnectionError, TrunklineError } from "./errors.ts"
import type { Attachment, PortalAttachment, PortalUploadTicket, UploadTicket } from "./generated/types.ts"
import type { RequestOptions, Transport } from "./Transport.ts"

/** A file to upload. */
export interface Upload {
  readonly filename: string
  /** The media type. Defaults to that of the `Blob`, or `application/octet-stream`. */
  readonly contentType?: string | undefined
  readonly content: Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>
  /** Size in bytes. Required for a stream. */
  readonly size?: number | undefined
  /** Called repeatedly with the number of bytes sent. */
  readonly onProgress?: ((sent: number, size: number) => void) | undefined
}

/** Exists only in browsers. */
declare const XMLHttpRequest:
  | undefined
  | (new () => {
      readonly status: number
      readonly upload: { onprogress: (event: { readonly loaded: number }) => void }
      onload: () => void
      onerror: () => void
      onabort: () => void
      onloadend: () => void
      open(method: string, url: string): void
      setRequestHeader(name: string, value: string): void
      send(content: Blob | ArrayBuffer | Uint8Array): void
      abort(): void
    })
type BrowserRequest = InstanceType<NonNullable<typeof XMLHttpRequest>>

/** Node and Bun send a stream with the given length; browsers and Deno send none. */
declare const process: undefined | { readonly versions?: { readonly undici?: string; readonly bun?: string } }
const tellsLength = () =>
  typeof process !== "undefined" && (process.versions?.undici ?? process.versions?.bun) !== undefined

/** The steps of an upload besides sending the bytes: announcing the file, and confirming it. */
interface Steps<Ticket extends UploadTicket | PortalUploadTicket, File extends Attachment | PortalAttachment> {
  readonly announce: (
    file: { readonly filename: string; readonly contentType: string; readonly size: number },
    options: RequestOptions
  ) => Promise<Ticket>
  readonly confirm: (attachmentId: string, options: RequestOptions) => Promise<File>
}

/** Uploads a file to the server, or to its object store. */
export const sendFile = async <
  Ticket extends UploadTicket | PortalUploadTicket,
  File extends Attachment | PortalAttachment
>(
  transport: Transport,
  { content, contentType, filename, onProgress, size }: Upload,
  { announce, confirm }: Steps<Ticket, File>,
  options: RequestOptions = {}
): Promise<File> => {
  if (typeof content !== "object" || content === null)
    throw new TypeError(`The content of ${filename} must be a Blob, bytes or a stream. For text, use new Blob([text])`)
  const bytes = content instanceof Blob ? content.size : "byteLength" in content ? content.byteLength : size
  if (bytes === undefined) throw new TrunklineError(`The size of ${filename} is unknown: pass it along with the stream`)
  const type =
    contentType ?? (content instanceof Blob && content.type !== "" ? content.type : "application/octet-stream")
  const { attachmentId, uploadUrl } = await announce({ filename, contentType: type, size: bytes }, options)
  const said = onProgress && ((sent: number) => onProgress(sent, bytes))
  await put(transport, uploadUrl, content, { type, size: bytes, said, options })
  return confirm(attachmentId, options)
}

const put = async (
  transport: Transport,
  url: string,
  content: Upload["content"],
  {
    options,
    said,
    size,
    type
  }: {
    readonly type: string
    readonly size: number
    readonly said: ((sent: number) => void) | undefined
    readonly options: RequestOptions
  }
) => {
  const isStream = !(content instanceof Blob || "byteLength" in content)
  // The only way in which browsers report the progress of an upload.
  if (said !== undefined && !isStream && typeof XMLHttpRequest !== "undefined")
    return putByBrowser(new XMLHttpRequest(), url, content, type, said, options.signal)
  const stream = isStream || said !== undefined ? counted(content, said) : undefined
  const body = stream === undefined || tellsLength() ? (stream ?? content) : await new Response(stream).blob()
  const headers = { "content-type": type, "content-length": String(size) }
  await transport.send({
    method: "PUT",
    path: url,
    body,
    isStream: body instanceof ReadableStream,
    // A large file may take any time.
    options: { timeout: 0, ...options, headers }
  })
}

/** The bytes as a stream that reports how many of them were read. */
const counted = (
  content: Upload["content"],
  said: ((sent: number) => void) | undefined
): ReadableStream<Uint8Array> => {
  const source =
    content instanceof Blob
      ? content.stream()
      : "byteLength" in content
        ? // The platform's types exclude shared memory, which compilers before 5.7 cannot express.
          new Blob([content as ArrayBuffer | Uint8Array<ArrayBuffer>]).stream()
        : content
  let sent = 0
  const count = (chunk: Uint8Array) => {
    sent += chunk.byteLength
    said?.(sent)
    return chunk
  }
  const { next, stop } = source instanceof ReadableStream ? readerOf(source) : iteratorOf(source)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await next()
      if (done === true) controller.close()
      else controller.enqueue(count(value))
    },
    cancel: async () => void (await stop())
  })
}

const iteratorOf = (source: AsyncIterable<Uint8Array>) => {
  const iterator = source[Symbol.asyncIterator]()
  return { next: () => iterator.next(), stop: async () => iterator.return?.() }
}
/** Safari's streams cannot be iterated. */
const readerOf = (source: ReadableStream<Uint8Array>) => {
  const reader = source.getReader()
  return { next: () => reader.read(), stop: () => reader.cancel() }
}

const putByBrowser = (
  request: BrowserRequest,
  url: string,
  content: Blob | ArrayBuffer | Uint8Array,
  type: string,
  said: (sent: number) => void,
  signal: AbortSignal | undefined
) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => request.abort()
    request.open("PUT", url)
    request.setRequestHeader("content-type", type)
    request.upload.onprogress = ({ loaded }) => said(loaded)
    request.onload = () =>
      request.status < 300
        ? resolve()
        : reject(new TrunklineError(`The file was refused with status ${request.status}`))
    // Browsers do not tell a page why a request failed.
    request.onerror = () => reject(new ConnectionError("The file could not be sent: the connection failed"))
    request.onabort = () => reject(signal?.reason)
    request.onloadend = () => signal?.removeEventListener("abort", stop)
    signal?.addEventListener("abort", stop, { once: true })
    request.send(content)
  })
