import { maxFiles } from "../../../message/given.ts"
import { useWords } from "../context.ts"
import type { Uploads } from "../Uploads.ts"
import { useValue } from "../useValue.ts"
import { Icon } from "./Icon.tsx"
import { Reason } from "./Problem.tsx"

/** The files being added to a message, with their upload progress. */
export const Uploading = ({ uploads }: { readonly uploads: Uploads }) => {
  const words = useWords()
  const items = useValue(uploads.items)
  if (items.length === 0) return null
  return (
    <ul class="files">
      {items.map((upload) => {
        const { attachment, error, key, name, sent, size } = upload
        const percent = size === 0 ? 0 : Math.floor((sent / size) * 100)
        return (
          <li key={key}>
            <span class="name">{name}</span>
            {error !== undefined ? (
              <>
                <span class="bad" role="alert">
                  {words.notUploaded(name)} <Reason error={error} />
                </span>
                <button type="button" class="link" onClick={() => uploads.retry(upload)}>
                  {words.retry}
                </button>
              </>
            ) : (
              attachment === undefined && (
                <progress max={100} value={percent} aria-label={words.uploading(name, percent)} />
              )
            )}
            <button
              type="button"
              class="plain small"
              aria-label={words.remove(name)}
              onClick={() => uploads.remove(upload)}
            >
              <Icon name="close" />
            </button>
          </li>
        )
      })}
      {items.length >= maxFiles && <li class="soft">{words.tooManyFiles(maxFiles)}</li>}
    </ul>
  )
}
