import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { auditedEntities, auditedEvents, performers } from "../domain/AuditEntry.ts"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { InvalidCursor, InvalidInput, NotFound } from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { choices, idParameter, momentParameter, paging } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { AnyObject, brandPath, growing, idLike, Moment, pageOf, some } from "./Shapes.ts"

/** An entry of the audit log. */
export const AuditLogEntry = Schema.Struct({
  id: idLike("log"),
  brandId: some(idLike("br")),
  event: Schema.String.annotate({ description: "What happened, such as `ticket.updated`." }),
  entityType: growing(auditedEntities),
  entityId: Schema.String,
  changes: some(AnyObject.annotate({ description: "Keyed by field: `{old, new}`." })),
  changesTruncated: some(Schema.Boolean).annotate({
    description:
      "True if `changes` is omitted: a ticket's history includes only the newest 16 MiB of them. The brand's log has all of them."
  }),
  performedBy: Schema.Struct({
    type: growing(performers),
    id: some(Schema.String),
    email: some(Schema.String),
    name: some(Schema.String),
    apiKeyPrefix: some(Schema.String)
  }),
  source: Schema.String.annotate({
    description: "How the request came in: api, dashboard, portal, email, chat, sms, custom, system."
  }),
  metadata: some(AnyObject.annotate({ description: "Details about the record, such as `ticketNumber` and `title`." })),
  requestId: some(Schema.String),
  ip: some(Schema.String.annotate({ description: "The network address that the request came from." })),
  userAgent: some(Schema.String.annotate({ description: "The user agent of the program that made the request." })),
  createdAt: Moment
}).annotate({ identifier: "AuditLogEntry" })

const filters = {
  entityType: choices("Kinds of records.", auditedEntities),
  entityId: idParameter("Only entries about this record."),
  event: choices("Names of actions.", auditedEvents, "AuditEventName"),
  requestId: idParameter("Only entries caused by this request or incoming message."),
  performerType: choices("Kinds of actors.", performers),
  startDate: momentParameter("At this time or later."),
  endDate: momentParameter("At this time or earlier."),
  ...paging
}
const failures = [InvalidInput, InvalidCursor, DatabaseUnavailable]
const short = "If a filter excludes very many entries, a page can be short or empty and still have a `nextCursor`."

export class LogsApi extends HttpApiGroup.make("logs")
  .add(
    HttpApiEndpoint.get("listTicket", "/v1/brands/:brandId/tickets/:ticketId/logs", {
      params: { ...brandPath, ticketId: idLike("tkt") },
      success: Schema.Array(AuditLogEntry),
      error: [NotFound, DatabaseUnavailable]
    })
      .annotate(CallersAllowed, permissions.read)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List a ticket's history",
          description:
            "Returns the newest 10,000 entries about the ticket, its comments and its files, oldest first. Works for tickets in the trash. Older entries about the ticket itself are in the brand's log, under its `entityId`."
        })
      ),
    HttpApiEndpoint.get("listBrand", "/v1/brands/:brandId/logs", {
      params: brandPath,
      query: filters,
      success: pageOf(AuditLogEntry),
      error: [NotFound, ...failures]
    })
      .annotate(CallersAllowed, permissions.readLogs)
      .annotateMerge(
        OpenApi.annotations({ summary: "List a brand's audit log", description: `Newest first. ${short}` })
      ),
    HttpApiEndpoint.get("listAccount", "/v1/accounts/me/logs", {
      query: filters,
      success: pageOf(AuditLogEntry),
      error: failures
    })
      .annotate(CallersAllowed, permissions.administer)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List the account's audit log",
          description: `Entries about the account as a whole: its name, API keys, members, brands and channels. Newest first. ${short}`
        })
      )
  )
  .middleware(Access)
  .annotateMerge(
    OpenApi.annotations({
      title: "logs",
      description: "Who did what, when, and how. Entries are written together with the change and never modified."
    })
  ) {}
