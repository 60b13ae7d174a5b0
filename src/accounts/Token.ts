import { Redacted } from "effect"
import { randomBase62, secretLength } from "./randomBase62.ts"

/**
 * What people sign in with: `ml_` in the link of a mail, `stk_` of a member's session, `pt_` of a customer in a portal.
 * Each has 43 base62 characters (256 bits).
 */
export type TokenKind = "ml" | "stk" | "pt"

const patterns: Record<TokenKind, RegExp> = {
  ml: /^ml_[0-9A-Za-z]{43}$/,
  stk: /^stk_[0-9A-Za-z]{43}$/,
  pt: /^pt_[0-9A-Za-z]{43}$/
}

/** A new token. Only its hash (`hashSecret`) is ever stored. */
export const makeToken = (kind: TokenKind): Redacted.Redacted =>
  Redacted.make(`${kind}_${randomBase62(secretLength)}`, { label: `${kind} token` })

/** Whether a text has the form of a token; whether it is known, the store tells. */
export const isToken = (kind: TokenKind, text: string): boolean => patterns[kind].test(text)
