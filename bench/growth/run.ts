/** `npm run bench:growth`: what tickets and messages leave in the database. See README.md in the parent folder. */
import { join } from "node:path"
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { startSite } from "../mail/Site.ts"
import { measurementCommand } from "../measurementCommand.ts"
import { growth } from "./growth.ts"

measurementCommand({
  name: "bench:growth",
  description: "Measures what tickets and messages leave in the database and among the files.",
  measurements: [growth],
  startSite: (folder) => Effect.map(startSite(folder), (mail) => ({ ...mail, files: join(folder, "files") })),
  flags: {
    times: Flag.Int("times").pipe(Flag.withDescription("How often each thing is done"), Flag.withDefault(1000))
  }
}).pipe(Command.run({ version: "1" }), Effect.provide(NodeServices.layer), NodeRuntime.runMain)
