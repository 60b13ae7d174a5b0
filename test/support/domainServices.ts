import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../src/domain/Ids.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { recordsOf } from "../../src/domain/wantedRecords.ts"
import * as SqlDomainUpkeep from "../../src/sql/addresses/SqlDomainUpkeep.ts"
import * as SqlEmailDomainStore from "../../src/sql/addresses/SqlEmailDomainStore.ts"
import * as SqlSupportAddressStore from "../../src/sql/addresses/SqlSupportAddressStore.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlReceipts from "../../src/sql/events/SqlReceipts.ts"
import * as SqlRecipientDirectory from "../../src/sql/intake/SqlRecipientDirectory.ts"
import * as SqlSenders from "../../src/sql/outbound/SqlSenders.ts"
import * as SqlPortalDomainStore from "../../src/sql/portal/SqlPortalDomainStore.ts"
import type { DomainCreate } from "../../src/tickets/addresses/changeEmailDomain.ts"
import { EmailDomains } from "../../src/tickets/addresses/EmailDomains.ts"
import { SupportAddresses } from "../../src/tickets/addresses/SupportAddresses.ts"
import { PortalDomains } from "../../src/tickets/portal/PortalDomains.ts"
import { PortalSites } from "../../src/tickets/portal/PortalSites.ts"
import { DnsServer, publish, resolver, zoneRecordOf } from "./DnsServer.ts"
import { byKey } from "./seedTenant.ts"
import * as TestDatabase from "./TestDatabase.ts"
import { testVault } from "./testVault.ts"
import { fresh } from "./ticketService.ts"

export const inboundDomain = "inbound.example"
export const sharedSender = { name: "Desk", address: "no-reply@desk.example" }
const mail = { publicUrl: "https://desk.example", mailDomain: "desk.example" }

/** Addresses and domains on a database, checked with a local DNS server. */
const domainServicesOn = (database: typeof TestDatabase.layer) =>
  Layer.mergeAll(
    EmailDomains.layer(inboundDomain),
    PortalDomains.layer(mail).pipe(Layer.provideMerge(PortalSites.layer(mail))),
    SupportAddresses.layer({ inboundDomain, ...mail })
  ).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        SqlEmailDomainStore.layer(mail),
        SqlPortalDomainStore.layer(mail),
        SqlSupportAddressStore.layer(inboundDomain),
        SqlDomainUpkeep.layer,
        SqlRecipientDirectory.layer(inboundDomain),
        SqlSenders.layer({ sender: sharedSender, inboundDomain })
      )
    ),
    Layer.provide([SqlReceipts.layer, resolver]),
    Layer.provideMerge(Layer.mergeAll(database, IdGenerator.layer, testVault, DnsServer.layer))
  )

export const domainServices = domainServicesOn(TestDatabase.layer)

/** A domain of the brand, under a unique name. */
export const domainIn = Effect.fnUntraced(function* (
  scope: BrandScope,
  type: DomainCreate["type"],
  more: Partial<DomainCreate> = {}
) {
  const domain = `acme-${crypto.randomUUID().slice(0, 8)}.example`
  return yield* fresh((yield* EmailDomains).create(scope, byKey, { domain, type, ...more }))
})

/** Publishes the DNS records that a domain needs, or only those with one of the purposes. */
export const publishFor = Effect.fnUntraced(function* (
  domain: Parameters<typeof recordsOf>[0],
  ...purposes: ReadonlyArray<string>
) {
  const { zone } = yield* DnsServer
  for (const record of recordsOf(domain, inboundDomain)) {
    if (purposes.length > 0 && !purposes.includes(record.purpose)) continue
    const { name, priority, type, value } = record
    publish(zone, name, zoneRecordOf(priority === undefined ? { type, value } : { type, value, priority }))
  }
})

/** A domain whose records are in DNS. */
export const verifiedIn = Effect.fnUntraced(function* (
  scope: BrandScope,
  type: DomainCreate["type"],
  more: Partial<DomainCreate> = {}
) {
  const domains = yield* EmailDomains
  const made = yield* domainIn(scope, type, more)
  yield* publishFor(made)
  const { domain } = yield* fresh(domains.verify(scope, byKey, made.id))
  assert.isTrue(domain.verified)
  return domain
})

/** An owner who is notified by mail. */
export const ownerOf = Effect.fnUntraced(function* ({ tenant }: BrandScope) {
  const { system } = yield* Database
  const email = `owner-${crypto.randomUUID().slice(0, 8)}@team.example`
  yield* system`insert into members (id, account_id, email, role, status, all_brands)
    values (${uuidOf((yield* IdGenerator).next("member"))}, ${uuidOf(tenant.accountId)}, ${email}, 'owner', 'active', true)`
  return email
}, Effect.orDie)
