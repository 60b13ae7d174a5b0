import { Context, type Effect, type Redacted } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { EmailDomain } from "../../domain/EmailDomain.ts"
import type { DomainId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { AlreadyExists } from "../../domain/Problems.ts"
import type { BrandList } from "../settings/BrandList.ts"

/**
 * Stores the domains of brands, oldest first. When an INBOUND domain becomes verified or unverified, so do the addresses
 * on it. Owners and admins are notified when a domain starts to fail, has failed, or has a new key to publish.
 */
export class EmailDomainStore extends Context.Service<
  EmailDomainStore,
  BrandList<EmailDomain> & {
    /**
     * Fails if another brand of the installation has the domain, for either type. A brand that added it some time ago and
     * has not proved that it owns it loses it.
     */
    readonly claim: (scope: BrandScope, domain: string) => Effect.Effect<void, AlreadyExists | DatabaseUnavailable>

    /** Encrypts a private key for storage with the domain. */
    readonly seal: (id: DomainId, selector: string, privateKey: Redacted.Redacted) => Effect.Effect<string>
  }
>()("trunkline/tickets/EmailDomainStore") {}
