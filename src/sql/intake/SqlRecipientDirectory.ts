import { Duration, Effect, Exit, Layer, Option } from "effect"
import type { InboundPolicy } from "../../domain/Brand.ts"
import { parseId, uuidOf } from "../../domain/Ids.ts"
import type { MailRoute } from "../../domain/InboundMessage.ts"
import { type MailToken, type TokenUse, tokenIn } from "../../domain/ReplyAddress.ts"
import * as SteadyCache from "../../runtime/SteadyCache.ts"
import { type Recipient, RecipientDirectory } from "../../tickets/intake/RecipientDirectory.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { idOr } from "../rows/columns.ts"
import { type ScopeRow, scopeOf } from "../rows/scopeRow.ts"

/** The longest time until a changed address takes effect. */
const freshFor = Duration.seconds(1)
/** Addresses remembered, at most; a sender who tries names can only evict others. */
const capacity = 2_048
/** Mailboxes of every mail domain (RFC 2142), which reach the operator of the installation. */
const operatorMailboxes = ["postmaster", "abuse"]

interface Row extends ScopeRow {
  readonly rule: MailRoute["rule"]
  readonly ticket_id: string | null
  readonly message_id: string | null
  readonly inbound_spam: InboundPolicy["inboundSpam"]
  readonly contact_form_senders: ReadonlyArray<string>
  readonly forwards: boolean
}

/** The columns selected of a brand `b` and its tenant `t`. */
const brandColumns = "t.id AS tenant_id, t.account_id, t.mode, b.id AS brand_id, b.inbound_spam, b.contact_form_senders"

/** `RecipientDirectory` in PostgreSQL. `inboundDomain` is the domain of every brand's own addresses. */
export const layer = (inboundDomain: string) =>
  Layer.effect(
    RecipientDirectory,
    Effect.gen(function* () {
      const { system } = yield* Database

      /** The brand of a token. Bounces of its own mail reach even a brand that takes no mail. */
      const byToken = (use: TokenUse, token: MailToken) =>
        query(system<Row>`
          SELECT ${system.literal(brandColumns)}, found.rule, found.ticket_id, found.message_id, false AS forwards
          FROM (
            SELECT 'reply_address' AS rule, tenant_id, brand_id, ticket_id, NULL::uuid AS message_id FROM reply_addresses
              WHERE ${use} = 'reply' AND token = ${token}
            UNION ALL
            SELECT 'bounce_address', tenant_id, brand_id, ticket_id, id FROM outgoing_mail
              WHERE ${use} = 'bounce' AND bounce_token = ${token} AND tenant_id IS NOT NULL
          ) found
          JOIN brands b ON b.tenant_id = found.tenant_id AND b.id = found.brand_id
          JOIN tenants t ON t.id = b.tenant_id
          WHERE b.deleted_at IS NULL AND (b.inbound_email_enabled OR found.rule = 'bounce_address')`)

      const byName = Effect.fnUntraced(function* (local: string, host: string) {
        const domain = host === inboundDomain.toLowerCase() ? "" : host
        const [name = ""] = local.split("+", 1)
        const brandId = domain === "" ? Option.getOrUndefined(parseId("brand", name)) : undefined
        const forOperator = operatorMailboxes.includes(name)
        return yield* query(system<Row>`
          SELECT ${system.literal(brandColumns)}, found.rule, NULL AS ticket_id, NULL AS message_id, found.kind = 'forwarded' AS forwards
          FROM (
            SELECT 1 AS rank, 'address' AS rule, tenant_id, brand_id, kind FROM addresses
              WHERE domain = ${domain} AND local_part = ${local} AND verified
            UNION ALL
            SELECT 2, 'tagged_address', tenant_id, brand_id, kind FROM addresses
              WHERE domain = ${domain} AND local_part = ${name} AND verified
            UNION ALL
            SELECT 3, 'brand_id', tenant_id, id, 'system' FROM brands WHERE id = ${brandId === undefined ? null : uuidOf(brandId)}::uuid
            UNION ALL
            (SELECT 4, 'operator', b.tenant_id, b.id, 'system' FROM brands b JOIN tenants t ON t.id = b.tenant_id
              WHERE ${forOperator && domain === ""}::boolean AND t.mode = 'live' AND b.deleted_at IS NULL AND b.inbound_email_enabled
              ORDER BY b.id LIMIT 1)
            UNION ALL
            (SELECT 4, 'operator', tenant_id, brand_id, kind FROM addresses
              WHERE ${forOperator}::boolean AND domain <> '' AND domain = ${domain} AND kind = 'domain' AND verified
              ORDER BY brand_id LIMIT 1)
            UNION ALL
            SELECT 5, 'catch_all', tenant_id, brand_id, kind FROM addresses
              WHERE domain <> '' AND domain = ${domain} AND local_part = '*' AND kind = 'domain' AND verified
          ) found
          JOIN brands b ON b.tenant_id = found.tenant_id AND b.id = found.brand_id
          JOIN tenants t ON t.id = b.tenant_id
          WHERE b.deleted_at IS NULL AND b.inbound_email_enabled
          ORDER BY found.rank LIMIT 1`)
      })

      const lookup = Effect.fnUntraced(function* (address: string) {
        const at = address.lastIndexOf("@")
        const [local, host] = [address.slice(0, at), address.slice(at + 1)]
        // Anything but a domain name, such as an address literal, belongs to nobody.
        if (host === "") return Option.none<Recipient>()
        const [reply, bounce] = [tokenIn("reply", local), tokenIn("bounce", local)]
        const rows =
          reply !== undefined
            ? yield* byToken("reply", reply)
            : bounce !== undefined
              ? yield* byToken("bounce", bounce)
              : yield* byName(local, host)
        return Option.map(
          Option.fromNullishOr(rows[0]),
          (row): Recipient => ({
            scope: scopeOf(row),
            route: {
              rule: row.rule,
              address,
              ticketId: idOr("ticket", row.ticket_id),
              messageId: idOr("message", row.message_id)
            },
            policy: { inboundSpam: row.inbound_spam, contactFormSenders: row.contact_form_senders },
            forwards: row.forwards
          })
        )
      })

      const cache = yield* SteadyCache.make(lookup, {
        capacity,
        timeToLive: (exit) => (Exit.isSuccess(exit) ? freshFor : Duration.zero)
      })

      return RecipientDirectory.of({
        find: (localPart, domain) => cache.get(`${localPart}@${domain}`.toLowerCase())
      })
    })
  )
