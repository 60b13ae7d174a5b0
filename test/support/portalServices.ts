import { Layer } from "effect"
import { PortalBrands } from "../../src/accounts/PortalBrands.ts"
import { PortalLinks } from "../../src/accounts/PortalLinks.ts"
import { PortalOrigins } from "../../src/accounts/PortalOrigins.ts"
import { PortalTokens } from "../../src/accounts/PortalTokens.ts"
import * as SqlPortalBrandStore from "../../src/sql/accounts/SqlPortalBrandStore.ts"
import * as SqlPortalLinkStore from "../../src/sql/accounts/SqlPortalLinkStore.ts"
import * as SqlPortalTokenStore from "../../src/sql/accounts/SqlPortalTokenStore.ts"
import * as SqlPortalTicketStore from "../../src/sql/portal/SqlPortalTicketStore.ts"
import * as SqlTicketStore from "../../src/sql/tickets/SqlTicketStore.ts"
import { PortalFiles } from "../../src/tickets/portal/PortalFiles.ts"
import { PortalTickets } from "../../src/tickets/portal/PortalTickets.ts"
import { silentHandoff } from "./silentHandoff.ts"

/** Portals with their tokens and links, on the database of whoever provides it. */
export const portalServices = (publicUrl = "http://localhost:3000") =>
  Layer.mergeAll(
    PortalTokens.layer,
    PortalBrands.layer,
    PortalOrigins.layer,
    PortalTickets.layer,
    PortalLinks.layer({ publicUrl, sender: { name: "Trunkline", address: "no-reply@trunkline.example" } })
  ).pipe(
    Layer.provide([SqlPortalTokenStore.layer, SqlPortalBrandStore.layer, SqlPortalLinkStore.layer]),
    Layer.provide([SqlPortalTicketStore.layer, SqlTicketStore.layer]),
    Layer.provide(silentHandoff)
  )

/** Files in portals, for whoever provides files. */
export const portalFiles = PortalFiles.layer.pipe(Layer.provide(SqlPortalTicketStore.layer))
