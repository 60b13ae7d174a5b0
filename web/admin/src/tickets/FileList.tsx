import type { Attachment } from "@trunkline/sdk"
import { Icon } from "../ui/Icon.tsx"
import { isPicture } from "./isPicture.ts"
import { PictureList } from "./PictureList.tsx"
import type { TicketIds } from "./place.ts"
import { useDownload } from "./useDownload.ts"

const units = ["B", "KB", "MB", "GB"] as const

/** Bytes as people say them. */
export const sizeOf = (bytes: number): string => {
  const step = Math.min(units.length - 1, bytes === 0 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}

interface Props {
  readonly ticket: TicketIds
  readonly files: ReadonlyArray<Attachment>
  /** Pictures are shown as such. */
  readonly withPictures?: boolean
}

/** Files of a message. */
export function FileList({ ticket, files, withPictures = false }: Props) {
  const pictures = withPictures ? files.filter(isPicture) : []
  const others = files.filter((file) => !pictures.includes(file))
  return (
    <>
      {pictures.length === 0 ? undefined : <PictureList ticket={ticket} pictures={pictures} />}
      {others.length === 0 ? undefined : (
        <ul aria-label="Files" className="mt-2 flex flex-wrap gap-2">
          {others.map((file) => (
            <li key={file.id} className="max-w-full">
              {file.scan === "blocked" ? (
                <span className="inline-flex items-center gap-1.5 rounded-md border border-bad px-2 py-1 text-sm wrap-anywhere text-bad">
                  <Icon name="spam" />
                  {file.filename} is held back: it is malware
                </span>
              ) : (
                <FileButton ticket={ticket} file={file} />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export function FileButton({ ticket, file }: { readonly ticket: TicketIds; readonly file: Attachment }) {
  const { download, isPending } = useDownload(ticket, file)
  return (
    <button
      type="button"
      disabled={isPending}
      aria-busy={isPending || undefined}
      onClick={download}
      className="inline-flex max-w-full items-center gap-1.5 rounded-md border border-line bg-card px-2 py-1 text-sm hover:bg-hover disabled:cursor-default disabled:opacity-60"
    >
      <Icon name="attach" className="text-soft" />
      <span dir="auto" className="truncate">
        {file.filename}
      </span>
      <span className="shrink-0 text-soft">{isPending ? "Downloading…" : sizeOf(file.size)}</span>
    </button>
  )
}
