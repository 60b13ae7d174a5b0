import { Duration, Effect, Layer } from "effect"
import { MagicLinkStore } from "../accounts/MagicLinkStore.ts"
import { Vault } from "../accounts/Vault.ts"
import { Database } from "./Database.ts"
import { insertMail } from "./insertMail.ts"
import { query } from "./query.ts"
import { uuidOr } from "./rows/columns.ts"

export const layer = Layer.effect(
  MagicLinkStore,
  Effect.gen(function* () {
    // An address may belong to members of several accounts.
    const { system } = yield* Database
    const vault = yield* Vault

    return MagicLinkStore.of({
      isMember: (email, accountId) =>
        query(
          system<{ known: boolean }>`SELECT EXISTS (SELECT FROM members WHERE email = ${email} AND status = 'active'
            AND account_id = coalesce(${uuidOr(accountId)}::uuid, account_id)) AS known`
        ).pipe(Effect.map(([row]) => row?.known === true)),

      replace: ({ accountId, email, hash, lifetime }, mail) =>
        Effect.gen(function* () {
          yield* system`INSERT INTO magic_links (email, hash, account_id, expires_at)
            VALUES (${email}, ${hash}, ${uuidOr(accountId)}, now() + make_interval(secs => ${Duration.toSeconds(lifetime)}))
            ON CONFLICT (email) WHERE member_id IS NULL DO UPDATE
            SET hash = excluded.hash, account_id = excluded.account_id, expires_at = excluded.expires_at`
          if (mail !== undefined) yield* insertMail(system, vault, mail)
        }).pipe(system.withTransaction, query)
    })
  })
)
