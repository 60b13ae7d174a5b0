import { Effect, Layer, Option } from "effect"
import type { Channel } from "../domain/Channel.ts"
import { uuidOf } from "../domain/Ids.ts"
import type { Sender } from "../domain/OutgoingMail.ts"
import { ChannelStore } from "../tickets/ChannelStore.ts"
import { Database } from "./Database.ts"
import { query } from "./query.ts"
import { type Moment, momentOr } from "./rows/columns.ts"
import { type SupportAddressRow, supportAddressOf } from "./rows/supportAddressRow.ts"

interface Row extends SupportAddressRow {
  readonly enabled: boolean
  readonly last_outbound_at: Moment | null
  readonly last_error: string | null
}

/** `ChannelStore` in PostgreSQL. `shared`: INBOUND_DOMAIN, and who mail is from that is from no address of a brand. */
export const layer = (shared: { readonly sender: Sender; readonly inboundDomain: string }) =>
  Layer.effect(
    ChannelStore,
    Effect.gen(function* () {
      const { reads } = yield* Database
      const addressOf = supportAddressOf(shared.inboundDomain)

      return ChannelStore.of({
        list: ({ brandId, tenant }) =>
          query(reads<Row & { readonly id: string | null }>`SELECT c.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT a.id, a.brand_id, a.local_part, a.domain, a.kind, a.from_name, a.verified, a.is_primary,
              a.last_inbound_at, a.created_at, b.inbound_email_enabled AS enabled,
              sent.settled_at AS last_outbound_at, CASE WHEN last.state = 'failed' THEN last.last_error END AS last_error
            FROM brands b LEFT JOIN addresses a ON a.tenant_id = b.tenant_id AND a.brand_id = b.id
            LEFT JOIN LATERAL (SELECT CASE WHEN a.kind = 'system' THEN ${shared.sender.address}
              ELSE a.local_part || '@' || CASE a.domain WHEN '' THEN ${shared.inboundDomain} ELSE a.domain END END AS address) f ON true
            LEFT JOIN LATERAL (SELECT m.settled_at, m.state, m.last_error FROM outgoing_mail m
              WHERE m.tenant_id = b.tenant_id AND m.brand_id = b.id AND m.from_address = f.address
                AND m.state IN ('sent', 'failed') ORDER BY m.settled_at DESC LIMIT 1) last ON true
            LEFT JOIN LATERAL (SELECT m.settled_at FROM outgoing_mail m
              WHERE m.tenant_id = b.tenant_id AND m.brand_id = b.id AND m.from_address = f.address
                AND m.state IN ('sent', 'failed') AND m.state = 'sent' ORDER BY m.settled_at DESC LIMIT 1) sent ON true
            WHERE b.tenant_id = s.tenant_id AND b.id = ${uuidOf(brandId)} AND b.deleted_at IS NULL
            ORDER BY a.created_at, a.id OFFSET 0) c`).pipe(
            Effect.map((rows) =>
              rows.length === 0
                ? Option.none()
                : Option.some(
                    rows
                      .filter(({ id }) => id !== null)
                      .map((row): Channel => {
                        const { address, id, kind, lastInboundAt, verified } = addressOf(row)
                        return {
                          kind: "email",
                          id,
                          name: address,
                          status: row.enabled ? (verified ? "active" : "error") : "disabled",
                          lastInboundAt,
                          lastOutboundAt: momentOr(row.last_outbound_at),
                          lastError: verified ? (row.last_error ?? undefined) : unverified[kind]
                        }
                      })
                  )
            )
          )
      })
    })
  )

/** Why an address that is not verified is not. */
const unverified = {
  system: "The address is not verified",
  alias: "The address is not verified",
  domain: "The domain of the address is not verified",
  forwarded: "The address is not verified: ask for a code and send it back"
} as const
