import { useEffect, useRef, useState } from "preact/hooks"
import type { PortalAttachment } from "../../../sdk/src/portal.ts"
import { newKey } from "../../customer/keys.ts"
import type { Session } from "./Session.ts"

/** Files that go with one message. */
export const maxFiles = 20

/** A file on its way, or there. */
export interface Upload {
  readonly key: string
  readonly file: File
  /** Bytes. */
  readonly sent: number
  readonly attachment?: PortalAttachment
  /** Why it was not sent. */
  readonly error?: unknown
}

export interface Uploads {
  readonly items: ReadonlyArray<Upload>
  /** Some are on their way, or were not sent. */
  readonly isBusy: boolean
  readonly attachments: ReadonlyArray<PortalAttachment>
  /** Begins to send files; what exceeds the limit of one message is left out. */
  add(files: Iterable<File>): void
  retry(upload: Upload): void
  remove(upload: Upload): void
  clear(): void
}

/** Files that the customer adds to a message: sent at once, claimed by the message. */
export const useUploads = (session: Session): Uploads => {
  const [items, setItems] = useState<ReadonlyArray<Upload>>([])
  const running = useRef(new Map<string, AbortController>())
  useEffect(() => () => running.current.forEach((controller) => void controller.abort()), [])

  const change = (key: string, by: Partial<Upload>) =>
    setItems((all) => all.map((one) => (one.key === key ? { ...one, ...by } : one)))

  const send = async ({ file, key }: Upload) => {
    const controller = new AbortController()
    running.current.set(key, controller)
    const { signal } = controller
    try {
      const attachment = await session.call((portal) =>
        portal.attachments.send(
          { filename: file.name || "image.png", content: file, onProgress: (sent) => change(key, { sent }) },
          { signal }
        )
      )
      change(key, { attachment, sent: file.size })
    } catch (error) {
      if (!signal.aborted) change(key, { error })
    }
    running.current.delete(key)
  }

  return {
    items,
    isBusy: items.some(({ attachment }) => attachment === undefined),
    attachments: items.flatMap(({ attachment }) => attachment ?? []),
    add: (files) => {
      const added = [...files].slice(0, maxFiles - items.length).map((file) => ({ key: newKey(), file, sent: 0 }))
      setItems([...items, ...added])
      for (const upload of added) send(upload)
    },
    retry: ({ error: _, ...upload }) => {
      setItems((all) => all.map((one) => (one.key === upload.key ? { ...upload, sent: 0 } : one)))
      send(upload)
    },
    remove: ({ key }) => {
      running.current.get(key)?.abort()
      setItems((all) => all.filter((one) => one.key !== key))
    },
    clear: () => setItems([])
  }
}
