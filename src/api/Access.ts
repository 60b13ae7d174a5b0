import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Causation } from "../domain/Causation.ts"
import type { PlacedConnection } from "../domain/ChannelConnection.ts"
import type { CurrentPrincipal } from "../domain/Principal.ts"
import { type Permission, permissions } from "./permissions.ts"

/** Who may call an endpoint or group: its row in the table of permissions. Without this annotation, nobody may. */
export const CallersAllowed = Context.Reference<Permission>("trunkline/api/CallersAllowed", {
  defaultValue: () => permissions.nobody
})

/** Admits callers without a credential; one that is sent decides how much they see. */
export const CredentialOptional = Context.Reference<boolean>("trunkline/api/CredentialOptional", {
  defaultValue: () => false
})

/** Buckets that an endpoint without credentials takes from, by network (docs/limits.md, Rates). */
export const NetworkLimits = Context.Reference<ReadonlyArray<"anonymous" | "files" | "magicLink" | "verify">>(
  "trunkline/api/NetworkLimits",
  { defaultValue: () => [] }
)

/** Buckets that an endpoint takes from besides the credential's own, by credential (docs/limits.md, Rates). */
export const CredentialLimits = Context.Reference<ReadonlyArray<"bulk" | "portalWrites">>(
  "trunkline/api/CredentialLimits",
  { defaultValue: () => [] }
)

/** Response headers of an endpoint that do not follow from its declaration. */
export const AnswerHeaders = Context.Reference<ReadonlyArray<"ETag" | "X-Next-Cursor">>("trunkline/api/AnswerHeaders", {
  defaultValue: () => []
})

/** The command of the current request. */
export class CurrentCommand extends Context.Service<
  CurrentCommand,
  {
    readonly causation: Causation
    /** The version in `If-Match`. */
    readonly ifMatch: number | undefined
    /**
     * The hashes of the idempotency key and of the content, if the caller sent a key. The content of a form is known only
     * once its file begins to arrive: until then, its fingerprint is empty.
     */
    readonly idempotency: { readonly key: Uint8Array; fingerprint: Uint8Array } | undefined
  }
>()("trunkline/api/CurrentCommand") {}

/** Admits callers with a valid credential of an allowed kind, within its rate, whose body is well-formed JSON. */
export class Access extends HttpApiMiddleware.Service<Access, { provides: CurrentPrincipal | CurrentCommand }>()(
  "trunkline/api/Access"
) {}

/** The custom channel that a request is made for. */
export class CurrentChannel extends Context.Service<CurrentChannel, PlacedConnection<"custom">>()(
  "trunkline/api/CurrentChannel"
) {}

/**
 * Admits callers that sign with the secret of the custom channel in the path, or have an API key of its brand, within the
 * channel's rate.
 */
export class ChannelAccess extends HttpApiMiddleware.Service<ChannelAccess, { provides: CurrentChannel }>()(
  "trunkline/api/ChannelAccess"
) {}

/** Admits everybody: for endpoints without credentials. Each endpoint has one of the three. */
export class OpenAccess extends HttpApiMiddleware.Service<OpenAccess>()("trunkline/api/OpenAccess") {}
