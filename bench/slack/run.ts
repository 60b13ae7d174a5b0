/** `npm run bench:slack`: the Slack channel's figures. See README.md in the parent folder. */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { measurementCommand } from "../measurementCommand.ts"
import { answers } from "./answers.ts"
import { comments } from "./comments.ts"
import { startSite } from "./Site.ts"

measurementCommand({
  name: "bench:slack",
  description: "Measures the Slack channel.",
  measurements: [answers, comments],
  startSite,
  flags: {
    seconds: Flag.Int("seconds").pipe(Flag.withDescription("Length of a measurement in seconds"), Flag.withDefault(30))
  }
}).pipe(Command.run({ version: "1" }), Effect.provide(NodeServices.layer), NodeRuntime.runMain)
