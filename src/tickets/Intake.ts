import { Context, Effect, Layer } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import type { InboundMessage, IntakeResult, SenderOverLimit } from "../domain/InboundMessage.ts"
import type { BrandScope } from "../domain/Principal.ts"
import type { NotFound } from "../domain/Problems.ts"
import { decideIntake } from "./decideIntake.ts"
import { type Reads, TicketStore } from "./TicketStore.ts"
import { ticketTags } from "./ticketTags.ts"

/** The one door in: every channel's messages become tickets and comments here. */
export class Intake extends Context.Service<
  Intake,
  {
    /**
     * Takes a message for one brand: opens a ticket or adds a comment, with its files, its events and its line in the
     * inbound log, in one transaction that is committed when this returns. The same message again, even at the same
     * time, has no effect and gets the first result. `NotFound` when the brand is gone; `SenderOverLimit` when the
     * channel set a limit and one sender writes more.
     */
    receive(
      scope: BrandScope,
      message: InboundMessage
    ): Effect.Effect<IntakeResult, NotFound | SenderOverLimit | DatabaseUnavailable>
  }
>()("trunkline/tickets/Intake") {
  static readonly layer = Layer.effect(
    Intake,
    Effect.gen(function* () {
      const store = yield* TicketStore
      const ids = yield* IdGenerator

      const receive = Effect.fn("Intake.receive")(function* (scope: BrandScope, message: InboundMessage) {
        const inboundId = ids.next("inbound")
        const once = yield* store
          .execute({
            scope,
            causation: {
              id: inboundId,
              actor: {
                type: "customer",
                id: null,
                name: message.sender.name ?? message.sender.email,
                channel: message.channel
              }
            },
            reads: readsOf(message),
            decide: (state) => decideIntake(state, scope, inboundId, message),
            weight: 2_048 + (message.text.length + (message.html?.length ?? 0)) * 2 + message.files.length * 512
          })
          .pipe(
            // What a message brings is checked by its channel, so a refusal is a mistake of ours; and no receipt was asked for.
            Effect.catchTag(
              [
                "AttachmentInUse",
                "InvalidInput",
                "LimitReached",
                "TicketMerged",
                "VersionConflict",
                "IdempotencyKeyReused"
              ],
              Effect.die
            )
          )
        return once.replayed ? yield* Effect.die(new Error("an intake has no receipt")) : once.value
      })

      return Intake.of({ receive })
    })
  )
}

/** What the decision must see. */
export const readsOf = (message: InboundMessage): Reads => {
  const { dedupeKey, externalId, mail, references, sender, subject } = message
  const returned = mail?.bounce?.of
  return {
    ticketId: returned?.ticketId,
    messageIds: returned === undefined ? undefined : [returned.messageId],
    customer: { email: sender.email },
    inbound: {
      dedupeKey,
      references: mail?.kind === "bounce" ? [] : references,
      ...(mail === undefined
        ? {}
        : {
            sender: sender.email,
            externalId,
            ownReferences: mail.ownReferences,
            ticketIds: mail.route.ticketId === undefined ? [] : [mail.route.ticketId],
            numbers: ticketTags(subject ?? "").map(({ number }) => number),
            addresses: [sender, ...message.participants].map(({ email }) => {
              const at = email.lastIndexOf("@")
              const domain = email.slice(at + 1)
              return { email, localPart: email.slice(0, at), domain: domain === mail.ownDomain ? "" : domain }
            })
          })
    }
  }
}
