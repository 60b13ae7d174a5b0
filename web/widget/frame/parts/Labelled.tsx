import type { ComponentChildren } from "preact"
import { useWords } from "../context.ts"

/** An input with its label, which says if it is optional. */
export const Labelled = ({
  children,
  label,
  name,
  required
}: {
  readonly name: string
  readonly label: string
  readonly required: boolean
  readonly children: ComponentChildren
}) => {
  const words = useWords()
  return (
    <div class="field">
      <label for={name}>
        <bdi>{label}</bdi> {!required && <span class="soft">({words.optional})</span>}
      </label>
      {children}
    </div>
  )
}
