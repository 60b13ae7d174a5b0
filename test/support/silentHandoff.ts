import { Layer } from "effect"
import { Handoff } from "../../src/events/Handoff.ts"

/** A node without a dispatcher: events are stored, and their deliveries wait. */
export const silentHandoff = Layer.succeed(Handoff, {
  node: 0,
  ready: () => [],
  accept: () => undefined,
  wake: () => undefined
})
