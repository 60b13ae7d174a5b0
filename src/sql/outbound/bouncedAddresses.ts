/** What happens to an address that rests already: it rests from now on, and a report of spam remains the reason. */
export const restsAnew = `on conflict (brand_id, address) do update set bounced_at = excluded.bounced_at,
  reason = case when bounced_addresses.reason = 'complaint' then 'complaint' else excluded.reason end`

/**
 * Forgets that mail to addresses of a brand bounced: `address` of the rows `m` that `where` selects. An address that a customer
 * of the brand has by now is that customer's, and keeps resting.
 */
export const forgetBounces = (rows: string, where: string, address: string): string =>
  `delete from bounced_addresses a using ${rows} where ${where} and a.brand_id = m.brand_id and a.address = ${address}
    and not exists (select from customers k where k.brand_id = a.brand_id and k.email = a.address and k.deleted_at is null)`
