import type { PortalAttachment } from "../../../sdk/src/portal.ts"
import { newKey } from "../../customer/keys.ts"
import { maxFiles } from "../../message/given.ts"
import type { Session } from "./Session.ts"
import { Value } from "./Value.ts"

/** A file on its way, or there. */
export interface Upload {
  readonly key: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Undefined where the page before this one had it. */
  readonly file?: File
  /** Bytes that have been sent. */
  readonly sent: number
  readonly attachment?: PortalAttachment
  /** Why it was not sent. */
  readonly error?: unknown
}

/** Files that the customer adds to a message: sent at once, claimed by the message, whether or not somebody looks. */
export class Uploads {
  readonly items: Value<ReadonlyArray<Upload>>
  readonly #session: Session
  readonly #running = new Map<string, AbortController>()

  /** Begins with files that are there already; `keep` is told of all that are, whenever that changes. */
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

  /** Some are on their way, or were not sent. */
  get isBusy(): boolean {
    return this.items.get().some(({ attachment }) => attachment === undefined)
  }

  get attachments(): ReadonlyArray<PortalAttachment> {
    return this.items.get().flatMap(({ attachment }) => attachment ?? [])
  }

  /** Begins to send files; what exceeds the limit of one message is left out. */
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

  /** Puts all files among those of another message; what is on its way begins anew there. */
  moveTo(other: Uploads) {
    const items = this.items.get()
    const isThere = ({ attachment }: Upload) => attachment !== undefined
    other.items.set([...other.items.get(), ...items.filter(isThere)])
    other.add(items.flatMap((upload) => (isThere(upload) ? [] : (upload.file ?? []))))
    this.clear()
  }

  /** Ends what is on its way. */
  stop() {
    for (const controller of this.#running.values()) controller.abort()
  }

  /** Ends what is on its way, and begins with nothing. */
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
