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

/** How long a claim can be confirmed. */
const claimLifetime = Duration.days(1)

/**
 * Claims of an address by people who have none. The sender of a text message can be forged, so a claim alone has no
 * effect: a link is mailed to the address, and whoever opens and confirms it is the same person.
 */
export class AddressClaims extends Context.Service<
  AddressClaims,
  {
    /**
     * Mails the link, once per message (`source` is its id), if the person is a customer without an address. At most
     * three mails a day go to one address or for one customer; beyond that, nothing happens.
     */
    begin(
      scope: BrandScope,
      connectionId: ConnectionId,
      said: { readonly person: string; readonly email: string; readonly source: string }
    ): Effect.Effect<void, DatabaseUnavailable>

    /** Checks whether a link is valid, and returns what it claims. */
    find(token: string): Effect.Effect<{ readonly email: string }, InvalidToken | DatabaseUnavailable>

    /**
     * Gives the address to the customer. If another customer of the brand has it, the two are merged into that one, with
     * the tickets, phone number and conversations of both. If this is interrupted, calling it again completes it.
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
            // The brand or the customer is gone, or somebody took the address in the meantime: the link is no longer valid.
            Effect.catchTag(["NotFound", "AlreadyExists", "InvalidInput", "VersionConflict"], () =>
              Effect.fail(new InvalidToken())
            ),
            // No receipt was requested.
            Effect.catchTag(["IdempotencyKeyReused", "IdempotencyInProgress"], Effect.die)
          )
        )
      })
    })
  )
}

/** The stored form of a link's token. */
const hashOf = (token: string): Uint8Array => new Uint8Array(createHash("sha256").update(token).digest())
