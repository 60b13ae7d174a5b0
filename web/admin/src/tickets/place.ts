import type { Ticket } from "@trunkline/sdk"
import { mode } from "../app/mode.ts"

/** By what the API knows a ticket. */
export type TicketIds = Pick<Ticket, "brandId" | "id">

/** The same, and whether it is in the trash, from where nothing is sent. */
export type KeptTicket = Pick<Ticket, "brandId" | "id" | "deletedAt">

/** A ticket, and the member who writes on it: what somebody has begun there is nobody else's to see or send. */
export interface Place {
  /** Of the ticket. */
  readonly id: string
  readonly memberId: string
}

/** A place that is found again without its ticket on the page. */
export interface KnownPlace extends Place, Pick<Ticket, "brandId" | "publicId" | "ticketNumber"> {}

/** What is kept in this browser of a place. */
type Kept = "draft" | "files" | "pending"

/** Under what is kept what a member has begun, on any ticket. */
export const prefixOf = (kept: Kept, memberId: string) => `trunkline.${kept} ${mode} ${memberId} `

/** Under what is kept what a member has begun on a ticket. */
export const keyOf = (kept: Kept, { id, memberId }: Place) => prefixOf(kept, memberId) + id

/** Forgets what was kept by ticket alone, as it once was: nobody can say whose it is. */
export const forgetNobodys = () => {
  for (const key of Object.keys(localStorage))
    if (/^trunkline\.(draft|pending) \w+ \S+$/.test(key)) localStorage.removeItem(key)
}
