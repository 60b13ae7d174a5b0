import { Schema } from "effect"
import { addressOf, addressRule, asciiDomain, isWritersAddress } from "../domain/emailAddress.ts"
import { isSeen } from "../domain/isSeen.ts"
import { isJsonObject, type Json, type JsonObject } from "../domain/Json.ts"
import { stating } from "./fieldRule.ts"
import { instantOf, instantRule } from "./instantOf.ts"

// The kinds of values in request bodies. Each states its rule for callers who break it, and its limits for the OpenAPI
// document. They check values and never change them: trimming and lower-casing is left to the translators.

/** Number of Unicode code points: a character outside the basic plane counts once. */
export const characters = (text: string) => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Characters that break a line or control a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
export const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** Text of `min` to `max` characters, taken as it is. */
export const secretText = (min: number, max: number) =>
  Schema.String.check(
    Schema.makeFilter<string>((text) => characters(text) >= min && characters(text) <= max, {
      ...stating("length", `must have ${min} to ${max} characters`),
      toJsonSchema: () => ({ minLength: min, maxLength: max })
    })
  )

/**
 * One line of `min` to `max` characters after trimming, without control characters. Contains a visible character unless it
 * may be empty.
 */
export const oneLine = (max: number, min = 1) =>
  Schema.String.check(
    Schema.makeFilter<string>(
      (text) => !control.test(text),
      stating("format", "must be one line without control characters")
    ),
    Schema.makeFilter<string>((text) => text.length <= max || characters(text.trim()) <= max, {
      ...stating("length", `must have at most ${max} characters`),
      toJsonSchema: () => ({ maxLength: max })
    }),
    Schema.makeFilter<string>((text) => text.trim().length >= min, {
      ...stating("length", min === 1 ? "must not be empty" : `must have at least ${min} characters`),
      toJsonSchema: () => ({ minLength: min })
    }),
    Schema.makeFilter<string>((text) => min === 0 || text.trim() === "" || isSeen(text), {
      ...stating("format", "must contain a visible character"),
      toJsonSchema: () => ({})
    })
  )

/** Text of 1 to `max` characters after trimming, in any number of lines. */
export const lines = (max: number) =>
  Schema.String.check(
    Schema.makeFilter<string>((text) => text.length <= max || characters(text.trim()) <= max, {
      ...stating("length", `must have at most ${max} characters`),
      toJsonSchema: () => ({ maxLength: max })
    }),
    Schema.makeFilter<string>((text) => isSeen(text), {
      ...stating("length", "must not be empty"),
      toJsonSchema: () => ({ minLength: 1 })
    })
  )

/** Maximum bytes of the text of a ticket or comment. */
export const maxText = 1024 * 1024

/** Text of `min` to `max` bytes of UTF-8. */
export const text = (max: number, min = 0) =>
  Schema.String.check(
    Schema.makeFilter<string>((value) => value.length * 3 <= max || Buffer.byteLength(value) <= max, {
      ...stating("length", `must have at most ${max} bytes of UTF-8`),
      toJsonSchema: () => ({ maxLength: max })
    }),
    Schema.makeFilter<string>((value) => value.length >= min, {
      ...stating("length", "must not be empty"),
      toJsonSchema: () => ({ minLength: min })
    })
  )

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i

/** Whether this is a domain name with a dot. */
const isDomain = (value: string): boolean => {
  const domain = asciiDomain(value.trim())
  const labels = domain.split(".")
  return (
    domain.length <= 253 &&
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    !/^\d+$/.test(labels.at(-1) ?? "")
  )
}

export const Domain = Schema.String.check(
  Schema.makeFilter<string>(isDomain, {
    ...stating("format", "must be a domain name, such as example.com"),
    toJsonSchema: () => ({ format: "hostname", maxLength: 253 })
  })
)

/**
 * Whether this is a bare address that every system accepts: an ASCII dot-atom of at most 64 characters at a domain with a
 * dot.
 */
export const isEmail = (value: string): boolean => {
  const address = addressOf(value)
  const at = address.lastIndexOf("@")
  return (
    address.length <= 254 &&
    at > 0 &&
    at <= 64 &&
    isDomain(address.slice(at + 1)) &&
    localPart.test(address.slice(0, at))
  )
}

/** Whether mail can come from this address, so that every customer known by their mail can be named. */
export const isCustomerEmail = (value: string): boolean => isWritersAddress(addressOf(value))

/** Whether this is a member's address; also `owner@localhost`, the owner of an unconfigured installation. */
export const isMemberEmail = (value: string): boolean => isEmail(value) || isEmail(`${value.trim()}.localhost`)

const address = (isGood: (value: string) => boolean) =>
  Schema.String.check(
    Schema.makeFilter<string>(isGood, {
      ...stating("format", addressRule),
      toJsonSchema: () => ({ format: "email", maxLength: 254 })
    })
  )

export const Email = address(isEmail)
/** Address of a customer, or of anybody else who may write to a brand. */
export const CustomerEmail = address(isCustomerEmail)
export const MemberEmail = address(isMemberEmail)

/** The token in a link that was emailed to somebody. */
export const linkToken = Schema.String.annotate({ description: "The `ml_…` of the link." })

/** The same for somebody who can receive mail: addresses under `.invalid` are placeholders (RFC 2606). */
export const ReachableEmail = CustomerEmail.check(
  Schema.makeFilter<string>((value) => !value.trim().toLowerCase().endsWith(".invalid"), {
    ...stating("not_allowed", "must not end in .invalid, which is reserved for customers without an address"),
    toJsonSchema: () => ({})
  })
)

const isUrl = (value: string): boolean => {
  if (value.length > 2048 || control.test(value)) return false
  const url = URL.parse(value)
  return (
    url !== null &&
    (url.protocol === "http:" || url.protocol === "https:") &&
    url.username === "" &&
    url.password === ""
  )
}

/** An absolute http or https URL without user info. */
export const Url = Schema.String.check(
  Schema.makeFilter<string>(isUrl, {
    ...stating(
      "format",
      "must be an absolute http or https URL of at most 2048 characters, without a user name and password"
    ),
    toJsonSchema: () => ({ format: "uri", maxLength: 2048 })
  })
)

/** A string that matches a pattern, and a condition that no pattern can express, with the sentence for one that does not. */
export const matching = (pattern: RegExp, message: string, isGood: (value: string) => boolean = () => true) =>
  Schema.String.check(
    Schema.makeFilter<string>((value) => pattern.test(value) && isGood(value), {
      ...stating("format", message),
      // A slash is escaped only in a regular expression literal.
      toJsonSchema: () => ({ pattern: pattern.source.replaceAll("\\/", "/") })
    })
  )

export const Color = matching(/^#[0-9a-fA-F]{6}$/, "must be a colour such as #6366f1")

/** A phone number in E.164 form. */
export const Phone = matching(/^\+[1-9]\d{6,14}$/, "must be a number in E.164 form, such as +15550100")

/** An integer between two bounds. */
export const integer = (min: number, max: number) =>
  Schema.Finite.check(
    Schema.makeFilter<number>((value) => Number.isInteger(value) && value >= min && value <= max, {
      ...stating("range", `must be an integer between ${min} and ${max}`),
      toJsonSchema: () => ({ type: "integer", minimum: min, maximum: max })
    })
  )

/** A record's position in a list that people sort. */
export const Place = integer(0, 1_000_000)

/** A time with any UTC offset, or a date, which means midnight UTC. */
export const Instant = Schema.String.check(
  Schema.makeFilter<string>((value) => !Number.isNaN(instantOf(value)), {
    ...stating("format", instantRule),
    toJsonSchema: () => ({ format: "date-time" })
  })
)

/** A JSON object of at most `max` bytes, stored unchanged. */
export const jsonObject = (max: number) =>
  Schema.Unknown.pipe(Schema.refine(isJsonObject, stating("type", "must be an object"))).check(withinBytes(max))

/** A JSON object, or null. */
export const jsonObjectOrNull = (max: number) =>
  Schema.Unknown.pipe(
    Schema.refine(
      (value): value is JsonObject | null => value === null || isJsonObject(value),
      stating("type", "must be an object or null")
    )
  ).check(withinBytes(max))

/** Any JSON value of at most `max` bytes, stored unchanged. */
export const anyJson = (max: number) =>
  // Bodies are parsed by JSON.parse, so every value is JSON.
  Schema.Unknown.pipe(Schema.refine((_): _ is Json => true)).check(withinBytes(max))

const withinBytes = (max: number) =>
  Schema.makeFilter<unknown>(
    (value) => Buffer.byteLength(JSON.stringify(value) ?? "") <= max,
    stating("length", `must have at most ${max} bytes as JSON`)
  )

/** At most `max` entries. */
export const listOf = <S extends Schema.Top>(item: S, max: number) =>
  Schema.Array(item).check(
    Schema.makeFilter<ReadonlyArray<unknown>>((list) => list.length <= max, {
      ...stating("too_many", `must have at most ${max} entries`),
      toJsonSchema: () => ({ maxItems: max })
    })
  )

/** One to `max` entries. */
export const someOf = <S extends Schema.Top>(item: S, max: number) =>
  listOf(item, max).check(
    Schema.makeFilter<ReadonlyArray<unknown>>((list) => list.length > 0, {
      ...stating("length", "must have at least 1 entry"),
      toJsonSchema: () => ({ minItems: 1 })
    })
  )

/** A member that may be left out. */
export const optional = Schema.optionalKey
/** A member that may be left out, or cleared with null. */
export const clearable = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
