/** `npm run bench:survival`: what is left after kills, stops and outages. See README.md in the parent folder. */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { measurementCommand } from "../measurementCommand.ts"
import { dependencyLoss } from "./dependencyLoss.ts"
import { durability } from "./durability.ts"
import { firstStart } from "./firstStart.ts"
import { politeStop } from "./politeStop.ts"
import { race } from "./race.ts"
import { upgrade } from "./upgrade.ts"

const times = (name: string, about: string, standard: number) =>
  Flag.Int(name).pipe(Flag.withDescription(about), Flag.withDefault(standard))

measurementCommand({
  name: "bench:survival",
  description: "Kills, stops and starves servers under load, and counts what is missing and what is there twice.",
  measurements: [durability, firstStart, politeStop, dependencyLoss, race, upgrade],
  startSite: (folder) => Effect.succeed({ folder }),
  flags: {
    cycles: times(
      "cycles",
      "Kills of everything; of the server alone, during starts, and of first starts a quarter each",
      200
    ),
    stops: times("stops", "Times that a server is asked to stop", 40),
    outages: times("outages", "Times that PostgreSQL is away", 10),
    seconds: times("seconds", "Seconds for which it is away", 30),
    rounds: times("rounds", "Rounds of requests with one key", 100)
  }
}).pipe(Command.run({ version: "1" }), Effect.provide(NodeServices.layer), NodeRuntime.runMain)
