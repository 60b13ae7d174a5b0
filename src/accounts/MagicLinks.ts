import { Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import type { Causation, Cause } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { addressOf } from "../domain/emailAddress.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import type { AccountId } from "../domain/Ids.ts"
import { accountOfOrganization } from "../domain/Organization.ts"
import { hashSecret } from "./KeySecret.ts"
import { MagicLinkStore } from "./MagicLinkStore.ts"
import { SignUp } from "./SignUp.ts"
import { signInMail } from "./signInMail.ts"
import { makeToken } from "./Token.ts"

/** How long a link is valid. */
export const linkLifetime = Duration.minutes(15)
/** Who requests links: an unknown person, or the server, for whoever starts it. */
const asker: Causation["actor"] = { type: "agent", id: null, name: null, channel: "dashboard" }
const server: Causation["actor"] = { type: "system", id: null, name: null, channel: "system" }
/** Path of the page that a link opens. */
export const callbackPath = "/auth/callback"

export interface MagicLinksOptions {
  /** The public URL of this installation, without a trailing slash. Links point to it. */
  readonly publicUrl: string
  /** The domain in the Message-ID of the mails. */
  readonly mailDomain: string
}

/** One-time links that sign in members of teams. */
export class MagicLinks extends Context.Service<
  MagicLinks,
  {
    /**
     * Sends a link to an address if a member has it, in the given organization if any; with an open `SignUp`, also to an
     * unknown address. Callers cannot tell whether an address is known: the response follows one lookup that takes the same
     * time for every address, and the rest happens afterwards.
     */
    request(email: string, cause: Cause, organizationId?: string): Effect.Effect<void, DatabaseUnavailable>

    /** A link to print on the console when the server starts, if a member has the address. It replaces the previous link. */
    issue(email: string): Effect.Effect<Option.Option<Redacted.Redacted>, DatabaseUnavailable>
  }
>()("trunkline/accounts/MagicLinks") {
  static readonly layer = ({ mailDomain, publicUrl }: MagicLinksOptions) =>
    Layer.effect(
      MagicLinks,
      Effect.gen(function* () {
        const ids = yield* IdGenerator
        const store = yield* MagicLinkStore
        const signUp = yield* SignUp
        const scope = yield* Effect.scope

        const make = Effect.fnUntraced(function* (
          email: string,
          accountId: AccountId | undefined,
          byMail: boolean,
          causation: Causation
        ) {
          const token = Redacted.value(makeToken("ml"))
          const link = `${publicUrl}${callbackPath}?token=${token}`
          const mail = byMail
            ? signInMail({
                id: ids.next("message"),
                to: email,
                link,
                lifetime: linkLifetime,
                publicUrl,
                domain: mailDomain
              })
            : undefined
          yield* store.replace({ email, hash: hashSecret(token), lifetime: linkLifetime, accountId }, mail, causation)
          return Redacted.make(link, { label: "magic link" })
        })

        const request = Effect.fn("MagicLinks.request")(function* (
          email: string,
          cause: Cause,
          organizationId?: string
        ) {
          const address = addressOf(email)
          const account = organizationId === undefined ? undefined : accountOfOrganization(organizationId)
          if (account !== undefined && Option.isNone(account)) return
          const mayCome =
            (yield* store.isMember(address, account?.value)) || (signUp === "open" && account === undefined)
          if (!mayCome) return
          yield* make(address, account?.value, true, { ...cause, actor: asker }).pipe(
            Effect.catchCause((cause) => Effect.logError("A sign-in link could not be sent", cause)),
            Effect.forkIn(scope)
          )
        })

        const issue = Effect.fn("MagicLinks.issue")(function* (email: string) {
          const address = addressOf(email)
          if (!(yield* store.isMember(address, undefined))) return Option.none()
          return Option.some(yield* make(address, undefined, false, { id: ids.next("request"), actor: server }))
        })

        return MagicLinks.of({ request, issue })
      })
    )
}
