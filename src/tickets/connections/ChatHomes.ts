import { Context, type Duration, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { BrandId, InstallationId, MemberId, TicketId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** The tab of one person in a chat, with what it takes to tell whether it is still up to date. */
export interface ChatHome {
  readonly connectionId: InstallationId
  /** The person's id at the provider. */
  readonly externalId: string
  /** The brands whose tickets it can show. */
  readonly brandIds: ReadonlyArray<BrandId>
  /** The member whose tab it is; absent for a customer. */
  readonly memberId?: MemberId | undefined
  /** The tab also shows unassigned tickets. */
  readonly showsUnassigned: boolean
  readonly ticketIds: ReadonlyArray<TicketId>
  /** What to render again; opaque, defined by the channel. */
  readonly place: JsonObject
}

/** Tabs that show tickets to one person each, and which of them are out of date. */
export class ChatHomes extends Context.Service<
  ChatHomes,
  {
    /** Stores what a tab shows from now on; `opened` means that somebody is looking at it. */
    keep(scope: BrandScope, home: ChatHome, opened: boolean): Effect.Effect<void, DatabaseUnavailable>
    /**
     * Tabs that were opened within `age` and whose tickets have changed since they were rendered, oldest first. Each is
     * handed to one node, once for all changes up to then.
     */
    behind(
      age: Duration.Duration,
      limit: number
    ): Effect.Effect<ReadonlyArray<Pick<ChatHome, "connectionId" | "externalId" | "place">>, DatabaseUnavailable>
    /** Deletes tabs that were not opened for so long. */
    purge(age: Duration.Duration): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/ChatHomes") {}
