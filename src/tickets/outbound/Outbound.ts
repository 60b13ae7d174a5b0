import { Context, Effect, Layer, Option, Schedule } from "effect"
import type { Actor, Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { MessageId, TicketId } from "../../domain/Ids.ts"
import type { CopiesReport, DeliveryReport, OutboundMessage } from "../../domain/OutboundMessage.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope, BrandsScope } from "../../domain/Principal.ts"
import type { IdempotencyKeyReused, InvalidState, NotFound } from "../../domain/Problems.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import type { TicketCommand, TicketState } from "../TicketCommand.ts"
import { TicketStore } from "../TicketStore.ts"
import { copiesUndelivered, deliveryReported, retryMessage } from "./deliveryReported.ts"
import { MailComposer } from "./MailComposer.ts"
import { type MessagePlace, OutboundStore } from "./OutboundStore.ts"

/** Mails of a test tenant that are captured before the next ones are looked up. */
const piece = 100

/** Maximum number of lookups of a message, which is looked up again if a merge moves it between the lookup and the command. */
const looks = 3

/** The delivery of messages to customers. Every change of a message's status is a command of its ticket, with an event. */
export class Outbound extends Context.Service<
  Outbound,
  {
    /** A ticket's messages, oldest first. */
    list(
      scope: BrandScope,
      ticketId: TicketId
    ): Effect.Effect<ReadonlyArray<OutboundMessage>, NotFound | DatabaseUnavailable>

    /** Sends a message that failed, bounced or was suppressed again, as the same message. */
    retry(
      scope: BrandScope,
      causation: Causation,
      ticketId: TicketId,
      id: MessageId,
      receipt?: ReceiptRequest<OutboundMessage>
    ): Effect.Effect<Once<OutboundMessage>, NotFound | InvalidState | IdempotencyKeyReused | DatabaseUnavailable>

    /**
     * Applies a report by the relay or the channel about a message. One that is gone, or whose status already says so,
     * stays unchanged. For a deleted brand, the status is stored without an event.
     */
    report(id: MessageId, report: DeliveryReport): Effect.Effect<void, DatabaseUnavailable>
    /** Applies a report by the relay about copied recipients only. */
    reportCopies(id: MessageId, report: CopiesReport): Effect.Effect<void, DatabaseUnavailable>

    /** Test mode: applies a report that a provider could have sent. `NotFound` if there is no such message. */
    simulate(
      scope: BrandsScope,
      causation: Causation,
      id: MessageId,
      report: DeliveryReport,
      receipt?: ReceiptRequest<OutboundMessage>
    ): Effect.Effect<Once<OutboundMessage>, NotFound | IdempotencyKeyReused | DatabaseUnavailable>

    /** Test mode: composes a message and puts it into the outbox as if it had been sent. */
    capture(id: MessageId): Effect.Effect<void, DatabaseUnavailable>
    /** The same for all mail of a test tenant that was queued earlier. */
    captureAll(tenant: Tenant): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/Outbound") {
  static readonly layer = Layer.effect(
    Outbound,
    Effect.gen(function* () {
      const store = yield* OutboundStore
      const tickets = yield* TicketStore
      const composer = yield* MailComposer

      const reported = (ticketId: TicketId, id: MessageId, report: DeliveryReport) => ({
        reads: { ticketId, messageIds: [id], changesCustomer: report.cause === "no_mailbox" },
        decide: (state: TicketState) => deliveryReported(state, id, report)
      })

      /** Runs a command on a message's ticket. If that is gone, so is the message; `otherwise`: its brand is in the trash. */
      const tell = (
        id: MessageId,
        command: (ticketId: TicketId) => Pick<TicketCommand<OutboundMessage, NotFound>, "reads" | "decide">,
        otherwise: Effect.Effect<void, DatabaseUnavailable>
      ) =>
        Effect.flatMap(store.place(id), (place) =>
          Option.isNone(place)
            ? Effect.void
            : tickets
                .execute({
                  ...command(place.value.ticketId),
                  scope: place.value.scope,
                  causation: { id, actor: providerOf(place.value) }
                })
                // No receipt was requested.
                .pipe(Effect.catchTag("IdempotencyKeyReused", Effect.die))
        ).pipe(
          Effect.retry({ schedule: Schedule.recurs(looks - 1), while: ({ _tag }) => _tag === "NotFound" }),
          Effect.catchTag("NotFound", () => otherwise),
          Effect.asVoid
        )

      const report = Effect.fn("Outbound.report")((id: MessageId, report: DeliveryReport) =>
        tell(
          id,
          (ticketId) => reported(ticketId, id, report),
          report.isCaptured === true ? Effect.void : store.settled(id, report)
        )
      )

      const capture = Effect.fn("Outbound.capture")(function* (id: MessageId) {
        if (!(yield* composer.compose(id))) return
        yield* store.worded(id)
        yield* report(id, { status: "sent", permanent: false, isCaptured: true })
        // A notice is not a message, and still has to be marked as captured; for a message, this changes nothing.
        yield* store.captured(id)
      })

      return Outbound.of({
        list: Effect.fn("Outbound.list")((scope: BrandScope, ticketId: TicketId) =>
          orNotFound("ticket")(store.list(scope, ticketId))
        ),

        retry: (scope, causation, ticketId, id, receipt) =>
          tickets.execute({
            scope,
            causation,
            receipt,
            reads: { ticketId, messageIds: [id], conversation: true },
            decide: (state) => retryMessage(state, id)
          }),

        report,

        reportCopies: Effect.fn("Outbound.reportCopies")((id: MessageId, report: CopiesReport) =>
          report.assignedId === undefined && (report.copiesLost ?? []).length === 0
            ? Effect.void
            : tell(
                id,
                (ticketId) => ({
                  reads: { ticketId, messageIds: [id] },
                  decide: (state) => copiesUndelivered(state, id, report)
                }),
                Effect.void
              )
        ),

        simulate: Effect.fn("Outbound.simulate")(function* (
          scope: BrandsScope,
          causation: Causation,
          id: MessageId,
          said: DeliveryReport,
          receipt?: ReceiptRequest<OutboundMessage>
        ) {
          const { brandId, status, ticketId } = yield* orNotFound("message")(store.find(scope, id))
          if (status === "queued") yield* capture(id)
          return yield* tickets.execute({
            ...reported(ticketId, id, said),
            scope: { tenant: scope.tenant, brandId },
            causation,
            receipt
          })
        }),

        capture,

        captureAll: Effect.fn("Outbound.captureAll")(function* (tenant: Tenant) {
          while (true) {
            const ids = yield* store.uncaptured(tenant, piece)
            yield* Effect.forEach(ids, capture, { discard: true })
            if (ids.length < piece) return
          }
        })
      })
    })
  )
}

/** The actor for reports about a message. */
const providerOf = ({ channel }: MessagePlace): Actor => ({ type: "system", id: null, name: null, channel })
