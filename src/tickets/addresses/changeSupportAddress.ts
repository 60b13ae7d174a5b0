import type { DateTime } from "effect"
import { Result } from "effect"
import type { AuditEntry, AuditedEvent } from "../../domain/AuditEntry.ts"
import { cleared } from "../../domain/cleared.ts"
import type { EmailDomain } from "../../domain/EmailDomain.ts"
import { fieldDiff } from "../../domain/FieldDiff.ts"
import type { AddressId, BrandId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { InvalidInput, InvalidState, LimitReached, NotFound } from "../../domain/Problems.ts"
import {
  type AddressKind,
  domainOf,
  isFreeLocalPart,
  localPartOf,
  type SupportAddress
} from "../../domain/SupportAddress.ts"
import { auditedDiff } from "../../events/auditedDiff.ts"
import type { ListChange } from "../settings/BrandList.ts"

/** Maximum number of addresses of a brand. */
export const maxAddresses = 100

export interface AddressCreate {
  /** Lower case. */
  readonly address: string
  readonly kind: Exclude<AddressKind, "system">
  readonly fromName?: string | undefined
  readonly isPrimary?: boolean | undefined
}

export interface AddressChange {
  readonly address?: string | undefined
  readonly kind?: AddressKind | undefined
  /** `null` clears it. */
  readonly fromName?: string | null | undefined
  readonly isPrimary?: boolean | undefined
}

type All = ReadonlyArray<SupportAddress>
type Change<V, E> = Result.Result<ListChange<SupportAddress, V>, E>

/**
 * The checks of a new address that do not depend on the brand's others. Succeeds with whether it is verified at once; a
 * `domain` address is, with its domain.
 */
export const checkAddress = (
  { address, kind }: AddressCreate,
  domains: ReadonlyArray<EmailDomain>,
  inboundDomain: string
): Result.Result<boolean, InvalidInput> => {
  const [local, domain] = [localPartOf(address), domainOf(address)]
  const refused = (message: string) => Result.fail(InvalidInput.of("address", "not_allowed", message))
  switch (kind) {
    case "alias":
      if (domain !== inboundDomain) return refused(`must be an address at ${inboundDomain}`)
      return isFreeLocalPart(local)
        ? Result.succeed(true)
        : refused("must not be a name reserved for the operator, a brand or a ticket, or contain a tag")
    case "domain":
      return domains.some((own) => own.domain === domain && own.type === "INBOUND" && own.verified)
        ? Result.succeed(true)
        : refused("must be on a verified INBOUND domain of this brand")
    case "forwarded":
      return domain === inboundDomain || domain.endsWith(`.${inboundDomain}`)
        ? refused("must be a mailbox elsewhere that forwards to the brand's inboundEmail")
        : Result.succeed(false)
  }
}

export const addAddress = (
  all: All,
  id: AddressId,
  brandId: BrandId,
  { isPrimary = false, ...input }: AddressCreate,
  verified: boolean,
  now: DateTime.Utc
): Change<SupportAddress, LimitReached> => {
  if (all.length >= maxAddresses) {
    return Result.fail(new LimitReached({ limit: maxAddresses, what: "addresses in a brand" }))
  }
  const made: SupportAddress = { ...input, id, brandId, verified, isPrimary, createdAt: now }
  return Result.succeed({
    value: made,
    saved: [...(isPrimary ? demoted(all) : []), made],
    audit: [told("address.created", made)]
  })
}

const observed = {
  fromName: ({ fromName }: SupportAddress) => fromName,
  isPrimary: ({ isPrimary }: SupportAddress) => isPrimary
}

export const changeAddress = (
  all: All,
  id: AddressId,
  { address, fromName, isPrimary, kind }: AddressChange
): Change<SupportAddress, NotFound | InvalidInput> => {
  const before = all.find((one) => one.id === id)
  if (before === undefined) return Result.fail(new NotFound({ entity: "address" }))
  for (const [field, given, present] of [
    ["address", address, before.address],
    ["kind", kind, before.kind]
  ] as const)
    if (given !== undefined && given !== present) {
      return Result.fail(InvalidInput.of(field, "not_allowed", "cannot be changed: add another address instead"))
    }
  if (isPrimary === false && before.isPrimary && before.kind === "system") {
    return Result.fail(InvalidInput.of("isPrimary", "not_allowed", "must not be false: make another address primary"))
  }
  const after: SupportAddress = {
    ...before,
    fromName: cleared(fromName, before.fromName),
    isPrimary: isPrimary ?? before.isPrimary
  }
  const diff = fieldDiff(observed, before, after)
  if (diff.size === 0) return Result.succeed({ value: before, saved: [], audit: [] })
  return Result.succeed({
    value: after,
    saved: after.isPrimary
      ? [...demoted(all.filter((one) => one !== before)), after]
      : [after, ...(before.isPrimary ? promoted(all) : [])],
    audit: [told("address.updated", after, auditedDiff(diff))]
  })
}

/** Removes an address. If it was the primary one, the brand's own address becomes primary again. */
export const removeAddress = (all: All, id: AddressId): Change<void, NotFound | InvalidState> => {
  const removed = all.find((one) => one.id === id)
  if (removed === undefined) return Result.fail(new NotFound({ entity: "address" }))
  if (removed.kind === "system")
    return Result.fail(
      new InvalidState({ state: "system", reason: "The address with the brand's id cannot be removed" })
    )
  return Result.succeed({
    value: undefined,
    saved: removed.isPrimary ? [{ ...removed, isPrimary: false }, ...promoted(all)] : [],
    removed,
    audit: [told("address.deleted", removed)]
  })
}

const demoted = (all: All) => all.filter((one) => one.isPrimary).map((one) => ({ ...one, isPrimary: false }))
const promoted = (all: All) => all.filter((one) => one.kind === "system").map((one) => ({ ...one, isPrimary: true }))

export const told = (event: AuditedEvent, { address, id, kind }: SupportAddress, changes?: JsonObject): AuditEntry => ({
  event,
  entityType: "channel",
  entityId: id,
  changes,
  metadata: { address, kind }
})
