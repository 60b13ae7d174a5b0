import { Result } from "effect"
import type { Account } from "./Account.ts"
import { InvalidInput } from "./Problems.ts"

/** Days for which a deleted account can be restored. After that, its data is removed for good, within 30 days. */
export const graceDays = 14

/** What deleting an account would delete with it, in both modes. */
export interface AccountContents {
  readonly brandCount: number
  readonly ticketCount: number
  readonly customerCount: number
  /** Active members and open invitations. */
  readonly memberCount: number
  readonly apiKeyCount: number
  readonly webhookCount: number
}

/** Requires the account's name, so that nobody deletes an account by accident or in the wrong organization. */
export const confirmed = ({ name }: Account, confirmation: string): Result.Result<void, InvalidInput> =>
  confirmation.trim() === name
    ? Result.void
    : Result.fail(InvalidInput.of("confirm", "not_allowed", "must be the organization's name, exactly as shown"))
