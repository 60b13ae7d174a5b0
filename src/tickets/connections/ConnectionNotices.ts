import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"

/** Mail to the owners and admins of accounts about connections that only a person can mend. */
export class ConnectionNotices extends Context.Service<
  ConnectionNotices,
  {
    /** Queues a mail to each about a piece of those that nobody was told of; how many connections those were. */
    readonly tell: Effect.Effect<number, DatabaseUnavailable>
  }
>()("trunkline/tickets/ConnectionNotices") {}
