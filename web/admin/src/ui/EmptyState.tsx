import type { ReactNode } from "react"
import { CodeBlock } from "./CodeBlock.tsx"
import { type ApiCall, curlOf } from "./curl.ts"

interface Props {
  readonly title: string
  /** One sentence: what would stand here, and where it comes from. */
  readonly children: ReactNode
  /** The call that makes the first one. */
  readonly call?: ApiCall | undefined
  /** The button that does the same. */
  readonly action?: ReactNode
}

/** A page or list with nothing on it: says what belongs here and how it gets here. */
export function EmptyState({ title, children, call, action }: Props) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-start gap-3 p-6">
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="text-soft">{children}</p>
      {action}
      {call === undefined ? undefined : (
        <div className="w-full">
          <CodeBlock text={curlOf(call)} label="The same by the API" />
        </div>
      )}
    </div>
  )
}
