import { maxFiles } from "../../../message/given.ts"
import { useWords } from "../context.ts"
import type { Uploads } from "../Uploads.ts"
import { useValue } from "../useValue.ts"
import { Icon } from "./Icon.tsx"

/** The buttons that open the system's file picker and, on touch screens, the camera. */
export const AddFiles = ({ uploads }: { readonly uploads: Uploads }) => {
  const words = useWords()
  return (
    <div class="adding">
      <Picker uploads={uploads} label={words.addFile} icon="file" multiple />
      <Picker uploads={uploads} label={words.takePhoto} icon="camera" accept="image/*" capture="environment" />
    </div>
  )
}

interface PickerProps {
  readonly uploads: Uploads
  readonly label: string
  readonly icon: "file" | "camera"
  readonly multiple?: boolean
  readonly accept?: string
  readonly capture?: "environment"
}

const Picker = ({ icon, label, uploads, ...input }: PickerProps) => (
  <label class={`plain add ${icon}`}>
    <input
      {...input}
      type="file"
      class="unseen"
      aria-label={label}
      disabled={useValue(uploads.items).length >= maxFiles}
      onChange={({ currentTarget }) => {
        uploads.add(currentTarget.files ?? [])
        currentTarget.value = ""
      }}
    />
    <Icon name={icon} />
  </label>
)
