import { randomInt } from "node:crypto"
import { Context, DateTime, Duration, Effect, Layer, Redacted } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import type { AddressId, MessageId } from "../../domain/Ids.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import {
  type AlreadyExists,
  ChannelNotReady,
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  type InvalidInput,
  type InvalidState,
  type LimitReached,
  NotFound
} from "../../domain/Problems.ts"
import type { SupportAddress } from "../../domain/SupportAddress.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { unnamed } from "../settings/BrandList.ts"
import { addressCodeMail } from "./addressCodeMail.ts"
import { addressTestMail } from "./addressTestMail.ts"
import {
  type AddressChange,
  type AddressCreate,
  addAddress,
  changeAddress,
  checkAddress,
  removeAddress
} from "./changeSupportAddress.ts"
import { EmailDomainStore } from "./EmailDomainStore.ts"
import { SupportAddressStore } from "./SupportAddressStore.ts"

/** Whoever has the code can read the mailbox. There are a million codes, so five guesses are practically useless. */
const code = { lifetime: Duration.minutes(15), tries: 5, digits: 6 }

export interface SupportAddressesOptions {
  /** The setting INBOUND_DOMAIN. */
  readonly inboundDomain: string
  /** URL at which users reach this installation, without a trailing slash. */
  readonly publicUrl: string
  /** Domain for the Message-ID of mail with a code. */
  readonly mailDomain: string
}

type Read<A> = Effect.Effect<A, NotFound | DatabaseUnavailable>
type Written<A, E> = Effect.Effect<
  Once<A>,
  E | NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
>

/** The addresses to which a brand's customers write. An address belongs to one brand of the installation. */
export class SupportAddresses extends Context.Service<
  SupportAddresses,
  {
    /** Oldest first. */
    list(scope: BrandScope): Read<ReadonlyArray<SupportAddress>>

    get(scope: BrandScope, id: AddressId): Read<SupportAddress>

    /** A `forwarded` address neither receives nor sends mail until it is verified; the other kinds are verified at once. */
    create(
      scope: BrandScope,
      causation: Causation,
      input: AddressCreate,
      receipt?: ReceiptRequest<SupportAddress>
    ): Written<SupportAddress, InvalidInput | AlreadyExists | LimitReached>

    update(
      scope: BrandScope,
      causation: Causation,
      id: AddressId,
      change: AddressChange,
      receipt?: ReceiptRequest<SupportAddress>
    ): Written<SupportAddress, InvalidInput>

    /** The address with the brand's id cannot be removed. */
    delete(
      scope: BrandScope,
      causation: Causation,
      id: AddressId,
      receipt?: ReceiptRequest<void>
    ): Written<void, InvalidState>

    /** Sends a code of six digits to the address, unless it is verified. It replaces the previous code. */
    sendCode(scope: BrandScope, id: AddressId, receipt?: ReceiptRequest<SupportAddress>): Written<SupportAddress, never>

    /** Verifies the address with its code. A wrong code changes nothing; after five, the code is no longer valid. */
    verify(
      scope: BrandScope,
      causation: Causation,
      id: AddressId,
      digits: string,
      receipt?: ReceiptRequest<SupportAddress>
    ): Written<SupportAddress, never>

    /** Queues a mail from the address, as for replies; the channel shows its status. The address must be verified. */
    test(
      scope: BrandScope,
      id: AddressId,
      to: string,
      receipt?: ReceiptRequest<MessageId>
    ): Written<MessageId, ChannelNotReady>
  }
>()("trunkline/tickets/SupportAddresses") {
  static readonly layer = ({ inboundDomain, mailDomain, publicUrl }: SupportAddressesOptions) =>
    Layer.effect(
      SupportAddresses,
      Effect.gen(function* () {
        const ids = yield* IdGenerator
        const store = yield* SupportAddressStore
        const domains = yield* EmailDomainStore
        const receipts = yield* Receipts
        const [ofBrand, ofAddress] = [orNotFound("brand"), orNotFound("address")]

        const get = Effect.fn("SupportAddresses.get")(function* (scope: BrandScope, id: AddressId) {
          const found = (yield* ofBrand(store.list(scope))).find((address) => address.id === id)
          return found ?? (yield* new NotFound({ entity: "address" }))
        })

        return SupportAddresses.of({
          list: Effect.fn("SupportAddresses.list")((scope) => ofBrand(store.list(scope))),

          get,

          create: Effect.fn("SupportAddresses.create")(function* (scope, causation, input, receipt) {
            const checked = Effect.gen(function* () {
              const own = input.kind === "domain" ? yield* ofBrand(domains.list(scope)) : []
              return yield* Effect.fromResult(checkAddress(input, own, inboundDomain))
            })
            const verified = yield* checked
            yield* store.release(scope, input.address)
            const [id, now] = [ids.next("address"), yield* DateTime.now]
            const added = ofBrand(
              store.change(scope, causation, (all) => addAddress(all, id, scope.brandId, input, verified, now))
            )
            // Checked again while the brand is locked: the domain may have been removed before that.
            return yield* receipts.once(
              scope.tenant,
              receipt,
              Effect.tap(added, () => checked)
            )
          }),

          update: Effect.fn("SupportAddresses.update")((scope, causation, id, change, receipt) =>
            receipts.once(
              scope.tenant,
              receipt,
              unnamed(ofBrand(store.change(scope, causation, (all) => changeAddress(all, id, change))))
            )
          ),

          delete: Effect.fn("SupportAddresses.delete")((scope, causation, id, receipt) =>
            receipts.once(
              scope.tenant,
              receipt,
              unnamed(ofBrand(store.change(scope, causation, (all) => removeAddress(all, id))))
            )
          ),

          sendCode: Effect.fn("SupportAddresses.sendCode")((scope, id, receipt) =>
            receipts.once(
              scope.tenant,
              receipt,
              Effect.gen(function* () {
                const address = yield* get(scope, id)
                if (address.verified) return address
                const digits = Redacted.make(
                  randomInt(10 ** code.digits)
                    .toString()
                    .padStart(code.digits, "0")
                )
                const { lifetime } = code
                const mail = {
                  id: ids.next("message"),
                  scope,
                  to: address.address,
                  digits,
                  lifetime,
                  publicUrl,
                  mailDomain
                }
                yield* store.issueCode(scope, id, { digits, lifetime }, addressCodeMail(mail))
                return address
              })
            )
          ),

          verify: Effect.fn("SupportAddresses.verify")((scope, causation, id, digits, receipt) =>
            receipts.once(
              scope.tenant,
              receipt,
              Effect.andThen(get(scope, id), ofAddress(store.tryCode(scope, causation, id, digits, code.tries)))
            )
          ),

          test: Effect.fn("SupportAddresses.test")((scope, id, to, receipt) =>
            receipts.once(
              scope.tenant,
              receipt,
              Effect.gen(function* () {
                const from = yield* get(scope, id)
                if (!from.verified)
                  return yield* new ChannelNotReady({
                    channel: "email",
                    reason: "The address is not verified. Verify it first."
                  })
                const mail = addressTestMail({ id: ids.next("message"), scope, from, to, publicUrl, mailDomain })
                yield* store.send(scope, mail)
                return mail.id
              })
            )
          )
        })
      })
    )
}
