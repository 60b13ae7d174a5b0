import { isComposing } from "../../../message/isComposing.ts"
import { Field, TextInput } from "../ui/Field.tsx"

interface Props {
  readonly label: string
  readonly hint: string
  /** The words in the address. */
  readonly value: string | undefined
  readonly write: (text: string) => void
}

/** Words that narrow a list, applied on Enter or when the input is left. */
export function FilterWords({ label, hint, value = "", write }: Props) {
  const enter = (text: string) => (text.trim() === value ? undefined : write(text.trim()))
  return (
    <Field label={label} hint={hint} className="w-52">
      <TextInput
        // Another address brings other words.
        key={value}
        defaultValue={value}
        spellCheck={false}
        autoComplete="off"
        onKeyDown={(event) => {
          if (event.key !== "Enter" || isComposing(event.nativeEvent)) return
          // Otherwise the key press would also close a dialog that opens with these words.
          event.preventDefault()
          enter(event.currentTarget.value)
        }}
        onBlur={(event) => enter(event.target.value)}
      />
    </Field>
  )
}
