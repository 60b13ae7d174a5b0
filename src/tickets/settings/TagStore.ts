import { Context, type Effect, type Option, type Result } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { TagId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { Tag } from "../../domain/Ticket.ts"
import type { BrandRecords } from "./BrandRecords.ts"
import type { TicketCounts } from "./CategoryStore.ts"
import type { TagMerge } from "./changeTag.ts"

/**
 * Stores tags. Changes to a tag show on its tickets at once, without changing the tickets' versions. `none` means that
 * there is no such brand, or no such tag in it.
 */
export class TagStore extends Context.Service<
  TagStore,
  BrandRecords<Tag, TagId> & {
    /** By name. */
    readonly list: (scope: BrandScope) => Effect.Effect<Option.Option<ReadonlyArray<Tag>>, DatabaseUnavailable>

    readonly find: (scope: BrandScope, id: TagId) => Effect.Effect<Option.Option<Tag>, DatabaseUnavailable>

    /** Counts the brand's tags. Locks the brand for the caller's transaction, so that the count still holds when it commits. */
    readonly count: (scope: BrandScope) => Effect.Effect<Option.Option<number>, DatabaseUnavailable>

    /** The count for each tag, sorted by tag name, in one statement. */
    readonly ticketCounts: (scope: BrandScope) => Effect.Effect<Option.Option<TicketCounts<TagId>>, DatabaseUnavailable>

    /**
     * Locks the tags, and applies what `decide` returns for the target and the existing sources: the tickets of its
     * sources get the target, and the sources are removed.
     */
    readonly merge: <E>(
      scope: BrandScope,
      causation: Causation,
      targetId: TagId,
      sourceIds: ReadonlyArray<TagId>,
      decide: (target: Tag, sources: ReadonlyArray<Tag>) => Result.Result<TagMerge, E>
    ) => Effect.Effect<Option.Option<Tag>, E | DatabaseUnavailable>
  }
>()("trunkline/tickets/TagStore") {}
