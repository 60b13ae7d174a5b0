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
    folder: Argument.String("folder").pipe(Argument.withDescription("Where backups go, each in a folder of its own")),
    keep: Flag.Int("keep").pipe(
      Flag.withDescription("Remove the oldest backups there, but for this many"),
      Flag.filter(
        (count) => count >= 1,
        () => "a number of at least 1"
      ),
      Flag.optional
    ),
    withoutKeys: Flag.Boolean("without-keys").pipe(
      Flag.withDescription(
        "Leave out encryption.key and credentials.json, which you keep elsewhere: without that key, stored secrets cannot be read"
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
        withoutKeys ? "encryption.key and credentials.json are not in it." : aboutKey(made, encryptionKey),
        ...removed.map((name) => `Removed ${name}.`),
        `Try it: DATA_DIR=/tmp/restored ${
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

/** Whether the backup holds the keys that stored secrets are sealed under. */
const aboutKey = ({ hasKey, path }: Backup, configured: Option.Option<Redacted.Redacted>): string => {
  if (!hasKey)
    return "There is no encryption.key to go into it; keep ENCRYPTION_KEY elsewhere: without it, stored secrets cannot be read."
  const kept = readFileSync(join(path, "encryption.key"), "utf8").trim()
  return Option.exists(configured, (key) => Redacted.value(key).trim() !== kept)
    ? "The encryption.key in it is not what ENCRYPTION_KEY names; keep ENCRYPTION_KEY elsewhere: without it, stored secrets cannot be read."
    : "encryption.key is in it: who has the backup can read everything."
}
