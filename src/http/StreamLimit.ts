import { LimitReached } from "../domain/Problems.ts"
import { makeParallelLimit } from "./parallelLimit.ts"

/** Streams that one credential can have open on this node. */
export const maxStreams = 20

/** Counts the streams of each credential. */
export const makeStreamLimit = () =>
  makeParallelLimit(maxStreams, () => new LimitReached({ limit: maxStreams, what: "open streams per credential" }))
