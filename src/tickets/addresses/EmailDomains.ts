import { randomBytes } from "node:crypto"
import { Context, DateTime, Effect, Layer, Semaphore } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import { outwornKey } from "../../domain/checkedDomain.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { DomainKey, EmailDomain, WantedRecord } from "../../domain/EmailDomain.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import type { DomainId } from "../../domain/Ids.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import {
  type AlreadyExists,
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  type InvalidInput,
  type LimitReached,
  NotFound
} from "../../domain/Problems.ts"
import { mailToken } from "../../domain/ReplyAddress.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { DnsResolver } from "../../runtime/DnsResolver.ts"
import { unnamed } from "../settings/BrandList.ts"
import {
  addDomain,
  applyCheck,
  changeDomain,
  checkDomain,
  type DomainChange,
  type DomainCreate,
  removeDomain,
  replaceKey
} from "./changeEmailDomain.ts"
import { checkDomainRecords } from "./checkDomainRecords.ts"
import { EmailDomainStore } from "./EmailDomainStore.ts"
import { makeDkimKey, selectors } from "./makeDkimKey.ts"

/** Keys generated at a time. Each occupies a thread of the small pool that also reads files. */
const keyMakers = 1

/** A domain after a check, and what is still missing, as a sentence. */
export interface DomainCheck {
  readonly domain: EmailDomain
  readonly error?: string | undefined
}

type Read<A> = Effect.Effect<A, NotFound | DatabaseUnavailable>
type Written<A, E> = Effect.Effect<
  Once<A>,
  E | NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
>

/** The domains at which brands receive mail (INBOUND) or from which they send it (OUTBOUND). A domain belongs to one brand. */
export class EmailDomains extends Context.Service<
  EmailDomains,
  {
    /** Oldest first. */
    list(scope: BrandScope): Read<ReadonlyArray<EmailDomain>>

    get(scope: BrandScope, id: DomainId): Read<EmailDomain>

    /** An OUTBOUND domain gets two DKIM keys. DNS is not queried yet. */
    create(
      scope: BrandScope,
      causation: Causation,
      input: DomainCreate,
      receipt?: ReceiptRequest<EmailDomain>
    ): Written<EmailDomain, InvalidInput | AlreadyExists | LimitReached>

    update(
      scope: BrandScope,
      causation: Causation,
      id: DomainId,
      change: DomainChange,
      receipt?: ReceiptRequest<EmailDomain>
    ): Written<EmailDomain, InvalidInput>

    delete(scope: BrandScope, causation: Causation, id: DomainId, receipt?: ReceiptRequest<void>): Written<void, never>

    /** Queries DNS now, for at most ten seconds. Where DNS does not answer, the previous state stays. */
    verify(
      scope: BrandScope,
      causation: Causation,
      id: DomainId,
      receipt?: ReceiptRequest<DomainCheck>
    ): Written<DomainCheck, never>

    /** Replaces a key that has not been used to sign for a month. */
    renewKey(
      scope: BrandScope,
      causation: Causation,
      domain: EmailDomain
    ): Effect.Effect<void, NotFound | DatabaseUnavailable>
  }
>()("trunkline/tickets/EmailDomains") {
  /** `inboundDomain`: the setting INBOUND_DOMAIN. */
  static readonly layer = (inboundDomain: string) =>
    Layer.effect(
      EmailDomains,
      Effect.gen(function* () {
        const ids = yield* IdGenerator
        const store = yield* EmailDomainStore
        const receipts = yield* Receipts
        const { resolveFresh } = yield* DnsResolver
        const ofBrand = orNotFound("brand")
        const inTurn = yield* Semaphore.make(keyMakers)

        const get = Effect.fn("EmailDomains.get")(function* (scope: BrandScope, id: DomainId) {
          const found = (yield* ofBrand(store.list(scope))).find((domain) => domain.id === id)
          return found ?? (yield* new NotFound({ entity: "domain" }))
        })

        const newKey = Effect.fnUntraced(function* (id: DomainId, selector: string, signs: boolean) {
          const { privateKey, publicKey } = yield* inTurn.withPermits(1)(makeDkimKey)
          const now = yield* DateTime.now
          return {
            selector,
            publicKey,
            sealed: yield* store.seal(id, selector, privateKey),
            createdAt: now,
            signingSince: signs ? now : undefined
          } satisfies DomainKey
        })

        return EmailDomains.of({
          list: Effect.fn("EmailDomains.list")((scope) => ofBrand(store.list(scope))),

          get,

          create: Effect.fn("EmailDomains.create")(function* (scope, causation, input, receipt) {
            yield* Effect.fromResult(checkDomain(input, inboundDomain))
            // Fails before keys are generated for a domain that the brand cannot have.
            yield* ofBrand(store.list(scope))
            yield* store.claim(scope, input.domain)
            const id = ids.next("domain")
            const keys =
              input.type === "INBOUND"
                ? []
                : yield* Effect.forEach(selectors, (selector, index) => newKey(id, selector, index === 0))
            const ownershipToken: string = mailToken(randomBytes(16))
            const made = { id, brandId: scope.brandId, ownershipToken, keys }
            const now = yield* DateTime.now
            return yield* receipts.once(
              scope.tenant,
              receipt,
              ofBrand(store.change(scope, causation, (all) => addDomain(all, made, input, now)))
            )
          }),

          update: Effect.fn("EmailDomains.update")(function* (scope, causation, id, change, receipt) {
            const now = yield* DateTime.now
            return yield* receipts.once(
              scope.tenant,
              receipt,
              unnamed(ofBrand(store.change(scope, causation, (all) => changeDomain(all, id, change, now))))
            )
          }),

          delete: Effect.fn("EmailDomains.delete")((scope, causation, id, receipt) =>
            receipts.once(
              scope.tenant,
              receipt,
              unnamed(ofBrand(store.change(scope, causation, (all) => removeDomain(all, id))))
            )
          ),

          verify: Effect.fn("EmailDomains.verify")(function* (scope, causation, id, receipt) {
            const { findings, unanswered } = yield* checkDomainRecords(
              yield* get(scope, id),
              inboundDomain,
              resolveFresh
            )
            const now = yield* DateTime.now
            return yield* receipts.once(
              scope.tenant,
              receipt,
              unnamed(
                ofBrand(store.change(scope, causation, (all) => applyCheck(all, id, findings, inboundDomain, now)))
              ).pipe(Effect.map(({ domain, missing }) => ({ domain, error: lack(missing, unanswered) })))
            )
          }),

          renewKey: Effect.fn("EmailDomains.renewKey")(function* (scope, causation, domain) {
            const now = yield* DateTime.now
            const outworn = outwornKey(domain, now)
            if (outworn === undefined) return
            const key = yield* newKey(domain.id, outworn.selector, false)
            yield* unnamed(
              ofBrand(store.change(scope, causation, (all) => replaceKey(all, domain.id, outworn, key, now)))
            )
          })
        })
      })
    )
}

/** What is missing, as a sentence that distinguishes missing records from those for which DNS did not answer. */
const lack = (missing: ReadonlyArray<WantedRecord>, unanswered: ReadonlyArray<WantedRecord>): string | undefined => {
  const isUnanswered = (record: WantedRecord) =>
    unanswered.some(({ name, type }) => name === record.name && type === record.type)
  const [first, ...more] = missing.filter((record) => !isUnanswered(record)).map(words)
  if (first !== undefined) return `DNS does not have the required records yet: ${[first, ...more].join(", ")}.`
  return missing.length === 0 ? undefined : `DNS did not respond for ${missing.map(words).join(", ")}. Try again later.`
}

const words = ({ name, purpose, type }: WantedRecord) => `the ${type} record of ${name} (${purpose})`
