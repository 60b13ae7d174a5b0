import { iso } from "../../domain/iso.ts"
import type { Watcher } from "../../domain/Watcher.ts"

/** A watcher on the wire. */
export const watcherView = (watcher: Watcher) => ({
  id: watcher.id,
  ticketId: watcher.ticketId,
  memberId: watcher.memberId,
  memberEmail: watcher.memberEmail,
  memberName: watcher.memberName ?? null,
  addedBy: watcher.addedBy ?? null,
  addedAt: iso(watcher.addedAt),
  notifyOnComment: watcher.notifyOnComment,
  notifyOnStatusChange: watcher.notifyOnStatusChange
})
