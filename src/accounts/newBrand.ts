import type { DateTime } from "effect"
import type { Brand } from "../domain/Brand.ts"
import type { IdGenerator } from "../domain/IdGenerator.ts"
import { systemStatuses } from "../domain/Status.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { NewBrand } from "./BrandStore.ts"

/** The members of a brand that callers can write. */
export type BrandFields = Partial<
  Omit<
    Brand,
    | "id"
    | "accountId"
    | "mode"
    | "nextTicketNumber"
    | "fieldDefinitions"
    | "version"
    | "createdAt"
    | "updatedAt"
    | "deletedAt"
  >
>

/** Makes a brand with its system statuses and addresses. Nothing is stored yet. */
export const newBrand = (
  ids: IdGenerator["Service"]["next"],
  tenant: Tenant,
  {
    name,
    ticketNumberStart,
    ...fields
  }: BrandFields & { readonly name: string; readonly ticketNumberStart?: number | undefined },
  now: DateTime.Utc
): NewBrand => {
  const brand: Brand = {
    inboundEmailEnabled: true,
    autoresponseEnabled: false,
    replyMode: "MATCH",
    inboundSpam: "mark",
    contactFormSenders: [],
    portalOrigins: [],
    replyStatus: "keep",
    closedReply: "window",
    closedReplyWindowDays: 14,
    assigneeOnReopen: "keep",
    smsDailyLimit: 5_000,
    ...fields,
    id: ids("brand"),
    accountId: tenant.accountId,
    mode: tenant.mode,
    name,
    slug: fields.slug ?? slugOf(name),
    ticketPrefix: fields.ticketPrefix ?? initialsOf(name),
    nextTicketNumber: ticketNumberStart ?? 1001,
    version: 1,
    createdAt: now,
    updatedAt: now
  }
  return {
    brand,
    statuses: systemStatuses.map((status) => ({
      ...status,
      id: ids("status"),
      brandId: brand.id,
      customerName: status.name,
      isActive: true,
      isSystem: true,
      createdAt: now,
      updatedAt: now
    })),
    addresses: [ids("address"), ids("address")]
  }
}

/** The words of a name in ASCII letters and digits, without accents. All other characters separate words. */
const wordsOf = (name: string) =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")

/** `My Brand` → `my-brand`; a name without Latin letters or digits → `brand`. */
export const slugOf = (name: string) => wordsOf(name).join("-").toLowerCase().slice(0, 63).replace(/-$/, "") || "brand"

/** `My Brand` → `MB`, `Acme` → `A`; a name without Latin letters or digits → `T`. */
export const initialsOf = (name: string) =>
  wordsOf(name)
    .map((word) => word.slice(0, 1))
    .join("")
    .toUpperCase()
    .slice(0, 10) || "T"
