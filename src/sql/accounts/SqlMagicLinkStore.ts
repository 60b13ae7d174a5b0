import { Duration, Effect, Layer } from "effect"
import { MagicLinkStore } from "../../accounts/MagicLinkStore.ts"
import { Vault } from "../../accounts/Vault.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { Database } from "../Database.ts"
import { insertMail } from "../outbound/insertMail.ts"
import { query } from "../query.ts"
import { retryConflicts } from "../retryConflicts.ts"
import { uuidOr } from "../rows/columns.ts"
import { maxTold, type ToldRow, tellMembers } from "./tellMembers.ts"

export const layer = Layer.effect(
  MagicLinkStore,
  Effect.gen(function* () {
    // An address may belong to members of several accounts.
    const { system } = yield* Database
    const vault = yield* Vault
    const ids = yield* IdGenerator

    return MagicLinkStore.of({
      isMember: (email, accountId) =>
        query(
          system<{ known: boolean }>`SELECT EXISTS (SELECT FROM members m
            JOIN accounts a ON a.id = m.account_id AND a.deleted_at IS NULL
            WHERE m.email = ${email} AND m.status = 'active'
            AND a.id = coalesce(${uuidOr(accountId)}::uuid, a.id)) AS known`
        ).pipe(Effect.map(([row]) => row?.known === true)),

      replace: ({ accountId, email, hash, lifetime }, mail, causation) =>
        Effect.gen(function* () {
          yield* system`INSERT INTO magic_links (email, hash, account_id, expires_at)
            VALUES (${email}, ${hash}, ${uuidOr(accountId)}, now() + make_interval(secs => ${Duration.toSeconds(lifetime)}))
            ON CONFLICT (email) WHERE member_id IS NULL DO UPDATE
            SET hash = excluded.hash, account_id = excluded.account_id, expires_at = excluded.expires_at`
          if (mail !== undefined) yield* insertMail(system, vault, mail)
          const members = yield* system<ToldRow>`
            SELECT m.id, m.account_id, t.id AS tenant_id, NULL::jsonb AS metadata FROM members m
            JOIN tenants t ON t.account_id = m.account_id AND t.mode = 'live'
            WHERE m.email = ${email} AND m.status = 'active' AND m.account_id = coalesce(${uuidOr(accountId)}::uuid, m.account_id)
            ORDER BY m.id LIMIT ${maxTold}`
          yield* tellMembers(system, ids.next, causation, "member.link_sent", members)
        }).pipe(system.withTransaction, retryConflicts, query)
    })
  })
)
