import { iso } from "../../domain/iso.ts"
import type { AuditRecord } from "../../events/AuditLog.ts"

/** An audit log entry on the wire; members that are `undefined` are left out. */
export const auditView = ({ createdAt, ...record }: AuditRecord) => ({
  ...record,
  createdAt: iso(createdAt)
})
