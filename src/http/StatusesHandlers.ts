import { Effect } from "effect"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { StatusRecord } from "../domain/Status.ts"
import { Statuses } from "../tickets/settings/Statuses.ts"
import { handlersOf } from "./handlersOf.ts"
import { QueryReader } from "./QueryReader.ts"
import { answerOf, ok, receiptOf, reply, replyOnce, success } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { lineOf } from "./ticketInput.ts"
import { statusView } from "./views/statusView.ts"

const shown = (status: StatusRecord) => answerOf(200, statusView(status))
const listed = (statuses: ReadonlyArray<StatusRecord>) => answerOf(200, statuses.map(statusView))
const created = (status: StatusRecord) =>
  answerOf(201, statusView(status), { location: `/v1/brands/${status.brandId}/statuses/${status.id}` })

/** Implements the `statuses` group. */
export const StatusesHandlers = handlersOf(
  Api,
  "statuses",
  Effect.fnUntraced(function* (handlers) {
    const statuses = yield* Statuses

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params, query }) {
        const scope = yield* brandScope(params.brandId)
        const reader = new QueryReader(query)
        const includeInactive = yield* Effect.fromResult(reader.result(reader.flag("includeInactive")))
        return reply(listed(yield* statuses.list(scope, { includeInactive: includeInactive === true })))
      }),

      create: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const input = {
          ...payload,
          name: payload.name.trim(),
          customerName: lineOf(payload.customerName),
          description: lineOf(payload.description)
        }
        return replyOnce(created)(yield* statuses.create(scope, command.causation, input, receiptOf(command, created)))
      }),

      stats: Effect.fnUntraced(function* ({ params }) {
        const counts = yield* statuses.stats(yield* brandScope(params.brandId))
        return ok(Object.fromEntries(counts.map(({ status: { id, key }, ticketCount }) => [id, { key, ticketCount }])))
      }),

      reorder: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        return replyOnce(listed)(
          yield* statuses.reorder(scope, command.causation, payload.statusIds, receiptOf(command, listed))
        )
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const scope = yield* brandScope(params.brandId)
        return reply(shown(yield* statuses.get(scope, yield* pathId("status", params.statusId))))
      }),

      update: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("status", params.statusId)
        const change = {
          ...payload,
          name: lineOf(payload.name),
          customerName: lineOf(payload.customerName),
          description: payload.description === null ? null : lineOf(payload.description)
        }
        return replyOnce(shown)(yield* statuses.update(scope, command.causation, id, change, receiptOf(command, shown)))
      }),

      delete: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("status", params.statusId)
        return replyOnce(success)(yield* statuses.deactivate(scope, command.causation, id, receiptOf(command, success)))
      })
    })
  })
)
