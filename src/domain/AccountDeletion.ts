import { Result } from "effect"
import type { Account } from "./Account.ts"
import { InvalidInput } from "./Problems.ts"

/** Days for which a deleted account can be brought back. What it has is removed after them, and is gone within 30 days. */
export const graceDays = 14

/** What deleting an account would take with it, of both modes. */
export interface AccountContents {
  readonly brandCount: number
  readonly ticketCount: number
  readonly customerCount: number
  /** Active members and open invitations. */
  readonly memberCount: number
  readonly apiKeyCount: number
  readonly webhookCount: number
}

/** Whoever deletes an account says its name, so that nobody does so by a slip or in the wrong organization. */
export const confirmed = ({ name }: Account, confirmation: string): Result.Result<void, InvalidInput> =>
  confirmation.trim() === name
    ? Result.void
    : Result.fail(InvalidInput.of("confirm", "not_allowed", "must be the organization's name, exactly as shown"))
