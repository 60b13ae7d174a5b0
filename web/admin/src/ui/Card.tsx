import type { ReactNode } from "react"

/** A section of a page, on its own surface. */
export function Card({
  title,
  actions,
  children
}: {
  readonly title?: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className="rounded-lg border border-line bg-card">
      {title === undefined ? undefined : (
        <header className="flex items-center gap-2 border-b border-line px-4 py-2">
          <h2 className="flex-1 text-base font-semibold">{title}</h2>
          {actions}
        </header>
      )}
      <div className="p-4">{children}</div>
    </section>
  )
}
