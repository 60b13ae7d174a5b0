import { Checkbox } from "../ui/Field.tsx"
import { saveKeyChoices, useKeyChoices } from "./keyChoices.ts"

/** Switches all keys off that are no more than a letter or a sign (WCAG 2.1.4). */
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
