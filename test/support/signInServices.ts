import { Effect, Layer, Option, Redacted } from "effect"
import { AccountDeletions } from "../../src/accounts/AccountDeletions.ts"
import { Invites } from "../../src/accounts/Invites.ts"
import { MagicLinks } from "../../src/accounts/MagicLinks.ts"
import { Members } from "../../src/accounts/Members.ts"
import { Sessions } from "../../src/accounts/Sessions.ts"
import { Vault } from "../../src/accounts/Vault.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { type AccountId, idOf, uuidOf } from "../../src/domain/Ids.ts"
import type { Role } from "../../src/domain/Member.ts"
import * as SqlAccountDeletionStore from "../../src/sql/accounts/SqlAccountDeletionStore.ts"
import * as SqlMagicLinkStore from "../../src/sql/accounts/SqlMagicLinkStore.ts"
import * as SqlMemberStore from "../../src/sql/accounts/SqlMemberStore.ts"
import * as SqlSessionStore from "../../src/sql/accounts/SqlSessionStore.ts"
import { Database } from "../../src/sql/Database.ts"

/** Magic links and sessions on the database of whoever provides it. */
export const signInServices = (publicUrl = "http://localhost:3000") =>
  Layer.mergeAll(
    MagicLinks.layer({ publicUrl, mailDomain: "trunkline.example" }),
    Invites.layer({ publicUrl, mailDomain: "trunkline.example" }),
    AccountDeletions.layer({ publicUrl, mailDomain: "trunkline.example" }),
    Members.layer,
    Sessions.layer
  ).pipe(
    Layer.provide([SqlAccountDeletionStore.layer, SqlMagicLinkStore.layer, SqlMemberStore.layer, SqlSessionStore.layer])
  )

/** The token of a magic link for an address, as printed on the console. */
export const linkFor = Effect.fnUntraced(function* (email: string) {
  const link = yield* Effect.flatMap((yield* MagicLinks).issue(email), Effect.fromOption)
  return new URL(Redacted.value(link)).searchParams.get("token") ?? ""
}, Effect.orDie)

/** Adds a member to an account. */
export const seedMember = Effect.fnUntraced(function* (
  accountId: AccountId,
  email: string,
  role: Role = "agent",
  status: "active" | "pending" = "active"
) {
  const { system } = yield* Database
  const id = (yield* IdGenerator).next("member")
  yield* system`insert into members (id, account_id, email, role, status)
    values (${uuidOf(id)}, ${uuidOf(accountId)}, ${email}, ${role}, ${status})`
  return id
}, Effect.orDie)

export interface StoredMail {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly from_name: string | null
  readonly message_id: string
  readonly subject: string
  readonly text: string
  readonly sealed: boolean
  readonly state: string
  readonly attempts: number
  readonly last_error: string | null
}

/** The outgoing mail, oldest first. */
export const outbox = Effect.flatMap(
  Database,
  ({ system }) => system<StoredMail>`select * from outgoing_mail order by id`
).pipe(Effect.orDie)

/** The outgoing mail, once `ready` accepts it. */
export const outboxWhen = (ready: (mails: ReadonlyArray<StoredMail>) => boolean) =>
  Effect.repeat(outbox, { until: (mails: ReadonlyArray<StoredMail>) => ready(mails) })

/** The text of a queued mail. */
export const textOf = (mail: StoredMail) =>
  Effect.flatMap(Vault, (vault) =>
    mail.sealed
      ? Effect.map(
          Effect.orDie(vault.open("outgoing-mail", idOf("message", mail.id), Buffer.from(mail.text, "base64"))),
          Redacted.value
        )
      : Effect.succeed(mail.text)
  )

/** The token in a mail's link, if there is one. */
export const tokenIn = (text: string) => Option.fromUndefinedOr(/token=(ml_\w{43})/.exec(text)?.[1])
