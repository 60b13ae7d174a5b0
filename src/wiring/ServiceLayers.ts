import { Effect, Layer } from "effect"
import { AppConfig } from "../AppConfig.ts"
import { AccountDeletions } from "../accounts/AccountDeletions.ts"
import { Accounts } from "../accounts/Accounts.ts"
import { ApiKeys } from "../accounts/ApiKeys.ts"
import { Brands } from "../accounts/Brands.ts"
import { Invites } from "../accounts/Invites.ts"
import { MagicLinks } from "../accounts/MagicLinks.ts"
import { Members } from "../accounts/Members.ts"
import { PortalBrands } from "../accounts/PortalBrands.ts"
import { PortalLinks } from "../accounts/PortalLinks.ts"
import { PortalOrigins } from "../accounts/PortalOrigins.ts"
import { PortalTokens } from "../accounts/PortalTokens.ts"
import { Sessions } from "../accounts/Sessions.ts"
import { EventStreams } from "../events/EventStreams.ts"
import { EmailDomains } from "../tickets/addresses/EmailDomains.ts"
import { SupportAddresses } from "../tickets/addresses/SupportAddresses.ts"
import { BulkChanges } from "../tickets/BulkChanges.ts"
import { Comments } from "../tickets/Comments.ts"
import { Channels } from "../tickets/connections/Channels.ts"
import { CustomChannels } from "../tickets/connections/CustomChannels.ts"
import { Companies } from "../tickets/customers/Companies.ts"
import { CustomerErasures } from "../tickets/customers/CustomerErasures.ts"
import { CustomerMerges } from "../tickets/customers/CustomerMerges.ts"
import { Customers } from "../tickets/customers/Customers.ts"
import { Attachments } from "../tickets/files/Attachments.ts"
import { FileBytes } from "../tickets/files/FileBytes.ts"
import { PendingUploads } from "../tickets/files/PendingUploads.ts"
import { StorageQuota } from "../tickets/files/StorageQuota.ts"
import { Uploads } from "../tickets/files/Uploads.ts"
import { Intake } from "../tickets/intake/Intake.ts"
import { Presences } from "../tickets/Presences.ts"
import { PortalDomains } from "../tickets/portal/PortalDomains.ts"
import { PortalFiles } from "../tickets/portal/PortalFiles.ts"
import { PortalSites } from "../tickets/portal/PortalSites.ts"
import { PortalTickets } from "../tickets/portal/PortalTickets.ts"
import { Categories } from "../tickets/settings/Categories.ts"
import { FieldDefinitions } from "../tickets/settings/FieldDefinitions.ts"
import { Statuses } from "../tickets/settings/Statuses.ts"
import { Tags } from "../tickets/settings/Tags.ts"
import { Tickets } from "../tickets/Tickets.ts"
import { Watchers } from "../tickets/Watchers.ts"
import { Deliveries } from "../webhooks/Deliveries.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { Addresses, sender, teamMail } from "./Addresses.ts"
import { Claims, Numbers, Workspaces } from "./ChannelLayers.ts"

/** Files: announcing, transferring, and the account's storage limit. */
const Files = Layer.mergeAll(Attachments.layer, PendingUploads.layer, FileBytes.layer).pipe(
  Layer.provideMerge(
    Layer.unwrap(AppConfig.useSync(({ attachmentMaxBytes }) => Uploads.layer({ maxBytes: attachmentMaxBytes })))
  ),
  Layer.provideMerge(
    Layer.unwrap(
      AppConfig.useSync(({ accountStorageMaxBytes }) => StorageQuota.layer({ maxBytes: accountStorageMaxBytes }))
    )
  )
)

/** The services that handlers and channels call. */
export const Services = Layer.mergeAll(
  Accounts.layer,
  ApiKeys.layer,
  Files,
  Brands.layer,
  BulkChanges.layer,
  CustomerErasures.layer,
  CustomerMerges.layer,
  Categories.layer,
  Comments.layer,
  Companies.layer,
  Tags.layer,
  Watchers.layer,
  Presences.layer,
  Customers.layer,
  EventStreams.layer,
  FieldDefinitions.layer,
  Intake.layer,
  PortalBrands.layer,
  PortalOrigins.layer,
  PortalFiles.layer.pipe(Layer.provide(Files)),
  PortalTickets.layer,
  PortalTokens.layer,
  Members.layer,
  Layer.unwrap(
    Effect.map(teamMail, (options) =>
      Layer.mergeAll(MagicLinks.layer(options), Invites.layer(options), AccountDeletions.layer(options))
    )
  ),
  Sessions.layer,
  Statuses.layer,
  Tickets.layer,
  Deliveries.layer,
  Webhooks.layer,
  Layer.unwrap(
    Effect.gen(function* () {
      const { publicUrl } = yield* Addresses
      return Layer.merge(
        PortalLinks.layer({ publicUrl, sender: yield* sender }),
        PortalDomains.layer({ publicUrl }).pipe(Layer.provideMerge(PortalSites.layer({ publicUrl })))
      )
    })
  ),
  Channels.layer,
  CustomChannels.layer,
  Numbers,
  Claims,
  Workspaces,
  Layer.unwrap(
    Effect.gen(function* () {
      const { inboundDomain } = yield* AppConfig
      return Layer.merge(
        EmailDomains.layer(inboundDomain),
        SupportAddresses.layer({ inboundDomain, ...(yield* teamMail) })
      )
    })
  )
)
