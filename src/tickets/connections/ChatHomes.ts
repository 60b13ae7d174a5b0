import { Context, type Duration, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { BrandId, InstallationId, MemberId, TicketId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** What somebody's tab in a chat shows, as far as it tells whether it is still true. */
export interface ChatHome {
  readonly connectionId: InstallationId
  /** Whose it is, in the provider's words. */
  readonly externalId: string
  /** The brands whose tickets it can show. */
  readonly brandIds: ReadonlyArray<BrandId>
  /** The member of the team whose it is; else it is a customer's. */
  readonly memberId?: MemberId | undefined
  /** It also shows what nobody works on. */
  readonly showsUnassigned: boolean
  readonly ticketIds: ReadonlyArray<TicketId>
  /** What to show again: the channel's own words. */
  readonly place: JsonObject
}

/** Tabs that show tickets to one person each, and which of them are behind. */
export class ChatHomes extends Context.Service<
  ChatHomes,
  {
    /** Keeps what a tab shows from now on; `opened`: somebody is looking. */
    keep(scope: BrandScope, home: ChatHome, opened: boolean): Effect.Effect<void, DatabaseUnavailable>
    /**
     * Tabs that were opened within `age` and whose tickets have changed since they were shown, the oldest first. Each is
     * handed to one node, once for what has changed by then.
     */
    behind(
      age: Duration.Duration,
      limit: number
    ): Effect.Effect<ReadonlyArray<Pick<ChatHome, "connectionId" | "externalId" | "place">>, DatabaseUnavailable>
    /** Forgets tabs that were not opened for so long. */
    purge(age: Duration.Duration): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/ChatHomes") {}
