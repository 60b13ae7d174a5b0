import type { Causation } from "../domain/Causation.ts"
import type { SignedIn } from "../domain/Session.ts"
import type { Tenant } from "../domain/Tenant.ts"

/** What a member wants done to the team. */
export interface TeamCommand {
  /** Who wants it. */
  readonly signedIn: SignedIn
  /** The mode they are working in: their receipts are kept there. The team itself has no mode. */
  readonly tenant: Tenant
  readonly causation: Causation
}
