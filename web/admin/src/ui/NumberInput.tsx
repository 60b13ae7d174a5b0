import { type ComponentProps, useLayoutEffect, useRef, useState } from "react"
import { TextInput } from "./Field.tsx"
import { wholeNumber } from "./wholeNumber.ts"

type Props = Omit<ComponentProps<"input">, "type" | "onChange"> & {
  /** NaN where none stands. */
  readonly value: number
  /** What the API takes, and says so of others. */
  readonly min: number
  readonly max: number
  readonly onChange: (value: number) => void
}

/**
 * A whole number, as people write and paste it. What is typed stays as it is typed, also when it is no number, or nothing
 * where there has to be one: then the form is not sent (`isReadable`).
 */
export function NumberInput({ value, min, max, required = false, onChange, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState("")
  // Who discards what they typed sees what is saved.
  const text = Object.is(wholeNumber(typed), value) ? typed : Number.isNaN(value) ? "" : String(value)
  const isRead = !Number.isNaN(value) || (text.trim() === "" && !required)
  useLayoutEffect(() =>
    input.current?.setCustomValidity(isRead ? "" : `Write a whole number from ${shown(min)} to ${shown(max)}.`)
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
