import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Console, Effect, Option, Redacted } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { type Backup, backUp } from "../../src/backup/backUp.ts"
import { reportFailure, runScript } from "../runScript.ts"
import { countBytes, quoted, size, whereDataIs } from "./common.ts"

Command.make(
  "backup",
  {
    folder: Argument.String("folder").pipe(
      Argument.withDescription("Folder for the backups; each gets its own folder in it")
    ),
    keep: Flag.Int("keep").pipe(
      Flag.withDescription("Keep this many backups there, and remove older ones"),
      Flag.filter(
        (count) => count >= 1,
        () => "a number of at least 1"
      ),
      Flag.optional
    ),
    withoutKeys: Flag.Boolean("without-keys").pipe(
      Flag.withDescription(
        "Leave out encryption.key and credentials.json, which you store elsewhere: without that key, stored secrets cannot be read"
      ),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ folder, keep, withoutKeys }) {
    const { blobsDir, dataDir, encryptionKey } = yield* whereDataIs
    const progress = countBytes("copied")
    const made = yield* backUp({
      dataDir,
      blobsDir,
      folder,
      keep: Option.getOrUndefined(keep),
      withoutKeys,
      told: progress.add
    })
    progress.clear()
    const { blobs, database, path, removed } = made
    yield* Console.log(
      [
        `${path}: the database (${size(database.bytes)})${blobs === undefined ? "" : ` and ${blobs.files} files (${size(blobs.bytes)})`}.`,
        ...(blobsDir === undefined
          ? ["The files are in the bucket that BLOBS_URL names, and not in this backup."]
          : []),
        withoutKeys ? "It does not contain encryption.key and credentials.json." : aboutKey(made, encryptionKey),
        ...removed.map((name) => `Removed ${name}.`),
        `Test it: DATA_DIR=/tmp/restored ${
          blobsDir === undefined || blobsDir === join(dataDir, "blobs") ? "" : "BLOBS_URL=/tmp/restored/blobs "
        }npm run restore -- ${quoted(path)}`
      ].join("\n")
    )
  }, reportFailure)
).pipe(
  Command.withDescription(
    "Copies the embedded database, the files and the keys while the server runs. Restore it with npm run restore."
  ),
  runScript
)

/** Says whether the backup contains the keys that stored secrets are sealed with. */
const aboutKey = ({ hasKey, path }: Backup, configured: Option.Option<Redacted.Redacted>): string => {
  if (!hasKey)
    return "It contains no encryption.key, because there is none: store ENCRYPTION_KEY elsewhere. Without it, stored secrets cannot be read."
  const kept = readFileSync(join(path, "encryption.key"), "utf8").trim()
  return Option.exists(configured, (key) => Redacted.value(key).trim() !== kept)
    ? "Its encryption.key is not the key in ENCRYPTION_KEY: store ENCRYPTION_KEY elsewhere. Without it, stored secrets cannot be read."
    : "It contains encryption.key: anyone who has the backup can read everything."
}
