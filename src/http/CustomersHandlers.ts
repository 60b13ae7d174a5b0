import { Effect, type Result } from "effect"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { CustomerUpdate } from "../api/CustomerPayloads.ts"
import type { CustomerDetail } from "../domain/CustomerDetail.ts"
import { customerSorts } from "../domain/CustomerQuery.ts"
import { addressOf } from "../domain/emailAddress.ts"
import { InvalidCursor, type InvalidInput } from "../domain/Problems.ts"
import { type CustomerErasure, CustomerErasures } from "../tickets/customers/CustomerErasures.ts"
import { CustomerMerges } from "../tickets/customers/CustomerMerges.ts"
import { Customers } from "../tickets/customers/Customers.ts"
import type { CustomerChange } from "../tickets/customers/changeCustomer.ts"
import { Cursors } from "./Cursors.ts"
import { handlersOf } from "./handlersOf.ts"
import { InputErrors } from "./InputErrors.ts"
import { cursorScope, pageView, positionIn } from "./pages.ts"
import { QueryReader } from "./QueryReader.ts"
import { answerOf, etag, ok, receiptOf, reply, replyOnce } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { lineOf } from "./ticketInput.ts"
import { customerDetailView, erasureView } from "./views/customerView.ts"

const shown = (detail: CustomerDetail) => answerOf(200, customerDetailView(detail), etag(detail.customer.version))
const created = (detail: CustomerDetail) =>
  answerOf(201, customerDetailView(detail), {
    ...etag(detail.customer.version),
    location: `/v1/brands/${detail.customer.brandId}/customers/${detail.customer.id}`
  })
const erased = (erasure: CustomerErasure) => answerOf(200, erasureView(erasure))

/** Implements the `customers` group. */
export const CustomersHandlers = handlersOf(
  Api,
  "customers",
  Effect.fnUntraced(function* (handlers) {
    const customers = yield* Customers
    const merges = yield* CustomerMerges
    const erasures = yield* CustomerErasures
    const cursors = yield* Cursors

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params, query, request }) {
        const scope = yield* brandScope(params.brandId)
        const listed = yield* cursorScope(request.url, query)
        const after = yield* positionIn(cursors, listed, "customer")
        if (typeof after?.value === "number") return yield* new InvalidCursor()
        const reader = new QueryReader(query)
        const wanted = yield* Effect.fromResult(
          reader.result({
            search: reader.words("search", 200),
            companies: reader.idsOrNone("companyId", "company", ["null"]),
            externalId: reader.text("externalId"),
            sort: reader.one("sort", customerSorts) ?? "createdAt",
            order: reader.one("order", ["asc", "desc"]) ?? "desc",
            limit: reader.limit(25, 100),
            after: after === undefined ? undefined : { id: after.id, value: after.value }
          })
        )
        const { items, next } = yield* customers.list(scope, wanted)
        return ok(pageView(cursors, listed, items.map(customerDetailView), next))
      }),

      create: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const { avatarUrl, externalId, metadata, name, phone, ...rest } = yield* Effect.fromResult(customerOf(payload))
        const input = {
          ...rest,
          avatarUrl: avatarUrl ?? undefined,
          externalId: externalId ?? undefined,
          metadata: metadata ?? undefined,
          name: name ?? undefined,
          phone: phone ?? undefined
        }
        return replyOnce(created)(yield* customers.create(scope, command.causation, input, receiptOf(command, created)))
      }),

      search: Effect.fnUntraced(function* ({ params, query }) {
        const scope = yield* brandScope(params.brandId)
        const reader = new QueryReader(query)
        const text = yield* Effect.fromResult(reader.result(reader.sought("q")))
        return ok((yield* customers.search(scope, text)).map(customerDetailView))
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const scope = yield* brandScope(params.brandId)
        return reply(shown(yield* customers.get(scope, yield* pathId("customer", params.customerId))))
      }),

      update: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("customer", params.customerId)
        const change = yield* Effect.fromResult(customerOf(payload))
        return replyOnce(shown)(
          yield* customers.update(scope, command.causation, id, change, command.ifMatch, receiptOf(command, shown))
        )
      }),

      delete: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("customer", params.customerId)
        return replyOnce(shown)(
          yield* customers.delete(scope, command.causation, id, command.ifMatch, receiptOf(command, shown))
        )
      }),

      merge: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const errors = new InputErrors()
        const sources = errors.ids("sourceCustomerIds", "customer", payload.sourceCustomerIds)
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("customer", params.customerId)
        yield* Effect.fromResult(errors.result(undefined))
        return replyOnce(shown)(
          yield* merges.merge(scope, command.causation, id, sources, command.ifMatch, receiptOf(command, shown))
        )
      }),

      erase: Effect.fnUntraced(function* ({ params, query }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("customer", params.customerId)
        const reader = new QueryReader(query)
        const confirmed = yield* Effect.fromResult(reader.result(reader.flag("confirm")))
        if (confirmed !== true) return ok(erasureView(yield* erasures.preview(scope, id)))
        return replyOnce(erased)(
          yield* erasures.erase(scope, command.causation, id, command.ifMatch, receiptOf(command, erased))
        )
      })
    })
  })
)

const customerOf = (payload: typeof CustomerUpdate.Type): Result.Result<CustomerChange, InvalidInput> => {
  const errors = new InputErrors()
  return errors.result({
    email: payload.email === undefined ? undefined : addressOf(payload.email),
    name: payload.name === null ? null : lineOf(payload.name),
    avatarUrl: payload.avatarUrl === null ? null : lineOf(payload.avatarUrl),
    phone: payload.phone,
    companyId: payload.companyId == null ? payload.companyId : errors.id("companyId", "company", payload.companyId),
    externalId: payload.externalId === null ? null : lineOf(payload.externalId),
    metadata: payload.metadata,
    notifyEmail: payload.notifyEmail,
    isBlocked: payload.isBlocked
  })
}
