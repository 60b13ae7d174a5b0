import { createHash, randomBytes } from "node:crypto"
import { Context, Duration, Effect, Layer, Option } from "effect"
import type { Causation, Cause } from "../../domain/Causation.ts"
import type { ConnectionId } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { InvalidToken } from "../../domain/Problems.ts"
import { TicketStore } from "../TicketStore.ts"
import { AddressClaimStore } from "./AddressClaimStore.ts"
import { CustomerMerges } from "./CustomerMerges.ts"
import { changeCustomer } from "./changeCustomer.ts"

/** How long whoever has the address may say so. */
const claimLifetime = Duration.days(1)

/**
 * Addresses that people without one say are theirs. The sender of a text message can be forged, so nothing follows from
 * one: a link is mailed to the address, and whoever opens that, and says yes, is the same person.
 */
export class AddressClaims extends Context.Service<
  AddressClaims,
  {
    /**
     * Mails the link, once for each message (`source`, its id there), where the person is a customer without an address.
     * No more than three a day go to one address, or for one customer: beyond, nothing happens.
     */
    begin(
      scope: BrandScope,
      connectionId: ConnectionId,
      said: { readonly person: string; readonly email: string; readonly source: string }
    ): Effect.Effect<void, DatabaseUnavailable>

    /** Whether a link is good, and what it says. */
    find(token: string): Effect.Effect<{ readonly email: string }, InvalidToken | DatabaseUnavailable>

    /**
     * The address is the customer's from now on. Where another customer of the brand has it, they are one: that one, with
     * the tickets, the telephone number and the conversations of both. What was interrupted goes on when it is asked for
     * again.
     */
    confirm(token: string, cause: Cause): Effect.Effect<void, InvalidToken | DatabaseUnavailable>
  }
>()("trunkline/tickets/AddressClaims") {
  static readonly layer = Layer.effect(
    AddressClaims,
    Effect.gen(function* () {
      const claims = yield* AddressClaimStore
      const merges = yield* CustomerMerges
      const tickets = yield* TicketStore

      const found = (token: string) =>
        Effect.flatMap(
          claims.find(hashOf(token)),
          Option.match({ onNone: () => Effect.fail(new InvalidToken()), onSome: Effect.succeed })
        )

      const confirm = Effect.fnUntraced(function* (token: string, cause: Cause) {
        const { customerId, email, scope } = yield* found(token)
        const causation: Causation = {
          ...cause,
          actor: { type: "customer", id: customerId, name: email, channel: "portal" }
        }
        const holder = yield* claims.holderOf(scope, email)
        if (Option.isNone(holder))
          yield* tickets.execute({
            scope,
            causation,
            reads: { customer: { id: customerId }, customerKeys: { email }, companyIds: [] },
            decide: (state) => changeCustomer(state, { email }, undefined)
          })
        else if (holder.value !== customerId) yield* merges.merge(scope, causation, holder.value, [customerId])
        yield* claims.done(hashOf(token))
      })

      return AddressClaims.of({
        begin: Effect.fn("AddressClaims.begin")(function* (scope, connectionId, said) {
          const token = randomBytes(32).toString("base64url")
          yield* claims.begin(scope, { connectionId, ...said, token, hash: hashOf(token) }, claimLifetime)
        }),

        find: Effect.fn("AddressClaims.find")((token) => Effect.map(found(token), ({ email }) => ({ email }))),

        confirm: Effect.fn("AddressClaims.confirm")((token, cause) =>
          confirm(token, cause).pipe(
            // The brand or the customer is gone, or somebody took the address just now: the link leads nowhere.
            Effect.catchTag(["NotFound", "AlreadyExists", "InvalidInput", "VersionConflict"], () =>
              Effect.fail(new InvalidToken())
            ),
            // No receipt was asked for.
            Effect.catchTag(["IdempotencyKeyReused", "IdempotencyInProgress"], Effect.die)
          )
        )
      })
    })
  )
}

/** What is kept of a link's token. */
const hashOf = (token: string): Uint8Array => new Uint8Array(createHash("sha256").update(token).digest())
