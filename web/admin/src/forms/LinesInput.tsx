import type { ComponentProps } from "react"
import { useState } from "react"
import { TextArea } from "../ui/Field.tsx"
import { isSame, linesOf } from "./useDraft.ts"

type Props = Omit<ComponentProps<"textarea">, "value" | "defaultValue" | "onChange"> & {
  readonly value: ReadonlyArray<string>
  readonly onChange: (value: Array<string>) => void
}

/** A list, one entry per line. The text stays as typed until the list differs from it. */
export function LinesInput({ value, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState("")
  return (
    <TextArea
      {...rest}
      value={isSame(linesOf(typed), value) ? typed : value.join("\n")}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(linesOf(event.target.value))
      }}
    />
  )
}
