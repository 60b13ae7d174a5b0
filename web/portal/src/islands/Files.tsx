import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { newKey } from "../../../customer/keys.ts"
import { sizeText } from "../../../customer/sizes.ts"
import { maxFiles, takeFiles } from "../../../message/given.ts"
import { useLanguage } from "../language.ts"
import { type Uploaded, uploadedName, uploadedValue } from "../uploaded.ts"
import { keptFiles } from "./keptFiles.ts"
import { sendFile, type Upload } from "./uploading.ts"
import { useLeaveWarning } from "./useLeaveWarning.ts"

interface FilesProps {
  readonly base: string
  /** Files that are already uploaded. */
  readonly uploaded: ReadonlyArray<Uploaded>
  /** The name under which the tab remembers the form's files, if they are to be restored. */
  readonly kept?: string | undefined
  /** Told whether there are any files, once scripts run. */
  readonly onChange?: (hasFiles: boolean) => void
}

/**
 * The files of a form. Without scripts, it is an input whose files are submitted with the form. With scripts, files are
 * uploaded as soon as they are chosen, dropped on the form or pasted into it, and the form is submitted only once all of them
 * are uploaded. Until then the tab remembers them with the text (`keepWritten`), and asks for confirmation if somebody leaves
 * before they are uploaded. All of that runs in layout effects, with the render: by the next frame, a fast user may have
 * submitted the form without its content.
 */
export const Files = ({ base, kept, onChange, uploaded }: FilesProps) => {
  const { locale, words } = useLanguage()
  const [isLive, setLive] = useState(false)
  const [done, setDone] = useState(uploaded)
  const [uploads, setUploads] = useState<ReadonlyArray<Upload>>([])
  const root = useRef<HTMLDivElement>(null)
  const [isWaiting, setWaiting] = useState(false)
  const count = done.length + uploads.length
  const isSending = uploads.some(({ state }) => state === "sending")

  const change = (id: string, upload: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...upload } : one)))
  const remove = (id: string) => setUploads((all) => all.filter((one) => one.id !== id))
  const send = ({ controller, file, id }: Upload) =>
    sendFile(base, file, words, (sent) => change(id, { sent }), controller.signal).then(
      (attachment) => {
        remove(id)
        setDone((all) => [...all, attachment])
      },
      (reason) => change(id, { state: "failed", reason })
    )
  const add = (files: Iterable<File>) => {
    const added = [...files]
      .slice(0, maxFiles - count)
      .map((file): Upload => ({ id: newKey(), file, sent: 0, state: "sending", controller: new AbortController() }))
    setUploads((all) => [...all, ...added])
    for (const upload of added) send(upload)
  }

  const adding = useRef(add)
  adding.current = add

  useLayoutEffect(() => {
    setLive(true)
    // Files chosen before hydration.
    const input = root.current?.querySelector<HTMLInputElement>("input[type=file]")
    if (input?.files == null || input.files.length === 0) return
    adding.current(input.files)
    input.value = ""
  }, [])
  useLayoutEffect(() => {
    // Not before: by now, the page has forgotten what has arrived.
    const files = isLive && kept !== undefined ? keptFiles(kept) : []
    if (files.length > 0) setDone(files)
  }, [isLive, kept])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other files are remembered like another text
  useLayoutEffect(() => {
    if (isLive) root.current?.closest("form")?.dispatchEvent(new Event("input"))
  }, [done])
  useLayoutEffect(() => {
    if (isLive) onChange?.(count > 0)
  }, [count, isLive, onChange])
  useLeaveWarning(uploads.length > 0)
  useLayoutEffect(() => {
    const form = root.current?.closest("form")
    if (form === null || form === undefined) return
    // Dragged text goes where it is dropped.
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") === true) event.preventDefault()
    }
    const onGiven = (event: DragEvent | ClipboardEvent) => adding.current(takeFiles(event))
    form.addEventListener("drop", onGiven)
    form.addEventListener("dragover", onDragOver)
    form.addEventListener("paste", onGiven)
    return () => {
      form.removeEventListener("drop", onGiven)
      form.removeEventListener("dragover", onDragOver)
      form.removeEventListener("paste", onGiven)
    }
  }, [])
  useLayoutEffect(() => {
    const form = root.current?.closest("form")
    // The form is not submitted without its files: failed ones must be retried or removed first.
    const lookAtFailed = () => {
      if (isSending) return
      setWaiting(false)
      root.current?.querySelector<HTMLElement>(".bad + button")?.focus()
    }
    if (uploads.length === 0) {
      if (isWaiting) form?.requestSubmit()
      setWaiting(false)
      return
    }
    if (isWaiting) lookAtFailed()
    const hold = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      setWaiting(true)
      lookAtFailed()
    }
    form?.addEventListener("submit", hold, { capture: true })
    return () => form?.removeEventListener("submit", hold, { capture: true })
  }, [isSending, isWaiting, uploads.length])

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
              </>
            )}
            <button
              type="button"
              class="quiet small"
              aria-label={words.remove(upload.file.name)}
              onClick={() => {
                upload.controller.abort()
                remove(upload.id)
              }}
            >
              {words.removeIt}
            </button>
          </li>
        ))}
        {count < maxFiles ? null : <li class="soft">{words.tooManyFiles(maxFiles)}</li>}
      </ul>
      {isWaiting ? (
        <p class="soft" role="status">
          {words.sending}
        </p>
      ) : null}
    </div>
  )
}
