/**
 * SQL for the current prefix of the brand that last had this one, since people go on using what an old mail says. Returns the
 * prefix itself if a brand has it or none ever had it, and null for null. Former prefixes come from the audit log: a few
 * entries per brand, with an index of their own (`audit_log_prefixes`). Parameters are SQL; `brands` are ids, or null for all
 * of the tenant.
 */
export const presentPrefix = (tenant: string, brands: string, prefix: string) => {
  const ofBrands = `b.tenant_id = ${tenant} and b.deleted_at is null and (${brands} is null or b.id = any(${brands}))`
  return `coalesce(
    (select b.ticket_prefix from brands b where ${ofBrands} and b.ticket_prefix = ${prefix} limit 1),
    (select b.ticket_prefix from brands b, lateral (select a.id from audit_log a where a.tenant_id = b.tenant_id and a.entity_id = b.id
        and a.changes -> 'ticketPrefix' ->> 'old' = ${prefix} order by a.id desc limit 1) a
      where ${ofBrands} and ${prefix} is not null order by a.id desc limit 1),
    ${prefix})`
}
