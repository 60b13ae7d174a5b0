import type { DateTime } from "effect"
import type { AccountId, BrandId, MemberId } from "./Ids.ts"
import type { JsonObject } from "./Json.ts"

/** What a member of the team may do, from most to least. */
export const roles = ["owner", "admin", "agent"] as const
export type Role = (typeof roles)[number]

/** Whether `role` may do what asks for `least`. */
export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) <= roles.indexOf(least)

/** A person of an account's team, or one who was invited (`pending`). */
export interface Member {
  readonly id: MemberId
  readonly accountId: AccountId
  /** Lower case. */
  readonly email: string
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly displayName?: string | undefined
  readonly avatarUrl?: string | undefined
  readonly role: Role
  readonly status: "active" | "pending"
  /** Always true for owners and admins. */
  readonly allBrands: boolean
  /** Empty when `allBrands`. */
  readonly brandIds: ReadonlyArray<BrandId>
  readonly notifyEmail: boolean
  readonly notifyToast: boolean
  readonly notifyDesktop: boolean
  /** What their clients keep for them, such as the keys of the dashboard. */
  readonly preferences?: JsonObject | undefined
  /** When the last invitation was sent, while it is pending. */
  readonly sentAt?: DateTime.Utc | undefined
  /** When a session of theirs was opened or used last; use is noted once a minute. */
  readonly lastActiveAt?: DateTime.Utc | undefined
  readonly createdAt: DateTime.Utc
}

/** How a member is called: the name they chose, else their name, else their address. */
export const nameOf = ({ displayName, email, firstName, lastName }: Member): string =>
  displayName ?? ([firstName, lastName].filter((part) => part !== undefined).join(" ") || email)
