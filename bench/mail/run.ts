/** `npm run bench:mail`: the mail channel's figures. See README.md in the parent folder. */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { measurementCommand } from "../measurementCommand.ts"
import { hostile } from "./hostile.ts"
import { large } from "./large.ts"
import { robot } from "./robot.ts"
import { startSite } from "./Site.ts"
import { again, kill } from "./survival.ts"
import { throughput } from "./throughput.ts"

measurementCommand({
  name: "bench:mail",
  description: "Measures the mail channel.",
  measurements: [throughput, large, hostile, again, kill, robot],
  startSite,
  flags: {
    rounds: Flag.Int("rounds").pipe(Flag.withDescription("Rounds of what is compared"), Flag.withDefault(5)),
    seconds: Flag.Int("seconds").pipe(Flag.withDescription("Length of a round in seconds"), Flag.withDefault(10))
  }
}).pipe(Command.run({ version: "1" }), Effect.provide(NodeServices.layer), NodeRuntime.runMain)
