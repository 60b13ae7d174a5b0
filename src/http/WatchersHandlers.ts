import { Effect } from "effect"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import { InvalidInput } from "../domain/Problems.ts"
import { type Watcher, watcherKey } from "../domain/Watcher.ts"
import type { AddedWatcher } from "../tickets/changeWatchers.ts"
import { Watchers } from "../tickets/Watchers.ts"
import { handlersOf } from "./handlersOf.ts"
import { answerOf, ok, receiptOf, replyOnce, success } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { watcherView } from "./views/watcherView.ts"
import { watcherOf } from "./watcherInput.ts"

const shown = (watcher: Watcher) => answerOf(200, watcherView(watcher))
const added = ({ isNew, watcher }: AddedWatcher) => answerOf(isNew ? 201 : 200, watcherView(watcher))

/** Implements the `watchers` group. */
export const WatchersHandlers = handlersOf(
  Api,
  "watchers",
  Effect.fnUntraced(function* (handlers) {
    const watchers = yield* Watchers
    const ticketOf = Effect.fnUntraced(function* (params: { readonly brandId: string; readonly ticketId: string }) {
      return { scope: yield* brandScope(params.brandId), ticketId: yield* pathId("ticket", params.ticketId) }
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        const { scope, ticketId } = yield* ticketOf(params)
        return ok((yield* watchers.list(scope, ticketId)).map(watcherView))
      }),

      add: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const { scope, ticketId } = yield* ticketOf(params)
        const { notifyOnComment, notifyOnStatusChange } = payload
        const watcher = yield* Effect.mapError(
          Effect.fromResult(watcherOf(payload)),
          (error) => new InvalidInput({ errors: [error] })
        )
        const input = { ...watcher, notifyOnComment, notifyOnStatusChange }
        return replyOnce(added)(
          yield* watchers.add(scope, command.causation, ticketId, input, receiptOf(command, added))
        )
      }),

      update: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const { scope, ticketId } = yield* ticketOf(params)
        const key = watcherKey(params.memberId)
        return replyOnce(shown)(
          yield* watchers.update(scope, command.causation, ticketId, key, payload, receiptOf(command, shown))
        )
      }),

      remove: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const { scope, ticketId } = yield* ticketOf(params)
        const key = watcherKey(params.memberId)
        return replyOnce(success)(
          yield* watchers.remove(scope, command.causation, ticketId, key, receiptOf(command, success))
        )
      })
    })
  })
)
