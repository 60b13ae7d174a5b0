import { Checkbox } from "../ui/Field.tsx"
import { saveKeyChoices, useKeyChoices } from "./keyChoices.ts"

/** Turns off all keys that are a single letter or character (WCAG 2.1.4). */
export function SingleKeys() {
  const choices = useKeyChoices()
  return (
    <Checkbox
      label="Single-key shortcuts"
      hint="Turn it off when you dictate: what has ⌘ or Ctrl goes on working."
      checked={choices.singleKeys}
      onChange={(event) => void saveKeyChoices({ ...choices, singleKeys: event.target.checked })}
    />
  )
}
