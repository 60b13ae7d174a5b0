import { existsSync } from "node:fs"
import { join } from "node:path"
import { Console, DateTime, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { restore } from "../../src/backup/restore.ts"
import { reportFailure, runScript } from "../runScript.ts"
import { countBytes, quoted, whereDataIs } from "./common.ts"

Command.make(
  "restore",
  { backup: Argument.String("backup").pipe(Argument.withDescription("Folder of a backup made by npm run backup")) },
  Effect.fn(function* ({ backup }) {
    const { blobsDir, dataDir } = yield* whereDataIs
    const progress = countBytes("restored")
    const { blobs, comments, endedAt, tickets } = yield* restore({ backup, dataDir, blobsDir, told: progress.add })
    progress.clear()
    const hasKey = existsSync(join(dataDir, "encryption.key"))
    yield* Console.log(
      [
        `${dataDir} has ${tickets} tickets with ${comments} comments, as of ${DateTime.formatIso(endedAt)}.`,
        ...(blobs !== undefined && blobsDir === undefined
          ? [
              `Its ${blobs.files} files were not restored, because BLOBS_URL names a bucket: copy the contents of ${join(backup, "blobs")} into it.`
            ]
          : []),
        ...(blobs === undefined && blobsDir !== undefined
          ? ["The backup contains no files: if they are in a bucket, set BLOBS_URL to it."]
          : []),
        ...(hasKey
          ? []
          : [
              "The backup contains no encryption.key: before you start it, set ENCRYPTION_KEY, or put the file there. With another key, stored secrets cannot be read."
            ]),
        `Start it: DATA_DIR=${quoted(dataDir)} npm start`
      ].join("\n")
    )
  }, reportFailure)
).pipe(
  Command.withDescription("Creates DATA_DIR from a backup, and starts its database once to check that it is intact."),
  runScript
)
