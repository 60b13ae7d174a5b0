import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Causation } from "../domain/Causation.ts"
import type { Role } from "../domain/Member.ts"
import type { CurrentPrincipal, Principal } from "../domain/Principal.ts"

/** Who may call an endpoint. */
export interface Callers {
  readonly kinds: ReadonlyArray<Principal["kind"]>
  /** Only keys that reach all brands: what concerns the whole account. */
  readonly allBrands: boolean
  /** The least that the member of a session must be. */
  readonly role: Role
}

/** API keys and the whole team: the default. */
export const team: Callers = { kinds: ["api_key", "session"], allBrands: false, role: "agent" }
/** API keys that reach all brands, owners and admins. */
export const wholeAccount: Callers = { ...team, allBrands: true, role: "admin" }
/** API keys that reach all brands, and owners. */
export const wholeAccountByOwner: Callers = { ...wholeAccount, role: "owner" }
/** API keys, owners and admins: what changes how a brand works. */
export const administration: Callers = { ...team, role: "admin" }
/** Members who are signed in. */
export const members: Callers = { ...team, kinds: ["session"] }

/** The annotation of an endpoint or group that says who may call it. */
export const CallersAllowed = Context.Reference<Callers>("trunkline/api/CallersAllowed", { defaultValue: () => team })

/** Buckets that an endpoint without credential takes from, by network address (docs/api.md, Rate limits). */
export const NetworkLimits = Context.Reference<ReadonlyArray<"anonymous" | "magicLink" | "verify">>(
  "trunkline/api/NetworkLimits",
  { defaultValue: () => [] }
)

/** The command that the request being served is. */
export class CurrentCommand extends Context.Service<
  CurrentCommand,
  {
    readonly causation: Causation
    /** The version that `If-Match` names. */
    readonly ifMatch: number | undefined
    /** Names the command and its content, when the caller wants it done once. */
    readonly idempotency: { readonly key: Uint8Array; readonly fingerprint: Uint8Array } | undefined
  }
>()("trunkline/api/CurrentCommand") {}

/** Lets in who has a valid credential of an allowed kind, within its rate, with a body that is well-formed JSON. */
export class Access extends HttpApiMiddleware.Service<Access, { provides: CurrentPrincipal | CurrentCommand }>()(
  "trunkline/api/Access"
) {}

/** Lets in everybody: for endpoints that take no credential. An endpoint has this or `Access`; none has neither. */
export class OpenAccess extends HttpApiMiddleware.Service<OpenAccess>()("trunkline/api/OpenAccess") {}
