import { NotFoundError } from "@trunkline/sdk"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { Page } from "../ui/Page.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"
import { NotFoundPage } from "./NotFoundPage.tsx"

interface Props {
  /** The page's title. */
  readonly title: string
  readonly error: Error | null
  readonly retry: () => void
}

/**
 * The placeholder for a record that is loading, or the reason why it could not be read. A record that was not found is not
 * retried.
 */
export function UnreadRecord({ title, error, retry }: Props) {
  if (error === null) return <Skeleton lines={8} />
  if (error instanceof NotFoundError) return <NotFoundPage />
  return (
    <Page title={title}>
      <ErrorPanel error={error} retry={retry} />
    </Page>
  )
}
