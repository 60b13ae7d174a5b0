import { encodeTypeId } from "./TypeId.ts"

// Local parts of addresses that only we can have made. Mail relays fold case, so they are lower case, and they stay far
// below the 64 octets that a local part may have.

/** 128 random bits as 26 lower-case base32 characters: nobody guesses one. */
export type MailToken = string & { readonly "~trunkline/MailToken": true }

const marks = { reply: "r", bounce: "b" } as const

/** What an address with a token is for: answers to a ticket, or reports that a mail of ours could not be delivered. */
export type TokenUse = keyof typeof marks

const patterns = {
  reply: /(?:^|\+)r\.([0-7][0-9a-hjkmnp-tv-z]{25})$/,
  bounce: /(?:^|\+)b\.([0-7][0-9a-hjkmnp-tv-z]{25})$/
} as const

/** A token of these 16 random bytes. */
export const mailToken = (random: Uint8Array): MailToken =>
  // Made here and nowhere else.
  encodeTypeId("t", Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("")).slice(2) as MailToken

/** `r.<token>` or `b.<token>`. */
export const tokenLocalPart = (use: TokenUse, token: MailToken): string => `${marks[use]}.${token}`

/**
 * The token in a local part, in any case; also behind `+` of a mailbox (`support+r.<token>`), where our addresses are
 * somebody's tags. Whether it is known, the store tells.
 */
export const tokenIn = (use: TokenUse, localPart: string): MailToken | undefined =>
  // The pattern admits tokens alone.
  patterns[use].exec(localPart.toLowerCase())?.[1] as MailToken | undefined
