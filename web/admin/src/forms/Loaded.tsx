import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"

/** Shows the result of a query, or a placeholder while it loads; above it, why it could not be read or updated. */
export function Loaded<A>({
  query,
  children
}: {
  readonly query: Pick<UseQueryResult<A>, "data" | "error" | "refetch">
  readonly children: (data: A) => ReactNode
}) {
  const { data, error } = query
  return (
    <div className="flex flex-col gap-4">
      {error === null ? undefined : <ErrorPanel error={error} retry={() => void query.refetch()} />}
      {data !== undefined ? children(data) : error === null ? <Skeleton lines={6} /> : undefined}
    </div>
  )
}
