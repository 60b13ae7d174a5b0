import type { PortalAttachment } from "../../../sdk/src/portal.ts"
import { newKey } from "../../customer/keys.ts"
import { maxFiles } from "../../message/given.ts"
import type { Session } from "./Session.ts"
import { Value } from "./Value.ts"

/** A file that is being uploaded, or has been. */
export interface Upload {
  readonly key: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** `undefined` if an earlier page had it. */
  readonly file?: File
  /** Bytes sent so far. */
  readonly sent: number
  readonly attachment?: PortalAttachment
  /** Why the upload failed. */
  readonly error?: unknown
}

/** The files that the customer adds to a message: uploaded at once, even while not in view, and claimed by the message. */
export class Uploads {
  readonly items: Value<ReadonlyArray<Upload>>
  readonly #session: Session
  readonly #running = new Map<string, AbortController>()

  /** Starts with the uploaded files in `kept`; calls `keep` with all uploaded files whenever they change. */
  constructor(
    session: Session,
    kept: ReadonlyArray<PortalAttachment>,
    keep: (files: ReadonlyArray<PortalAttachment>) => void
  ) {
    this.#session = session
    this.items = new Value<ReadonlyArray<Upload>>(
      kept.map((attachment) => {
        const { filename: name, id: key, size } = attachment
        return { key, name, size, sent: size, attachment }
      })
    )
    let told = kept.length
    this.items.watch(() => {
      const { attachments } = this
      if (attachments.length !== told) keep(attachments)
      told = attachments.length
    })
  }

  /** Whether any upload is in progress or has failed. */
  get isBusy(): boolean {
    return this.items.get().some(({ attachment }) => attachment === undefined)
  }

  get attachments(): ReadonlyArray<PortalAttachment> {
    return this.items.get().flatMap(({ attachment }) => attachment ?? [])
  }

  /** Starts uploading files; those beyond the limit of one message are left out. */
  add(files: Iterable<File>) {
    const items = this.items.get()
    const added = [...files].slice(0, Math.max(0, maxFiles - items.length)).map((file) => {
      return { key: newKey(), name: file.name || "image.png", size: file.size, sent: 0, file }
    })
    this.items.set([...items, ...added])
    for (const { file, key } of added) this.#send(key, file)
  }

  retry({ error: _, ...upload }: Upload) {
    if (upload.file === undefined) return
    this.items.set(this.items.get().map((one) => (one.key === upload.key ? { ...upload, sent: 0 } : one)))
    this.#send(upload.key, upload.file)
  }

  remove({ key }: Upload) {
    this.#running.get(key)?.abort()
    this.items.set(this.items.get().filter((one) => one.key !== key))
  }

  /** Moves all files to another message, where unfinished uploads start again. */
  moveTo(other: Uploads) {
    const items = this.items.get()
    const isThere = ({ attachment }: Upload) => attachment !== undefined
    other.items.set([...other.items.get(), ...items.filter(isThere)])
    other.add(items.flatMap((upload) => (isThere(upload) ? [] : (upload.file ?? []))))
    this.clear()
  }

  /** Aborts the uploads in progress. */
  stop() {
    for (const controller of this.#running.values()) controller.abort()
  }

  /** Removes all files, and aborts the uploads in progress. */
  clear() {
    for (const upload of this.items.get()) this.remove(upload)
  }

  #change(key: string, by: Partial<Upload>) {
    this.items.set(this.items.get().map((one) => (one.key === key ? { ...one, ...by } : one)))
  }

  async #send(key: string, file: File) {
    const controller = new AbortController()
    this.#running.set(key, controller)
    const { signal } = controller
    try {
      const attachment = await this.#session.call((portal) =>
        portal.attachments.send(
          { filename: file.name || "image.png", content: file, onProgress: (sent) => this.#change(key, { sent }) },
          { signal }
        )
      )
      this.#change(key, { attachment, sent: file.size })
    } catch (error) {
      if (!signal.aborted) this.#change(key, { error })
    }
    this.#running.delete(key)
  }
}
