import type { ReactNode } from "react"
import { Badge } from "../../../ui/Badge.tsx"

/** A list of values with their names. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">{children}</dl>
}

/** A value with its name, and a tone if it is good or bad. */
export function Figure({
  name,
  value,
  tone
}: {
  readonly name: string
  readonly value: ReactNode
  readonly tone?: "good" | "warn" | "bad" | undefined
}) {
  return (
    <div>
      <dt className="text-sm text-soft first-letter:uppercase">{name}</dt>
      <dd>{tone === undefined ? value : <Badge tone={tone}>{value}</Badge>}</dd>
    </div>
  )
}
