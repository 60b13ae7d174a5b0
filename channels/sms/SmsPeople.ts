import { Context, type DateTime, Effect, Layer, Option } from "effect"
import type { ConnectionId } from "../../src/domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { iso } from "../../src/domain/iso.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { optedOut } from "../../src/domain/TicketConversation.ts"
import { ChatDirectory } from "../../src/tickets/connections/ChatDirectory.ts"

/** Tracks which phone numbers may be sent text messages by a connection. */
export class SmsPeople extends Context.Service<
  SmsPeople,
  {
    isOptedOut(scope: BrandScope, id: ConnectionId, phone: string): Effect.Effect<boolean, DatabaseUnavailable>
    /** Whether they have a ticket with this number. */
    isKnown(scope: BrandScope, id: ConnectionId, phone: string): Effect.Effect<boolean, DatabaseUnavailable>
    /**
     * Blocks sending to them until `canGet`; `reason` is for the team. If it was said about a text, `asOf` is when that was
     * submitted: whoever has opted in again since then gets texts.
     */
    cannotGet(
      scope: BrandScope,
      id: ConnectionId,
      phone: string,
      reason: string,
      asOf?: DateTime.Utc
    ): Effect.Effect<void, DatabaseUnavailable>
    /** Records when they have opted in again. */
    canGet(
      scope: BrandScope,
      id: ConnectionId,
      phone: string,
      at: DateTime.Utc
    ): Effect.Effect<void, DatabaseUnavailable>
    /**
     * Records that they have just received or sent a text, or that Twilio has accepted one for them: clears whatever was
     * noted about their number, except for an opt-out.
     */
    getsTexts(scope: BrandScope, id: ConnectionId, phone: string): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/sms/SmsPeople") {
  static readonly layer = Layer.effect(
    SmsPeople,
    Effect.gen(function* () {
      const directory = yield* ChatDirectory
      const fact = (name: "unreachable" | "optedInAt", scope: BrandScope, id: ConnectionId, phone: string) =>
        Effect.map(directory.person(scope, id, phone), (person) =>
          Option.isSome(person) ? (person.value.facts[name] ?? undefined) : undefined
        )
      const refusal = (scope: BrandScope, id: ConnectionId, phone: string) => fact("unreachable", scope, id, phone)

      return SmsPeople.of({
        isOptedOut: (scope, id, phone) => Effect.map(refusal(scope, id, phone), (reason) => reason === optedOut),
        isKnown: (scope, id, phone) => Effect.map(directory.thread(scope, id, phone), Option.isSome),
        cannotGet: Effect.fnUntraced(function* (scope, id, phone, reason, asOf) {
          const optedInAt = asOf === undefined ? undefined : yield* fact("optedInAt", scope, id, phone)
          if (asOf !== undefined && typeof optedInAt === "string" && optedInAt > iso(asOf)) return
          yield* directory.keepPerson(scope, id, { externalId: phone, facts: { unreachable: reason } })
        }),
        canGet: (scope, id, phone, at) =>
          directory.keepPerson(scope, id, { externalId: phone, facts: { unreachable: null, optedInAt: iso(at) } }),
        getsTexts: (scope, id, phone) =>
          Effect.flatMap(refusal(scope, id, phone), (reason) =>
            reason === undefined || reason === optedOut
              ? Effect.void
              : directory.keepPerson(scope, id, { externalId: phone, facts: { unreachable: null } })
          )
      })
    })
  )
}
