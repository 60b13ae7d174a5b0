import { type ReactNode, useEffect } from "react"

interface Props {
  readonly title: string
  /** One sentence under the title. */
  readonly lead?: ReactNode
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page with a heading and a column of content. Sets the window's title. */
export function Page({ title, lead, actions, children }: Props) {
  useTitle(title)
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4 md:p-6">
      <header className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
          <h1 className="text-xl font-semibold">{title}</h1>
          {lead === undefined ? undefined : <p className="text-soft">{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  )
}

/** Sets the window's title while the component is mounted. */
export const useTitle = (title: string) =>
  useEffect(() => {
    document.title = `${title} · Trunkline`
  }, [title])
