import { Effect } from "effect"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { FieldDefinitionUpdate } from "../api/FieldPayloads.ts"
import { type FieldDefinition, type FieldEntity, fieldEntities } from "../domain/FieldDefinition.ts"
import { NotFound } from "../domain/Problems.ts"
import type { FieldChange } from "../tickets/settings/changeFieldDefinitions.ts"
import { FieldDefinitions } from "../tickets/settings/FieldDefinitions.ts"
import { handlersOf } from "./handlersOf.ts"
import { answerOf, ok, receiptOf, reply, replyOnce, success } from "./replies.ts"
import { brandScope } from "./scopes.ts"
import { lineOf } from "./ticketInput.ts"
import { fieldDefinitionsView, fieldDefinitionView } from "./views/fieldDefinitionView.ts"

const shown = (field: FieldDefinition) => answerOf(200, fieldDefinitionView(field))
const listed = (fields: ReadonlyArray<FieldDefinition>) => answerOf(200, fields.map(fieldDefinitionView))
// A single definition has no address of its own.
const created = (field: FieldDefinition) => answerOf(201, fieldDefinitionView(field))

/** Implements the `fields` group. */
export const FieldsHandlers = handlersOf(
  Api,
  "fields",
  Effect.fnUntraced(function* (handlers) {
    const fields = yield* FieldDefinitions
    const target = Effect.fnUntraced(function* (params: { readonly brandId: string; readonly entity: string }) {
      return { scope: yield* brandScope(params.brandId), entity: yield* entityOf(params.entity) }
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        return ok(fieldDefinitionsView(yield* fields.list(yield* brandScope(params.brandId))))
      }),

      listOf: Effect.fnUntraced(function* ({ params }) {
        const { entity, scope } = yield* target(params)
        return reply(listed((yield* fields.list(scope))[entity]))
      }),

      create: Effect.fnUntraced(function* ({ params, payload: { key, type, ...payload } }) {
        const command = yield* CurrentCommand
        const { entity, scope } = yield* target(params)
        const input = { ...changeOf(payload), key, label: payload.label.trim(), type }
        return replyOnce(created)(
          yield* fields.create(scope, command.causation, entity, input, receiptOf(command, created))
        )
      }),

      reorder: Effect.fnUntraced(function* ({ params, payload: { keys } }) {
        const command = yield* CurrentCommand
        const { entity, scope } = yield* target(params)
        return replyOnce(listed)(
          yield* fields.reorder(scope, command.causation, entity, keys, receiptOf(command, listed))
        )
      }),

      update: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const { entity, scope } = yield* target(params)
        const change = changeOf(payload)
        return replyOnce(shown)(
          yield* fields.update(scope, command.causation, entity, params.key, change, receiptOf(command, shown))
        )
      }),

      delete: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const { entity, scope } = yield* target(params)
        return replyOnce(success)(
          yield* fields.delete(scope, command.causation, entity, params.key, receiptOf(command, success))
        )
      })
    })
  })
)

const entityOf = (text: string): Effect.Effect<FieldEntity, NotFound> => {
  const entity = fieldEntities.find((one) => one === text)
  return entity === undefined ? Effect.fail(new NotFound({ entity: "field" })) : Effect.succeed(entity)
}

const changeOf = (payload: typeof FieldDefinitionUpdate.Type): FieldChange => ({
  ...payload,
  label: lineOf(payload.label),
  description: payload.description === null ? null : lineOf(payload.description),
  placeholder: payload.placeholder === null ? null : lineOf(payload.placeholder),
  // Duplicates are one choice.
  options: payload.options && [...new Set(payload.options.map((option) => option.trim()))],
  source: payload.source === null ? null : lineOf(payload.source)
})
