import type { DateTime } from "effect"
import { Option } from "effect"
import type { Account } from "./Account.ts"
import { type AccountId, idOf, type OrganizationId, parseId, uuidOf } from "./Ids.ts"

/** The team of an account, one per account. The account owns keys, brands and data; its organization has the members. */
export interface Organization {
  readonly id: OrganizationId
  readonly name: string
  readonly accountId: AccountId
  readonly createdAt: DateTime.Utc
}

/** The id of the account's organization, which has the same UUID as the account's id. */
export const organizationIdOf = (id: AccountId): OrganizationId => idOf("organization", uuidOf(id))

/** The account's organization. */
export const organizationOf = ({ createdAt, id, name }: Account): Organization => ({
  id: organizationIdOf(id),
  name,
  accountId: id,
  createdAt
})

/** The account of the organization whose id a caller sent, or none if the text is no such id. */
export const accountOfOrganization = (text: string): Option.Option<AccountId> =>
  Option.map(parseId("organization", text), (id) => idOf("account", uuidOf(id)))
