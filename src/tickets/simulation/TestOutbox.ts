import { Context, type Effect, type Option } from "effect"
import type { CapturedMail, CapturedMailPage, CapturedMailQuery } from "../../domain/CapturedMail.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { BrandId, MessageId } from "../../domain/Ids.ts"
import type { BrandsScope } from "../../domain/Principal.ts"

/** The mail that a test tenant's brands would have sent. The newest 10,000 mails are kept, for 7 days. */
export class TestOutbox extends Context.Service<
  TestOutbox,
  {
    /** Newest first. */
    list(scope: BrandsScope, query: CapturedMailQuery): Effect.Effect<CapturedMailPage, DatabaseUnavailable>
    find(scope: BrandsScope, id: MessageId): Effect.Effect<Option.Option<CapturedMail>, DatabaseUnavailable>
    /** Empties the outbox, only of some brands if they are named. Returns how many mails there were. */
    clear(scope: BrandsScope, brandIds?: ReadonlyArray<BrandId>): Effect.Effect<number, DatabaseUnavailable>
  }
>()("trunkline/tickets/TestOutbox") {}
