import { Effect } from "effect"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { Category } from "../domain/Category.ts"
import { Categories } from "../tickets/settings/Categories.ts"
import { handlersOf } from "./handlersOf.ts"
import { answerOf, ok, receiptOf, reply, replyOnce, success } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { lineOf } from "./ticketInput.ts"
import { categoryView } from "./views/categoryView.ts"

const shown = (category: Category) => answerOf(200, categoryView(category))
const listed = (categories: ReadonlyArray<Category>) => answerOf(200, categories.map(categoryView))
const created = (category: Category) =>
  answerOf(201, categoryView(category), { location: `/v1/brands/${category.brandId}/categories/${category.id}` })

/** Implements the `categories` group. */
export const CategoriesHandlers = handlersOf(
  Api,
  "categories",
  Effect.fnUntraced(function* (handlers) {
    const categories = yield* Categories

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        return reply(listed(yield* categories.list(yield* brandScope(params.brandId))))
      }),

      create: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const input = { ...payload, name: payload.name.trim(), description: lineOf(payload.description) }
        return replyOnce(created)(
          yield* categories.create(scope, command.causation, input, receiptOf(command, created))
        )
      }),

      stats: Effect.fnUntraced(function* ({ params }) {
        const counts = yield* categories.stats(yield* brandScope(params.brandId))
        return ok(Object.fromEntries([...counts].map(([id, ticketCount]) => [id, { ticketCount }])))
      }),

      reorder: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        return replyOnce(listed)(
          yield* categories.reorder(scope, command.causation, payload.categoryIds, receiptOf(command, listed))
        )
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const scope = yield* brandScope(params.brandId)
        return reply(shown(yield* categories.get(scope, yield* pathId("category", params.categoryId))))
      }),

      update: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("category", params.categoryId)
        const change = {
          ...payload,
          name: lineOf(payload.name),
          description: payload.description === null ? null : lineOf(payload.description)
        }
        return replyOnce(shown)(
          yield* categories.update(scope, command.causation, id, change, receiptOf(command, shown))
        )
      }),

      delete: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("category", params.categoryId)
        return replyOnce(success)(yield* categories.delete(scope, command.causation, id, receiptOf(command, success)))
      })
    })
  })
)
