import type { ReactNode } from "react"
import type { Paged } from "../data/usePages.ts"
import { Button } from "../ui/Button.tsx"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"

interface Props<Row> {
  readonly pages: Paged<Row>
  /** Shown when there are no rows. */
  readonly empty: ReactNode
  readonly children: (rows: ReadonlyArray<Row>) => ReactNode
}

/** A list read page by page: a placeholder, the reason why it could not be read, or its rows and a way to load more. */
export function PagedRows<Row>({ pages, empty, children }: Props<Row>) {
  const { error, hasMore, isReadingMore, readAgain, readMore, rows } = pages
  return (
    <>
      {error === null ? undefined : <ErrorPanel error={error} retry={readAgain} />}
      {rows === undefined && error === null ? <Skeleton lines={8} /> : undefined}
      {rows === undefined ? undefined : rows.length === 0 ? empty : children(rows)}
      {hasMore ? (
        <div>
          <Button busy={isReadingMore} onClick={readMore}>
            Show more
          </Button>
        </div>
      ) : undefined}
    </>
  )
}
