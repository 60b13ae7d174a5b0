import { Layer } from "effect"
import { PortalBrands } from "../../src/accounts/PortalBrands.ts"
import { PortalLinks } from "../../src/accounts/PortalLinks.ts"
import { PortalOrigins } from "../../src/accounts/PortalOrigins.ts"
import { PortalTokens } from "../../src/accounts/PortalTokens.ts"
import * as SqlPortalBrandStore from "../../src/sql/SqlPortalBrandStore.ts"
import * as SqlPortalLinkStore from "../../src/sql/SqlPortalLinkStore.ts"
import * as SqlPortalTicketStore from "../../src/sql/SqlPortalTicketStore.ts"
import * as SqlPortalTokenStore from "../../src/sql/SqlPortalTokenStore.ts"
import * as SqlTicketStore from "../../src/sql/SqlTicketStore.ts"
import { PortalFiles } from "../../src/tickets/PortalFiles.ts"
import { PortalTickets } from "../../src/tickets/PortalTickets.ts"
import { silentHandoff } from "./silentHandoff.ts"

/** Portals, their tokens and links on the database of whoever provides it. */
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
