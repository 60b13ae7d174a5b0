import { Effect, type Result, Stream } from "effect"
import { Brands } from "../accounts/Brands.ts"
import { PortalBrands } from "../accounts/PortalBrands.ts"
import { PortalLinks } from "../accounts/PortalLinks.ts"
import { PortalTokens } from "../accounts/PortalTokens.ts"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import { lifetimeOf } from "../api/expiresIn.ts"
import type { PortalAttachmentCreate } from "../api/PortalPayloads.ts"
import type { Attachment } from "../domain/Attachment.ts"
import { addressOf } from "../domain/emailAddress.ts"
import { iso } from "../domain/iso.ts"
import { keptFilename } from "../domain/keptFilename.ts"
import type { PortalToken } from "../domain/PortalAccess.ts"
import { portalNewsOf, portalNewsTypes } from "../domain/PortalNews.ts"
import type { PortalComment, PortalTicket } from "../domain/PortalTicket.ts"
import { CurrentPrincipal } from "../domain/Principal.ts"
import { type InvalidInput, NotFound } from "../domain/Problems.ts"
import { type StatusCategory, statusCategories } from "../domain/Status.ts"
import type { TicketPosition } from "../domain/TicketQuery.ts"
import { EventLog, type LoggedEvent } from "../events/EventLog.ts"
import { EventStreams } from "../events/EventStreams.ts"
import type { UploadTicket } from "../tickets/files/Uploads.ts"
import { PortalFiles } from "../tickets/portal/PortalFiles.ts"
import { PortalSites } from "../tickets/portal/PortalSites.ts"
import type { PortalTicketQuery } from "../tickets/portal/PortalTicketStore.ts"
import { PortalTickets } from "../tickets/portal/PortalTickets.ts"
import { Cursors } from "./Cursors.ts"
import { charge } from "./charge.ts"
import { handlersOf } from "./handlersOf.ts"
import { InputErrors } from "./InputErrors.ts"
import { nodeRequest } from "./nodeRequest.ts"
import { pageView, positionIn } from "./pages.ts"
import { portalFrames } from "./portalFrames.ts"
import { type Query, QueryReader } from "./QueryReader.ts"
import { RateLimits } from "./RateLimits.ts"
import { currentRecord } from "./RequestRecord.ts"
import { answerOf, ok, receiptOf, reply, replyOnce, success } from "./replies.ts"
import { pathId } from "./scopes.ts"
import { makeSentEvents } from "./sentEvents.ts"
import { attachmentLinkView, uploadTicketView } from "./views/attachmentView.ts"
import { fieldDefinitionView } from "./views/fieldDefinitionView.ts"
import {
  portalAttachmentView,
  portalCommentView,
  portalTicketDetailView,
  portalTicketView
} from "./views/portalTicketView.ts"
import { portalTokenView } from "./views/portalTokenView.ts"

/** The meaning of `status=active`. */
const active: ReadonlyArray<StatusCategory> = ["open", "pending"]

const issued = (token: PortalToken) => answerOf(200, portalTokenView(token))
const opened = (ticket: PortalTicket) =>
  answerOf(201, portalTicketView(ticket), { location: `/v1/portal/tickets/${ticket.id}` })
const announced = (upload: UploadTicket) =>
  answerOf(
    201,
    uploadTicketView(upload, portalAttachmentView),
    upload.file.ticketId === undefined
      ? {}
      : { location: `/v1/portal/tickets/${upload.file.ticketId}/attachments/${upload.file.id}` }
  )
const confirmed = (file: Attachment) => answerOf(200, portalAttachmentView(file))
const commented = (comment: PortalComment) => answerOf(201, portalCommentView(comment))

/** Implements the `portal` group. */
export const PortalHandlers = handlersOf(
  Api,
  "portal",
  Effect.fnUntraced(function* (handlers) {
    const tokens = yield* PortalTokens
    const links = yield* PortalLinks
    const looks = yield* PortalBrands
    const sites = yield* PortalSites
    const brands = yield* Brands
    const tickets = yield* PortalTickets
    const files = yield* PortalFiles
    const cursors = yield* Cursors
    const limits = yield* RateLimits
    const log = yield* EventLog
    const streams = yield* EventStreams
    const sentEvents = yield* makeSentEvents

    /** The caller's tickets and files: handlers cannot reach any others. */
    const ownTickets = Effect.map(access, ({ customer }) => tickets.of(customer))
    const ownFiles = Effect.map(access, ({ customer }) => files.of(customer))

    return handlers.handleAll({
      magicLink: ({ payload, request }) =>
        Effect.withFiber((fiber) => {
          const record = currentRecord(fiber)
          const email = addressOf(payload.email)
          const { origin } = nodeRequest(request).headers
          return charge(record, limits.magicLinkAddress, email).pipe(
            Effect.andThen(
              links.request(payload.brandId, { email, portalUrl: payload.portalUrl, origin, cause: record.cause })
            ),
            Effect.as(reply(success()))
          )
        }),

      verify: ({ payload }) =>
        Effect.withFiber((fiber) => {
          const { cause } = currentRecord(fiber)
          const lifetime = lifetimeOf(payload.expiresIn)
          return Effect.map(tokens.exchange(payload.token, cause, lifetime), (token) => reply(issued(token)))
        }),

      getBrand: ({ params }) =>
        Effect.map(looks.find(params.brandId), ({ color, iconUrl, id, logoUrl, name }) =>
          ok({ id, name, iconUrl, logoUrl, color })
        ),

      getDomain: Effect.fnUntraced(function* ({ query }) {
        const reader = new QueryReader(query)
        const name = reader.text("domain", 253)
        if (name === undefined) reader.refuse("domain", "required", "is required")
        const site = sites.ofHost(yield* Effect.fromResult(reader.result(name)))
        return site === undefined ? yield* new NotFound({ entity: "domain" }) : ok({ domain: site.domain })
      }),

      refresh: Effect.fnUntraced(function* () {
        const command = yield* CurrentCommand
        const receipt = receiptOf(command, issued, { secret: true })
        return replyOnce(issued)(yield* tokens.refresh(yield* access, command.causation, receipt))
      }),

      logout: Effect.fnUntraced(function* () {
        const { causation } = yield* CurrentCommand
        yield* tokens.end(yield* access, causation)
        return reply(success())
      }),

      me: Effect.fnUntraced(function* () {
        const { customer, expiresAt } = yield* access
        const brand = yield* brands.get(customer)
        return ok({
          customer: { id: customer.id, email: customer.email, name: customer.name },
          brand: {
            id: brand.id,
            name: brand.name,
            ticketPrefix: brand.ticketPrefix,
            iconUrl: brand.iconUrl,
            logoUrl: brand.logoUrl,
            color: brand.color,
            fields: (brand.fieldDefinitions?.ticket ?? [])
              .filter((field) => field.showOnCreate)
              .map(fieldDefinitionView)
          },
          expiresAt: iso(expiresAt)
        })
      }),

      listTickets: Effect.fnUntraced(function* ({ query }) {
        const { customer } = yield* access
        // The list belongs to the customer, although its path is the same for all.
        const listed = { tenant: customer.tenant, path: `/v1/portal/tickets of ${customer.id}`, query }
        const after = yield* positionIn(cursors, listed, "ticket")
        const wanted = yield* Effect.fromResult(queryOf(query, after))
        const page = yield* (yield* ownTickets).list(wanted)
        const view = pageView(cursors, listed, page.items.map(portalTicketView), page.next)
        return ok({ tickets: view.data, ...view })
      }),

      createTicket: Effect.fnUntraced(function* ({ payload }) {
        const command = yield* CurrentCommand
        const errors = new InputErrors()
        const input = yield* Effect.fromResult(
          errors.result({
            title: payload.title.trim(),
            body: payload.body ?? undefined,
            customFields: payload.customFields !== undefined ? payload.customFields : payload.custom_fields,
            attachmentIds: errors.ids("attachmentIds", "attachment", payload.attachmentIds)
          })
        )
        return replyOnce(opened)(
          yield* (yield* ownTickets).create(command.causation, input, receiptOf(command, opened))
        )
      }),

      getTicket: Effect.fnUntraced(function* ({ params }) {
        const id = yield* pathId("ticket", params.ticketId)
        return ok(portalTicketDetailView(yield* (yield* ownTickets).get(id)))
      }),

      addComment: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const id = yield* pathId("ticket", params.ticketId)
        const errors = new InputErrors()
        const input = yield* Effect.fromResult(
          errors.result({
            body: errors.body(payload.body, payload.attachmentIds),
            attachmentIds: errors.ids("attachmentIds", "attachment", payload.attachmentIds)
          })
        )
        return replyOnce(commented)(
          yield* (yield* ownTickets).comment(command.causation, id, input, receiptOf(command, commented))
        )
      }),

      stream: Effect.fnUntraced(function* ({ request }) {
        const principal = yield* CurrentPrincipal
        const { customer } = yield* access
        const newsOf = ({ payload, type }: LoggedEvent) => portalNewsOf(type, payload, customer.id)
        const after = yield* log.end(principal.tenant)
        const events = streams.follow(
          principal,
          { types: portalNewsTypes },
          after,
          (event) => newsOf(event) !== undefined
        )
        const news = Stream.map(events, (some) => some.flatMap((event) => newsOf(event) ?? []))
        return yield* sentEvents(request, principal, portalFrames(news))
      }),

      initiatePending: Effect.fnUntraced(function* ({ payload }) {
        const command = yield* CurrentCommand
        const receipt = receiptOf(command, announced, { secret: true })
        return replyOnce(announced)(
          yield* (yield* ownFiles).initiatePending(command.causation, fileOf(payload), receipt)
        )
      }),

      confirmPending: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const id = yield* pathId("attachment", params.attachmentId)
        return replyOnce(confirmed)(
          yield* (yield* ownFiles).confirmPending(command.causation, id, receiptOf(command, confirmed))
        )
      }),

      initiateAttachment: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const ticketId = yield* pathId("ticket", params.ticketId)
        const receipt = receiptOf(command, announced, { secret: true })
        return replyOnce(announced)(
          yield* (yield* ownFiles).initiate(command.causation, ticketId, fileOf(payload), receipt)
        )
      }),

      confirmAttachment: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const ticketId = yield* pathId("ticket", params.ticketId)
        const id = yield* pathId("attachment", params.attachmentId)
        return replyOnce(confirmed)(
          yield* (yield* ownFiles).confirm(command.causation, ticketId, id, receiptOf(command, confirmed))
        )
      }),

      listAttachments: Effect.fnUntraced(function* ({ params }) {
        const ticketId = yield* pathId("ticket", params.ticketId)
        return ok((yield* (yield* ownFiles).list(ticketId)).map(portalAttachmentView))
      }),

      getAttachment: Effect.fnUntraced(function* ({ params }) {
        const ticketId = yield* pathId("ticket", params.ticketId)
        const id = yield* pathId("attachment", params.attachmentId)
        const { file, link } = yield* (yield* ownFiles).get(ticketId, id)
        return ok(attachmentLinkView(portalAttachmentView(file), link))
      })
    })
  })
)

/** The customer whose portal token calls: these endpoints admit nobody else. */
const access = CurrentPrincipal.use(({ portal }) =>
  portal === undefined ? Effect.die("a portal token without its customer") : Effect.succeed(portal)
)

const queryOf = (query: Query, after: TicketPosition | undefined): Result.Result<PortalTicketQuery, InvalidInput> => {
  const reader = new QueryReader(query)
  const asked = reader.among("status", [...statusCategories, "active"])
  return reader.result<PortalTicketQuery>({
    statusCategories:
      asked === undefined
        ? undefined
        : statusCategories.filter(
            (category) => asked.includes(category) || (asked.includes("active") && active.includes(category))
          ),
    sort: reader.one("sort", ["createdAt", "updatedAt"]) ?? "createdAt",
    order: reader.one("order", ["asc", "desc"]) ?? "desc",
    limit: reader.limit(20, 50),
    after
  })
}

/** A file as the caller announces it. */
const fileOf = ({ contentType, filename, size }: typeof PortalAttachmentCreate.Type) => ({
  filename: keptFilename(filename),
  contentType: contentType.toLowerCase(),
  size
})
