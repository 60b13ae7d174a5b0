import type { ComponentChildren } from "preact"

/** What went wrong, and the way on. */
export const ProblemPage = ({
  children,
  requestId,
  title
}: {
  readonly title: string
  /** By which the server's operator finds it in the log. */
  readonly requestId?: string | undefined
  readonly children: ComponentChildren
}) => (
  <section class="card narrow">
    <h1>{title}</h1>
    {children}
    {requestId === undefined ? null : (
      <p class="soft">
        If it stays like this, tell us this number: <code>{requestId}</code>
      </p>
    )}
  </section>
)
