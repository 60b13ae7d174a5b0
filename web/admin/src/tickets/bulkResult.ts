import type { BulkAnswer, Ticket } from "@trunkline/sdk"
import { PageValue, usePageValue } from "../ui/PageValue.ts"

/** The failures of a bulk request, ticket by ticket. */
export interface BulkResult {
  readonly said: string
  readonly tickets: ReadonlyArray<Ticket>
  readonly failed: ReadonlyArray<BulkAnswer["results"][number]>
}

const shown = new PageValue<BulkResult | undefined>(undefined)

export const showBulkResult = shown.set
export const useBulkResult = () => usePageValue(shown)
