import type { Attachment } from "@trunkline/sdk"
import { useSyncExternalStore } from "react"
import { client } from "../app/client.ts"
import { keyOf, type Place } from "./place.ts"

/** A file that is being uploaded, or has been. */
export interface UploadState {
  readonly key: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Bytes sent so far. */
  readonly sent: number
  /** `undefined` if an earlier page had it. */
  readonly file?: File | undefined
  /** Set once the server has the file. */
  readonly attachment?: Attachment | undefined
  readonly error?: unknown
}

/** The part that is stored in this browser. */
type Kept = Pick<UploadState, "key" | "name" | "size" | "attachment">

/** Milliseconds for which an upload is usable. The server keeps files without a ticket for a day, and writing takes a while. */
const usable = 23 * 60 * 60 * 1000

const none: ReadonlyArray<UploadState> = []
/** The error of a file that another window is still uploading, or was uploading when it was closed. */
const notHere = "It was not uploaded. Unless another window is still uploading it, choose it again."
/** By the key of their place, as for the map below. */
const known = new Map<string, ReadonlyArray<UploadState>>()
const watchers = new Map<string, Set<() => void>>()

/**
 * The files of a message that is being written. They are uploaded at once and claimed when the message is sent. Like its text,
 * they wait for that in this browser: they outlive the page, and uploads continue while another ticket is open.
 */
export const useUploads = (place: Place, brandId: string) => {
  const at = keyOf("files", place)
  const uploads = useSyncExternalStore(
    (watcher) => {
      const all = watchers.get(at) ?? new Set()
      watchers.set(at, all.add(watcher))
      return () => all.delete(watcher)
    },
    () => uploadsAt(at)
  )
  return {
    uploads,
    add: (files: Iterable<File>) => {
      for (const file of files) add(at, brandId, file)
    },
    retry: (key: string, file: File) => {
      change(at, key, { sent: 0, error: undefined })
      void send(at, brandId, key, file)
    },
    /** Moves them to a message of another brand, to which they are uploaded again. */
    moveTo: (other: Place, otherBrandId: string) => {
      const there = keyOf("files", other)
      const error = new Error("It was uploaded for another brand. Choose it again.")
      for (const { file, key, name, size } of uploadsAt(at))
        if (file === undefined) put(there, [...uploadsAt(there), { key, name, size, sent: 0, error }])
        else add(there, otherBrandId, file)
      put(at, none)
    },
    remove: (key: string) =>
      put(
        at,
        uploadsAt(at).filter((one) => one.key !== key)
      ),
    clear: () => put(at, none)
  }
}

const add = (at: string, brandId: string, file: File) => {
  const key = crypto.randomUUID()
  put(at, [...uploadsAt(at), { key, name: file.name, size: file.size, sent: 0, file }])
  void send(at, brandId, key, file)
}

const send = async (at: string, brandId: string, key: string, file: File) => {
  try {
    const attachment = await client.attachments.send(brandId, {
      filename: file.name,
      content: file,
      onProgress: (sent) => change(at, key, { sent })
    })
    change(at, key, { attachment })
    keep(at)
  } catch (error) {
    change(at, key, { error })
  }
}

/** Restores the files of a message that was not sent. */
export const restoreUploads = (place: Place, files: ReadonlyArray<Attachment>) => {
  const at = keyOf("files", place)
  const restored = files.map((attachment) => {
    const { filename: name, id: key, size } = attachment
    return { key, name, size, sent: size, attachment }
  })
  put(at, [...uploadsAt(at), ...restored])
}

const uploadsAt = (at: string): ReadonlyArray<UploadState> => {
  if (!known.has(at)) known.set(at, read(at))
  return known.get(at) ?? none
}

const put = (at: string, uploads: ReadonlyArray<UploadState>) => {
  show(at, uploads)
  keep(at)
}

const change = (at: string, key: string, part: Partial<UploadState>) =>
  show(
    at,
    uploadsAt(at).map((one) => (one.key === key ? { ...one, ...part } : one))
  )

const show = (at: string, uploads: ReadonlyArray<UploadState>) => {
  known.set(at, uploads)
  for (const watcher of watchers.get(at) ?? []) watcher()
}

const keep = (at: string) => {
  const kept = uploadsAt(at).map(({ attachment, key, name, size }): Kept => ({ key, name, size, attachment }))
  try {
    if (kept.length === 0) localStorage.removeItem(at)
    else localStorage.setItem(at, JSON.stringify(kept))
  } catch {
    // Without storage, they last as long as the page.
  }
}

const read = (at: string): ReadonlyArray<UploadState> => {
  try {
    return (JSON.parse(localStorage.getItem(at) ?? "[]") as ReadonlyArray<Kept>).map(taken)
  } catch {
    return none
  }
}

// What another window adds, uploads or removes is added, uploaded or removed here too.
addEventListener("storage", ({ key }) => {
  if (key === null || !known.has(key)) return
  const own = new Map(uploadsAt(key).map((upload) => [upload.key, upload]))
  show(
    key,
    read(key).map((theirs) => (theirs.attachment === undefined ? own.get(theirs.key) : undefined) ?? theirs)
  )
})

/** A file stored by another window or an earlier page: usable as it was, or with the reason why it must be chosen again. */
const taken = (kept: Kept): UploadState => {
  const { attachment, size } = kept
  if (attachment === undefined) return { ...kept, sent: 0, error: new Error(notHere) }
  return Date.now() - Date.parse(attachment.createdAt) < usable
    ? { ...kept, sent: size }
    : { ...kept, sent: 0, attachment: undefined, error: new Error("Uploads are kept for a day. Choose it again.") }
}
