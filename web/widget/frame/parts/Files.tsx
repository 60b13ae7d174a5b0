import { useState } from "preact/hooks"
import type { PortalAttachment } from "../../../../sdk/src/portal.ts"
import { sizeText } from "../../../customer/sizes.ts"
import { useLanguage, useWidget, useWords } from "../context.ts"
import { Reason } from "./Problem.tsx"

/** The files of a sent message. */
export const Files = ({
  files,
  ticketId
}: {
  readonly ticketId: string
  readonly files: ReadonlyArray<PortalAttachment>
}) => {
  const words = useWords()
  const { session } = useWidget()
  const [failed, setFailed] = useState<{ readonly id: string; readonly error: unknown }>()
  if (files.length === 0) return null

  const download = async ({ filename, id }: PortalAttachment) => {
    setFailed(undefined)
    try {
      const answer = await session.call((portal) => portal.attachments.download(ticketId, id))
      save(filename, await answer.arrayBuffer())
    } catch (error) {
      setFailed({ id, error })
    }
  }
  return (
    <ul class="files">
      {files.map((file) => {
        const { filename, id, size } = file
        return (
          <li key={id}>
            <button
              type="button"
              class="link name"
              aria-label={words.download(filename)}
              onClick={() => download(file)}
            >
              {filename}
            </button>
            <Size bytes={size} />
            {failed?.id === id && (
              <span class="bad" role="alert">
                <Reason error={failed.error} />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Milliseconds after which a browser has started to save what it was given. */
const handedOver = 60_000

/**
 * Gives bytes to the browser to save, under a type that it does not display. A link to the file could lead to an object store,
 * where the embedding page's policy does not let a frame go.
 */
const save = (filename: string, bytes: ArrayBuffer) => {
  const href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }))
  Object.assign(document.createElement("a"), { href, download: filename }).click()
  setTimeout(() => URL.revokeObjectURL(href), handedOver)
}

const Size = ({ bytes }: { readonly bytes: number }) => (
  <span class="soft">{sizeText(bytes, useLanguage().locale)}</span>
)
