import { Effect, Layer, Option } from "effect"
import type { Channel } from "../../domain/Channel.ts"
import { uuidOf } from "../../domain/Ids.ts"
import type { Sender } from "../../domain/OutgoingMail.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { ChannelStore } from "../../tickets/connections/ChannelStore.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { type Moment, momentOr } from "../rows/columns.ts"
import { type ConnectionRow, connectionColumns, connectionOf } from "../rows/connectionRow.ts"
import { type SupportAddressRow, supportAddressOf } from "../rows/supportAddressRow.ts"

interface Row extends SupportAddressRow {
  readonly enabled: boolean
  readonly last_outbound_at: Moment | null
  readonly last_error: string | null
}

/** A channel and its creation time, in milliseconds since 1970. */
interface Placed {
  readonly createdAt: number
  readonly channel: Channel
}

/** `ChannelStore` in PostgreSQL. `shared`: INBOUND_DOMAIN, and the sender of mail that is from no address of a brand. */
export const layer = (shared: { readonly sender: Sender; readonly inboundDomain: string }) =>
  Layer.effect(
    ChannelStore,
    Effect.gen(function* () {
      const { reads } = yield* Database
      const addressOf = supportAddressOf(shared.inboundDomain)

      const addressed = (row: Row): Placed => {
        const { address, createdAt, id, kind, lastInboundAt, verified } = addressOf(row)
        return {
          createdAt: createdAt.epochMilliseconds,
          channel: {
            kind: "email",
            id,
            name: address,
            status: row.enabled ? (verified ? "active" : "error") : "disabled",
            lastInboundAt,
            lastOutboundAt: momentOr(row.last_outbound_at),
            lastError: verified ? (row.last_error ?? undefined) : unverified[kind]
          }
        }
      }

      /** Workspaces, numbers and custom channels, each with the number of messages waiting for it. */
      const connectionsOf = ({ brandId, tenant }: BrandScope) =>
        query(
          reads.unsafe<ConnectionRow & { readonly backlog: number; readonly restarts: number }>(
            `SELECT k.* FROM tenant_scope($1) s, LATERAL (SELECT ${connectionColumns}, k.restarts,
                (SELECT count(*)::int FROM outgoing_mail m WHERE m.connection_id = k.id
                  AND m.state IN ('queued', 'sending')) AS backlog
              FROM channel_connections k WHERE k.tenant_id = s.tenant_id AND k.brand_id = $2 OFFSET 0) k`,
            [tenant.id, uuidOf(brandId)]
          )
        ).pipe(
          Effect.map((rows) =>
            rows.map((row): Placed => {
              const { createdAt, id, kind, lastError, lastInboundAt, lastOutboundAt, name, status } = connectionOf(row)
              return {
                createdAt: createdAt.epochMilliseconds,
                channel: {
                  kind,
                  id,
                  name,
                  // Our app was removed, or the channel was turned off: either way, nothing gets through.
                  status: status === "uninstalled" ? "disabled" : status,
                  lastInboundAt,
                  lastOutboundAt,
                  backlog: row.backlog,
                  restarts: row.restarts,
                  lastError
                }
              }
            })
          )
        )

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
            Effect.zip(connectionsOf({ brandId, tenant }), { concurrent: true }),
            Effect.map(([rows, connections]) =>
              rows.length === 0
                ? Option.none()
                : Option.some(
                    [...rows.filter(({ id }) => id !== null).map(addressed), ...connections]
                      .sort((one, other) => one.createdAt - other.createdAt)
                      .map(({ channel }) => channel)
                  )
            )
          )
      })
    })
  )

/** Why an unverified address is not verified. */
const unverified = {
  system: "The address is not verified",
  alias: "The address is not verified",
  domain: "The domain of the address is not verified",
  forwarded: "The address is not verified: ask for a code and send it back"
} as const
