import { idOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { Mode, Tenant } from "../../domain/Tenant.ts"

/** The tenant of a row, as a statement that crosses tenants selects it beside the row. */
export interface TenantRow {
  readonly tenant_id: string
  readonly account_id: string
  readonly mode: Mode
}

/** The same for a row of a brand. */
export interface ScopeRow extends TenantRow {
  readonly brand_id: string
}

export const tenantOf = ({ account_id, mode, tenant_id }: TenantRow): Tenant => ({
  id: tenant_id,
  accountId: idOf("account", account_id),
  mode
})

export const scopeOf = (row: ScopeRow): BrandScope => ({ tenant: tenantOf(row), brandId: idOf("brand", row.brand_id) })
