import { Redacted } from "effect"
import { randomBase62, secretLength } from "./randomBase62.ts"

/**
 * The kinds of tokens for people: `ml_` for links in mails, `stk_` for members' sessions, `pt_` for customers in a portal.
 * Each is followed by 43 base62 characters (256 bits).
 */
export type TokenKind = "ml" | "stk" | "pt"

const patterns: Record<TokenKind, RegExp> = {
  ml: /^ml_[0-9A-Za-z]{43}$/,
  stk: /^stk_[0-9A-Za-z]{43}$/,
  pt: /^pt_[0-9A-Za-z]{43}$/
}

/** Makes a new token. Only its hash (`hashSecret`) is ever stored. */
export const makeToken = (kind: TokenKind): Redacted.Redacted =>
  Redacted.make(`${kind}_${randomBase62(secretLength)}`, { label: `${kind} token` })

/** Whether a text has the format of a token. Only the store knows whether the token exists. */
export const isToken = (kind: TokenKind, text: string): boolean => patterns[kind].test(text)
