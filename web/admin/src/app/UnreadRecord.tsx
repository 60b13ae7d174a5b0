import { NotFoundError } from "@trunkline/sdk"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { Page } from "../ui/Page.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"
import { NotFoundPage } from "./NotFoundPage.tsx"

interface Props {
  /** What it would be. */
  readonly title: string
  readonly error: Error | null
  readonly retry: () => void
}

/** What stands where a record will, or why it could not be read. What is not there will not be there the next time. */
export function UnreadRecord({ title, error, retry }: Props) {
  if (error === null) return <Skeleton lines={8} />
  if (error instanceof NotFoundError) return <NotFoundPage />
  return (
    <Page title={title}>
      <ErrorPanel error={error} retry={retry} />
    </Page>
  )
}
