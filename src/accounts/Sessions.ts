import { Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import { nameOf } from "../domain/Member.ts"
import { accountOfOrganization } from "../domain/Organization.ts"
import type { Principal } from "../domain/Principal.ts"
import { InvalidToken, TokenExpired } from "../domain/Problems.ts"
import type { SignedIn } from "../domain/Session.ts"
import type { Mode } from "../domain/Tenant.ts"
import { hashSecret } from "./KeySecret.ts"
import { SessionStore } from "./SessionStore.ts"
import { isToken, makeToken } from "./Token.ts"

/** How long a session lasts, however much it is used. */
export const sessionLifetime = Duration.days(30)
/** How long it lasts without use. */
const sessionIdle = Duration.days(7)
/** Characters that are kept of what a browser calls itself. */
const maxUserAgent = 200

export interface SignIn {
  /** The magic link's `ml_…`. */
  readonly token: string
  /** The organization to sign in to; undefined for the one that was used last. */
  readonly organizationId?: string | undefined
  readonly userAgent?: string | undefined
  /** The request that signs in, for the audit log. */
  readonly requestId: string
}

/** Sessions of members: opening one with a magic link, telling who calls with one, ending it. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** Exchanges a magic link for a session with a token of its own, shown this once. */
    open(
      input: SignIn
    ): Effect.Effect<
      { readonly signedIn: SignedIn; readonly token: Redacted.Redacted },
      InvalidToken | DatabaseUnavailable
    >

    /** Who calls with this token in this mode, if anybody. Costs one lookup: an ended session is refused at once. */
    authenticate(token: string, mode: Mode): Effect.Effect<Option.Option<Principal>, TokenExpired | DatabaseUnavailable>

    end(signedIn: SignedIn, requestId: string): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/accounts/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const store = yield* SessionStore
      const scope = yield* Effect.scope

      const open = Effect.fn("Sessions.open")(function* ({ organizationId, requestId, token, userAgent }: SignIn) {
        const account = organizationId === undefined ? undefined : accountOfOrganization(organizationId)
        if (!isToken("ml", token) || account?._tag === "None") return yield* new InvalidToken()
        const made = makeToken("stk")
        const opened = yield* store.open(
          { hash: hashSecret(token), accountId: account?.value },
          {
            id: ids.next("session"),
            hash: hashSecret(Redacted.value(made)),
            lifetime: sessionLifetime,
            userAgent: userAgent?.slice(0, maxUserAgent)
          },
          requestId
        )
        if (Option.isNone(opened)) return yield* new InvalidToken()
        return { signedIn: opened.value, token: made }
      })

      const authenticate = Effect.fn("Sessions.authenticate")(function* (token: string, mode: Mode) {
        if (!isToken("stk", token)) return Option.none()
        const found = yield* store.find(hashSecret(token), sessionIdle)
        if (Option.isNone(found)) return Option.none()
        const { endsAt, isOver, isStale, signedIn } = found.value
        if (isOver) return yield* new TokenExpired({ expiredAt: endsAt })
        // Nobody waits for it, and the next minute tries again.
        if (isStale) yield* Effect.forkIn(Effect.ignore(store.touch(signedIn.session.id)), scope)
        const { member, tenants } = signedIn
        return Option.some<Principal>({
          kind: "session",
          id: member.id,
          name: nameOf(member),
          signedIn,
          tenant: tenants[mode],
          brands: member.allBrands ? "all" : new Set(member.brandIds)
        })
      })

      return Sessions.of({ open, authenticate, end: store.end })
    })
  )
}
