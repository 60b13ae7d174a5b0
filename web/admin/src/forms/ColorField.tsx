import { Field, TextInput } from "../ui/Field.tsx"

interface Props {
  readonly value: string
  readonly onChange: (color: string) => void
  readonly label?: string
  readonly error?: string | undefined
}

/** A colour: the browser's colour picker, or six hex digits. */
export function ColorField({ value, onChange, label = "Colour", error }: Props) {
  const isColor = /^#[0-9a-f]{6}$/i.test(value)
  return (
    <div className="flex items-end gap-2">
      <input
        type="color"
        aria-label={`${label}, chosen`}
        value={isColor ? value : "#6b7280"}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 w-10 shrink-0 rounded-md border border-edge bg-card p-0.5"
      />
      <Field label={label} error={error} className="w-36">
        <TextInput
          value={value}
          placeholder="#6b7280"
          onChange={(event) => onChange(event.target.value.trim())}
          autoComplete="off"
        />
      </Field>
    </div>
  )
}
