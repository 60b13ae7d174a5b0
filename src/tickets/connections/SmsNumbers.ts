import { Context, DateTime, Effect, Layer } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { SmsConnection } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import type { NumberId } from "../../domain/Ids.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import {
  AlreadyExists,
  ChannelNotReady,
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  type InvalidInput,
  LimitReached,
  type NotFound,
  type UpstreamFailed
} from "../../domain/Problems.ts"
import { type TextCost, textCost } from "../../domain/textSegments.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { ConnectionStore } from "./ConnectionStore.ts"
import {
  changeSmsNumber,
  newSmsNumber,
  type SmsNumberChange,
  type SmsNumberCreate,
  secretsOfNew,
  toldOfNumber
} from "./changeSmsNumber.ts"
import { removeConnection } from "./removeConnection.ts"
import { type NumberTest, SmsGateway } from "./SmsGateway.ts"
import { sendOnce } from "./sendOnce.ts"

/** Maximum number of numbers of a brand. */
export const maxNumbers = 50

type Read<A> = Effect.Effect<A, NotFound | DatabaseUnavailable>
type Written<A, E = never> = Effect.Effect<
  Once<A>,
  E | NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
>

/** The Twilio phone numbers with which brands exchange text messages with their customers. */
export class SmsNumbers extends Context.Service<
  SmsNumbers,
  {
    /** Oldest first. */
    list(scope: BrandScope): Read<ReadonlyArray<SmsConnection>>
    get(scope: BrandScope, id: NumberId): Read<SmsConnection>
    /** `AlreadyExists`: a brand already has the account's number. */
    create(
      scope: BrandScope,
      causation: Causation,
      input: SmsNumberCreate,
      receipt?: ReceiptRequest<SmsConnection>
    ): Written<SmsConnection, AlreadyExists | LimitReached>
    /** After a change of the token, the previous one stays valid for incoming requests for another day. */
    update(
      scope: BrandScope,
      causation: Causation,
      id: NumberId,
      change: SmsNumberChange,
      receipt?: ReceiptRequest<SmsConnection>
    ): Written<SmsConnection, AlreadyExists | InvalidInput>
    /** Tickets stay, messages already received are handled first, and unsent messages are never sent. */
    delete(scope: BrandScope, causation: Causation, id: NumberId, receipt?: ReceiptRequest<void>): Written<void>
    /** Sends a text message to a number, once, and looks up where inbound messages are sent. Never in test mode. */
    test(
      scope: BrandScope,
      id: NumberId,
      to: string,
      receipt?: ReceiptRequest<NumberTest>
    ): Written<NumberTest, ChannelNotReady | UpstreamFailed>
    /** What it takes to send a text, from any number of the brand. */
    preview(scope: BrandScope, text: string): Read<TextCost>
  }
>()("trunkline/tickets/SmsNumbers") {
  static readonly layer = Layer.effect(
    SmsNumbers,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const connections = yield* ConnectionStore
      const receipts = yield* Receipts
      const gateway = yield* SmsGateway
      const [ofBrand, ofNumber] = [orNotFound("brand"), orNotFound("number")]
      const get = Effect.fn("SmsNumbers.get")((scope: BrandScope, id: NumberId) =>
        ofNumber(connections.find(scope, "sms", id))
      )

      return SmsNumbers.of({
        list: Effect.fn("SmsNumbers.list")((scope) => ofBrand(connections.list(scope, "sms"))),

        get,

        create: Effect.fn("SmsNumbers.create")(function* (scope, causation, input, receipt) {
          const now = yield* DateTime.now
          return yield* receipts.once(
            scope.tenant,
            receipt,
            Effect.gen(function* () {
              if ((yield* ofBrand(connections.count(scope, "sms"))) >= maxNumbers)
                return yield* new LimitReached({ limit: maxNumbers, what: "telephone numbers in a brand" })
              const number = newSmsNumber(ids.next("number"), scope.brandId, input, now)
              const audit = toldOfNumber("channel.created", number)
              yield* numberTaken(connections.create(scope, causation, number, secretsOfNew(input), audit))
              return number
            })
          )
        }),

        update: Effect.fn("SmsNumbers.update")(function* (scope, causation, id, change, receipt) {
          const now = yield* DateTime.now
          return yield* receipts.once(
            scope.tenant,
            receipt,
            numberTaken(
              ofNumber(
                connections.change(scope, causation, "sms", id, (number, stored) =>
                  changeSmsNumber(number, stored, change, now)
                )
              )
            )
          )
        }),

        delete: Effect.fn("SmsNumbers.delete")((scope, causation, id, receipt) =>
          removeConnection(connections, receipts, {
            scope,
            causation,
            receipt,
            find: get(scope, id),
            told: (number) => toldOfNumber("channel.deleted", number)
          })
        ),

        test: Effect.fn("SmsNumbers.test")((scope, id, to, receipt) =>
          sendOnce(
            receipts,
            scope.tenant,
            receipt,
            Effect.gen(function* () {
              const number = yield* get(scope, id)
              if (number.status === "disabled" || scope.tenant.mode === "test")
                return yield* new ChannelNotReady({
                  channel: "sms",
                  reason:
                    scope.tenant.mode === "test"
                      ? "In test mode, nothing is sent to Twilio."
                      : "The number is disabled. Enable it first."
                })
              return yield* gateway.test(number, to)
            })
          )
        ),

        preview: Effect.fn("SmsNumbers.preview")((scope, text) =>
          Effect.as(ofBrand(connections.list(scope, "sms")), textCost(text))
        )
      })
    })
  )
}

/** Names the conflicting field as the caller knows it: the provider's id is the `number`. */
const numberTaken = <A, E, R>(changed: Effect.Effect<A, E | AlreadyExists, R>) =>
  Effect.mapError(changed, (error) => (error instanceof AlreadyExists ? new AlreadyExists({ field: "number" }) : error))
