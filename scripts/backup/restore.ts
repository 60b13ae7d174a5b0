import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, DateTime, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { restore } from "../../src/backup/restore.ts"
import { countBytes, reportFailure, whereDataIs } from "./common.ts"

Command.make(
  "restore",
  { backup: Argument.String("backup").pipe(Argument.withDescription("Folder of a backup that npm run backup made")) },
  Effect.fn(function* ({ backup }) {
    const { blobsDir, dataDir } = yield* whereDataIs
    const progress = countBytes("restored")
    const { comments, endedAt, tickets } = yield* restore({ backup, dataDir, blobsDir, told: progress.add })
    progress.clear()
    yield* Console.log(
      `${dataDir} has ${tickets} tickets with ${comments} comments, as of ${DateTime.formatIso(endedAt)}. Start it: DATA_DIR=${dataDir} npm start`
    )
  }, reportFailure)
).pipe(
  Command.withDescription("Makes DATA_DIR of a backup, and starts its database once to see that it is whole."),
  Command.run({ version: "1" }),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain
)
