import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Vault } from "../../accounts/Vault.ts"
import type { IdGenerator } from "../../domain/IdGenerator.ts"
import { uuidOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { Proof } from "../../domain/Proof.ts"
import { type DomainNotice, domainNotice } from "../../tickets/addresses/domainNotice.ts"
import { insertMail } from "../outbound/insertMail.ts"

interface Row {
  readonly brand: string
  readonly recipient: string
}

/** Queues a mail to each owner and admin for every piece of news, in the transaction of the change. */
export const tellOfDomains = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  vault: Vault["Service"],
  next: IdGenerator["Service"]["next"],
  options: { readonly publicUrl: string; readonly mailDomain: string },
  scope: BrandScope,
  news: ReadonlyArray<Pick<DomainNotice, "domain" | "state">>
) {
  if (news.length === 0) return
  const people = yield* sql<Row>`SELECT b.name AS brand, m.email AS recipient
    FROM brands b JOIN members m ON m.account_id = ${uuidOf(scope.tenant.accountId)} AND m.status = 'active'
      AND m.role IN ('owner', 'admin') AND m.notify_email
    WHERE b.tenant_id = ${scope.tenant.id} AND b.id = ${uuidOf(scope.brandId)} ORDER BY m.id`
  for (const { brand, recipient } of people)
    for (const notice of news)
      yield* insertMail(
        sql,
        vault,
        domainNotice({ ...notice, brandName: brand }, { ...options, id: next("message"), to: recipient })
      )
})

/** The parts of a change of proofs that people are told. */
export const proofNews = (old: Proof, now: Proof): ReadonlyArray<"failed" | "failing"> => [
  ...(old.verified && !now.verified ? (["failed"] as const) : []),
  ...(old.failingSince === undefined && now.failingSince !== undefined ? (["failing"] as const) : [])
]
