import { encodeTypeId } from "./TypeId.ts"

// Local parts of addresses that only we can have made. They are lower case, because mail relays fold case, and far shorter
// than the 64 octets that a local part may have.

/** 128 random bits as 26 lower-case base32 characters, which nobody can guess. */
export type MailToken = string & { readonly "~trunkline/MailToken": true }

const marks = { reply: "r", bounce: "b" } as const

/** What an address with a token is for: answers to a ticket, or bounces of a mail that we sent. */
export type TokenUse = keyof typeof marks

const patterns = {
  reply: /(?:^|\+)r\.([0-7][0-9a-hjkmnp-tv-z]{25})$/,
  bounce: /(?:^|\+)b\.([0-7][0-9a-hjkmnp-tv-z]{25})$/
} as const

/** Makes a token from 16 random bytes. */
export const mailToken = (random: Uint8Array): MailToken =>
  // The only place that makes tokens.
  encodeTypeId("t", Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("")).slice(2) as MailToken

/** `r.<token>` or `b.<token>`. */
export const tokenLocalPart = (use: TokenUse, token: MailToken): string => `${marks[use]}.${token}`

/**
 * The token in a local part of any case, also after the `+` of a mailbox (`support+r.<token>`), where our addresses are
 * subaddresses. Only the store knows whether the token exists.
 */
export const tokenIn = (use: TokenUse, localPart: string): MailToken | undefined =>
  // The pattern matches only tokens.
  patterns[use].exec(localPart.toLowerCase())?.[1] as MailToken | undefined
