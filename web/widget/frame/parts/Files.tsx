import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import type { PortalAttachment } from "../../../../sdk/src/portal.ts"
import { useWidget, useWords } from "../context.ts"
import { maxFiles, type Uploads } from "../useUploads.ts"
import { Icon } from "./Icon.tsx"
import { Reason } from "./Problem.tsx"

/** Takes files that are dropped or pasted inside. */
export const FileDrop = ({
  children,
  uploads
}: {
  readonly uploads: Uploads
  readonly children: ComponentChildren
}) => {
  const words = useWords()
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is one more way to what the button does
    <div
      class="fill"
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("Files")) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        uploads.add(event.dataTransfer?.files ?? [])
      }}
      onPaste={(event) => {
        const { files } = event.clipboardData ?? {}
        if (files === undefined || files.length === 0) return
        event.preventDefault()
        uploads.add(files)
      }}
    >
      {children}
      {isOver && <div class="drop">{words.dropHere}</div>}
    </div>
  )
}

/** The button that opens the file picker of the system; on phones that has the camera. */
export const AddFiles = ({ uploads }: { readonly uploads: Uploads }) => {
  const words = useWords()
  return (
    <label class="plain add">
      <input
        type="file"
        multiple
        class="unseen"
        aria-label={words.addFile}
        disabled={uploads.items.length >= maxFiles}
        onChange={({ currentTarget }) => {
          uploads.add(currentTarget.files ?? [])
          currentTarget.value = ""
        }}
      />
      <Icon name="file" />
    </label>
  )
}

/** Files that are added to a message, and how far each has come. */
export const Uploading = ({ uploads }: { readonly uploads: Uploads }) => {
  const words = useWords()
  if (uploads.items.length === 0) return null
  return (
    <ul class="files">
      {uploads.items.map((upload) => {
        const { attachment, error, file, key, sent } = upload
        const percent = file.size === 0 ? 0 : Math.floor((sent / file.size) * 100)
        return (
          <li key={key}>
            <span class="name">{file.name}</span>
            {error !== undefined ? (
              <>
                <span class="bad" role="alert">
                  {words.notUploaded(file.name)} <Reason error={error} />
                </span>
                <button type="button" class="link" onClick={() => uploads.retry(upload)}>
                  {words.retry}
                </button>
              </>
            ) : (
              attachment === undefined && (
                <progress max={100} value={percent} aria-label={words.uploading(file.name, percent)} />
              )
            )}
            <button
              type="button"
              class="plain small"
              aria-label={words.remove(file.name)}
              onClick={() => uploads.remove(upload)}
            >
              <Icon name="close" />
            </button>
          </li>
        )
      })}
      {uploads.items.length >= maxFiles && <li class="soft">{words.tooManyFiles(maxFiles)}</li>}
    </ul>
  )
}

/** Files of a message that was sent. */
export const Files = ({
  files,
  ticketId
}: {
  readonly ticketId: string
  readonly files: ReadonlyArray<PortalAttachment>
}) => {
  const words = useWords()
  const { session } = useWidget()
  const [failed, setFailed] = useState<string>()
  if (files.length === 0) return null

  const download = async (id: string) => {
    setFailed(undefined)
    try {
      const { downloadUrl } = await session.call((portal) => portal.attachments.get(ticketId, id))
      // The answer is a download, by which the frame goes nowhere.
      Object.assign(document.createElement("a"), { href: downloadUrl, rel: "noopener" }).click()
    } catch {
      setFailed(id)
    }
  }
  return (
    <ul class="files">
      {files.map(({ filename, id, size }) => (
        <li key={id}>
          <button type="button" class="link name" aria-label={words.download(filename)} onClick={() => download(id)}>
            {filename}
          </button>
          <Size bytes={size} />
          {failed === id && (
            <span class="bad" role="alert">
              {words.somethingWrong}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const Size = ({ bytes }: { readonly bytes: number }) => {
  const { locale } = useWidget().language
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, "kilobyte"] : [bytes / 1e6, "megabyte"]
  const format = new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: 1 })
  return <span class="soft">{format.format(value)}</span>
}
