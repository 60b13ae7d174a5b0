import { join } from "node:path"
import { ConfigProvider, Effect, Layer, Option } from "effect"
import { AppConfig, settings } from "../../src/AppConfig.ts"
import { BackupRefused } from "../../src/backup/backUp.ts"
import { environment } from "../../src/runtime/environment.ts"

/** The folders and the key in the settings, for the embedded database. */
export const whereDataIs = Effect.gen(function* () {
  const { blobsUrl, databaseUrl, dataDir, encryptionKey } = yield* AppConfig
  const blobsDir = Option.match(blobsUrl, {
    onNone: () => join(dataDir, "blobs"),
    onSome: (location) => (location._tag === "Folder" ? location.path : undefined)
  })
  if (Option.isSome(databaseUrl))
    return yield* new BackupRefused({
      reason: `The database is the one in DATABASE_URL: copy it with PostgreSQL's own tools, such as pg_dump --format=custom, ${
        blobsDir === undefined ? "and then the bucket that BLOBS_URL names" : `and then the folder ${blobsDir}`
      }. docs/operations.md explains the order.`
    })
  return { dataDir, blobsDir, encryptionKey }
}).pipe(Effect.provide(AppConfig.layer.pipe(Layer.provide(ConfigProvider.layer(environment(Object.values(settings)))))))

/** Shows the progress of a copy on the terminal, and nothing elsewhere. */
export const countBytes = (word: string) => {
  let bytes = 0
  let shownAt = 0
  const show = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\u001b[K${text}`)
  return {
    add: (more: number) => {
      bytes += more
      if (Date.now() - shownAt < 200) return
      shownAt = Date.now()
      show(`${size(bytes)} ${word}`)
    },
    clear: () => void show("")
  }
}

export const size = (bytes: number): string => {
  const units = ["bytes", "kB", "MB", "GB", "TB"]
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}

/** A path quoted for the shell, ready to paste. */
export const quoted = (path: string): string =>
  /^[\w./:@%+,=-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
