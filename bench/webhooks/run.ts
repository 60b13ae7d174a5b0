/** `npm run bench:webhooks`: the dispatcher's figures. See README.md in the parent folder. */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { measurementCommand } from "../measurementCommand.ts"
import { besideFetch } from "./besideFetch.ts"
import { drain } from "./drain.ts"
import { isolation } from "./isolation.ts"
import { history, latency } from "./latency.ts"
import { order } from "./order.ts"
import { outage } from "./outage.ts"
import { created, memory, writes } from "./pressure.ts"
import { startSite } from "./Site.ts"
import { database, kill, nodes, stop } from "./survival.ts"

measurementCommand({
  name: "bench:webhooks",
  description: "Measures the webhook dispatcher.",
  measurements: [
    drain,
    created,
    latency,
    history,
    kill,
    stop,
    nodes,
    outage,
    isolation,
    database,
    order,
    memory,
    writes
  ].map(besideFetch),
  startSite,
  flags: {
    rounds: Flag.Int("rounds").pipe(Flag.withDescription("Rounds of what is compared"), Flag.withDefault(5)),
    seconds: Flag.Int("seconds").pipe(Flag.withDescription("Length of a flow in seconds"), Flag.withDefault(20)),
    past: Flag.Int("past").pipe(
      Flag.withDescription("Deliveries in the past, or in a backlog, where that is the question"),
      Flag.withDefault(1_000_000)
    )
  }
}).pipe(Command.run({ version: "1" }), Effect.provide(NodeServices.layer), NodeRuntime.runMain)
