import { useRef } from "react"
import { Button } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"

/** Opens the system's file chooser. */
export function AttachButton({ add }: { readonly add: (files: Iterable<File>) => void }) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          add(event.target.files ?? [])
          event.target.value = ""
        }}
      />
      <Button kind="quiet" onClick={() => chooser.current?.click()}>
        <Icon name="attach" />
        Attach files
      </Button>
    </>
  )
}
