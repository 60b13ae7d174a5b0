import type { Causation } from "../domain/Causation.ts"
import type { SignedIn } from "../domain/Session.ts"
import type { Tenant } from "../domain/Tenant.ts"

/** The context of a member's command on the team. */
export interface TeamCommand {
  /** The member who gives the command. */
  readonly signedIn: SignedIn
  /** The tenant of the mode that they work in, where receipts are stored. The team itself has no mode. */
  readonly tenant: Tenant
  readonly causation: Causation
}
