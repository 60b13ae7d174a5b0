import { Effect } from "effect"
import { type BrandChange, Brands } from "../accounts/Brands.ts"
import type { BrandFields } from "../accounts/newBrand.ts"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { BrandUpdate } from "../api/BrandPayloads.ts"
import { permissions } from "../api/permissions.ts"
import type { Brand } from "../domain/Brand.ts"
import { addressOf } from "../domain/emailAddress.ts"
import { CurrentPrincipal } from "../domain/Principal.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { handlersOf } from "./handlersOf.ts"
import { QueryReader } from "./QueryReader.ts"
import { recentSignIn } from "./recentSignIn.ts"
import { permit } from "./refuseCaller.ts"
import { answerOf, etag, ok, receiptOf, reply, replyOnce, success } from "./replies.ts"
import { brandScope } from "./scopes.ts"
import { lineOf } from "./ticketInput.ts"
import { brandView } from "./views/brandView.ts"

/** Implements the `brands` group. */
export const BrandsHandlers = handlersOf(
  Api,
  "brands",
  Effect.fnUntraced(function* (handlers) {
    const brands = yield* Brands
    const view = brandView((yield* HttpSettings).inboundDomain)
    const shown = (brand: Brand) => answerOf(200, view(brand), etag(brand.version))
    const created = (brand: Brand) =>
      answerOf(201, view(brand), { ...etag(brand.version), location: `/v1/brands/${brand.id}` })
    const schema = (brand: Brand) => answerOf(200, brand.ticketSchema ?? {}, etag(brand.version))

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const reader = new QueryReader(query)
        const deleted = yield* Effect.fromResult(reader.result(reader.shown("deleted")))
        if (deleted !== "exclude") yield* permit(permissions.deleteBrands)
        return ok((yield* brands.list(yield* CurrentPrincipal, deleted)).map(view))
      }),

      create: Effect.fnUntraced(function* ({ payload }) {
        const command = yield* CurrentCommand
        const { tenant } = yield* CurrentPrincipal
        const input = { ...present(changeOf(payload)), name: payload.name.trim() }
        return replyOnce(created)(yield* brands.create(tenant, command.causation, input, receiptOf(command, created)))
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        return reply(shown(yield* brands.get(yield* brandScope(params.brandId))))
      }),

      update: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const change = changeOf(payload)
        return replyOnce(shown)(
          yield* brands.update(scope, command.causation, change, command.ifMatch, receiptOf(command, shown))
        )
      }),

      delete: Effect.fnUntraced(function* ({ params, query }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const reader = new QueryReader(query)
        const confirmed = yield* Effect.fromResult(reader.result(reader.flag("confirm")))
        if (confirmed !== true) return ok(yield* brands.contents(scope))
        yield* recentSignIn
        return replyOnce(success)(
          yield* brands.delete(scope, command.causation, command.ifMatch, receiptOf(command, success))
        )
      }),

      restore: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        return replyOnce(shown)(yield* brands.restore(scope, command.causation, receiptOf(command, shown)))
      }),

      getSchema: Effect.fnUntraced(function* ({ params }) {
        return reply(schema(yield* brands.get(yield* brandScope(params.brandId))))
      }),

      putSchema: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const change = { ticketSchema: payload }
        return replyOnce(schema)(
          yield* brands.update(scope, command.causation, change, command.ifMatch, receiptOf(command, schema))
        )
      })
    })
  })
)

/** Members that people paste, often with spaces around them. */
const addresses = ["url", "iconUrl", "logoUrl"] as const

/** A brand's writable members as its service takes them, without those that were not sent. */
const changeOf = (payload: typeof BrandUpdate.Type): BrandChange => ({
  ...payload,
  ...(payload.name === undefined ? {} : { name: payload.name.trim() }),
  ...Object.fromEntries(addresses.flatMap((name) => (payload[name] == null ? [] : [[name, payload[name].trim()]]))),
  ...(payload.ticketPrefix === undefined ? {} : { ticketPrefix: payload.ticketPrefix.toUpperCase() }),
  ...(payload.fromName == null ? {} : { fromName: lineOf(payload.fromName) }),
  ...(payload.fromEmail == null ? {} : { fromEmail: addressOf(payload.fromEmail) }),
  ...(payload.contactFormSenders === undefined
    ? {}
    : { contactFormSenders: payload.contactFormSenders.map(addressOf) }),
  ...(payload.portalOrigins === undefined
    ? {}
    : { portalOrigins: payload.portalOrigins.map((origin) => new URL(origin).origin) })
})

/** What a new brand starts with: null counts as not sent. */
const present = ({ ticketNumberStart, ...change }: BrandChange): BrandFields & { ticketNumberStart?: number } => ({
  // The members of the change that are not null.
  ...(Object.fromEntries(Object.entries(change).filter(([, value]) => value != null)) as BrandFields),
  ...(ticketNumberStart === undefined ? {} : { ticketNumberStart })
})
