import { Effect, Layer } from "effect"
import packageJson from "../../package.json" with { type: "json" }
import { AppConfig } from "../AppConfig.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import { thisProcess } from "../runtime/thisProcess.ts"
import * as SignedCallbacks from "../SignedCallbacks.ts"
import * as SqlDomainUpkeep from "../sql/addresses/SqlDomainUpkeep.ts"
import * as SqlConnectionNotices from "../sql/connections/SqlConnectionNotices.ts"
import * as SqlFileScans from "../sql/files/SqlFileScans.ts"
import * as SqlFileUpkeep from "../sql/files/SqlFileUpkeep.ts"
import * as Migrations from "../sql/Migrations.ts"
import * as SqlNodeRegistry from "../sql/system/SqlNodeRegistry.ts"
import * as SqlStatusReports from "../sql/system/SqlStatusReports.ts"
import * as SqlMailUpkeep from "../sql/tickets/SqlMailUpkeep.ts"
import * as SqlTallyUpkeep from "../sql/tickets/SqlTallyUpkeep.ts"
import * as SqlDeliveryQueue from "../sql/webhooks/SqlDeliveryQueue.ts"
import * as SqlDeliveryUpkeep from "../sql/webhooks/SqlDeliveryUpkeep.ts"
import * as SqlNodeSession from "../sql/webhooks/SqlNodeSession.ts"
import * as NodeBeat from "../system/NodeBeat.ts"
import { SystemStatus } from "../system/SystemStatus.ts"
import { ThisNode } from "../system/ThisNode.ts"
import * as DomainChecker from "../tickets/addresses/DomainChecker.ts"
import * as ConnectionWatch from "../tickets/connections/ConnectionWatch.ts"
import * as FileJanitor from "../tickets/files/FileJanitor.ts"
import * as FileScanner from "../tickets/files/FileScanner.ts"
import * as TicketSweeper from "../tickets/TicketSweeper.ts"
import * as Dispatcher from "../webhooks/dispatcher/Dispatcher.ts"
import { Egress } from "../webhooks/Egress.ts"
import { SafeHttpClient } from "../webhooks/SafeHttpClient.ts"
import { TestSender } from "../webhooks/TestSender.ts"
import { Addresses, teamMail } from "./Addresses.ts"
import { Scanner } from "./Foundations.ts"

// Background work, and guarded outgoing connections.

/** Outgoing connections for deliveries, limited to what the egress rules allow. */
export const Outgoing = Layer.unwrap(
  AppConfig.useSync(({ webhookAllowNetworks, webhookTimeout }) =>
    Layer.merge(TestSender.layer, SignedCallbacks.layer).pipe(
      Layer.provideMerge(SafeHttpClient.layer(webhookTimeout)),
      Layer.provideMerge(Egress.layer(webhookAllowNetworks))
    )
  )
)

/** Removes unfinished uploads, and bytes that nothing refers to any more. */
export const Janitor = Layer.merge(FileJanitor.layer, FileScanner.layer).pipe(
  Layer.provide([SqlFileUpkeep.layer, SqlFileScans.layer])
)

/** Cleans up after tickets, mail and counts. */
export const Sweeper = TicketSweeper.layer.pipe(Layer.provide([SqlMailUpkeep.layer, SqlTallyUpkeep.layer]))

/** Checks the DNS records of domains for incoming mail, outgoing mail and portals. */
export const Domains = DomainChecker.layer.pipe(Layer.provide(SqlDomainUpkeep.layer))

/** Notifies teams about workspaces, numbers and custom channels that need attention. */
export const Notices = ConnectionWatch.layer.pipe(
  Layer.provide(Layer.unwrap(Effect.map(teamMail, SqlConnectionNotices.layer)))
)

/** The installation's state for operators, and this node among those that share it. */
export const Overview = Layer.merge(SystemStatus.layer, NodeBeat.layer).pipe(
  Layer.provide([SqlNodeRegistry.layer, SqlStatusReports.layer, Scanner]),
  Layer.provide(
    Layer.effect(
      ThisNode,
      Effect.gen(function* () {
        const { port } = yield* Addresses
        const migration = Migrations.newestOf(yield* Migrations.load())
        return {
          id: (yield* IdGenerator).next("node"),
          version: packageJson.version,
          migration,
          port,
          ...thisProcess()
        }
      })
    )
  )
)

/** Sends events to webhooks, which the ticket store hands over. */
export const Dispatch = Dispatcher.layer.pipe(
  Layer.provide([
    SqlDeliveryQueue.layer,
    Layer.unwrap(Effect.map(teamMail, SqlDeliveryUpkeep.layer)),
    SqlNodeSession.layer
  ])
)
