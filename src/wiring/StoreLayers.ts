import { Effect, Layer } from "effect"
import { AppConfig } from "../AppConfig.ts"
import * as SqlAccountDeletionStore from "../sql/accounts/SqlAccountDeletionStore.ts"
import * as SqlAccountStore from "../sql/accounts/SqlAccountStore.ts"
import * as SqlApiKeyStore from "../sql/accounts/SqlApiKeyStore.ts"
import * as SqlApiRequestStore from "../sql/accounts/SqlApiRequestStore.ts"
import * as SqlBrandStore from "../sql/accounts/SqlBrandStore.ts"
import * as SqlMagicLinkStore from "../sql/accounts/SqlMagicLinkStore.ts"
import * as SqlMemberStore from "../sql/accounts/SqlMemberStore.ts"
import * as SqlPortalBrandStore from "../sql/accounts/SqlPortalBrandStore.ts"
import * as SqlPortalLinkStore from "../sql/accounts/SqlPortalLinkStore.ts"
import * as SqlPortalTokenStore from "../sql/accounts/SqlPortalTokenStore.ts"
import * as SqlSessionStore from "../sql/accounts/SqlSessionStore.ts"
import * as SqlEmailDomainStore from "../sql/addresses/SqlEmailDomainStore.ts"
import * as SqlSupportAddressStore from "../sql/addresses/SqlSupportAddressStore.ts"
import * as SqlChannelStore from "../sql/connections/SqlChannelStore.ts"
import * as SqlChatDirectory from "../sql/connections/SqlChatDirectory.ts"
import * as SqlChatHomes from "../sql/connections/SqlChatHomes.ts"
import * as SqlConnectionStore from "../sql/connections/SqlConnectionStore.ts"
import * as SqlSecretRotation from "../sql/connections/SqlSecretRotation.ts"
import * as SqlSlackAppStore from "../sql/connections/SqlSlackAppStore.ts"
import * as SqlCompanyStore from "../sql/customers/SqlCompanyStore.ts"
import * as SqlCustomerErasureStore from "../sql/customers/SqlCustomerErasureStore.ts"
import * as SqlCustomerMergeStore from "../sql/customers/SqlCustomerMergeStore.ts"
import * as SqlCustomerStore from "../sql/customers/SqlCustomerStore.ts"
import * as SqlAuditLog from "../sql/events/SqlAuditLog.ts"
import * as SqlEventLog from "../sql/events/SqlEventLog.ts"
import * as SqlReceipts from "../sql/events/SqlReceipts.ts"
import * as SqlAttachmentStore from "../sql/files/SqlAttachmentStore.ts"
import * as SqlChannelInbox from "../sql/intake/SqlChannelInbox.ts"
import * as SqlInboundLog from "../sql/intake/SqlInboundLog.ts"
import * as SqlRecipientDirectory from "../sql/intake/SqlRecipientDirectory.ts"
import * as SqlChannelOutbox from "../sql/outbound/SqlChannelOutbox.ts"
import * as SqlChatUpdates from "../sql/outbound/SqlChatUpdates.ts"
import * as SqlMailOutbox from "../sql/outbound/SqlMailOutbox.ts"
import * as SqlOutboundStore from "../sql/outbound/SqlOutboundStore.ts"
import * as SqlPortalDomainStore from "../sql/portal/SqlPortalDomainStore.ts"
import * as SqlPortalTicketStore from "../sql/portal/SqlPortalTicketStore.ts"
import * as SqlCategoryStore from "../sql/settings/SqlCategoryStore.ts"
import * as SqlFieldDefinitionStore from "../sql/settings/SqlFieldDefinitionStore.ts"
import * as SqlStatusStore from "../sql/settings/SqlStatusStore.ts"
import * as SqlTagStore from "../sql/settings/SqlTagStore.ts"
import * as SqlTestOutbox from "../sql/simulation/SqlTestOutbox.ts"
import * as SqlPresenceStore from "../sql/tickets/SqlPresenceStore.ts"
import * as SqlSearch from "../sql/tickets/SqlSearch.ts"
import * as SqlTicketStore from "../sql/tickets/SqlTicketStore.ts"
import * as SqlTrash from "../sql/tickets/SqlTrash.ts"
import * as SqlWatcherStore from "../sql/tickets/SqlWatcherStore.ts"
import * as SqlDeliveryLog from "../sql/webhooks/SqlDeliveryLog.ts"
import * as SqlWebhookStore from "../sql/webhooks/SqlWebhookStore.ts"
import { mailSite, sender, teamMail } from "./Addresses.ts"

/** The storage adapters behind the services' ports. */
export const Stores = Layer.mergeAll(
  SqlAccountDeletionStore.layer,
  SqlAccountStore.layer,
  SqlApiKeyStore.layer,
  SqlApiRequestStore.layer,
  SqlAttachmentStore.layer,
  SqlBrandStore.layer,
  SqlCategoryStore.layer,
  SqlChannelInbox.layer,
  SqlChannelOutbox.layer,
  SqlChatDirectory.layer,
  SqlChatHomes.layer,
  SqlChatUpdates.layer,
  SqlCompanyStore.layer,
  SqlTagStore.layer,
  SqlWatcherStore.layer,
  SqlPresenceStore.layer,
  SqlConnectionStore.layer,
  SqlCustomerErasureStore.layer,
  SqlCustomerMergeStore.layer,
  SqlCustomerStore.layer,
  SqlDeliveryLog.layer,
  SqlAuditLog.layer,
  SqlSearch.layer,
  SqlEventLog.layer,
  SqlFieldDefinitionStore.layer,
  SqlInboundLog.layer,
  SqlMagicLinkStore.layer,
  SqlMailOutbox.layer,
  SqlOutboundStore.layer,
  SqlMemberStore.layer,
  SqlPortalBrandStore.layer,
  SqlPortalLinkStore.layer,
  SqlPortalTicketStore.layer,
  SqlPortalTokenStore.layer,
  SqlReceipts.layer,
  SqlSecretRotation.layer,
  SqlSlackAppStore.layer,
  SqlSessionStore.layer,
  SqlStatusStore.layer,
  SqlTicketStore.layer,
  SqlTrash.layer,
  SqlWebhookStore.layer,
  Layer.unwrap(
    AppConfig.useSync(({ inboundDomain }) =>
      Layer.merge(SqlRecipientDirectory.layer(inboundDomain), SqlSupportAddressStore.layer(inboundDomain))
    )
  ),
  Layer.unwrap(
    Effect.map(teamMail, (mail) => Layer.merge(SqlEmailDomainStore.layer(mail), SqlPortalDomainStore.layer(mail)))
  ),
  Layer.unwrap(Effect.map(mailSite, SqlChannelStore.layer)),
  Layer.unwrap(Effect.map(sender, SqlTestOutbox.layer))
)
