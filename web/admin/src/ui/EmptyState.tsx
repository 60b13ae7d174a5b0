import type { ReactNode } from "react"
import { CodeBlock } from "./CodeBlock.tsx"
import { type ApiCall, curlOf } from "./curl.ts"

interface Props {
  readonly title: string
  /** One sentence: what would be here, and where it comes from. */
  readonly children: ReactNode
  /** The API call that creates the first one. */
  readonly call?: ApiCall | undefined
  /** The button that does the same. */
  readonly action?: ReactNode
  /** It is all of the page, so its title is the page's heading. */
  readonly isPage?: boolean
}

/** An empty page or list: says what belongs here and how it gets here. */
export function EmptyState({ title, children, call, action, isPage = false }: Props) {
  const Heading = isPage ? "h1" : "h2"
  return (
    <div className="mx-auto flex w-full min-w-0 max-w-2xl flex-col items-start gap-3 p-6">
      <Heading className="text-lg font-semibold">{title}</Heading>
      <p className="max-w-xl text-soft wrap-anywhere">{children}</p>
      {action}
      {call === undefined ? undefined : (
        <div className="w-full">
          <CodeBlock text={curlOf(call)} label="The same with the API" />
        </div>
      )}
    </div>
  )
}
