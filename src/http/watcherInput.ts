import { Result } from "effect"
import type { WatcherInput } from "../api/TicketPayloads.ts"
import { addressOf } from "../domain/emailAddress.ts"
import type { FieldError } from "../domain/Problems.ts"
import { addressIn, type NewWatcher, watcherKey } from "../domain/Watcher.ts"

/** A watcher as the caller names it. The command checks that such a member exists. */
export const watcherOf = ({
  memberEmail,
  memberId,
  memberName
}: typeof WatcherInput.Type): Result.Result<NewWatcher, FieldError> => {
  const key = watcherKey(memberId)
  const email = addressOf(memberEmail)
  const address = addressIn(key)
  return address === undefined || address === email
    ? Result.succeed({ memberId: key, memberEmail: email, memberName: memberName?.trim() })
    : Result.fail({
        field: "memberId",
        code: "format",
        message: "must be custom_ followed by memberEmail, or a member's id"
      })
}
