import { type BrandId, type CategoryId, type StatusId, uuidOf } from "../../domain/Ids.ts"
import type { Batch } from "./Batch.ts"
import { chosen, type Writer } from "./Writer.ts"

/** Writes the tallies of new tickets (docs/decisions/0017). From then on, triggers maintain them. */
export const writeTallies = (writer: Writer, batch: Batch) => {
  const changes = new Map<string, { tenant_id: string; name: string; subject: string; change: number }>()
  const count = (name: string, id: BrandId | CategoryId | StatusId) => {
    const known = changes.get(`${name} ${id}`)
    if (known !== undefined) known.change += 1
    else changes.set(`${name} ${id}`, { tenant_id: writer.tenant.id, name, subject: uuidOf(id), change: 1 })
  }
  for (const ticket of chosen(batch.createdTickets, batch.tickets)) {
    const { assigneeId, brandId, categoryId, deletedAt, isSpam, mergedIntoId, statusId } = ticket
    // A later command of the same batch may have removed it.
    if (deletedAt !== undefined || mergedIntoId !== undefined) continue
    if (isSpam) count("spam", brandId)
    else {
      count(assigneeId === undefined ? "unassigned" : "assigned", statusId)
      if (categoryId !== undefined) count("category", categoryId)
    }
  }
  writer.insert("tallies_new", "tally_changes", ["tenant_id", "name", "subject", "change"], [...changes.values()])
}
