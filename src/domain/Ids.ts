import { DateTime, Option, Schema } from "effect"
import { decodeTypeId, encodeTypeId } from "./TypeId.ts"

/** The id prefix of each kind of record (docs/api.md, Ids). */
export const prefixes = {
  account: "acct",
  organization: "org",
  member: "mem",
  brand: "br",
  ticket: "tkt",
  comment: "cmt",
  attachment: "att",
  customer: "cus",
  company: "com",
  category: "cat",
  tag: "tag",
  status: "sts",
  field: "fld",
  address: "adr",
  domain: "dom",
  installation: "ins",
  app: "app",
  number: "num",
  channel: "chn",
  webhook: "whk",
  delivery: "dlv",
  message: "msg",
  event: "evt",
  inbound: "inb",
  watcher: "wat",
  key: "key",
  session: "ses",
  log: "log",
  request: "req",
  node: "node"
} as const

export type Kind = keyof typeof prefixes

/** The id of one kind of record: a TypeID over a UUIDv7, so ids sort by creation time. */
export type Id<K extends Kind = Kind> = string & { readonly "~trunkline/Id": K }

const id = <K extends Kind>(kind: K) =>
  Schema.declare(
    (input: unknown): input is Id<K> => typeof input === "string" && decodeTypeId(prefixes[kind], input) !== undefined,
    {
      expected: `an id like ${prefixes[kind]}_…`
    }
  )

export const AccountId = id("account")
export type AccountId = Id<"account">
export const MemberId = id("member")
export type MemberId = Id<"member">
export const BrandId = id("brand")
export type BrandId = Id<"brand">
export const TicketId = id("ticket")
export type TicketId = Id<"ticket">
export const CommentId = id("comment")
export type CommentId = Id<"comment">
export const AttachmentId = id("attachment")
export type AttachmentId = Id<"attachment">
export const CustomerId = id("customer")
export type CustomerId = Id<"customer">
export const CompanyId = id("company")
export type CompanyId = Id<"company">
export const CategoryId = id("category")
export type CategoryId = Id<"category">
export const TagId = id("tag")
export type TagId = Id<"tag">
export const StatusId = id("status")
export type DomainId = Id<"domain">
export type StatusId = Id<"status">
export type FieldId = Id<"field">
export const WebhookId = id("webhook")
export type WebhookId = Id<"webhook">
export const DeliveryId = id("delivery")
export type DeliveryId = Id<"delivery">
export const EventId = id("event")
export type EventId = Id<"event">
export const InboundId = id("inbound")
export type InboundId = Id<"inbound">
export const KeyId = id("key")
export type KeyId = Id<"key">
export type OrganizationId = Id<"organization">
export type SessionId = Id<"session">
export const MessageId = id("message")
export type MessageId = Id<"message">
export type AddressId = Id<"address">
export type InstallationId = Id<"installation">
export const AppId = id("app")
export type AppId = Id<"app">
export type NumberId = Id<"number">
export type ChannelId = Id<"channel">

/** The id of a stored record, from its UUID column. */
export const idOf = <K extends Kind>(kind: K, uuid: string): Id<K> =>
  // encodeTypeId makes it from this kind's prefix and a UUID.
  encodeTypeId(prefixes[kind], uuid) as Id<K>

/** Parses what a caller sent as an id of this kind. Callers treat a malformed id like an unknown one. */
export const parseId = <K extends Kind>(kind: K, text: string): Option.Option<Id<K>> =>
  decodeTypeId(prefixes[kind], text) === undefined ? Option.none() : Option.some(text as Id<K>)

/** Like `parseId`, but returns an id that no record has for a malformed one, so that the lookup reports it as unknown. */
export const soughtId = <K extends Kind>(kind: K, text: string): Id<K> =>
  Option.getOrElse(parseId(kind, text), () => idOf(kind, "00000000-0000-0000-0000-000000000000"))

/** Parses an id of any kind, or returns `undefined`. */
export const parseAnyId = (text: string): Id | undefined => {
  const prefix = text.slice(0, text.indexOf("_"))
  const isKnown = Object.values(prefixes).some((known) => known === prefix)
  // A TypeID with the prefix of one kind is an id of that kind.
  return isKnown && decodeTypeId(prefix, text) !== undefined ? (text as Id) : undefined
}

/** The UUID inside an id, for its column. */
export const uuidOf = (id: Id): string => {
  const uuid = decodeTypeId(id.slice(0, id.indexOf("_")), id)
  if (uuid === undefined) throw new Error(`not an id: ${id}`)
  return uuid
}

/** Bits of a UUIDv7 after its variant. */
const lastPart = 62n
/** Bits that hold when an id was really made. Of the 32 bits left, half are a counter within it and half are random. */
const sinceMade = 42n

const low = (bits: bigint, count: bigint) => bits & ((1n << count) - 1n)

/**
 * Moves an id that was just made to another point in time, so that it sorts with ids of that time. Ids moved to the same
 * time sort by the millisecond in which they were really made: the messages of some conversations have times in seconds.
 */
export const idAt = <K extends Kind>(kind: K, made: Id<K>, at: DateTime.Utc): Id<K> => {
  const bits = BigInt(`0x${uuidOf(made).replaceAll("-", "")}`)
  const rest = (low(bits >> 80n, sinceMade) << 32n) | low(bits >> 16n, 32n)
  const moved =
    (BigInt(DateTime.toEpochMillis(at)) << 80n) |
    (7n << 76n) |
    ((rest >> lastPart) << 64n) |
    (2n << 62n) |
    low(rest, lastPart)
  const hex = moved.toString(16).padStart(32, "0")
  return idOf(kind, hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"))
}

/** When an id was made: a UUIDv7 starts with milliseconds since 1970 (RFC 9562, 5.7). */
export const madeAt = (id: Id): DateTime.Utc =>
  DateTime.makeUnsafe(Number.parseInt(uuidOf(id).slice(0, 13).replace("-", ""), 16))
