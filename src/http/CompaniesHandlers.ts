import { Effect } from "effect"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { CompanyUpdate } from "../api/CompanyPayloads.ts"
import type { Company } from "../domain/Company.ts"
import { companySorts } from "../domain/CompanyQuery.ts"
import { addressOf } from "../domain/emailAddress.ts"
import { InvalidCursor } from "../domain/Problems.ts"
import { Companies } from "../tickets/customers/Companies.ts"
import type { CompanyChange } from "../tickets/customers/changeCompany.ts"
import { Cursors } from "./Cursors.ts"
import { handlersOf } from "./handlersOf.ts"
import { cursorScope, pageView, positionIn } from "./pages.ts"
import { QueryReader } from "./QueryReader.ts"
import { answerOf, etag, ok, receiptOf, reply, replyOnce } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { lineOf } from "./ticketInput.ts"
import { companyDetailView } from "./views/companyDetailView.ts"
import { companyView } from "./views/customerView.ts"

const shown = (company: Company) => answerOf(200, companyView(company), etag(company.version))
const created = (company: Company) =>
  answerOf(201, companyView(company), {
    ...etag(company.version),
    location: `/v1/brands/${company.brandId}/companies/${company.id}`
  })

/** Implements the `companies` group. */
export const CompaniesHandlers = handlersOf(
  Api,
  "companies",
  Effect.fnUntraced(function* (handlers) {
    const companies = yield* Companies
    const cursors = yield* Cursors
    const target = Effect.fnUntraced(function* (params: { readonly brandId: string; readonly companyId: string }) {
      return { scope: yield* brandScope(params.brandId), id: yield* pathId("company", params.companyId) }
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params, query, request }) {
        const scope = yield* brandScope(params.brandId)
        const listed = yield* cursorScope(request.url, query)
        const after = yield* positionIn(cursors, listed, "company")
        if (typeof after?.value === "number") return yield* new InvalidCursor()
        const reader = new QueryReader(query)
        const wanted = yield* Effect.fromResult(
          reader.result({
            search: reader.words("search", 200),
            sort: reader.one("sort", companySorts) ?? "createdAt",
            order: reader.one("order", ["asc", "desc"]) ?? "desc",
            limit: reader.limit(25, 100),
            after: after === undefined ? undefined : { id: after.id, value: after.value }
          })
        )
        const { items, next } = yield* companies.list(scope, wanted)
        return ok(pageView(cursors, listed, items.map(companyDetailView), next))
      }),

      create: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const { domain, externalId, metadata } = changeOf(payload)
        const input = {
          name: payload.name.trim(),
          domain: domain ?? undefined,
          externalId: externalId ?? undefined,
          metadata: metadata ?? undefined
        }
        return replyOnce(created)(yield* companies.create(scope, command.causation, input, receiptOf(command, created)))
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const { id, scope } = yield* target(params)
        const detail = yield* companies.get(scope, id)
        return reply(answerOf(200, companyDetailView(detail), etag(detail.company.version)))
      }),

      update: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* target(params)
        return replyOnce(shown)(
          yield* companies.update(
            scope,
            command.causation,
            id,
            changeOf(payload),
            command.ifMatch,
            receiptOf(command, shown)
          )
        )
      }),

      delete: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* target(params)
        return replyOnce(shown)(
          yield* companies.delete(scope, command.causation, id, command.ifMatch, receiptOf(command, shown))
        )
      })
    })
  })
)

const changeOf = ({ domain, externalId, metadata, name }: typeof CompanyUpdate.Type): CompanyChange => ({
  name: lineOf(name),
  domain: domain === null ? null : domain === undefined ? undefined : addressOf(domain),
  externalId: externalId === null ? null : lineOf(externalId),
  metadata
})
