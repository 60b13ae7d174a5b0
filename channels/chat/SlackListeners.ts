import type { App } from "@slack/bolt"
import { Context, type Effect } from "effect"

/** Runs an effect from a listener of Bolt's; its failure is the listener's. */
export type Run = <A, E>(effect: Effect.Effect<A, E>) => Promise<A>

/** What happens on events, commands and interactions. */
export class SlackListeners extends Context.Service<
  SlackListeners,
  { readonly register: (app: App, run: Run) => void }
>()("trunkline/chat/SlackListeners") {}
