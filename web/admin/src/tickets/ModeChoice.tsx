import type { Comment } from "@trunkline/sdk"
import { Icon } from "../ui/Icon.tsx"

interface Props {
  readonly visibility: Comment["visibility"]
  readonly onChange: (visibility: Comment["visibility"]) => void
}

const choices = [
  { visibility: "public", icon: "reply", label: "Reply" },
  { visibility: "internal", icon: "lock", label: "Internal note" }
] as const

/** A choice of whether the text goes to the customer. */
export function ModeChoice({ visibility, onChange }: Props) {
  return (
    <fieldset className="flex rounded-md border border-line bg-card p-0.5">
      <legend className="sr-only">Visibility</legend>
      {choices.map((choice) => (
        <button
          key={choice.visibility}
          type="button"
          aria-pressed={visibility === choice.visibility}
          onClick={() => onChange(choice.visibility)}
          className="inline-flex min-h-7 items-center gap-1.5 rounded px-2 text-sm aria-pressed:bg-chosen aria-pressed:font-semibold"
        >
          <Icon name={choice.icon} />
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}
