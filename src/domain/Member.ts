import type { DateTime } from "effect"
import type { AccountId, BrandId, MemberId } from "./Ids.ts"
import type { JsonObject } from "./Json.ts"

/** The roles of team members, from most to least powerful. */
export const roles = ["owner", "admin", "agent"] as const
export type Role = (typeof roles)[number]

/** Whether `role` is at least as powerful as `least`. */
export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) <= roles.indexOf(least)

/** A person in an account's team, or one who was invited to it (`pending`). */
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
  /** What their clients store for them, such as the dashboard's keyboard shortcuts. */
  readonly preferences?: JsonObject | undefined
  /** When the last invitation was sent, as long as it is pending. */
  readonly sentAt?: DateTime.Utc | undefined
  /** When one of their sessions was last opened or used. Use is recorded once a minute. */
  readonly lastActiveAt?: DateTime.Utc | undefined
  readonly createdAt: DateTime.Utc
}

/** A member's display name, else their first and last name, else their address. */
export const nameOf = ({ displayName, email, firstName, lastName }: Member): string =>
  displayName ?? ([firstName, lastName].filter((part) => part !== undefined).join(" ") || email)
