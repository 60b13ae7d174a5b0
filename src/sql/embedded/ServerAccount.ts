import { statSync } from "node:fs"
import { dirname } from "node:path"
import { Effect, Schema } from "effect"
import { run } from "./run.ts"

/** PostgreSQL refuses to run as root, and there is no other user here to run it as. */
export class NoUnprivilegedUser extends Schema.TaggedError<NoUnprivilegedUser>()("NoUnprivilegedUser", {}) {
  override get message() {
    return "PostgreSQL does not run as root, and no system user could be created for it: run `useradd --system trunkline` first, start Trunkline as another user, or set DATABASE_URL."
  }
}

/** PostgreSQL needs the name of the user that creates a database, and containers may run us under a uid without one. */
export class NamelessUser extends Schema.TaggedError<NamelessUser>()("NamelessUser", { uid: Schema.Int }) {
  override get message() {
    return `PostgreSQL cannot create a database as user ${this.uid}, who has no name on this system: add an entry for ${this.uid} to /etc/passwd, start Trunkline as another user, or set DATABASE_URL.`
  }
}

/** The system user that owns PostgreSQL's processes and files, if it is not the one that runs us. */
export interface ServerAccount {
  readonly uid: number
  readonly gid: number
}

/**
 * Who runs the server of `clusterDir`: `undefined` means us; root hands over to the folder's owner, `postgres` or `trunkline`.
 */
export const serverAccount = Effect.fn("serverAccount")(function* (
  clusterDir: string
): Effect.fn.Return<ServerAccount | undefined, NoUnprivilegedUser> {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(clusterDir, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }

  const known = (yield* accountOf("postgres")) ?? (yield* accountOf("trunkline"))
  if (known !== undefined) return known
  yield* run("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "trunkline"])
  const made = yield* accountOf("trunkline")
  return made ?? (yield* new NoUnprivilegedUser())
})

/** Whether `account` may enter every folder above `path`. */
export const mayReach = (path: string, account: ServerAccount): boolean => {
  const folder = dirname(path)
  const { uid, gid, mode } = statSync(folder)
  const search = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  return (mode & search) !== 0 && (folder === path || mayReach(folder, account))
}

const accountOf = Effect.fnUntraced(function* (name: string) {
  const [uid, gid] = [yield* run("id", ["-u", name]), yield* run("id", ["-g", name])]
  return uid.code === 0 && gid.code === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined
})
