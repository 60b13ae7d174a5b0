import { Effect, Layer } from "effect"
import { AppConfig } from "../AppConfig.ts"
import * as SqlAccountDeletionStore from "../sql/SqlAccountDeletionStore.ts"
import * as SqlAccountStore from "../sql/SqlAccountStore.ts"
import * as SqlApiKeyStore from "../sql/SqlApiKeyStore.ts"
import * as SqlApiRequestStore from "../sql/SqlApiRequestStore.ts"
import * as SqlAttachmentStore from "../sql/SqlAttachmentStore.ts"
import * as SqlAuditLog from "../sql/SqlAuditLog.ts"
import * as SqlBrandStore from "../sql/SqlBrandStore.ts"
import * as SqlCategoryStore from "../sql/SqlCategoryStore.ts"
import * as SqlChannelInbox from "../sql/SqlChannelInbox.ts"
import * as SqlChannelOutbox from "../sql/SqlChannelOutbox.ts"
import * as SqlChannelStore from "../sql/SqlChannelStore.ts"
import * as SqlChatDirectory from "../sql/SqlChatDirectory.ts"
import * as SqlChatHomes from "../sql/SqlChatHomes.ts"
import * as SqlChatUpdates from "../sql/SqlChatUpdates.ts"
import * as SqlCompanyStore from "../sql/SqlCompanyStore.ts"
import * as SqlConnectionStore from "../sql/SqlConnectionStore.ts"
import * as SqlCustomerErasureStore from "../sql/SqlCustomerErasureStore.ts"
import * as SqlCustomerMergeStore from "../sql/SqlCustomerMergeStore.ts"
import * as SqlCustomerStore from "../sql/SqlCustomerStore.ts"
import * as SqlDeliveryLog from "../sql/SqlDeliveryLog.ts"
import * as SqlEmailDomainStore from "../sql/SqlEmailDomainStore.ts"
import * as SqlEventLog from "../sql/SqlEventLog.ts"
import * as SqlFieldDefinitionStore from "../sql/SqlFieldDefinitionStore.ts"
import * as SqlInboundLog from "../sql/SqlInboundLog.ts"
import * as SqlMagicLinkStore from "../sql/SqlMagicLinkStore.ts"
import * as SqlMailOutbox from "../sql/SqlMailOutbox.ts"
import * as SqlMemberStore from "../sql/SqlMemberStore.ts"
import * as SqlOutboundStore from "../sql/SqlOutboundStore.ts"
import * as SqlPortalBrandStore from "../sql/SqlPortalBrandStore.ts"
import * as SqlPortalDomainStore from "../sql/SqlPortalDomainStore.ts"
import * as SqlPortalLinkStore from "../sql/SqlPortalLinkStore.ts"
import * as SqlPortalTicketStore from "../sql/SqlPortalTicketStore.ts"
import * as SqlPortalTokenStore from "../sql/SqlPortalTokenStore.ts"
import * as SqlPresenceStore from "../sql/SqlPresenceStore.ts"
import * as SqlReceipts from "../sql/SqlReceipts.ts"
import * as SqlRecipientDirectory from "../sql/SqlRecipientDirectory.ts"
import * as SqlSearch from "../sql/SqlSearch.ts"
import * as SqlSecretRotation from "../sql/SqlSecretRotation.ts"
import * as SqlSessionStore from "../sql/SqlSessionStore.ts"
import * as SqlSlackAppStore from "../sql/SqlSlackAppStore.ts"
import * as SqlStatusStore from "../sql/SqlStatusStore.ts"
import * as SqlSupportAddressStore from "../sql/SqlSupportAddressStore.ts"
import * as SqlTagStore from "../sql/SqlTagStore.ts"
import * as SqlTestOutbox from "../sql/SqlTestOutbox.ts"
import * as SqlTicketStore from "../sql/SqlTicketStore.ts"
import * as SqlTrash from "../sql/SqlTrash.ts"
import * as SqlWatcherStore from "../sql/SqlWatcherStore.ts"
import * as SqlWebhookStore from "../sql/SqlWebhookStore.ts"
import { mailSite, sender, teamMail } from "./Addresses.ts"

/** Where everything is kept: what stands behind the ports of the services. */
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
