import { problemOf } from "../../api/problemOf.ts"
import { NotFound } from "../../domain/Problems.ts"
import type { BulkResult } from "../../tickets/BulkChanges.ts"

const unknown = new NotFound({ entity: "ticket" })

/** The result for each ticket, in the order of the request; an id that cannot exist is as unknown as any other. */
export const bulkView = (ticketIds: ReadonlyArray<string>, done: ReadonlyArray<BulkResult>) => {
  const byId = new Map<string, BulkResult>(done.map((result) => [result.ticketId, result]))
  const results = ticketIds.map((ticketId) => {
    const result = byId.get(ticketId)
    const refusal = result === undefined ? unknown : result.refusal
    if (refusal === undefined) return { ticketId, success: true }
    const { code, detail } = problemOf(refusal)
    return { ticketId, success: false, code, message: detail }
  })
  const failed = results.filter(({ success }) => !success).length
  return { success: failed === 0, count: results.length - failed, failed, results }
}
