import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"

/** Mail to owners and admins about connections that only a person can repair. */
export class ConnectionNotices extends Context.Service<
  ConnectionNotices,
  {
    /** Queues mails for a batch of connections that nobody was notified of yet. Returns the number of connections. */
    readonly tell: Effect.Effect<number, DatabaseUnavailable>
  }
>()("trunkline/tickets/ConnectionNotices") {}
