import { join } from "node:path"
import { Effect } from "effect"
import { copyTree } from "../../src/backup/copyTree.ts"
import { serverAccount } from "../../src/sql/embedded/ServerAccount.ts"

/** Copies a cluster on which no server runs into a data folder that has none. */
export const copyCluster = Effect.fn(function* (clusterDir: string, dataDir: string) {
  yield* copyTree(clusterDir, join(dataDir, "postgres"), { owner: yield* serverAccount(clusterDir) })
}, Effect.orDie)
