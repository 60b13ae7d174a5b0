import { useEffect, useRef, useState } from "preact/hooks"
import { newKey } from "../../../customer/keys.ts"
import { sizeText } from "../../../customer/sizes.ts"
import { useLanguage } from "../language.ts"
import { type Uploaded, uploadedName, uploadedValue } from "../uploaded.ts"
import { sendFile, type Upload } from "./uploading.ts"

interface FilesProps {
  readonly base: string
  /** Files that are there already. */
  readonly uploaded: ReadonlyArray<Uploaded>
}

/**
 * The files of a form. Without scripts an input whose files go with the form; with them, files are sent as soon as they
 * are chosen, dropped on the form or pasted into it, and the form waits for them.
 */
export const Files = ({ base, uploaded }: FilesProps) => {
  const { locale, words } = useLanguage()
  const [isLive, setLive] = useState(false)
  const [done, setDone] = useState(uploaded)
  const [uploads, setUploads] = useState<ReadonlyArray<Upload>>([])
  const root = useRef<HTMLDivElement>(null)
  const waiting = useRef(false)
  const isSending = uploads.some(({ state }) => state === "sending")

  const change = (id: string, upload: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...upload } : one)))
  const remove = (id: string) => setUploads((all) => all.filter((one) => one.id !== id))
  const send = ({ file, id }: Pick<Upload, "file" | "id">) =>
    sendFile(base, file, words, (sent) => change(id, { sent })).then(
      (attachment) => {
        remove(id)
        setDone((all) => [...all, attachment])
      },
      (reason) => change(id, { state: "failed", reason })
    )
  const add = (files: Iterable<File>) => {
    const added = [...files].map((file) => ({ id: newKey(), file, sent: 0, state: "sending" as const }))
    setUploads((all) => [...all, ...added])
    for (const upload of added) send(upload)
  }

  const adding = useRef(add)
  adding.current = add

  useEffect(() => {
    setLive(true)
    // What was chosen before the page came to life.
    const input = root.current?.querySelector<HTMLInputElement>("input[type=file]")
    if (input?.files == null || input.files.length === 0) return
    adding.current(input.files)
    input.value = ""
  }, [])
  useEffect(() => {
    const form = root.current?.closest("form")
    if (form === null || form === undefined) return
    const onDrop = (event: DragEvent) => {
      event.preventDefault()
      adding.current(event.dataTransfer?.files ?? [])
    }
    const onDragOver = (event: DragEvent) => event.preventDefault()
    const onPaste = (event: ClipboardEvent) => {
      if ((event.clipboardData?.files.length ?? 0) > 0) event.preventDefault()
      adding.current(event.clipboardData?.files ?? [])
    }
    form.addEventListener("drop", onDrop)
    form.addEventListener("dragover", onDragOver)
    form.addEventListener("paste", onPaste)
    return () => {
      form.removeEventListener("drop", onDrop)
      form.removeEventListener("dragover", onDragOver)
      form.removeEventListener("paste", onPaste)
    }
  }, [])
  useEffect(() => {
    const form = root.current?.closest("form")
    if (!isSending) {
      if (waiting.current) form?.requestSubmit()
      waiting.current = false
      return
    }
    const hold = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      waiting.current = true
    }
    form?.addEventListener("submit", hold, { capture: true })
    return () => form?.removeEventListener("submit", hold, { capture: true })
  }, [isSending])

  return (
    <div class="field upload" ref={root}>
      <label for="files">
        {words.files} <span class="soft">({words.optional})</span>
      </label>
      {isLive ? (
        <p id="files-hint" class="soft hint">
          {words.dropHint}
        </p>
      ) : null}
      <input
        id="files"
        name={isLive ? undefined : "files"}
        type="file"
        multiple
        aria-describedby={isLive ? "files-hint" : undefined}
        onChange={({ currentTarget }) => {
          if (!isLive) return
          add(currentTarget.files ?? [])
          currentTarget.value = ""
        }}
      />
      <ul class="files" aria-label={words.filesToSend} aria-live="polite">
        {done.map((file) => (
          <li key={file.id}>
            <input type="hidden" name={uploadedName} value={uploadedValue(file)} />
            <bdi>{file.filename}</bdi> <span class="soft">{sizeText(file.size, locale)}</span>
            {isLive ? (
              <button
                type="button"
                class="quiet small"
                aria-label={words.remove(file.filename)}
                onClick={() => setDone((all) => all.filter(({ id }) => id !== file.id))}
              >
                {words.removeIt}
              </button>
            ) : null}
          </li>
        ))}
        {uploads.map((upload) => (
          <li key={upload.id}>
            <bdi>{upload.file.name}</bdi>{" "}
            {upload.state === "sending" ? (
              <progress
                value={upload.sent}
                aria-label={words.uploading(upload.file.name, Math.floor(upload.sent * 100))}
              />
            ) : (
              <>
                <span class="bad">
                  {words.notSent} {upload.reason}
                </span>
                <button
                  type="button"
                  class="quiet small"
                  aria-label={`${words.retry}: ${upload.file.name}`}
                  onClick={() => {
                    change(upload.id, { state: "sending", sent: 0 })
                    send(upload)
                  }}
                >
                  {words.retry}
                </button>
                <button
                  type="button"
                  class="quiet small"
                  aria-label={words.remove(upload.file.name)}
                  onClick={() => remove(upload.id)}
                >
                  {words.removeIt}
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
