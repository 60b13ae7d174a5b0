import { Schema } from "effect"
import {
  type ChannelConnection,
  type ConnectionKind,
  type ConnectionOf,
  type ConnectionStatus,
  CustomSettings,
  connectionIdOf,
  type PlacedConnection,
  SlackSettings,
  SmsSettings
} from "../../domain/ChannelConnection.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import { type Moment, moment, momentOr } from "./columns.ts"
import { type ScopeRow, scopeOf } from "./scopeRow.ts"

/** A row of `channel_connections`, without its secrets. */
export interface ConnectionRow {
  readonly id: string
  readonly tenant_id: string
  readonly brand_id: string
  readonly kind: ConnectionKind
  readonly external_id: string
  readonly name: string
  readonly status: ConnectionStatus
  readonly settings: unknown
  readonly last_inbound_at: Moment | null
  readonly last_outbound_at: Moment | null
  readonly last_error: string | null
  readonly created_at: Moment
  readonly updated_at: Moment
}

export const connectionColumns = `k.id, k.tenant_id, k.brand_id, k.kind, k.external_id, k.name, k.status, k.settings,
  k.last_inbound_at, k.last_outbound_at, k.last_error, k.created_at, k.updated_at`

/** A connection of this kind, with the tenant and brand that its row names. */
export type PlacedRow = ConnectionRow & ScopeRow

/** What the rows of each kind have beyond those of all kinds. */
const provided = {
  chat: (settings: unknown) => ({ provider: "slack" as const, settings: slackSettings(settings) }),
  sms: (settings: unknown) => ({ provider: "twilio" as const, settings: smsSettings(settings) }),
  custom: (settings: unknown) => ({ provider: "custom" as const, settings: customSettings(settings) })
}

const slackSettings = Schema.decodeUnknownSync(SlackSettings)
const smsSettings = Schema.decodeUnknownSync(SmsSettings)
const customSettings = Schema.decodeUnknownSync(CustomSettings)

export const connectionOf = <K extends ConnectionKind>(row: ConnectionRow): ConnectionOf<K> =>
  // The kind determines the provider, the settings and the id, which the compiler cannot follow through the index.
  ({
    id: connectionIdOf(row.kind, row.id),
    brandId: idOf("brand", row.brand_id),
    kind: row.kind,
    ...provided[row.kind](row.settings),
    externalId: row.external_id,
    name: row.name,
    status: row.status,
    lastInboundAt: momentOr(row.last_inbound_at),
    lastOutboundAt: momentOr(row.last_outbound_at),
    lastError: row.last_error ?? undefined,
    createdAt: moment(row.created_at),
    updatedAt: moment(row.updated_at)
  }) as ConnectionOf<K>

export const placedOf = <K extends ConnectionKind>(row: PlacedRow): PlacedConnection<K> => ({
  scope: scopeOf(row),
  connection: connectionOf<K>(row)
})

/** The row of a connection without its secrets. */
export const rowOfConnection = (tenantId: string, connection: ChannelConnection) => ({
  id: uuidOf(connection.id),
  tenant_id: tenantId,
  brand_id: uuidOf(connection.brandId),
  kind: connection.kind,
  provider: connection.provider,
  external_id: connection.externalId,
  name: connection.name,
  status: connection.status,
  settings: connection.settings,
  last_error: connection.lastError ?? null,
  created_at: iso(connection.createdAt),
  updated_at: iso(connection.updatedAt)
})
