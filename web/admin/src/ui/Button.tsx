import type { ComponentProps } from "react"
import { Kbd } from "./Kbd.tsx"

type Kind = "primary" | "plain" | "quiet" | "danger"

const kinds: Record<Kind, string> = {
  primary: "border-accent bg-accent text-on-accent hover:brightness-110",
  plain: "border-line bg-raised text-ink hover:bg-hover",
  quiet: "border-transparent bg-transparent text-ink hover:bg-hover",
  danger: "border-bad bg-bad-tint text-bad hover:brightness-95"
}

/** The classes of a button, for links that look like one. */
export const buttonClass = (kind: Kind = "plain") =>
  `inline-flex min-h-8 items-center justify-center gap-2 whitespace-nowrap rounded-md border px-3 text-sm font-medium no-underline print:hidden disabled:cursor-default disabled:opacity-60 ${kinds[kind]}`

interface Props extends ComponentProps<"button"> {
  readonly kind?: Kind
  /** An act is in progress: the button says so and ignores further clicks. */
  readonly busy?: boolean
  /** The keys that do the same, shown beside the label. */
  readonly keys?: string | undefined
}

/** A button. `type` defaults to `button`. */
export function Button({ kind = "plain", busy = false, keys, className = "", children, disabled, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={`${buttonClass(kind)} ${className}`}
    >
      {children}
      {busy ? "…" : undefined}
      {keys === undefined ? undefined : <Kbd keys={keys} />}
    </button>
  )
}
