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

// What works by itself, and what leaves by the guarded way out.

/** What deliveries leave by: nothing is dialled that the egress rules do not admit. */
export const Outgoing = Layer.unwrap(
  AppConfig.useSync(({ webhookAllowNetworks, webhookTimeout }) =>
    Layer.merge(TestSender.layer, SignedCallbacks.layer).pipe(
      Layer.provideMerge(SafeHttpClient.layer(webhookTimeout)),
      Layer.provideMerge(Egress.layer(webhookAllowNetworks))
    )
  )
)

/** Clears away uploads that nobody finished, and bytes that nothing names any more. */
export const Janitor = Layer.merge(FileJanitor.layer, FileScanner.layer).pipe(
  Layer.provide([SqlFileUpkeep.layer, SqlFileScans.layer])
)

/** What is cleared away after tickets and mail, and counts. */
export const Sweeper = TicketSweeper.layer.pipe(Layer.provide([SqlMailUpkeep.layer, SqlTallyUpkeep.layer]))

/** Checks the DNS records of the domains that mail comes to and is sent from, and that portals are under. */
export const Domains = DomainChecker.layer.pipe(Layer.provide(SqlDomainUpkeep.layer))

/** Tells people of workspaces, numbers and custom channels that need them. */
export const Notices = ConnectionWatch.layer.pipe(
  Layer.provide(Layer.unwrap(Effect.map(teamMail, SqlConnectionNotices.layer)))
)

/** What operators see of the installation, and this node among those that share it. */
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

/** Sends events to webhooks; the ticket store hands them over. */
export const Dispatch = Dispatcher.layer.pipe(
  Layer.provide([
    SqlDeliveryQueue.layer,
    Layer.unwrap(Effect.map(teamMail, SqlDeliveryUpkeep.layer)),
    SqlNodeSession.layer
  ])
)
