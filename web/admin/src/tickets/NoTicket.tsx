import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"

interface Props {
  /** Ways out of the ticket. */
  readonly before: ReactNode
  readonly children: ReactNode
}

/** What stands where a ticket would. The ways out stand there as well, since a phone has no list beside it. */
export function NoTicket({ before, children }: Props) {
  return (
    <>
      <div className="px-3 py-2 lg:hidden">{before}</div>
      {children}
    </>
  )
}

/** What stands where a ticket will, or why it could not be read. */
export function UnreadTicket({
  before,
  error,
  refetch
}: Pick<Props, "before"> & Pick<UseQueryResult, "error" | "refetch">) {
  return (
    <NoTicket before={before}>
      {error === null ? (
        <Skeleton lines={9} />
      ) : (
        <div className="p-4">
          <ErrorPanel error={error} retry={() => void refetch()} />
        </div>
      )}
    </NoTicket>
  )
}
