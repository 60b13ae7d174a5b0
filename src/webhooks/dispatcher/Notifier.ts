import { Effect } from "effect"
import type { NodeSession } from "../NodeSession.ts"
import { makeBatcher } from "./Batcher.ts"

/** Milliseconds for which notifications are collected: PostgreSQL serializes all commits that notify, so they must be few. */
const debounce = 10
const most = 1_000

/** Tells the other nodes which webhooks have work. Lost notifications are made up for by their next sweep. */
export const makeNotifier = Effect.fnUntraced(function* (session: NodeSession["Service"], node: number) {
  const batcher = yield* makeBatcher<string>(most, debounce)
  return {
    tell: (webhookIds: ReadonlyArray<string>) => {
      for (const id of webhookIds) batcher.offer(id)
    },
    run: batcher.loop((webhookIds) => Effect.ignore(session.announce(node, [...new Set(webhookIds)])))
  }
})
