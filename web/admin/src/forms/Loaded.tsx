import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"

/** What has been read, or that it is on its way, or why it did not come. */
export function Loaded<A>({
  query,
  children
}: {
  readonly query: Pick<UseQueryResult<A>, "data" | "error" | "refetch">
  readonly children: (data: A) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null) return <ErrorPanel error={query.error} retry={() => void query.refetch()} />
  return <Skeleton lines={6} />
}
