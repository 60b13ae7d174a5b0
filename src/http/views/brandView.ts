import type { Brand } from "../../domain/Brand.ts"
import { iso } from "../../domain/iso.ts"
import { fieldDefinitionsView } from "./fieldDefinitionView.ts"

/** A brand on the wire. */
export const brandView = (inboundDomain: string) => (brand: Brand) => ({
  id: brand.id,
  accountId: brand.accountId,
  livemode: brand.mode === "live",
  name: brand.name,
  slug: brand.slug,
  ticketPrefix: brand.ticketPrefix,
  nextTicketNumber: brand.nextTicketNumber,
  url: brand.url,
  iconUrl: brand.iconUrl,
  logoUrl: brand.logoUrl,
  color: brand.color,
  settings: brand.settings,
  metadata: brand.metadata,
  ticketSchema: brand.ticketSchema,
  fieldDefinitions: brand.fieldDefinitions === undefined ? undefined : fieldDefinitionsView(brand.fieldDefinitions),
  inboundEmail: `${brand.id}@${inboundDomain}`,
  inboundEmailEnabled: brand.inboundEmailEnabled,
  autoresponseEnabled: brand.autoresponseEnabled,
  autoresponseSubject: brand.autoresponseSubject,
  autoresponseBody: brand.autoresponseBody,
  fromName: brand.fromName,
  fromEmail: brand.fromEmail,
  replyMode: brand.replyMode,
  inboundSpam: brand.inboundSpam,
  contactFormSenders: brand.contactFormSenders,
  portalOrigins: brand.portalOrigins,
  replyStatus: brand.replyStatus,
  closedReply: brand.closedReply,
  closedReplyWindowDays: brand.closedReplyWindowDays,
  assigneeOnReopen: brand.assigneeOnReopen,
  smsDailyLimit: brand.smsDailyLimit,
  smsEmailPrompt: brand.smsEmailPrompt,
  version: brand.version,
  createdAt: iso(brand.createdAt),
  updatedAt: iso(brand.updatedAt),
  deletedAt: brand.deletedAt === undefined ? undefined : iso(brand.deletedAt),
  detailsTruncated: brand.isCut
})
