import type { ComponentProps } from "react"
import { Icon, type IconName } from "./Icon.tsx"

interface Props extends ComponentProps<"button"> {
  readonly icon: IconName
  /** What it does: its only name, and its tooltip. */
  readonly label: string
}

/** A button with only an icon. */
export function IconButton({ icon, label, className = "", ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink disabled:opacity-50 print:hidden ${className}`}
    >
      <Icon name={icon} />
    </button>
  )
}
