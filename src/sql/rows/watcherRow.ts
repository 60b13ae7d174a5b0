import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { Watcher } from "../../domain/Watcher.ts"
import { type Moment, moment } from "./columns.ts"

/** A row of `watchers`. */
export interface WatcherRow {
  readonly id: string
  readonly ticket_id: string
  readonly member_id: string
  readonly member_email: string
  readonly member_name: string | null
  readonly added_by: string | null
  readonly added_at: Moment
  readonly notify_on_comment: boolean
  readonly notify_on_status_change: boolean
}

export const storedWatcherColumns = [
  "id",
  "tenant_id",
  "ticket_id",
  "member_id",
  "member_email",
  "member_name",
  "added_by",
  "added_at",
  "notify_on_comment",
  "notify_on_status_change"
] as const

export const watcherOf = (row: WatcherRow): Watcher => ({
  id: idOf("watcher", row.id),
  ticketId: idOf("ticket", row.ticket_id),
  memberId: row.member_id,
  memberEmail: row.member_email,
  memberName: row.member_name ?? undefined,
  addedBy: row.added_by ?? undefined,
  addedAt: moment(row.added_at),
  notifyOnComment: row.notify_on_comment,
  notifyOnStatusChange: row.notify_on_status_change
})

/** The row of a watcher, as JSON for `json_populate_recordset`. */
export const rowOfWatcher = (
  tenantId: string,
  watcher: Watcher
): Record<(typeof storedWatcherColumns)[number], unknown> => ({
  id: uuidOf(watcher.id),
  tenant_id: tenantId,
  ticket_id: uuidOf(watcher.ticketId),
  member_id: watcher.memberId,
  member_email: watcher.memberEmail,
  member_name: watcher.memberName,
  added_by: watcher.addedBy,
  added_at: iso(watcher.addedAt),
  notify_on_comment: watcher.notifyOnComment,
  notify_on_status_change: watcher.notifyOnStatusChange
})
