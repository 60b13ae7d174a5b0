import type { Attachment } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../app/client.ts"

/** A file on its way to the server, or there. */
export interface UploadState {
  readonly key: string
  readonly file: File
  /** Bytes that have been sent. */
  readonly sent: number
  /** Once the server has it. */
  readonly attachment?: Attachment | undefined
  readonly error?: unknown
}

/** Files for a message that is still to be written: sent at once, claimed when it is sent. */
export const useUploads = (brandId: string) => {
  const [uploads, setUploads] = useState<ReadonlyArray<UploadState>>([])
  const change = (key: string, part: Partial<UploadState>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))

  const send = async (key: string, file: File) => {
    try {
      const attachment = await client.attachments.send(brandId, {
        filename: file.name,
        content: file,
        onProgress: (sent) => change(key, { sent })
      })
      change(key, { attachment })
    } catch (error) {
      change(key, { error })
    }
  }

  return {
    uploads,
    add: (files: Iterable<File>) => {
      for (const file of files) {
        const key = crypto.randomUUID()
        setUploads((all) => [...all, { key, file, sent: 0 }])
        void send(key, file)
      }
    },
    retry: ({ key, file }: UploadState) => {
      change(key, { sent: 0, error: undefined })
      void send(key, file)
    },
    /** Files that came back with a message that was not sent. */
    restore: (files: ReadonlyArray<Attachment>) =>
      setUploads((all) => [
        ...all,
        ...files.map((attachment) => ({
          key: attachment.id,
          file: new File([], attachment.filename),
          sent: attachment.size,
          attachment
        }))
      ]),
    remove: (key: string) => setUploads((all) => all.filter((one) => one.key !== key)),
    clear: () => setUploads([])
  }
}
