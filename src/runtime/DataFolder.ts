import { accessSync, constants, realpathSync } from "node:fs"
import { resolve } from "node:path"
import { Context, Effect, Layer, Schema } from "effect"
import { makeFolder } from "./makeFolder.ts"

/** The data folder cannot be created or written to. `reason` is the system's error message. */
export class DataFolderUnusable extends Schema.TaggedError<DataFolderUnusable>()("DataFolderUnusable", {
  path: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The data folder ${this.path} cannot be used (${this.reason}): set DATA_DIR to a folder that this user may write to.`
  }
}

/** The folder for data that is not in a remote database, as its absolute real path. It exists. */
export class DataFolder extends Context.Service<DataFolder, string>()("trunkline/runtime/DataFolder") {
  /**
   * Creates the folder if it is missing, with mode 0700. If root creates it, the mode is 0711, because the embedded
   * PostgreSQL runs as another user and needs access to its own folder inside.
   */
  static readonly layer = (path: string) =>
    Layer.effect(
      DataFolder,
      Effect.try({
        try: () => {
          makeFolder(resolve(path), process.getuid?.() === 0 ? 0o711 : 0o700)
          accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
          return realpathSync(path)
        },
        catch: (error) =>
          new DataFolderUnusable({
            path: resolve(path),
            reason: error instanceof Error ? error.message : String(error)
          })
      })
    )
}
