import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"

interface Props {
  /** Ways to leave the ticket. */
  readonly before: ReactNode
  readonly children: ReactNode
}

/** Shown in place of a ticket. It keeps the ways to leave, since a phone has no list beside it. */
export function NoTicket({ before, children }: Props) {
  return (
    <>
      <div className="px-3 py-2 lg:hidden">{before}</div>
      {children}
    </>
  )
}

/** The placeholder for a ticket that is loading, or the reason why it could not be read. */
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
