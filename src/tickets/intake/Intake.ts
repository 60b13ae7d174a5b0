import { Context, Effect, Layer, Option } from "effect"
import type { Actor } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import type { InboundMessage, IntakeResult, SenderOverLimit } from "../../domain/InboundMessage.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type {
  AttachmentInUse,
  IdempotencyKeyReused,
  InvalidInput,
  LimitReached,
  NotFound
} from "../../domain/Problems.ts"
import type { Once } from "../../events/Receipt.ts"
import type { ChangeRefusal } from "../changeTicket.ts"
import type { Reads, TicketCommand } from "../TicketCommand.ts"
import { TicketStore } from "../TicketStore.ts"
import { decideIntake, type IntakeRefusal } from "./decideIntake.ts"
import { editReceived, type Revision } from "./editReceived.ts"
import { InboundLog } from "./InboundLog.ts"
import { messageIdOf } from "./knownSender.ts"
import { ticketTags } from "./ticketTags.ts"

/** The one entry point at which every channel's messages become tickets and comments. */
export class Intake extends Context.Service<
  Intake,
  {
    /**
     * Takes a message for one brand: opens a ticket or adds a comment, with its files, its events and its entry in the
     * inbound log, in one transaction that is committed when this returns. Receiving the same message again, even
     * concurrently, has no effect and returns the first result. Fails with `NotFound` if the brand is gone, and with
     * `SenderOverLimit` if the channel set a limit that the sender exceeds.
     */
    receive(
      scope: BrandScope,
      message: InboundMessage
    ): Effect.Effect<IntakeResult, NotFound | SenderOverLimit | DatabaseUnavailable>

    /**
     * The same for a message with uploads: these may be unknown (`InvalidInput` for `attachmentIds[n]`), claimed by
     * another ticket, or too many for the ticket.
     */
    receivePosted(
      scope: BrandScope,
      message: InboundMessage
    ): Effect.Effect<IntakeResult, NotFound | InvalidInput | AttachmentInUse | LimitReached | DatabaseUnavailable>

    /**
     * Takes one message for several brands, of any tenants, in one transaction: each gets the same as it would alone, or
     * none gets anything.
     */
    receiveTogether(
      messages: ReadonlyArray<{ readonly scope: BrandScope; readonly message: InboundMessage }>
    ): Effect.Effect<ReadonlyArray<IntakeResult>, NotFound | SenderOverLimit | DatabaseUnavailable>

    /**
     * Applies an edit or deletion by its author to a message of a connection (`of` is its id there): `message` is its new
     * content, with a dedupe key for the edit itself. `none` if no such message was received.
     */
    revise(
      scope: BrandScope,
      kind: Revision["kind"],
      message: InboundMessage,
      of: string
    ): Effect.Effect<Option.Option<IntakeResult>, NotFound | DatabaseUnavailable>
  }
>()("trunkline/tickets/Intake") {
  static readonly layer = Layer.effect(
    Intake,
    Effect.gen(function* () {
      const store = yield* TicketStore
      const log = yield* InboundLog
      const ids = yield* IdGenerator

      const commandOf = (scope: BrandScope, message: InboundMessage): TicketCommand<IntakeResult, IntakeRefusal> => {
        const id = ids.next("inbound")
        return {
          scope,
          causation: { id, actor: actorOf(message) },
          reads: readsOf(message),
          decide: (state) => decideIntake(state, scope, id, message),
          inOrder: "intake",
          weight: 2_048 + (message.text.length + (message.html?.length ?? 0)) * 2 + message.files.length * 512
        }
      }

      const receive = Effect.fn("Intake.receive")((scope: BrandScope, message: InboundMessage) =>
        Effect.flatMap(onlyItsOwn(store.execute(commandOf(scope, message))), resultOf)
      )

      const receivePosted: Intake["Service"]["receivePosted"] = Effect.fn("Intake.receivePosted")((scope, message) =>
        store
          .execute(commandOf(scope, message))
          .pipe(
            Effect.catchTag(["TicketMerged", "VersionConflict", "IdempotencyKeyReused", "SenderOverLimit"], Effect.die),
            Effect.flatMap(resultOf)
          )
      )

      const receiveTogether: Intake["Service"]["receiveTogether"] = Effect.fn("Intake.receiveTogether")((messages) =>
        Effect.flatMap(
          onlyItsOwn(store.executeTogether(messages.map(({ message, scope }) => commandOf(scope, message)))),
          Effect.forEach(resultOf)
        )
      )

      const revise: Intake["Service"]["revise"] = Effect.fn("Intake.revise")(function* (scope, kind, message, of) {
        const known = yield* log.knownMessage(scope, messageIdOf({ ...message, externalId: of }))
        if (Option.isNone(known) || known.value.direction === "out") return Option.none()
        const { commentId, ticketId } = known.value
        const id = ids.next("inbound")
        const taken = store.execute<IntakeResult, ChangeRefusal>({
          scope,
          causation: { id, actor: actorOf(message) },
          reads: {
            ticketId,
            commentIds: commentId === undefined ? [] : [commentId],
            inbound: { dedupeKey: message.dedupeKey, references: [] }
          },
          decide: (state) => editReceived(state, scope, id, { kind, message, commentId, of }),
          weight: 2_048 + message.text.length * 2
        })
        return Option.some(
          yield* Effect.flatMap(Effect.catchTag(onlyItsOwn(taken), "SenderOverLimit", Effect.die), resultOf)
        )
      })

      return Intake.of({ receive, receivePosted, receiveTogether, revise })
    })
  )
}

const actorOf = ({ author, channel, sender }: InboundMessage): Actor =>
  author === undefined
    ? { type: "customer", id: null, name: sender.name ?? sender.email, channel }
    : { type: "agent", id: author.memberId, name: author.name, channel }

/** The channel has validated the message, so a refusal is a bug of ours; and no receipt was requested. */
const onlyItsOwn = <A>(
  taken: Effect.Effect<A, IntakeRefusal | NotFound | IdempotencyKeyReused | DatabaseUnavailable>
): Effect.Effect<A, NotFound | SenderOverLimit | DatabaseUnavailable> =>
  Effect.catchTag(
    taken,
    ["AttachmentInUse", "InvalidInput", "LimitReached", "TicketMerged", "VersionConflict", "IdempotencyKeyReused"],
    Effect.die
  )

const resultOf = (once: Once<IntakeResult>): Effect.Effect<IntakeResult> =>
  once.replayed ? Effect.die(new Error("an intake has no receipt")) : Effect.succeed(once.value)

/** What the decision needs to see. */
export const readsOf = (message: InboundMessage): Reads => {
  const { author, conversation, dedupeKey, externalId, mail, references, sender, subject } = message
  const returned = mail?.bounce?.of
  return {
    ticketId: returned?.ticketId,
    messageIds: returned === undefined ? undefined : [returned.messageId],
    changesCustomer: returned !== undefined,
    customer: { email: sender.email },
    customerKeys: sender.phone === undefined ? undefined : { phone: sender.phone },
    conversation: author?.visibility === "public",
    attachmentIds: message.attachmentIds,
    anyUploader: true,
    inbound: {
      dedupeKey,
      references: mail?.kind === "bounce" ? [] : references,
      conversation,
      person:
        conversation === undefined || sender.identity === undefined
          ? undefined
          : { connectionId: conversation.connectionId, externalId: sender.identity.address },
      ...(mail === undefined
        ? {}
        : {
            sender: sender.email,
            externalId,
            ownReferences: mail.ownReferences,
            ticketIds: mail.route.ticketId === undefined ? [] : [mail.route.ticketId],
            numbers: ticketTags(subject ?? "").map(({ number }) => number),
            addresses: [
              sender,
              ...message.participants,
              ...(mail.forwardedFrom === undefined ? [] : [mail.forwardedFrom])
            ].map(({ email }) => {
              const at = email.lastIndexOf("@")
              const domain = email.slice(at + 1)
              return { email, localPart: email.slice(0, at), domain: domain === mail.ownDomain ? "" : domain }
            })
          })
    }
  }
}
