import { randomBytes } from "node:crypto"
import { Context, DateTime, Effect, Layer } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { PortalAnswers } from "../../domain/checkedPortalDomain.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import type { DnsAnswer } from "../../domain/judgeRecord.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import { ownershipName, ownershipText, type PortalDomain } from "../../domain/PortalDomain.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { type IdempotencyInProgress, type IdempotencyKeyReused, InvalidInput, NotFound } from "../../domain/Problems.ts"
import { mailToken } from "../../domain/ReplyAddress.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { DnsResolver } from "../../runtime/DnsResolver.ts"
import { askDns } from "../addresses/askDns.ts"
import { unnamed } from "../settings/BrandList.ts"
import { checkDomainOf, removeDomainOf, setDomain } from "./changePortalDomain.ts"
import { PortalDomainStore } from "./PortalDomainStore.ts"
import { PortalSites } from "./PortalSites.ts"

/** A domain after a check, and whether DNS answered all questions. */
export interface PortalDomainCheck {
  readonly domain: PortalDomain
  readonly answered: boolean
}

type Written<A, E> = Effect.Effect<
  Once<A>,
  E | NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
>

/**
 * Custom domains of brands' portals. Any brand may add any name, but it is served only for the brand that has proved
 * ownership by DNS: if several have, for the first one, as long as DNS confirms it.
 */
export class PortalDomains extends Context.Service<
  PortalDomains,
  {
    /** `undefined` if the brand has none. */
    get(scope: BrandScope): Effect.Effect<PortalDomain | undefined, NotFound | DatabaseUnavailable>

    /** Replaces the previous domain, which is no longer served. `domain` is in lower case and A-labels. */
    set(
      scope: BrandScope,
      causation: Causation,
      domain: string,
      receipt?: ReceiptRequest<PortalDomain>
    ): Written<PortalDomain, InvalidInput>

    remove(scope: BrandScope, causation: Causation, receipt?: ReceiptRequest<void>): Written<void, never>

    /** Queries DNS now, for at most eight seconds. */
    verify(
      scope: BrandScope,
      causation: Causation,
      receipt?: ReceiptRequest<PortalDomainCheck>
    ): Written<PortalDomainCheck, never>
  }
>()("trunkline/tickets/PortalDomains") {
  /** `publicUrl` is the server's own URL, whose host no portal can have. */
  static readonly layer = ({ publicUrl }: { readonly publicUrl: string }) =>
    Layer.effect(
      PortalDomains,
      Effect.gen(function* () {
        const ids = yield* IdGenerator
        const store = yield* PortalDomainStore
        const receipts = yield* Receipts
        const sites = yield* PortalSites
        const { resolveFresh } = yield* DnsResolver
        const ofBrand = orNotFound("brand")
        const ownHost = new URL(publicUrl).hostname

        const get = Effect.fn("PortalDomains.get")(function* (scope: BrandScope) {
          const [domain] = yield* ofBrand(store.list(scope))
          return domain
        })

        /** The DNS answers about a name, with whatever addresses it has, also through aliases. */
        const ask = Effect.fnUntraced(function* (name: string) {
          const proof = { name: ownershipName(name), type: "TXT" as const }
          const hosts = [
            { name, type: "A" as const },
            { name, type: "AAAA" as const }
          ]
          const answers = yield* askDns(resolveFresh, [proof, ...hosts])
          return { texts: answers(proof), addresses: together(hosts.map(answers)) } satisfies PortalAnswers
        })

        return PortalDomains.of({
          get,

          set: Effect.fn("PortalDomains.set")(function* (scope, causation, name, receipt) {
            if (name === ownHost)
              return yield* InvalidInput.of("domain", "not_allowed", "must not be this server's own address")
            const made = {
              id: ids.next("domain"),
              brandId: scope.brandId,
              domain: name,
              ownershipToken: mailToken(randomBytes(16))
            }
            const now = yield* DateTime.now
            const stored = store.change(scope, causation, (all) => setDomain(all, made, now))
            return yield* Effect.ensuring(receipts.once(scope.tenant, receipt, unnamed(ofBrand(stored))), sites.look)
          }),

          remove: Effect.fn("PortalDomains.remove")((scope, causation, receipt) =>
            Effect.ensuring(
              receipts.once(scope.tenant, receipt, unnamed(ofBrand(store.change(scope, causation, removeDomainOf)))),
              sites.look
            )
          ),

          verify: Effect.fn("PortalDomains.verify")(function* (scope, causation, receipt) {
            const asked = (yield* get(scope)) ?? (yield* new NotFound({ entity: "domain" }))
            const askedAt = yield* DateTime.now
            const answers = yield* ask(asked.domain)
            // No brand loses a name to one that has not proved ownership.
            const isFree =
              answers.texts?.some((text) => text.trim() === ownershipText(asked)) === true &&
              (yield* store.release(scope, asked.domain, answers.texts, askedAt))
            const now = yield* DateTime.now
            const check = (isFree: boolean) =>
              receipts.once(
                scope.tenant,
                receipt,
                ofBrand(store.change(scope, causation, (all) => checkDomainOf(all, asked, answers, isFree, now))).pipe(
                  Effect.map(({ domain }) => ({ domain, answered: isAnswered(answers) }))
                )
              )
            // Another brand has proved ownership at the same time.
            const settled = Effect.catchTag(check(isFree), "AlreadyExists", () => unnamed(check(false)))
            return yield* Effect.ensuring(settled, sites.look)
          })
        })
      })
    )
}

const isAnswered = ({ addresses, texts }: PortalAnswers) => addresses !== undefined && texts !== undefined

/** Merges all answers into one. Without any address, it is `undefined` unless each question was answered. */
const together = (answers: ReadonlyArray<DnsAnswer | undefined>): DnsAnswer | undefined => {
  const all = answers.flatMap((answer) => answer ?? [])
  return all.length > 0 || answers.every((answer) => answer !== undefined) ? all : undefined
}
