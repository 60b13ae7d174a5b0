import type { Attachment } from "@trunkline/sdk"
import { Icon } from "../ui/Icon.tsx"
import { FileButton } from "./FileButton.tsx"
import { isPicture } from "./isPicture.ts"
import { PictureList } from "./PictureList.tsx"
import type { TicketIds } from "./place.ts"

interface Props {
  readonly ticket: TicketIds
  readonly files: ReadonlyArray<Attachment>
  /** Whether to show pictures as such. */
  readonly withPictures?: boolean
}

/** The files of a message. */
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
                  {file.filename} is blocked as malware
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
