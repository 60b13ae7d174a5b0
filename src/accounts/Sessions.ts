import { Context, DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Cause, Client } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import { nameOf } from "../domain/Member.ts"
import { accountOfOrganization } from "../domain/Organization.ts"
import type { Principal } from "../domain/Principal.ts"
import {
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  InvalidToken,
  NotFound,
  TokenExpired
} from "../domain/Problems.ts"
import type { Session, SignedIn } from "../domain/Session.ts"
import type { Mode } from "../domain/Tenant.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { Receipts } from "../events/Receipts.ts"
import { hashSecret } from "./KeySecret.ts"
import { MemberStore, type Membership } from "./MemberStore.ts"
import { newAccount } from "./newAccount.ts"
import { reachesOf, type Standing } from "./reachesOf.ts"
import { type NewSession, SessionStore } from "./SessionStore.ts"
import { SignUp } from "./SignUp.ts"
import type { TeamCommand } from "./TeamCommand.ts"
import { isToken, makeToken } from "./Token.ts"

/** How long a session lasts, no matter how much it is used. */
export const sessionLifetime = Duration.days(30)
/** How long it lasts without use. */
export const sessionIdle = Duration.days(7)

/** A session with its token, which is shown only once. */
export interface OpenedSession {
  readonly signedIn: SignedIn
  readonly token: Redacted.Redacted
}

export interface SignIn {
  /** The magic link's `ml_…`. */
  readonly token: string
  /** The organization to sign in to, or `undefined` for the one that was used last. */
  readonly organizationId?: string | undefined
  /** The request that signs in. */
  readonly request: Cause
}

/** Opens members' sessions with magic links, authenticates their callers, and ends them. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** Exchanges a magic link for a session with its own token, which is shown only once. */
    open(input: SignIn): Effect.Effect<OpenedSession, InvalidToken | DatabaseUnavailable>

    /** The memberships of the member's address, ordered by organization name. */
    organizations(email: string): Effect.Effect<ReadonlyArray<Membership>, DatabaseUnavailable>

    /** Ends the session and opens one for the same address in another organization, with the same sign-in time and end. */
    switchTo(
      command: TeamCommand,
      organizationId: string,
      receipt?: ReceiptRequest<OpenedSession>
    ): Effect.Effect<
      Once<OpenedSession>,
      NotFound | TokenExpired | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
    >

    /** The caller with this token in this mode, or none. Costs one lookup, so that an ended session is refused at once. */
    authenticate(token: string, mode: Mode): Effect.Effect<Option.Option<Principal>, TokenExpired | DatabaseUnavailable>

    /** Of these tokens, those with a valid session, with the brands and roles that they have. Costs one lookup for all. */
    reaches(tokens: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, Standing>, DatabaseUnavailable>

    end(signedIn: SignedIn, request: Cause): Effect.Effect<void, DatabaseUnavailable>

    /**
     * Ends all sessions of the caller's address in every organization, because a session in one can open sessions in the
     * others, and returns how many were valid. The caller's session ends too.
     */
    endOwn(signedIn: SignedIn, request: Cause): Effect.Effect<number, DatabaseUnavailable>

    /** Ends all sessions in the caller's organization, including the caller's, and returns how many were valid. */
    endOrganization(signedIn: SignedIn, request: Cause): Effect.Effect<number, DatabaseUnavailable>
  }
>()("trunkline/accounts/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const store = yield* SessionStore
      const members = yield* MemberStore
      const receipts = yield* Receipts
      const signUp = yield* SignUp
      const context = yield* Effect.context<IdGenerator | SecureRandom.SecureRandom>()
      const scope = yield* Effect.scope

      const prepare = (client: Client | undefined, from?: Session) => {
        const token = makeToken("stk")
        const session: NewSession = {
          id: ids.next("session"),
          hash: hashSecret(Redacted.value(token)),
          lifetime: sessionLifetime,
          userAgent: client?.userAgent,
          from
        }
        return { token, session }
      }

      const open = Effect.fn("Sessions.open")(function* ({ organizationId, request, token }: SignIn) {
        const account = organizationId === undefined ? undefined : accountOfOrganization(organizationId)
        if (!isToken("ml", token)) return yield* new InvalidToken()
        const hash = hashSecret(token)
        const refuse = Effect.andThen(store.refused(hash, request), new InvalidToken())
        if (account?._tag === "None") return yield* refuse
        const newcomer = signUp === "open" ? yield* Effect.provideContext(newAccount, context) : undefined
        const made = prepare(request.client)
        const opened = yield* store.open({ hash, accountId: account?.value, newcomer }, made.session, request)
        if (Option.isNone(opened)) return yield* refuse
        return { signedIn: opened.value, token: made.token }
      })

      const switchTo = Effect.fn("Sessions.switchTo")(function* (
        { causation, signedIn, tenant }: TeamCommand,
        organizationId: string,
        receipt?: ReceiptRequest<OpenedSession>
      ) {
        const account = Option.getOrUndefined(accountOfOrganization(organizationId))
        const found = yield* members.memberships(signedIn.member.email)
        const target = found.find((membership) => membership.account.id === account)
        if (target === undefined) return yield* new NotFound({ entity: "organization" })
        const made = prepare(causation.client, signedIn.session)
        return yield* receipts.once(
          tenant,
          receipt,
          Effect.gen(function* () {
            // Of two concurrent switches, the second finds its session ended.
            if (!(yield* store.end(signedIn, causation))) {
              return yield* new TokenExpired({ expiredAt: yield* DateTime.now })
            }
            const opened = yield* store.enter(target.tenant, target.member.id, made.session, causation)
            if (Option.isNone(opened)) return yield* new NotFound({ entity: "organization" })
            return { signedIn: opened.value, token: made.token }
          })
        )
      })

      const authenticate = Effect.fn("Sessions.authenticate")(function* (token: string, mode: Mode) {
        if (!isToken("stk", token)) return Option.none()
        const found = yield* store.find(hashSecret(token), sessionIdle)
        if (Option.isNone(found)) return Option.none()
        const { endsAt, isOver, isStale, signedIn } = found.value
        if (isOver) return yield* new TokenExpired({ expiredAt: endsAt })
        // The caller does not wait for it. If it fails, the next request tries again.
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

      return Sessions.of({
        open,
        organizations: members.memberships,
        switchTo,
        authenticate,
        reaches: (tokens) => reachesOf(tokens, (hashes) => store.reaches(hashes, sessionIdle)),
        end: (signedIn, request) => Effect.asVoid(store.end(signedIn, request)),
        endOwn: ({ member }, request) =>
          Effect.flatMap(members.memberships(member.email), (own) => store.endAll(own, "member", sessionIdle, request)),
        endOrganization: ({ account, member, tenants }, request) =>
          store.endAll([{ account, member, tenant: tenants.live }], "organization", sessionIdle, request)
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}
