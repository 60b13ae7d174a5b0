import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Causation } from "../domain/Causation.ts"
import type { PlacedConnection } from "../domain/ChannelConnection.ts"
import type { CurrentPrincipal } from "../domain/Principal.ts"
import { type Permission, permissions } from "./permissions.ts"

/** The annotation of an endpoint or group that says who may call it: its row of the table. Without one, nobody may. */
export const CallersAllowed = Context.Reference<Permission>("trunkline/api/CallersAllowed", {
  defaultValue: () => permissions.nobody
})

/** Lets in who has no credential, and shows more or less to those who have one. */
export const CredentialOptional = Context.Reference<boolean>("trunkline/api/CredentialOptional", {
  defaultValue: () => false
})

/** Buckets that an endpoint without credential takes from, by network address (docs/api.md, Rate limits). */
export const NetworkLimits = Context.Reference<ReadonlyArray<"anonymous" | "files" | "magicLink" | "verify">>(
  "trunkline/api/NetworkLimits",
  { defaultValue: () => [] }
)

/** Buckets that an endpoint takes from beside the credential's own, by credential (docs/api.md, Rate limits). */
export const CredentialLimits = Context.Reference<ReadonlyArray<"bulk" | "portalWrites">>(
  "trunkline/api/CredentialLimits",
  { defaultValue: () => [] }
)

/** Headers that the answers of an endpoint have beside those that its declaration tells of. */
export const AnswerHeaders = Context.Reference<ReadonlyArray<"ETag" | "X-Next-Cursor">>("trunkline/api/AnswerHeaders", {
  defaultValue: () => []
})

/** The command that the request being served is. */
export class CurrentCommand extends Context.Service<
  CurrentCommand,
  {
    readonly causation: Causation
    /** The version that `If-Match` names. */
    readonly ifMatch: number | undefined
    /** Names the command and its content, when the caller wants it done once. The content of a form is known only
     * once its file has begun to arrive: until then its fingerprint is empty. */
    readonly idempotency: { readonly key: Uint8Array; fingerprint: Uint8Array } | undefined
  }
>()("trunkline/api/CurrentCommand") {}

/** Lets in who has a valid credential of an allowed kind, within its rate, with a body that is well-formed JSON. */
export class Access extends HttpApiMiddleware.Service<Access, { provides: CurrentPrincipal | CurrentCommand }>()(
  "trunkline/api/Access"
) {}

/** The custom channel that a request speaks for. */
export class CurrentChannel extends Context.Service<CurrentChannel, PlacedConnection<"custom">>()(
  "trunkline/api/CurrentChannel"
) {}

/**
 * Lets in who signs with the secret of the custom channel in the path, or has an API key of its brand, within the
 * channel's rate.
 */
export class ChannelAccess extends HttpApiMiddleware.Service<ChannelAccess, { provides: CurrentChannel }>()(
  "trunkline/api/ChannelAccess"
) {}

/** Lets in everybody: for endpoints that take no credential. An endpoint has one of the three. */
export class OpenAccess extends HttpApiMiddleware.Service<OpenAccess>()("trunkline/api/OpenAccess") {}
