import type { Ticket } from "@trunkline/sdk"
import { mode } from "../app/mode.ts"

/** What identifies a ticket in the API. */
export type TicketIds = Pick<Ticket, "brandId" | "id">

/** Also says whether the ticket is in the trash, from where nothing is sent. */
export type KeptTicket = Pick<Ticket, "brandId" | "id" | "deletedAt">

/** A ticket and the member who writes on it. What they have begun there is not for anybody else to see or send. */
export interface Place {
  /** Id of the ticket. */
  readonly id: string
  readonly memberId: string
}

/** A place that can be found without its ticket on the page. */
export interface KnownPlace extends Place, Pick<Ticket, "brandId" | "publicId" | "ticketNumber"> {}

/** The kinds of data that this browser stores for a place. */
type Kept = "draft" | "files" | "pending"

/** Prefix of the storage keys of a member's unfinished work, on any ticket. */
export const prefixOf = (kept: Kept, memberId: string) => `trunkline.${kept} ${mode} ${memberId} `

/** Storage key of a member's unfinished work on a ticket. */
export const keyOf = (kept: Kept, { id, memberId }: Place) => prefixOf(kept, memberId) + id

/** Removes data that an earlier version stored by ticket alone, since its owner is unknown. */
export const forgetNobodys = () => {
  for (const key of Object.keys(localStorage))
    if (/^trunkline\.(draft|pending) \w+ \S+$/.test(key)) localStorage.removeItem(key)
}
