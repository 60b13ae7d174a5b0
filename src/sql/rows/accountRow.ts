import type { Account } from "../../domain/Account.ts"
import { idOf } from "../../domain/Ids.ts"
import { type Moment, moment } from "./columns.ts"

/** A row of `accounts`. */
export interface AccountRow {
  readonly id: string
  readonly name: string
  readonly created_at: Moment
  readonly updated_at: Moment
}

export const accountOf = (row: AccountRow): Account => ({
  id: idOf("account", row.id),
  name: row.name,
  createdAt: moment(row.created_at),
  updatedAt: moment(row.updated_at)
})
