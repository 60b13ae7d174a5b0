import { Context, Effect, Layer, Option } from "effect"
import type { CapturedMail, CapturedMailPage, CapturedMailQuery } from "../../domain/CapturedMail.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { BrandId, InboundId, MessageId } from "../../domain/Ids.ts"
import type { InboundEffects } from "../../domain/InboundEntry.ts"
import type { DeliveryReport, OutboundMessage } from "../../domain/OutboundMessage.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope, BrandsScope } from "../../domain/Principal.ts"
import type {
  AttachmentInUse,
  ChannelNotReady,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  LimitReached,
  NotFound
} from "../../domain/Problems.ts"
import type { SimulatedMail } from "../../domain/SimulatedMail.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { InboundLog } from "../intake/InboundLog.ts"
import { Outbound } from "../outbound/Outbound.ts"
import { ChatSimulator, type SimulatedChat } from "./ChatSimulator.ts"
import { MailSimulator } from "./MailSimulator.ts"
import { type SimulatedText, SmsSimulator } from "./SmsSimulator.ts"
import { TestOutbox } from "./TestOutbox.ts"

type WriteProblem = IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable

/** Support for testing programs: simulates the outside world, and shows what would have been sent to it. */
export class TestMode extends Context.Service<
  TestMode,
  {
    outbox(scope: BrandsScope, query: CapturedMailQuery): Effect.Effect<CapturedMailPage, DatabaseUnavailable>

    captured(scope: BrandsScope, id: MessageId): Effect.Effect<CapturedMail, NotFound | DatabaseUnavailable>

    /** Empties the outbox, only of some brands if they are named. Returns how many mails there were. */
    clearOutbox(
      scope: BrandsScope,
      brandIds?: ReadonlyArray<BrandId>,
      receipt?: ReceiptRequest<number>
    ): Effect.Effect<Once<number>, WriteProblem>

    /** Applies a delivery report to a message of the outbox, as a mail system would send it. */
    receipt(
      scope: BrandsScope,
      causation: Causation,
      id: MessageId,
      report: DeliveryReport,
      receipt?: ReceiptRequest<OutboundMessage>
    ): Effect.Effect<Once<OutboundMessage>, NotFound | IdempotencyKeyReused | DatabaseUnavailable>

    /** Receives a mail as if it had come by SMTP; the result is committed when this returns. */
    receiveMail(
      scope: BrandScope,
      mail: SimulatedMail,
      receipt?: ReceiptRequest<InboundEffects>
    ): Effect.Effect<Once<InboundEffects>, InvalidInput | ChannelNotReady | WriteProblem>

    /** The same for a chat message, as if it had been written in Slack. */
    receiveChat(
      scope: BrandScope,
      message: SimulatedChat,
      receipt?: ReceiptRequest<InboundEffects>
    ): Effect.Effect<Once<InboundEffects>, InvalidInput | ChannelNotReady | WriteProblem>

    /** The same for a text message, as if it had come through Twilio. */
    receiveText(
      scope: BrandScope,
      text: SimulatedText,
      receipt?: ReceiptRequest<InboundEffects>
    ): Effect.Effect<
      Once<InboundEffects>,
      InvalidInput | AttachmentInUse | LimitReached | ChannelNotReady | WriteProblem
    >
  }
>()("trunkline/tickets/TestMode") {
  static readonly layer = Layer.effect(
    TestMode,
    Effect.gen(function* () {
      const store = yield* TestOutbox
      const mails = yield* MailSimulator
      const chats = yield* ChatSimulator
      const texts = yield* SmsSimulator
      const log = yield* InboundLog
      const receipts = yield* Receipts
      const outbound = yield* Outbound

      const received = Effect.fnUntraced(function* <E>(
        scope: BrandScope,
        receipt: ReceiptRequest<InboundEffects> | undefined,
        receive: (name: string | undefined) => Effect.Effect<InboundId, E>
      ) {
        const { tenant } = scope
        const known = receipt === undefined ? Option.none() : yield* receipts.find(tenant, receipt)
        if (Option.isSome(known)) return { replayed: true as const, answer: known.value }
        // Intake commits on its own and detects duplicates: if the receipt is lost, repeating the request finds the same
        // effects.
        const id = yield* receive(receipt && Buffer.from(receipt.key).toString("hex"))
        const effects = yield* Effect.flatMap(log.effects(scope, id), (found) => Effect.orDie(Effect.fromOption(found)))
        return yield* receipts.once(tenant, receipt, Effect.succeed(effects))
      })

      return TestMode.of({
        // Mail that a command has just queued must be visible to the next reader.
        outbox: Effect.fn("TestMode.outbox")((scope: BrandsScope, query: CapturedMailQuery) =>
          Effect.andThen(outbound.captureAll(scope.tenant), store.list(scope, query))
        ),
        captured: Effect.fn("TestMode.captured")((scope: BrandsScope, id: MessageId) =>
          Effect.andThen(outbound.captureAll(scope.tenant), orNotFound("message")(store.find(scope, id)))
        ),
        clearOutbox: Effect.fn("TestMode.clearOutbox")(
          (scope: BrandsScope, brandIds?: ReadonlyArray<BrandId>, receipt?: ReceiptRequest<number>) =>
            Effect.andThen(
              outbound.captureAll(scope.tenant),
              receipts.once(scope.tenant, receipt, store.clear(scope, brandIds))
            )
        ),
        receipt: outbound.simulate,
        receiveMail: Effect.fn("TestMode.receiveMail")((scope, mail, receipt) =>
          received(scope, receipt, (name) => mails.receive(scope, mail, name))
        ),
        receiveChat: Effect.fn("TestMode.receiveChat")((scope, message, receipt) =>
          received(scope, receipt, (name) => chats.receive(scope, message, name))
        ),
        receiveText: Effect.fn("TestMode.receiveText")((scope, text, receipt) =>
          received(scope, receipt, (name) => texts.receive(scope, text, name))
        )
      })
    })
  )
}
