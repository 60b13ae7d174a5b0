import { Checkbox } from "../ui/Field.tsx"
import { saveKeyChoices, useKeyChoices } from "./keyChoices.ts"

/** Turns off all keys that are a single letter or character (WCAG 2.1.4). */
export function SingleKeys() {
  const choices = useKeyChoices()
  return (
    <Checkbox
      label="Single-key shortcuts"
      hint="Turn these off if you use dictation. Shortcuts with ⌘ or Ctrl still work."
      checked={choices.singleKeys}
      onChange={(event) => void saveKeyChoices({ ...choices, singleKeys: event.target.checked })}
    />
  )
}
