import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { SlackApp, SlackAppSecret } from "../../domain/SlackApp.ts"
import { type Moment, moment } from "./columns.ts"

/** A row of `slack_apps`, without its secrets. */
export interface SlackAppRow {
  readonly id: string
  readonly brand_id: string
  readonly name: string
  readonly client_id: string | null
  readonly known: ReadonlyArray<SlackAppSecret>
  readonly created_at: Moment
  readonly updated_at: Moment
}

export const slackAppColumns = "a.id, a.brand_id, a.name, a.client_id, a.known, a.created_at, a.updated_at"

export const slackAppOf = (row: SlackAppRow): SlackApp => ({
  id: idOf("app", row.id),
  brandId: idOf("brand", row.brand_id),
  name: row.name,
  clientId: row.client_id ?? undefined,
  known: row.known,
  createdAt: moment(row.created_at),
  updatedAt: moment(row.updated_at)
})

export const rowOfSlackApp = (tenantId: string, app: SlackApp) => ({
  id: uuidOf(app.id),
  tenant_id: tenantId,
  brand_id: uuidOf(app.brandId),
  name: app.name,
  client_id: app.clientId ?? null,
  known: app.known,
  created_at: iso(app.createdAt),
  updated_at: iso(app.updatedAt)
})
