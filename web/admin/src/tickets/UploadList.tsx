import { Button } from "../ui/Button.tsx"
import { messageOf } from "../ui/errors.ts"
import { IconButton } from "../ui/IconButton.tsx"
import { sizeOf } from "./sizeOf.ts"
import type { UploadState } from "./useUploads.ts"

interface Props {
  readonly uploads: ReadonlyArray<UploadState>
  readonly onRetry: (key: string, file: File) => void
  readonly onRemove: (key: string) => void
}

/** The files of a message that is being written, and their upload progress. */
export function UploadList({ uploads, onRetry, onRemove }: Props) {
  if (uploads.length === 0) return undefined
  return (
    <ul aria-label="Files to send" className="flex flex-wrap gap-2">
      {uploads.map(({ attachment, error, file, key, name, sent, size }) => (
        <li
          key={key}
          className="flex max-w-full items-center gap-2 rounded-md border border-line bg-card py-0.5 pl-2 text-sm"
        >
          <span dir="auto" className="min-w-0 truncate">
            {name}
          </span>
          {error !== undefined ? (
            <>
              <span className="text-bad">{messageOf(error)}</span>
              {file === undefined ? undefined : <Button onClick={() => onRetry(key, file)}>Try again</Button>}
            </>
          ) : attachment === undefined ? (
            <progress max={size} value={sent} aria-label={`Uploading ${name}`} className="w-20" />
          ) : (
            <span className="text-soft">{sizeOf(attachment.size)}</span>
          )}
          <IconButton icon="close" label={`Remove ${name}`} onClick={() => onRemove(key)} />
        </li>
      ))}
    </ul>
  )
}
