import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import type { Account } from "../domain/Account.ts"
import { type AccountContents, confirmed } from "../domain/AccountDeletion.ts"
import type { Cause } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import { nameOf } from "../domain/Member.ts"
import { type InvalidInput, InvalidToken, TokenExpired } from "../domain/Problems.ts"
import type { SignedIn } from "../domain/Session.ts"
import { AccountDeletionStore } from "./AccountDeletionStore.ts"
import { accountDeletedMail } from "./accountDeletedMail.ts"
import { hashSecret } from "./KeySecret.ts"
import type { MagicLinksOptions } from "./MagicLinks.ts"
import type { TeamCommand } from "./TeamCommand.ts"
import { isToken, makeToken } from "./Token.ts"

/** Path of the page that restores an account. */
export const restorePath = "/auth/restore"

/**
 * Deletes and restores accounts. Nobody can sign in to a deleted account. After `graceDays`, the sweeper permanently
 * removes its data, piece by piece.
 */
export class AccountDeletions extends Context.Service<
  AccountDeletions,
  {
    contents(signedIn: SignedIn): Effect.Effect<AccountContents, DatabaseUnavailable>

    /**
     * Deletes the caller's account if `confirmation` is its name, and mails its owners a link that restores it. Returns
     * until when the link works. All sessions end, including the caller's.
     */
    delete(
      command: TeamCommand,
      confirmation: string
    ): Effect.Effect<DateTime.Utc, InvalidInput | TokenExpired | DatabaseUnavailable>

    /** Restores an account with the token from such a mail. Its members have to sign in again. */
    restore(token: string, request: Cause): Effect.Effect<Account, InvalidToken | DatabaseUnavailable>
  }
>()("trunkline/accounts/AccountDeletions") {
  static readonly layer = ({ mailDomain, publicUrl }: MagicLinksOptions) =>
    Layer.effect(
      AccountDeletions,
      Effect.gen(function* () {
        const ids = yield* IdGenerator
        const store = yield* AccountDeletionStore

        const remove = Effect.fn("AccountDeletions.delete")(function* (command: TeamCommand, confirmation: string) {
          const { account, member } = command.signedIn
          yield* Effect.fromResult(confirmed(account, confirmation))
          const token = Redacted.value(makeToken("ml"))
          const until = yield* store.delete(command, {
            restoreHash: hashSecret(token),
            mailTo: (to, until) =>
              accountDeletedMail({
                id: ids.next("message"),
                to,
                by: nameOf(member),
                organization: account.name,
                link: `${publicUrl}${restorePath}?token=${token}`,
                until,
                publicUrl,
                domain: mailDomain
              })
          })
          // Another owner was faster, which ended this session.
          if (Option.isNone(until)) return yield* new TokenExpired({ expiredAt: yield* DateTime.now })
          return until.value
        })

        const restore = Effect.fn("AccountDeletions.restore")(function* (token: string, request: Cause) {
          if (!isToken("ml", token)) return yield* new InvalidToken()
          const restored = yield* store.restore(hashSecret(token), request)
          return Option.isSome(restored) ? restored.value : yield* new InvalidToken()
        })

        return AccountDeletions.of({
          contents: ({ account }) => store.contents(account.id),
          delete: remove,
          restore
        })
      })
    )
}
