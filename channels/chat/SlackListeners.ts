import type { App } from "@slack/bolt"
import { Context, type Effect } from "effect"

/** Runs an effect within one of Bolt's listeners; a failure rejects the listener's promise. */
export type Run = <A, E>(effect: Effect.Effect<A, E>) => Promise<A>

/** Registers the listeners for events, commands and interactions. */
export class SlackListeners extends Context.Service<
  SlackListeners,
  { readonly register: (app: App, run: Run) => void }
>()("trunkline/chat/SlackListeners") {}
