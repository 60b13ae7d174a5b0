import type { ComponentChildren } from "preact"
import { useWords } from "../language.ts"

/** Says what went wrong, and how to go on. */
export const ProblemPage = ({
  children,
  requestId,
  title
}: {
  readonly title: string
  /** The id by which the server's operator finds it in the log. */
  readonly requestId?: string | undefined
  readonly children: ComponentChildren
}) => {
  const words = useWords()
  return (
    <section class="card narrow">
      <h1>{title}</h1>
      {children}
      {requestId === undefined ? null : (
        <p class="soft">
          <code>{words.reference(requestId)}</code>
        </p>
      )}
    </section>
  )
}
