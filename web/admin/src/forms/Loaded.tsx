import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"

/** What has been read, or that it is on its way; and above it why it did not come, or is not what it is now. */
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
