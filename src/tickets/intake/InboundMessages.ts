import { Context, type DateTime, Effect, Layer, Option, Result, type Stream } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { InboundId } from "../../domain/Ids.ts"
import type { InboundDetail, InboundEffects, InboundPage, InboundQuery } from "../../domain/InboundEntry.ts"
import type { InboundMessage } from "../../domain/InboundMessage.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import {
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  type InvalidInput,
  InvalidState,
  type LimitReached,
  NotFound,
  type TicketMerged
} from "../../domain/Problems.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { BlobStore } from "../files/BlobStore.ts"
import type { Outcome, TicketCommand } from "../TicketCommand.ts"
import { TicketStore } from "../TicketStore.ts"
import { ChannelInbox } from "./ChannelInbox.ts"
import { CustomReader } from "./CustomReader.ts"
import { correctMessage } from "./correctMessage.ts"
import { InboundLog } from "./InboundLog.ts"
import { readsOf } from "./Intake.ts"
import { MailReader } from "./MailReader.ts"
import { releaseMessage } from "./releaseMessage.ts"

/** A message as received. */
export interface RawMessage {
  readonly bytes: Stream.Stream<Uint8Array>
  /** Bytes. */
  readonly size: number
  /** A mail (RFC 5322), rather than what another channel received, as JSON. */
  readonly isMail: boolean
}

type ReprocessProblem =
  | NotFound
  | InvalidState
  | InvalidInput
  | LimitReached
  | TicketMerged
  | IdempotencyKeyReused
  | IdempotencyInProgress
  | DatabaseUnavailable

/** Messages received over any channel: what became of them and why, and a way to process them again. */
export class InboundMessages extends Context.Service<
  InboundMessages,
  {
    list(scope: BrandScope, query: InboundQuery): Effect.Effect<InboundPage, NotFound | DatabaseUnavailable>

    get(scope: BrandScope, id: InboundId): Effect.Effect<InboundDetail, NotFound | DatabaseUnavailable>

    /** A message with its checks and the events that it caused. */
    explain(
      scope: BrandScope,
      id: InboundId
    ): Effect.Effect<
      { readonly message: InboundDetail; readonly effects: InboundEffects["events"] },
      NotFound | DatabaseUnavailable
    >

    /** The bytes as received; `NotFound` once they are no longer stored. */
    raw(scope: BrandScope, id: InboundId): Effect.Effect<RawMessage, NotFound | DatabaseUnavailable>

    /**
     * Reads the message again. One that had no effect, such as an automatic reply that was held back, now takes effect,
     * for example as a ticket. One that was processed requires `force`: its text and files are corrected, and nothing is
     * created twice.
     */
    reprocess(
      scope: BrandScope,
      causation: Causation,
      id: InboundId,
      force: boolean,
      receipt?: ReceiptRequest<InboundDetail>
    ): Effect.Effect<Once<InboundDetail>, ReprocessProblem>
  }
>()("trunkline/tickets/InboundMessages") {
  static readonly layer = Layer.effect(
    InboundMessages,
    Effect.gen(function* () {
      const log = yield* InboundLog
      const blobs = yield* BlobStore
      const reader = yield* MailReader
      const customs = yield* CustomReader
      const inbox = yield* ChannelInbox
      const store = yield* TicketStore
      const receipts = yield* Receipts

      const notFound = new NotFound({ entity: "inbound" })
      const get = Effect.fn("InboundMessages.get")((scope: BrandScope, id: InboundId) =>
        orNotFound("inbound")(log.find(scope, id))
      )

      const reprocess: InboundMessages["Service"]["reprocess"] = Effect.fn("InboundMessages.reprocess")(
        function* (scope, causation, id, force, receipt) {
          const known = receipt === undefined ? Option.none() : yield* receipts.find(scope.tenant, receipt)
          if (Option.isSome(known)) return { replayed: true as const, answer: known.value }
          const logged = yield* get(scope, id)
          // A message that its channel could not handle goes back to its queue, to be handled in order by its actor.
          if (logged.status === "failed" && logged.rawBlobKey === undefined && logged.channel !== "email")
            return yield* receipts.once(
              scope.tenant,
              receipt,
              Effect.gen(function* () {
                if (Option.isSome(yield* inbox.replay(scope, id)))
                  return { ...logged, status: "received" as const, error: undefined }
                return yield* new InvalidState({ state: logged.status, reason: nothingLeft })
              })
            )
          if (logged.status === "processed" && !force)
            return yield* new InvalidState({
              state: logged.status,
              reason:
                "The message has already been processed. Send force: true to read it again and correct its ticket or comment."
            })
          const message = yield* logged.channel === "custom" ? customs.read(scope, logged) : reader.read(scope, logged)
          const isMade = logged.ticketId !== undefined && logged.outcome !== "bounce"
          const command: Omit<TicketCommand<InboundDetail, never>, "decide" | "reads"> = {
            scope,
            causation,
            weight: 2_048 + (message.text.length + (message.html?.length ?? 0)) * 2 + message.files.length * 512,
            receipt
          }
          return yield* isMade
            ? store.execute({
                ...command,
                reads: {
                  ticketId: logged.ticketId,
                  commentIds: logged.commentId === undefined ? undefined : [logged.commentId],
                  filesOf: logged.id
                },
                decide: (state) => stored(logged, state.now, correctMessage(state, scope, logged, message))
              })
            : store.execute({
                ...command,
                reads: readsOf(message),
                decide: (state) => stored(logged, state.now, releaseMessage(state, scope, logged, message))
              })
        },
        // No version was requested, and no upload is claimed.
        Effect.catchTag(["VersionConflict", "AttachmentInUse", "SenderOverLimit"], Effect.die)
      )

      return InboundMessages.of({
        get,
        list: Effect.fn("InboundMessages.list")(function* (scope, query) {
          const page = yield* log.list(scope, query)
          if (page.items.length === 0 && !(yield* store.brandExists(scope)))
            return yield* new NotFound({ entity: "brand" })
          return page
        }),
        explain: Effect.fn("InboundMessages.explain")(function* (scope, id) {
          const message = yield* get(scope, id)
          const effects = yield* log.effects(scope, id)
          return { message, effects: Option.match(effects, { onNone: () => [], onSome: ({ events }) => events }) }
        }),
        raw: Effect.fn("InboundMessages.raw")(function* (scope, id) {
          const { channel, rawBlobKey, size } = yield* get(scope, id)
          if (rawBlobKey === undefined) return yield* notFound
          return { bytes: blobs.get(rawBlobKey), size, isMail: channel === "email" }
        }),
        reprocess
      })
    })
  )
}

const nothingLeft =
  "There is nothing to process: the message's channel was removed, or it is being processed right now."

/** The outcome of reading a message again: updates its log entry, and returns the new state to the caller. */
const stored = <E>(
  logged: InboundDetail,
  now: DateTime.Utc,
  decision: Result.Result<Outcome<unknown>, E>
): Result.Result<Outcome<InboundDetail>, E> =>
  Result.map(decision, (outcome) => {
    const { inbound } = outcome
    if (inbound === undefined) throw new Error("unreachable: a message that is not new has a line in the log")
    const { commentId, fileIds, flags, message, quotedText, status, steps, ticketId } = inbound
    const { html, subject } = message
    return {
      ...outcome,
      inbound: { ...inbound, isAgain: true },
      value: {
        ...logged,
        ...{ commentId, fileIds, flags, html, quotedText, status, steps, subject, ticketId },
        repairs: repairsOf(message),
        outcome: inbound.outcome,
        attempts: logged.attempts + 1,
        processedAt: now
      }
    }
  })

const repairsOf = ({ envelope }: InboundMessage): ReadonlyArray<string> => {
  const repairs = envelope?.["repairs"]
  return Array.isArray(repairs) ? repairs.filter((repair) => typeof repair === "string") : []
}
