import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeFileSystem } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import * as EmailChannel from "../../channels/email/EmailChannel.ts"
import { SmtpListener } from "../../channels/email/SmtpListener.ts"
import * as DiskBlobStore from "../../src/blobs/DiskBlobStore.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { type Id, uuidOf } from "../../src/domain/Ids.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { ActorRegistry } from "../../src/runtime/ActorRegistry.ts"
import { DataFolder } from "../../src/runtime/DataFolder.ts"
import type { DnsResolver } from "../../src/runtime/DnsResolver.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlUnclaimedBlobs from "../../src/sql/files/SqlUnclaimedBlobs.ts"
import * as SqlInboundLog from "../../src/sql/intake/SqlInboundLog.ts"
import * as SqlRecipientDirectory from "../../src/sql/intake/SqlRecipientDirectory.ts"
import * as SqlTicketStore from "../../src/sql/tickets/SqlTicketStore.ts"
import { Intake } from "../../src/tickets/intake/Intake.ts"
import { mailMarks, noDns } from "./mailServices.ts"
import { SmtpClient } from "./SmtpClient.ts"
import { seedBrand, seedTenant } from "./seedTenant.ts"
import { silentHandoff } from "./silentHandoff.ts"
import * as TestDatabase from "./TestDatabase.ts"
import { testVault } from "./testVault.ts"

export const inboundDomain = "inbound.example"

/** The mail channel on a free local port, on a database and a data folder of its own. */
export const layer = (
  options: Pick<
    Parameters<typeof EmailChannel.layer>[0],
    "limits" | "proxies" | "reading" | "relays" | "renewedTls" | "tls"
  > & {
    readonly database?: Layer.Layer<Database>
    readonly folder?: string
    readonly port?: number
    /** The DNS; without any names by default. */
    readonly dns?: Layer.Layer<DnsResolver>
  } = {}
) => {
  const { database = TestDatabase.layer, folder = mkdtempSync(join(tmpdir(), "mail-site-")), ...rest } = options
  const { dns = noDns, ...listener } = rest
  const listening = EmailChannel.layer({ host: "127.0.0.1", port: 0, domain: inboundDomain, ...listener })
  // The product also re-reads stored mail; the reader for that has to be built first.
  return Layer.merge(EmailChannel.reader(inboundDomain), listening).pipe(
    Layer.provideMerge(Intake.layer),
    Layer.provideMerge(Layer.merge(SqlTicketStore.layer, SqlInboundLog.layer)),
    Layer.provideMerge(Layer.merge(SqlRecipientDirectory.layer(inboundDomain), mailMarks)),
    Layer.provide(dns),
    Layer.provideMerge(DiskBlobStore.layer(join(folder, "blobs"))),
    Layer.provide(SqlUnclaimedBlobs.layer),
    Layer.provideMerge(Layer.mergeAll(database, IdGenerator.layer, ActorRegistry.layer, NodeFileSystem.layer)),
    Layer.provide(Layer.mergeAll(silentHandoff, testVault, DataFolder.layer(folder)))
  )
}

/** A brand and its built-in support address. */
export const mailBrand = Effect.gen(function* () {
  const scope = yield* Effect.flatMap(seedTenant(), (tenant) => seedBrand(tenant))
  return { scope, address: `${scope.brandId}@${inboundDomain}` }
})

/** A client that stays connected to the listener while the scope is open. */
export const client = Effect.gen(function* () {
  const { port } = yield* Effect.flatMap(SmtpListener, ({ address }) => address)
  return yield* Effect.acquireRelease(
    Effect.promise(() => SmtpClient.connect(port)),
    (client) => Effect.sync(() => client.close())
  )
})

/** Sends one message on its own connection, and returns the last reply. */
export const deliver = (
  message: string | Uint8Array,
  to: string | ReadonlyArray<string>,
  from = "ines@north.example"
) =>
  Effect.gen(function* () {
    const smtp = yield* client
    return yield* Effect.promise(async () => {
      const refused = (await smtp.envelope(from, ...[to].flat())).find((reply) => !reply.startsWith("250"))
      return refused ?? smtp.data(message)
    })
  }).pipe(Effect.scoped)

export interface StoredTicket {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly customer_email: string
  readonly customer_name: string | null
  readonly status: string
  readonly origin: string
  readonly comment_count: number
  readonly attachment_count: number
  readonly is_automated: boolean
  readonly is_spam: boolean
  readonly follow_up_of_id: string | null
  readonly source_data: Record<string, unknown>
  readonly participants: ReadonlyArray<{ readonly email: string; readonly verified: boolean }> | null
}

/** The brand's tickets, oldest first. */
export const ticketsOf = Effect.fnUntraced(function* ({ brandId }: BrandScope) {
  const { system } = yield* Database
  // Columns are listed because the driver cannot read tsvector.
  return yield* system<StoredTicket>`select id, title, body, customer_email, customer_name, status, origin, comment_count,
    attachment_count, is_automated, is_spam, follow_up_of_id, source_data, participants
    from tickets where brand_id = ${uuidOf(brandId)} order by id`
}, Effect.orDie)

/** Rows of another table of the brand, oldest first. */
export const rowsOf = Effect.fnUntraced(function* (
  table: "comments" | "attachments" | "inbound_messages" | "events",
  brandId: Id<"brand">
) {
  const { system } = yield* Database
  // Events also have a transaction id, a type that the driver does not know.
  const columns = system.literal(table === "events" ? "id, type, payload" : "*")
  return yield* system<Record<string, unknown>>`
    select ${columns} from ${system(table)} where brand_id = ${uuidOf(brandId)} order by id`
}, Effect.orDie)
