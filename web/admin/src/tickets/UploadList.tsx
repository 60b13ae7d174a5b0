import { Button } from "../ui/Button.tsx"
import { messageOf } from "../ui/errors.ts"
import { IconButton } from "../ui/IconButton.tsx"
import { sizeOf } from "./FileList.tsx"
import type { UploadState } from "./useUploads.ts"

interface Props {
  readonly uploads: ReadonlyArray<UploadState>
  readonly onRetry: (upload: UploadState) => void
  readonly onRemove: (key: string) => void
}

/** Files of a message that is being written, and how far each has come. */
export function UploadList({ uploads, onRetry, onRemove }: Props) {
  if (uploads.length === 0) return undefined
  return (
    <ul aria-label="Files to send" className="flex flex-wrap gap-2">
      {uploads.map((upload) => {
        const { attachment, error, file, key, sent } = upload
        return (
          <li
            key={key}
            className="flex max-w-full items-center gap-2 rounded-md border border-line bg-card py-0.5 pl-2 text-sm"
          >
            <span dir="auto" className="min-w-0 truncate">
              {file.name}
            </span>
            {error !== undefined ? (
              <>
                <span className="text-bad">{messageOf(error)}</span>
                <Button onClick={() => onRetry(upload)}>Try again</Button>
              </>
            ) : attachment === undefined ? (
              <progress max={file.size} value={sent} aria-label={`${file.name} is being sent`} className="w-20" />
            ) : (
              <span className="text-soft">{sizeOf(attachment.size)}</span>
            )}
            <IconButton icon="close" label={`Leave out ${file.name}`} onClick={() => onRemove(key)} />
          </li>
        )
      })}
    </ul>
  )
}
