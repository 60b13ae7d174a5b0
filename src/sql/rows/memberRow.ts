import { idOf } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { Member } from "../../domain/Member.ts"
import { type Moment, moment, momentOr } from "./columns.ts"

/** A row of `members`. */
export interface MemberRow {
  readonly id: string
  readonly account_id: string
  readonly email: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly display_name: string | null
  readonly avatar_url: string | null
  readonly role: Member["role"]
  readonly status: Member["status"]
  readonly all_brands: boolean
  readonly brand_ids: ReadonlyArray<string>
  readonly notify_email: boolean
  readonly notify_toast: boolean
  readonly notify_desktop: boolean
  readonly preferences: JsonObject | null
  readonly sent_at: Moment | null
  readonly last_active_at: Moment | null
  readonly created_at: Moment
}

export const seesAllBrands = ({ all_brands, role }: Pick<MemberRow, "all_brands" | "role">): boolean =>
  all_brands || role !== "agent"

export const memberOf = (row: MemberRow): Member => {
  const allBrands = seesAllBrands(row)
  return {
    id: idOf("member", row.id),
    accountId: idOf("account", row.account_id),
    email: row.email,
    firstName: row.first_name ?? undefined,
    lastName: row.last_name ?? undefined,
    displayName: row.display_name ?? undefined,
    avatarUrl: row.avatar_url ?? undefined,
    role: row.role,
    status: row.status,
    allBrands,
    brandIds: allBrands ? [] : row.brand_ids.map((id) => idOf("brand", id)),
    notifyEmail: row.notify_email,
    notifyToast: row.notify_toast,
    notifyDesktop: row.notify_desktop,
    preferences: row.preferences ?? undefined,
    sentAt: momentOr(row.sent_at),
    lastActiveAt: momentOr(row.last_active_at),
    createdAt: moment(row.created_at)
  }
}
