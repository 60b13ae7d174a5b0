import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { auditedEntities, performers } from "../domain/AuditEntry.ts"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { InvalidCursor, InvalidInput, NotFound } from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { choices, idParameter, momentParameter, paging, textsParameter } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { AnyObject, brandPath, growing, idLike, Moment, pageOf, some } from "./Shapes.ts"

/** A line of the audit log. */
export const AuditLogEntry = Schema.Struct({
  id: idLike("log"),
  brandId: some(idLike("br")),
  event: Schema.String.annotate({ description: "What happened, such as `ticket.updated`." }),
  entityType: growing(auditedEntities),
  entityId: Schema.String,
  changes: some(AnyObject.annotate({ description: "By field: `{old, new}`." })),
  changesTruncated: some(Schema.Boolean).annotate({
    description:
      "True where `changes` is left out: the history of a ticket has the newest 16 MiB of them. The brand's log has all."
  }),
  performedBy: Schema.Struct({
    type: growing(performers),
    id: some(Schema.String),
    email: some(Schema.String),
    name: some(Schema.String),
    apiKeyPrefix: some(Schema.String)
  }),
  source: Schema.String.annotate({
    description: "The way in: api, dashboard, portal, email, chat, sms, custom, system."
  }),
  metadata: some(AnyObject.annotate({ description: "What it was about, such as `ticketNumber` and `title`." })),
  requestId: some(Schema.String),
  ip: some(Schema.String.annotate({ description: "Network address that the request came from." })),
  userAgent: some(Schema.String.annotate({ description: "What the program that asked calls itself." })),
  createdAt: Moment
}).annotate({ identifier: "AuditLogEntry" })

const filters = {
  entityType: choices("Kinds of entities.", auditedEntities),
  entityId: idParameter("The lines about this record."),
  event: textsParameter("Names of what happened."),
  requestId: idParameter("The lines that this request, or this incoming message, has caused."),
  performerType: choices("Kinds of those who did it.", performers),
  startDate: momentParameter("Not before this time."),
  endDate: momentParameter("Not after this time."),
  ...paging
}
const failures = [InvalidInput, InvalidCursor, DatabaseUnavailable]
const short = "Where a filter leaves out very many lines a page may be short, or empty, and still have a `nextCursor`."

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
            "What happened to the ticket, its comments and files, oldest first; also of a ticket in the trash. These are the newest 10,000 entries; older ones of the ticket itself are in the brand's log, by its `entityId`."
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
          description: `What concerns the account as a whole: its name, API keys, members, brands and channels. Newest first. ${short}`
        })
      )
  )
  .middleware(Access)
  .annotateMerge(
    OpenApi.annotations({
      title: "logs",
      description: "Who did what, when, and by which way in. Entries are written with the change and never changed."
    })
  ) {}
