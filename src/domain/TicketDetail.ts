import type { Brand } from "./Brand.ts"
import type { Category } from "./Category.ts"
import type { Company } from "./Company.ts"
import type { Customer } from "./Customer.ts"
import type { StatusRecord } from "./Status.ts"
import type { Mode } from "./Tenant.ts"
import type { Ticket } from "./Ticket.ts"

/** A ticket with what responses embed. */
export interface TicketDetail {
  readonly ticket: Ticket
  readonly mode: Mode
  readonly ticketPrefix: string
  /** Left out once the customer is deleted. */
  readonly customer?: Customer | undefined
  readonly category?: Category | undefined
  /** Only when a single ticket is read. */
  readonly company?: Company | undefined
  readonly statusRef?: StatusRecord | undefined
  /** Only on reads; shown in lists across brands. */
  readonly brand?: Pick<Brand, "id" | "name" | "slug" | "ticketPrefix" | "iconUrl"> | undefined
}
