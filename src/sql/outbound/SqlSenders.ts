import { Effect, Layer } from "effect"
import { Vault } from "../../accounts/Vault.ts"
import type { Brand } from "../../domain/Brand.ts"
import { bounceHost, type EmailDomain } from "../../domain/EmailDomain.ts"
import { uuidOf } from "../../domain/Ids.ts"
import type { Sender } from "../../domain/OutgoingMail.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { ReplySender } from "../../domain/ReplyWay.ts"
import { domainOf } from "../../domain/SupportAddress.ts"
import { recordsOf } from "../../domain/wantedRecords.ts"
import { chooseSender, type SenderFacts, senderChoice } from "../../tickets/outbound/chooseSender.ts"
import { type DkimKey, Senders } from "../../tickets/outbound/Senders.ts"
import { sealedKey } from "../addresses/SqlEmailDomainStore.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { type EmailDomainRow, emailDomainOf } from "../rows/emailDomainRow.ts"
import { type SupportAddressRow, supportAddressOf } from "../rows/supportAddressRow.ts"

interface FactsRow {
  readonly name: string
  readonly from_name: string | null
  readonly from_email: string | null
  readonly reply_mode: Brand["replyMode"]
  readonly addresses: ReadonlyArray<SupportAddressRow> | null
  readonly domains: ReadonlyArray<EmailDomainRow> | null
}

/** `Senders` in PostgreSQL. `shared` is the sender of mail that cannot be from a brand (MAIL_FROM), and INBOUND_DOMAIN. */
export const layer = (shared: { readonly sender: Sender; readonly inboundDomain: string }) =>
  Layer.effect(
    Senders,
    Effect.gen(function* () {
      const { reads } = yield* Database
      const vault = yield* Vault
      const { inboundDomain } = shared

      /** `undefined` if its key is gone: the mail is sent unsigned, and the log says why. */
      const dkimOf = Effect.fnUntraced(function* ({ domain, id, keys }: EmailDomain) {
        const key = keys.find(({ signingSince }) => signingSince !== undefined)
        if (key === undefined) return undefined
        return yield* vault.open("dkim-key", sealedKey(id, key.selector), Buffer.from(key.sealed, "base64")).pipe(
          Effect.map((privateKey): DkimKey => ({ domain, selector: key.selector, privateKey })),
          Effect.catchTag("CannotOpen", (error) =>
            Effect.as(
              Effect.logError("Mail is sent without a DKIM signature", { domain, reason: error.message }),
              undefined
            )
          )
        )
      })

      const factsOf = Effect.fnUntraced(function* ({ brandId, tenant }: BrandScope) {
        const [row] = yield* query(reads<FactsRow>`SELECT f.* FROM tenant_scope(${tenant.id}) s, LATERAL (
          SELECT b.name, b.from_name, b.from_email, b.reply_mode,
            (SELECT json_agg(a ORDER BY a.created_at, a.id) FROM addresses a
              WHERE a.tenant_id = b.tenant_id AND a.brand_id = b.id AND a.verified) AS addresses,
            (SELECT json_agg(d ORDER BY d.created_at, d.id) FROM email_domains d
              WHERE d.tenant_id = b.tenant_id AND d.brand_id = b.id AND d.verified) AS domains
          FROM brands b WHERE b.tenant_id = s.tenant_id AND b.id = ${uuidOf(brandId)} OFFSET 0) f`)
        return {
          brand: {
            fromName: row?.from_name ?? undefined,
            fromEmail: row?.from_email ?? undefined,
            replyMode: row?.reply_mode ?? "MATCH"
          },
          addresses: (row?.addresses ?? []).map(supportAddressOf(inboundDomain)),
          domains: (row?.domains ?? []).map(emailDomainOf),
          name: row?.name ?? ""
        } satisfies SenderFacts & { readonly name: string }
      })

      return Senders.of({
        senderOf: Effect.fn("Senders.senderOf")(function* (scope, wanted) {
          const facts = yield* factsOf(scope)
          const { domain, from } = chooseSender(facts, wanted, shared)
          const takesMail = facts.domains.some(
            ({ domain, type }) => type === "INBOUND" && domain === domainOf(from.address)
          )
          return {
            from,
            replyDomain: takesMail ? domainOf(from.address) : inboundDomain,
            bounceDomain:
              domain !== undefined && hasReturnPath(domain, inboundDomain) ? bounceHost(domain.domain) : inboundDomain,
            dkim: domain === undefined ? undefined : yield* dkimOf(domain)
          }
        }),

        choiceOf: Effect.fn("Senders.choiceOf")(function* (scope, wanted) {
          const facts = yield* factsOf(scope)
          const { from, senders } = senderChoice(facts, wanted, shared)
          const named = (sender: ReplySender) => ({ ...sender, name: sender.name || facts.name })
          return { from: named(from), senders: senders.map(named) }
        }),

        signerOf: Effect.fn("Senders.signerOf")(function* ({ brandId, tenant }, address) {
          const [row] = yield* query(reads<EmailDomainRow>`SELECT d.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT * FROM email_domains WHERE tenant_id = s.tenant_id AND brand_id = ${uuidOf(brandId)}
              AND domain = ${domainOf(address).toLowerCase()} AND type = 'OUTBOUND' AND verified OFFSET 0) d`)
          return row === undefined ? undefined : yield* dkimOf(emailDomainOf(row))
        })
      })
    })
  )

/** Whether bounces to the domain's own return path arrive here. */
const hasReturnPath = (domain: EmailDomain, inboundDomain: string): boolean =>
  recordsOf(domain, inboundDomain).some(({ purpose, status }) => purpose === "bounce" && status === "verified")
