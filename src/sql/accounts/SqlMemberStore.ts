import { Duration, Effect, Layer, Option } from "effect"
import type { SqlError } from "effect/sql"
import { type InviteLink, MemberStore, type Membership } from "../../accounts/MemberStore.ts"
import { Vault } from "../../accounts/Vault.ts"
import type { AuditedEvent } from "../../domain/AuditEntry.ts"
import type { Causation } from "../../domain/Causation.ts"
import { fieldDiff } from "../../domain/FieldDiff.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { idOf, type MemberId, uuidOf } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { Member } from "../../domain/Member.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { auditedDiff } from "../../events/auditedDiff.ts"
import { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { insertMail } from "../outbound/insertMail.ts"
import { query } from "../query.ts"
import { type AccountRow, accountOf } from "../rows/accountRow.ts"
import { type MemberRow, memberOf } from "../rows/memberRow.ts"
import { transaction } from "../transaction.ts"
import { violatedUnique } from "../violatedUnique.ts"
import { leaveTickets } from "./leaveTickets.ts"

interface MembershipRow {
  readonly member: MemberRow
  readonly account: AccountRow
  readonly tenant_id: string
}

export const layer = Layer.effect(
  MemberStore,
  Effect.gen(function* () {
    const database = yield* Database
    const vault = yield* Vault
    const ids = yield* IdGenerator
    const { reads, system, writes } = database

    const audit = (
      tenant: Tenant,
      causation: Causation,
      id: MemberId,
      event: AuditedEvent,
      facts: { readonly changes?: JsonObject; readonly metadata?: JsonObject } = {}
    ) =>
      appendAudit(writes, tenant, causation, ids.next("log"), undefined, {
        event,
        entityType: "member",
        entityId: id,
        ...facts
      })

    /** The member, after locking the account against other changes of the team. */
    const lock = Effect.fnUntraced(function* (tenant: Tenant, id: MemberId) {
      const account = uuidOf(tenant.accountId)
      yield* writes`SELECT 1 FROM accounts WHERE id = ${account} FOR NO KEY UPDATE`
      const [row] = yield* writes<MemberRow & { owners: number }>`SELECT m.*,
          (SELECT count(*)::int FROM members WHERE account_id = ${account} AND role = 'owner' AND status = 'active') AS owners
        FROM members m WHERE m.account_id = ${account} AND m.id = ${uuidOf(id)} FOR UPDATE OF m`
      return row === undefined ? undefined : { member: memberOf(row), team: { activeOwners: row.owners } }
    })

    /** Runs a change in both modes: each is a tenant of its own. */
    const inBothModes = Effect.fnUntraced(function* (
      { accountId }: Tenant,
      change: (tenantId: string) => Effect.Effect<unknown, SqlError.SqlError>
    ) {
      const tenants = yield* writes<{
        id: string
      }>`SELECT id FROM tenants WHERE account_id = ${uuidOf(accountId)} ORDER BY mode`
      yield* Effect.forEach(tenants, (tenant) => transaction(database, tenant)(change(tenant.id)), { discard: true })
    })

    const stopWatching = (tenantId: string, id: MemberId) =>
      writes`DELETE FROM watchers WHERE tenant_id = ${tenantId} AND member_id = ${id}`

    /** Makes the link the invitation's only one, queues its mail, and records the time. */
    const send = Effect.fnUntraced(function* (tenant: Tenant, { email, id }: Member, link: InviteLink) {
      const account = uuidOf(tenant.accountId)
      yield* writes`INSERT INTO magic_links (email, hash, account_id, member_id, expires_at)
        VALUES (${email}, ${link.hash}, ${account}, ${uuidOf(id)},
          now() + make_interval(secs => ${Duration.toSeconds(link.lifetime)}))
        ON CONFLICT (member_id) WHERE member_id IS NOT NULL
        DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at`
      yield* insertMail(writes, vault, link.mail)
      const rows = yield* writes<MemberRow>`UPDATE members SET sent_at = now()
        WHERE account_id = ${account} AND id = ${uuidOf(id)} RETURNING *`
      return yield* one(rows)
    })

    return MemberStore.of({
      list: (tenant) =>
        query(reads<MemberRow>`SELECT m.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT m.* FROM tenants t JOIN members m ON m.account_id = t.account_id WHERE t.id = s.tenant_id
            ORDER BY m.id OFFSET 0) m`).pipe(Effect.map((rows) => rows.map(memberOf))),

      count: (tenant) =>
        query(
          system<{
            count: number
          }>`SELECT count(*)::int AS count FROM members WHERE account_id = ${uuidOf(tenant.accountId)}`
        ).pipe(Effect.map(([row]) => row?.count ?? 0)),

      find: (tenant, id) =>
        query(reads<MemberRow>`SELECT m.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT m.* FROM tenants t JOIN members m ON m.account_id = t.account_id
            WHERE t.id = s.tenant_id AND m.id = ${uuidOf(id)} OFFSET 0) m`).pipe(Effect.map(first)),

      // A person's organizations belong to several accounts, so row-level security does not apply.
      memberships: (email) =>
        query(system<MembershipRow>`SELECT to_json(m) AS member, to_json(a) AS account, t.id AS tenant_id
          FROM members m JOIN accounts a ON a.id = m.account_id AND a.deleted_at IS NULL JOIN tenants t ON t.account_id = a.id AND t.mode = 'live'
          WHERE m.email = ${email} AND m.status = 'active' ORDER BY lower(a.name), a.id`).pipe(
          Effect.map((rows) => rows.map(membershipOf))
        ),

      invitation: (id, email, lifetime) =>
        query(system<MembershipRow>`SELECT to_json(m) AS member, to_json(a) AS account, t.id AS tenant_id
          FROM members m JOIN accounts a ON a.id = m.account_id AND a.deleted_at IS NULL JOIN tenants t ON t.account_id = a.id AND t.mode = 'live'
          WHERE m.id = ${uuidOf(id)} AND m.email = ${email} AND m.status = 'pending'
            AND m.sent_at > now() - make_interval(secs => ${Duration.toSeconds(lifetime)})`).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), membershipOf))
        ),

      invite: (tenant, causation, member, link) =>
        Effect.gen(function* () {
          yield* writes`INSERT INTO members (id, account_id, email, role, status, all_brands, brand_ids)
            VALUES (${uuidOf(member.id)}, ${uuidOf(tenant.accountId)}, ${member.email}, ${member.role}, ${member.status},
              ${member.allBrands}, ${member.brandIds.map(uuidOf)}::uuid[])`
          yield* audit(tenant, causation, member.id, "member.invited", {
            metadata: { email: member.email, role: member.role }
          })
          return yield* send(tenant, member, link)
        }).pipe(violatedUnique({ members_account_id_email_key: "email" }), transaction(database, tenant)),

      resend: (tenant, causation, id, check) =>
        Effect.gen(function* () {
          const found = yield* lock(tenant, id)
          if (found === undefined) return Option.none()
          const link = yield* Effect.fromResult(check(found.member))
          yield* audit(tenant, causation, id, "member.invited_again")
          return Option.some(yield* send(tenant, found.member, link))
        }).pipe(transaction(database, tenant)),

      accept: (tenant, causation, id) =>
        Effect.gen(function* () {
          const accepted = yield* acceptInvite(writes, tenant, id)
          if (accepted) yield* audit(tenant, causation, id, "member.joined")
          return accepted
        }).pipe(transaction(database, tenant)),

      update: (tenant, causation, id, change) =>
        Effect.gen(function* () {
          const found = yield* lock(tenant, id)
          if (found === undefined) return Option.none()
          const changed = yield* Effect.fromResult(change(found.member, found.team))
          const diff = fieldDiff(observed, found.member, changed)
          if (diff.size === 0) return Option.some(found.member)
          const rows = yield* writes<MemberRow>`UPDATE members SET ${writes.update({
            first_name: changed.firstName ?? null,
            last_name: changed.lastName ?? null,
            display_name: changed.displayName ?? null,
            avatar_url: changed.avatarUrl ?? null,
            role: changed.role,
            all_brands: changed.allBrands,
            notify_email: changed.notifyEmail,
            notify_toast: changed.notifyToast,
            notify_desktop: changed.notifyDesktop
          })}, brand_ids = ${changed.brandIds.map(uuidOf)}::uuid[],
              preferences = ${changed.preferences === undefined ? null : JSON.stringify(changed.preferences)}::jsonb
            WHERE account_id = ${uuidOf(tenant.accountId)} AND id = ${uuidOf(id)} RETURNING *`
          if (!changed.allBrands)
            yield* inBothModes(tenant, (tenantId) => leaveTickets(writes, tenantId, id, changed.brandIds))
          yield* audit(tenant, causation, id, "member.updated", { changes: auditedDiff(diff) })
          return Option.some(yield* one(rows))
        }).pipe(transaction(database, tenant)),

      remove: (tenant, causation, id, check) =>
        Effect.gen(function* () {
          const found = yield* lock(tenant, id)
          if (found === undefined) return false
          yield* Effect.fromResult(check(found.member, found.team))
          // The member's sessions and links are deleted with it.
          yield* writes`DELETE FROM members WHERE account_id = ${uuidOf(tenant.accountId)} AND id = ${uuidOf(id)}`
          yield* inBothModes(tenant, (tenantId) =>
            Effect.andThen(stopWatching(tenantId, id), leaveTickets(writes, tenantId, id, []))
          )
          yield* audit(tenant, causation, id, "member.removed", {
            metadata: { email: found.member.email, role: found.member.role }
          })
          return true
        }).pipe(transaction(database, tenant))
    })
  })
)

/** Makes a pending member active, which uses up their link; runs in the transaction of the request that accepts it. */
export const acceptInvite = (sql: Database["Service"]["writes"], tenant: Pick<Tenant, "accountId">, id: MemberId) =>
  Effect.gen(function* () {
    const accepted = yield* sql`UPDATE members SET status = 'active', sent_at = NULL
      WHERE account_id = ${uuidOf(tenant.accountId)} AND id = ${uuidOf(id)} AND status = 'pending' RETURNING 1`
    yield* sql`DELETE FROM magic_links WHERE account_id = ${uuidOf(tenant.accountId)} AND member_id = ${uuidOf(id)}`
    return accepted.length > 0
  })

/** The fields of a member whose changes the audit log records. */
const observed = {
  role: ({ role }: Member) => role,
  firstName: ({ firstName }: Member) => firstName ?? null,
  lastName: ({ lastName }: Member) => lastName ?? null,
  displayName: ({ displayName }: Member) => displayName ?? null,
  avatarUrl: ({ avatarUrl }: Member) => avatarUrl ?? null,
  allBrands: ({ allBrands }: Member) => allBrands,
  brandIds: ({ brandIds }: Member) => brandIds,
  notifyEmail: ({ notifyEmail }: Member) => notifyEmail,
  notifyToast: ({ notifyToast }: Member) => notifyToast,
  notifyDesktop: ({ notifyDesktop }: Member) => notifyDesktop,
  preferences: ({ preferences }: Member) => preferences ?? null
}

const first = ([row]: ReadonlyArray<MemberRow>) => Option.map(Option.fromUndefinedOr(row), memberOf)

const one = ([row]: ReadonlyArray<MemberRow>) =>
  row === undefined ? Effect.die("a member that is locked is gone") : Effect.succeed(memberOf(row))

const membershipOf = ({ account, member, tenant_id }: MembershipRow): Membership => ({
  member: memberOf(member),
  account: accountOf(account),
  tenant: { id: tenant_id, accountId: idOf("account", account.id), mode: "live" }
})
