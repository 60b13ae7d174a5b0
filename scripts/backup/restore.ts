import { existsSync } from "node:fs"
import { join } from "node:path"
import { Console, DateTime, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { restore } from "../../src/backup/restore.ts"
import { reportFailure, runScript } from "../runScript.ts"
import { countBytes, quoted, whereDataIs } from "./common.ts"

Command.make(
  "restore",
  { backup: Argument.String("backup").pipe(Argument.withDescription("Folder of a backup that npm run backup made")) },
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
              `Its ${blobs.files} files were left out, because BLOBS_URL names a bucket: copy what is under ${join(backup, "blobs")} into it.`
            ]
          : []),
        ...(blobs === undefined && blobsDir !== undefined
          ? ["The backup has no files: where they were in a bucket, set BLOBS_URL to it."]
          : []),
        ...(hasKey
          ? []
          : [
              "The backup has no encryption.key: set ENCRYPTION_KEY, or put the file there, before you start it. With another key, stored secrets cannot be read."
            ]),
        `Start it: DATA_DIR=${quoted(dataDir)} npm start`
      ].join("\n")
    )
  }, reportFailure)
).pipe(
  Command.withDescription("Makes DATA_DIR of a backup, and starts its database once to see that it is whole."),
  runScript
)
