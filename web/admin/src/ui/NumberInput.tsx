import { type ComponentProps, useLayoutEffect, useRef, useState } from "react"
import { TextInput } from "./Field.tsx"
import { wholeNumber } from "./wholeNumber.ts"

type Props = Omit<ComponentProps<"input">, "type" | "onChange"> & {
  /** NaN for none. */
  readonly value: number
  /** The API's limits, named in the message. The API itself refuses other values. */
  readonly min: number
  readonly max: number
  readonly onChange: (value: number) => void
}

/**
 * An input for a whole number, as people write and paste it. The text stays as typed even if it is not a number, or is empty
 * though required: then the form is not submitted (`isReadable`).
 */
export function NumberInput({ value, min, max, required = false, onChange, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState("")
  // After discarding an edit, the saved value is shown.
  const text = Object.is(wholeNumber(typed), value) ? typed : Number.isNaN(value) ? "" : String(value)
  const isRead = !Number.isNaN(value) || (text.trim() === "" && !required)
  useLayoutEffect(() =>
    input.current?.setCustomValidity(isRead ? "" : `Enter a whole number from ${shown(min)} to ${shown(max)}.`)
  )
  return (
    <TextInput
      {...rest}
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      required={required}
      value={text}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(wholeNumber(target.value))
      }}
    />
  )
}

const shown = (number: number) => number.toLocaleString("en")
