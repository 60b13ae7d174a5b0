import { useWords } from "../context.ts"
import { maxFiles, type Uploads } from "../useUploads.ts"
import { Icon } from "./Icon.tsx"

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
