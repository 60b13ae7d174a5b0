import { iso } from "../../domain/iso.ts"
import { publicId } from "../../domain/Ticket.ts"
import type { TicketDetail } from "../../domain/TicketDetail.ts"
import { categoryView } from "./categoryView.ts"
import { companyView, customerView } from "./customerView.ts"
import { isoOr, onlyTrue } from "./moments.ts"
import { statusView } from "./statusView.ts"
import { tagView } from "./tagView.ts"

/** Renders a ticket once, for as long as the store keeps the same object. */
const kept = <A>(make: (detail: TicketDetail) => A) => {
  const known = new WeakMap<TicketDetail, A>()
  return (detail: TicketDetail): A => {
    let form = known.get(detail)
    if (form === undefined) {
      form = make(detail)
      known.set(detail, form)
    }
    return form
  }
}

/** A ticket as JSON text. */
export const ticketText = kept((detail) => JSON.stringify(ticketView(detail)))

const encoder = new TextEncoder()

/** A ticket as JSON for lists: UTF-8 in a buffer of its own, since a slice of a pool would keep the whole pool. */
export const ticketBytes = kept((detail) => encoder.encode(JSON.stringify(ticketView(detail))))

/** The same for lists across brands. */
export const ticketBytesWithBrand = kept((detail) =>
  encoder.encode(JSON.stringify(ticketView(detail, { withBrand: true })))
)

/** A ticket on the wire. Category and customer are embedded; company, status and brand if the read provided them. */
export const ticketView = (
  { brand, category, company, customer, mode, statusRef, ticket, ticketPrefix }: TicketDetail,
  options?: { readonly withBrand: boolean }
) => ({
  id: ticket.id,
  brandId: ticket.brandId,
  ticketNumber: ticket.number,
  publicId: publicId(ticketPrefix, ticket.number),
  title: ticket.title,
  body: ticket.body,
  customerEmail: ticket.customerEmail,
  customerName: ticket.customerName,
  customerId: ticket.customerId,
  customer:
    customer === undefined
      ? undefined
      : { ...customerView(customer), company: company === undefined ? undefined : companyView(company) },
  customFields: ticket.customFields,
  status: ticket.status,
  statusId: ticket.statusId,
  statusCategory: ticket.statusCategory,
  statusRef: statusRef === undefined ? undefined : statusView(statusRef),
  closeReason: ticket.closeReason,
  priority: ticket.priority,
  source: ticket.source,
  origin: ticket.origin,
  sourceId: ticket.sourceId,
  sourceData: ticket.sourceData,
  assigneeId: ticket.assigneeId,
  createdBy: ticket.createdBy,
  categoryId: ticket.categoryId,
  category: category === undefined ? undefined : categoryView(category),
  tags: ticket.tags.map(tagView),
  links: ticket.links,
  metadata: ticket.metadata,
  participants: ticket.participants,
  commentCount: ticket.commentCount,
  attachmentCount: ticket.attachmentCount,
  isSpam: ticket.isSpam,
  isAutomated: onlyTrue(ticket.isAutomated),
  dueAt: isoOr(ticket.dueAt),
  firstRespondedAt: isoOr(ticket.firstRespondedAt),
  lastCustomerReplyAt: isoOr(ticket.lastCustomerReplyAt),
  lastAgentReplyAt: isoOr(ticket.lastAgentReplyAt),
  waitingSince: isoOr(ticket.waitingSince),
  resolvedAt: isoOr(ticket.resolvedAt),
  closedAt: isoOr(ticket.closedAt),
  reopenCount: ticket.reopenCount,
  mergedIntoId: ticket.mergedIntoId,
  followUpOfId: ticket.followUpOfId,
  livemode: mode === "live",
  version: ticket.version,
  createdAt: iso(ticket.createdAt),
  updatedAt: iso(ticket.updatedAt),
  deletedAt: isoOr(ticket.deletedAt),
  brand: options?.withBrand === true ? brand : undefined
})
