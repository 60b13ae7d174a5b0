import { Context, Effect, Layer } from "effect"
import type { Channel } from "../../domain/Channel.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { NotFound } from "../../domain/Problems.ts"
import { ChannelStore } from "./ChannelStore.ts"

/** How customers reach a brand, and whether each channel works. */
export class Channels extends Context.Service<
  Channels,
  {
    /** Oldest first. */
    list(scope: BrandScope): Effect.Effect<ReadonlyArray<Channel>, NotFound | DatabaseUnavailable>
  }
>()("trunkline/tickets/Channels") {
  static readonly layer = Layer.effect(
    Channels,
    Effect.map(ChannelStore, (store) =>
      Channels.of({ list: Effect.fn("Channels.list")((scope) => orNotFound("brand")(store.list(scope))) })
    )
  )
}
