import { Effect } from "effect"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { Tag } from "../domain/Ticket.ts"
import { Tags } from "../tickets/settings/Tags.ts"
import { handlersOf } from "./handlersOf.ts"
import { answerOf, ok, receiptOf, reply, replyOnce, success } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { lineOf } from "./ticketInput.ts"
import { tagView } from "./views/tagView.ts"

const shown = (tag: Tag) => answerOf(200, tagView(tag))
const created = (tag: Tag) => answerOf(201, tagView(tag), { location: `/v1/brands/${tag.brandId}/tags/${tag.id}` })

/** Implements the `tags` group. */
export const TagsHandlers = handlersOf(
  Api,
  "tags",
  Effect.fnUntraced(function* (handlers) {
    const tags = yield* Tags
    const target = Effect.fnUntraced(function* (params: { readonly brandId: string; readonly tagId: string }) {
      return { scope: yield* brandScope(params.brandId), id: yield* pathId("tag", params.tagId) }
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        return ok((yield* tags.list(yield* brandScope(params.brandId))).map(tagView))
      }),

      create: Effect.fnUntraced(function* ({ params, payload: { color, name } }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const input = { name: name.trim(), color }
        return replyOnce(created)(yield* tags.create(scope, command.causation, input, receiptOf(command, created)))
      }),

      stats: Effect.fnUntraced(function* ({ params }) {
        const counts = yield* tags.stats(yield* brandScope(params.brandId))
        return ok(Object.fromEntries([...counts].map(([id, ticketCount]) => [id, { ticketCount }])))
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const { id, scope } = yield* target(params)
        return reply(shown(yield* tags.get(scope, id)))
      }),

      update: Effect.fnUntraced(function* ({ params, payload: { color, name } }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* target(params)
        const change = { name: lineOf(name), color }
        return replyOnce(shown)(yield* tags.update(scope, command.causation, id, change, receiptOf(command, shown)))
      }),

      delete: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* target(params)
        return replyOnce(success)(yield* tags.delete(scope, command.causation, id, receiptOf(command, success)))
      }),

      merge: Effect.fnUntraced(function* ({ params, payload: { sourceTagIds } }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* target(params)
        return replyOnce(shown)(
          yield* tags.merge(scope, command.causation, id, sourceTagIds, receiptOf(command, shown))
        )
      })
    })
  })
)
