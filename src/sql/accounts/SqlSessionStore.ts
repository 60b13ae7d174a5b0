import { Array as Arr, Duration, Effect, Layer, Number, Option } from "effect"
import type { SqlClient } from "effect/sql"
import type { Membership } from "../../accounts/MemberStore.ts"
import { type NewSession, SessionStore } from "../../accounts/SessionStore.ts"
import type { AuditedEvent } from "../../domain/AuditEntry.ts"
import type { Causation, Cause } from "../../domain/Causation.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import { nameOf } from "../../domain/Member.ts"
import type { SignedIn } from "../../domain/Session.ts"
import { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { query } from "../query.ts"
import { retryConflicts } from "../retryConflicts.ts"
import { type AccountRow, accountOf } from "../rows/accountRow.ts"
import { type Moment, moment, uuidOr } from "../rows/columns.ts"
import { type MemberRow, memberOf, seesAllBrands } from "../rows/memberRow.ts"
import { transaction } from "../transaction.ts"
import { insertAccount } from "./insertAccount.ts"
import { acceptInvite } from "./SqlMemberStore.ts"
import { maxTold, type ToldRow, tellMembers } from "./tellMembers.ts"

/** Days for which an expired session is still told from one that never existed. */
const keptDays = 30

/** It is unknown who fails to sign in. */
const somebody: Causation["actor"] = { type: "agent", id: null, name: null, channel: "dashboard" }

interface SessionRow {
  readonly id: string
  readonly user_agent: string | null
  readonly created_at: Moment
  /** Seconds. */
  readonly age: number
  readonly expires_at: Moment
  readonly member: MemberRow
  readonly account: AccountRow
  readonly live: string
  readonly test: string
}

export const layer = Layer.effect(
  SessionStore,
  Effect.gen(function* () {
    const database = yield* Database
    const ids = yield* IdGenerator
    // Who calls is looked up before a tenant is known, so row-level security does not apply to `system`.
    const { system, writes } = database

    /** The columns of a session and of its owner, for `FROM … s`. */
    const whose = `s.id, s.user_agent, s.created_at, extract(epoch from now() - s.created_at)::float8 AS age, s.expires_at, to_json(m) AS member, to_json(a) AS account,
      (SELECT id FROM tenants WHERE account_id = a.id AND mode = 'live') AS live,
      (SELECT id FROM tenants WHERE account_id = a.id AND mode = 'test') AS test`

    const audit = (
      sql: SqlClient.SqlClient,
      { member, session, tenants }: SignedIn,
      request: Cause,
      event: AuditedEvent
    ) =>
      appendAudit(
        sql,
        tenants.live,
        { ...request, actor: { type: "agent", id: member.id, name: nameOf(member), channel: "dashboard" } },
        ids.next("log"),
        undefined,
        { event, entityType: "member", entityId: member.id, metadata: { sessionId: session.id } }
      )

    /** Stores a session of an active member, and removes those of theirs that ended long ago. */
    const begin = Effect.fnUntraced(function* (
      sql: SqlClient.SqlClient,
      memberId: string,
      session: NewSession,
      request: Cause
    ) {
      const { from = null } = session
      yield* sql`DELETE FROM sessions
        WHERE member_id = ${memberId} AND expires_at < now() - make_interval(days => ${keptDays})`
      yield* sql`UPDATE members SET last_active_at = now() WHERE id = ${memberId}`
      const [row] = yield* sql<SessionRow>`WITH s AS (
          INSERT INTO sessions (id, hash, account_id, member_id, user_agent, created_at, expires_at)
          SELECT ${uuidOf(session.id)}, ${session.hash}, account_id, id, ${session.userAgent ?? null},
            coalesce(${from && iso(from.createdAt)}::timestamptz, now()),
            coalesce(${from && iso(from.expiresAt)}::timestamptz, now() + make_interval(secs => ${Duration.toSeconds(session.lifetime)}))
          FROM members WHERE id = ${memberId} AND status = 'active'
          RETURNING *
        )
        SELECT ${sql.literal(whose)} FROM s JOIN members m ON m.id = s.member_id JOIN accounts a ON a.id = s.account_id`
      if (row === undefined) return Option.none()
      const signedIn = signedInOf(row)
      yield* audit(sql, signedIn, request, "member.signed_in")
      return Option.some(signedIn)
    })

    const endAllOf = (
      { account, member, tenant }: Membership,
      whose: "member" | "organization",
      idle: Duration.Duration,
      request: Cause
    ) =>
      Effect.gen(function* () {
        const accountId = uuidOf(account.id)
        const them =
          whose === "member"
            ? writes`m.account_id = ${accountId} AND m.id = ${uuidOf(member.id)}`
            : writes`m.account_id = ${accountId}`
        const end = Effect.map(
          writes<{ was_good: boolean }>`DELETE FROM sessions s USING members m WHERE ${them} AND s.member_id = m.id
            RETURNING least(s.expires_at, s.last_used_at + make_interval(secs => ${Duration.toSeconds(idle)})) > now() AS was_good`,
          (ended) => ended.filter(({ was_good }) => was_good).length
        )
        const found = yield* end
        // A session being opened, perhaps from one of those just ended, is visible once its member is locked.
        yield* writes`SELECT FROM members m WHERE ${them} ORDER BY m.id FOR NO KEY UPDATE`
        const sessions = found + (yield* end)
        yield* appendAudit(
          writes,
          tenant,
          { ...request, actor: { type: "agent", id: member.id, name: nameOf(member), channel: "dashboard" } },
          ids.next("log"),
          undefined,
          whose === "member"
            ? { event: "member.sessions_ended", entityType: "member", entityId: member.id, metadata: { sessions } }
            : { event: "account.sessions_ended", entityType: "account", entityId: account.id, metadata: { sessions } }
        )
        return sessions
      }).pipe(transaction(database, tenant))

    return SessionStore.of({
      open: (link, session, request) =>
        Effect.gen(function* () {
          const [known] = yield* system<{ id: string; account_id: string; invited: boolean }>`
            WITH candidate AS (
              SELECT l.hash, m.id, m.account_id, m.status = 'pending' AS invited
              FROM magic_links l JOIN members m ON m.email = l.email
                AND (m.id = l.member_id OR (l.member_id IS NULL AND m.status = 'active'))
              JOIN accounts a ON a.id = m.account_id AND a.deleted_at IS NULL
              WHERE l.hash = ${link.hash} AND l.expires_at > now()
                AND m.account_id = coalesce(${uuidOr(link.accountId)}::uuid, l.account_id, m.account_id)
              ORDER BY m.last_active_at DESC NULLS LAST, m.id LIMIT 1
            )
            DELETE FROM magic_links USING candidate WHERE magic_links.hash = candidate.hash
            RETURNING candidate.id, candidate.account_id, candidate.invited`
          if (known !== undefined) {
            const accountId = idOf("account", known.account_id)
            if (known.invited) yield* acceptInvite(system, { accountId }, idOf("member", known.id))
            const opened = yield* begin(system, known.id, session, request)
            if (known.invited && Option.isSome(opened)) yield* audit(system, opened.value, request, "member.joined")
            return opened
          }
          const { newcomer } = link
          if (newcomer === undefined || link.accountId !== undefined) return Option.none()
          const [stranger] = yield* system<{ email: string }>`DELETE FROM magic_links l
            WHERE l.hash = ${link.hash} AND l.expires_at > now() AND l.member_id IS NULL AND l.account_id IS NULL
              AND NOT EXISTS (SELECT FROM members m JOIN accounts a ON a.id = m.account_id AND a.deleted_at IS NULL
                WHERE m.email = l.email AND m.status = 'active')
            RETURNING l.email`
          if (stranger === undefined) return Option.none()
          yield* insertAccount(system, newcomer, stranger.email)
          return yield* begin(system, uuidOf(newcomer.ownerId), session, request)
        }).pipe(system.withTransaction, retryConflicts, query),

      refused: (hash, request) =>
        Effect.gen(function* () {
          const members = yield* system<ToldRow>`
            SELECT m.id, m.account_id, t.id AS tenant_id, json_build_object('reason', l.reason) AS metadata FROM (
              SELECT email, account_id, member_id, CASE WHEN expires_at <= now() THEN 'expired' ELSE 'no_member' END AS reason
              FROM magic_links WHERE hash = ${hash}
              UNION ALL SELECT email, account_id, member_id, reason FROM ended_links WHERE hash = ${hash}) l
            JOIN members m ON m.email = l.email AND (m.id = l.member_id OR l.member_id IS NULL AND m.status = 'active')
              AND m.account_id = coalesce(l.account_id, m.account_id)
            JOIN tenants t ON t.account_id = m.account_id AND t.mode = 'live' ORDER BY m.id LIMIT ${maxTold}`
          yield* tellMembers(system, ids.next, { ...request, actor: somebody }, "member.sign_in_failed", members)
        }).pipe(system.withTransaction, retryConflicts, query),

      enter: (tenant, memberId, session, request) =>
        begin(writes, uuidOf(memberId), session, request).pipe(transaction(database, tenant)),

      find: (hash, idle) =>
        query(system<SessionRow & { ends_at: Moment; is_over: boolean; is_stale: boolean }>`
          SELECT ${system.literal(whose)}, e.ends_at, e.ends_at <= now() AS is_over,
            s.last_used_at < now() - interval '1 minute' AS is_stale
          FROM sessions s JOIN members m ON m.id = s.member_id AND m.status = 'active'
            JOIN accounts a ON a.id = s.account_id AND a.deleted_at IS NULL,
            LATERAL (SELECT least(s.expires_at, s.last_used_at + make_interval(secs => ${Duration.toSeconds(idle)})) AS ends_at) e
          WHERE s.hash = ${hash}`).pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromUndefinedOr(row), (row) => ({
              signedIn: signedInOf(row),
              endsAt: moment(row.ends_at),
              isOver: row.is_over,
              isStale: row.is_stale
            }))
          )
        ),

      reaches: (hashes, idle) =>
        query(system<Pick<MemberRow, "all_brands" | "role" | "brand_ids"> & { hash: string }>`
          SELECT encode(s.hash, 'base64') AS hash, m.all_brands, m.role, m.brand_ids
          FROM sessions s JOIN members m ON m.id = s.member_id AND m.status = 'active'
            JOIN accounts a ON a.id = s.account_id AND a.deleted_at IS NULL
          WHERE s.hash = ANY(SELECT decode(h, 'base64') FROM unnest(${hashes}::text[]) h) AND s.expires_at > now()
            AND s.last_used_at > now() - make_interval(secs => ${Duration.toSeconds(idle)})`).pipe(
          Effect.map((rows) =>
            rows.map((row) => ({
              hash: row.hash,
              role: row.role,
              brands: seesAllBrands(row) ? "all" : new Set(row.brand_ids.map((id) => idOf("brand", id)))
            }))
          )
        ),

      touch: (id) =>
        query(system`
          WITH used AS (UPDATE sessions SET last_used_at = now() WHERE id = ${uuidOf(id)} RETURNING member_id)
          UPDATE members m SET last_active_at = now() FROM used WHERE m.id = used.member_id`).pipe(Effect.asVoid),

      end: (signedIn, request) =>
        Effect.gen(function* () {
          const ended = yield* writes`DELETE FROM sessions
            WHERE account_id = ${uuidOf(signedIn.account.id)} AND id = ${uuidOf(signedIn.session.id)} RETURNING 1`
          if (ended.length > 0) yield* audit(writes, signedIn, request, "member.signed_out")
          return ended.length > 0
        }).pipe(transaction(database, signedIn.tenants.live)),

      endAll: ([first, ...rest], whose, idle, request) =>
        first === undefined
          ? Effect.succeed(0)
          : Effect.forEach([first, ...rest], (membership) => endAllOf(membership, whose, idle, request)).pipe(
              Effect.map(Arr.reduce(0, Number.sum)),
              transaction(database, first.tenant)
            )
    })
  })
)

const signedInOf = (row: SessionRow): SignedIn => {
  const account = accountOf(row.account)
  return {
    session: {
      id: idOf("session", row.id),
      memberId: idOf("member", row.member.id),
      userAgent: row.user_agent ?? undefined,
      createdAt: moment(row.created_at),
      age: Duration.seconds(row.age),
      expiresAt: moment(row.expires_at)
    },
    member: memberOf(row.member),
    account,
    tenants: {
      live: { id: row.live, accountId: account.id, mode: "live" },
      test: { id: row.test, accountId: account.id, mode: "test" }
    }
  }
}
