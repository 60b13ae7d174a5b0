/** `npm run bench:attack`: what other users notice of an attack. See README.md in the parent folder. */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { measurementCommand } from "../measurementCommand.ts"
import { busy, connecting, full, requests } from "./flood.ts"
import { startSite } from "./Site.ts"
import { slow } from "./slow.ts"

measurementCommand({
  name: "bench:attack",
  description: "Measures what others notice while the server is attacked.",
  measurements: [connecting, full, busy, requests, slow],
  startSite,
  flags: {
    sockets: Flag.Int("sockets").pipe(Flag.withDescription("Slow connections of each way"), Flag.withDefault(500)),
    seconds: Flag.Int("seconds").pipe(Flag.withDescription("Length of a flood in seconds"), Flag.withDefault(20))
  }
}).pipe(Command.run({ version: "1" }), Effect.provide(NodeServices.layer), NodeRuntime.runMain)
