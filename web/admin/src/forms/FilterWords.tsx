import { isComposing } from "../../../message/isComposing.ts"
import { Field, TextInput } from "../ui/Field.tsx"

interface Props {
  readonly label: string
  readonly hint: string
  /** What the address has. */
  readonly value: string | undefined
  readonly write: (text: string) => void
}

/** Words by which a list is narrowed, once they are entered or left. */
export function FilterWords({ label, hint, value = "", write }: Props) {
  const enter = (text: string) => (text.trim() === value ? undefined : write(text.trim()))
  return (
    <Field label={label} hint={hint} className="w-52">
      <TextInput
        // Another address has other words in it.
        key={value}
        defaultValue={value}
        spellCheck={false}
        autoComplete="off"
        onKeyDown={(event) => {
          if (event.key !== "Enter" || isComposing(event.nativeEvent)) return
          // Pressed on, it would close a dialog that opens with these words.
          event.preventDefault()
          enter(event.currentTarget.value)
        }}
        onBlur={(event) => enter(event.target.value)}
      />
    </Field>
  )
}
