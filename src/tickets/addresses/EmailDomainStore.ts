import { Context, type Effect, type Redacted } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { EmailDomain } from "../../domain/EmailDomain.ts"
import type { DomainId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { AlreadyExists } from "../../domain/Problems.ts"
import type { BrandList } from "../settings/BrandList.ts"

/**
 * Where the domains of brands are kept, oldest first. With an INBOUND domain the addresses on it become verified, and stop
 * being so. Of a domain that begins to fail, has failed, or has another key to be published, owners and admins are told.
 */
export class EmailDomainStore extends Context.Service<
  EmailDomainStore,
  BrandList<EmailDomain> & {
    /**
     * Fails when another brand of the installation has the domain, for either type. A brand that named it some time ago
     * and could not show that it is theirs loses it.
     */
    readonly claim: (scope: BrandScope, domain: string) => Effect.Effect<void, AlreadyExists | DatabaseUnavailable>

    /** A private key as the domain keeps it. */
    readonly seal: (id: DomainId, selector: string, privateKey: Redacted.Redacted) => Effect.Effect<string>
  }
>()("trunkline/tickets/EmailDomainStore") {}
