import { Context, type Effect, type Option } from "effect"
import type { Channel } from "../../domain/Channel.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** Reads the channels of brands and their state. */
export class ChannelStore extends Context.Service<
  ChannelStore,
  {
    /** Oldest first; `none` if there is no such brand. */
    list(scope: BrandScope): Effect.Effect<Option.Option<ReadonlyArray<Channel>>, DatabaseUnavailable>
  }
>()("trunkline/tickets/ChannelStore") {}
