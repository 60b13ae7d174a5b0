import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  AttachmentInUse,
  AttachmentNotUploaded,
  FileTooLarge,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidCursor,
  InvalidInput,
  InvalidToken,
  LimitReached,
  NotFound,
  RateLimited,
  StorageFull,
  TicketMerged,
  TokenExpired
} from "../domain/Problems.ts"
import { statusCategories } from "../domain/Status.ts"
import { Access, CallersAllowed, CredentialLimits, NetworkLimits, OpenAccess } from "./Access.ts"
import { choices, ordering, pagingOf, requiredText } from "./Parameters.ts"
import {
  PortalAttachment,
  PortalAttachmentCreate,
  PortalAttachmentLink,
  PortalBrand,
  PortalComment,
  PortalCommentCreate,
  PortalLinkRequest,
  PortalMe,
  PortalTicket,
  PortalTicketCreate,
  PortalTicketDetail,
  PortalUploadTicket,
  PortalVerification
} from "./PortalPayloads.ts"
import { PortalToken } from "./PortalTokensApi.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, pageOf, Success } from "./Shapes.ts"

const read = [TokenExpired, DatabaseUnavailable]
const write = [...read, NotFound, InvalidInput, IdempotencyKeyReused, IdempotencyInProgress]
const ticketPath = { ticketId: idLike("tkt") }
const filePath = { ...ticketPath, attachmentId: idLike("att") }
const onTicket = "/tickets/:ticketId/attachments" as const

export class PortalApi extends HttpApiGroup.make("portal")
  .add(
    HttpApiEndpoint.post("refresh", "/refresh", {
      success: PortalToken,
      error: [...read, IdempotencyKeyReused, IdempotencyInProgress]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Refresh the token",
        description:
          "Returns a new token with the same lifetime, starting now. The old token stays valid until it expires. You can refresh for 24 hours after the first token was issued, or 30 days if that token was valid for more than a day. The last token expires at that point, and refreshing it returns 401 `token_expired`. Have your server issue a new token before then."
      })
    ),
    HttpApiEndpoint.post("logout", "/logout", { success: Success, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "Revoke this token",
        description: "The next request with it is refused. The customer's other tokens stay valid."
      })
    ),
    HttpApiEndpoint.get("me", "/me", { success: PortalMe, error: [...read, NotFound] }).annotateMerge(
      OpenApi.annotations({
        summary: "Get the signed-in customer",
        description: "Includes the brand whose portal this is."
      })
    ),
    HttpApiEndpoint.get("listTickets", "/tickets", {
      query: {
        status: choices("`active` means open and pending.", [...statusCategories, "active"]),
        ...ordering(["createdAt", "updatedAt"]),
        ...pagingOf(20, 50)
      },
      success: Schema.Struct({ tickets: Schema.Array(PortalTicket), ...pageOf(PortalTicket).fields }),
      error: [...read, InvalidInput, InvalidCursor]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List your tickets",
        description:
          "The customer's own tickets, without deleted and merged ones; 20 per page, 50 at most. `data` is the same as `tickets`."
      })
    ),
    HttpApiEndpoint.post("createTicket", "/tickets", {
      payload: PortalTicketCreate,
      success: PortalTicket.pipe(HttpApiSchema.status(201)),
      error: [...write, AttachmentInUse, LimitReached]
    })
      .annotate(CredentialLimits, ["portalWrites"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Open a ticket",
          description: "Creates a ticket for the token's customer in the portal's brand."
        })
      ),
    HttpApiEndpoint.get("getTicket", "/tickets/:ticketId", {
      params: ticketPath,
      success: PortalTicketDetail,
      error: [...read, NotFound]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a ticket with its messages",
        description: "Includes only public comments and files. Another customer's ticket returns 404."
      })
    ),
    HttpApiEndpoint.post("addComment", "/tickets/:ticketId/comments", {
      params: ticketPath,
      payload: PortalCommentCreate,
      success: PortalComment.pipe(HttpApiSchema.status(201)),
      error: [...write, AttachmentInUse, LimitReached, TicketMerged]
    })
      .annotate(CredentialLimits, ["portalWrites"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Reply to a ticket",
          description: "Reopens the ticket if it was pending, resolved or closed."
        })
      ),
    HttpApiEndpoint.get("stream", "/stream", {
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" })),
      error: [...read, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Stream changes",
        description:
          "Server-sent events about the customer's own tickets, starting now: `event`, and `data` with `type` and `ticketId`. Get the ticket to see what changed. Streams cannot be resumed, so reload what you show after each connect. After 15 s without an event, the server sends the comment `: ping`. A stream ends after 60 minutes, within 10 s of the token's expiry, and when the server stops; then reconnect. At most 20 streams per customer."
      })
    )
  )
  .add(
    HttpApiEndpoint.post("initiatePending", "/tickets/attachments/pending", {
      payload: PortalAttachmentCreate,
      success: PortalUploadTicket.pipe(HttpApiSchema.status(201)),
      error: [...write, FileTooLarge, StorageFull, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Announce a pending attachment",
        description:
          "A pending attachment does not belong to a ticket yet. Send the bytes to `uploadUrl`, confirm the file, then pass its id in `attachmentIds` when you create the ticket or reply. Until then, only the customer can access it. A customer can have 20 pending attachments, each for 24 hours."
      })
    ),
    HttpApiEndpoint.post("confirmPending", "/tickets/attachments/pending/:attachmentId/confirm", {
      params: { attachmentId: idLike("att") },
      success: PortalAttachment,
      error: [...write, AttachmentNotUploaded, AttachmentInUse]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Confirm a pending attachment",
        description:
          "Call this when all bytes have arrived. Repeating the request returns the same response. You can then pass the id in `attachmentIds` of a ticket or reply."
      })
    ),
    HttpApiEndpoint.post("initiateAttachment", onTicket, {
      params: ticketPath,
      payload: PortalAttachmentCreate,
      success: PortalUploadTicket.pipe(HttpApiSchema.status(201)),
      error: [...write, FileTooLarge, StorageFull, LimitReached, TicketMerged]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Announce a file for a ticket",
        description: "Send the bytes to `uploadUrl` with PUT, then confirm the file."
      })
    ),
    HttpApiEndpoint.post("confirmAttachment", `${onTicket}/:attachmentId/confirm`, {
      params: filePath,
      success: PortalAttachment,
      error: [...write, AttachmentNotUploaded, LimitReached, TicketMerged]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Confirm a file",
        description:
          "Adds the file to the ticket. Call this when all bytes have arrived. Repeating the request returns the same response."
      })
    ),
    HttpApiEndpoint.get("listAttachments", onTicket, {
      params: ticketPath,
      success: Schema.Array(PortalAttachment),
      error: [...read, NotFound]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List a ticket's files",
        description: "Includes the files of its public comments."
      })
    ),
    HttpApiEndpoint.get("getAttachment", `${onTicket}/:attachmentId`, {
      params: filePath,
      success: PortalAttachmentLink,
      error: [...read, NotFound]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a file and its URL",
        description: "The URL works without a credential until `expiresAt`. Files of internal notes return 404."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.portal)
  // Endpoints without a token: added last, so that `Access` does not apply to them.
  .add(
    HttpApiEndpoint.post("magicLink", "/magic-link", {
      payload: PortalLinkRequest,
      success: Success,
      error: [RateLimited, DatabaseUnavailable]
    })
      .middleware(OpenAccess)
      .annotate(CallersAllowed, permissions.anyone)
      .annotate(NetworkLimits, ["anonymous", "magicLink"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Request a portal magic link",
          description:
            "For a page where nobody is signed in yet. Emails a link that works once, within 15 minutes, if the origins of `portalUrl` and of the requesting page are in the brand's `portalOrigins`. The response is the same if they are not. Each address can get 5 links per hour."
        })
      ),
    HttpApiEndpoint.get("getBrand", "/brands/:brandId", {
      params: brandPath,
      success: PortalBrand,
      error: [NotFound, RateLimited, DatabaseUnavailable]
    })
      .middleware(OpenAccess)
      .annotate(CallersAllowed, permissions.anyone)
      .annotate(NetworkLimits, ["anonymous"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Get a brand's appearance",
          description: "Returns its name and appearance, for the page where a customer signs in."
        })
      ),
    HttpApiEndpoint.get("getDomain", "/domain", {
      query: { domain: requiredText("A host name.", 1, 253) },
      success: Schema.Struct({ domain: Schema.String }),
      error: [NotFound, InvalidInput]
    })
      .middleware(OpenAccess)
      .annotate(CallersAllowed, permissions.anyone)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Check whether a portal uses a domain",
          description:
            "For a reverse proxy that obtains certificates on demand. Returns 200 for a domain that a brand has verified, and 404 for any other name."
        })
      ),
    HttpApiEndpoint.post("verify", "/verify", {
      payload: PortalVerification,
      success: PortalToken,
      error: [InvalidToken, RateLimited, DatabaseUnavailable]
    })
      .middleware(OpenAccess)
      .annotate(CallersAllowed, permissions.anyone)
      .annotate(NetworkLimits, ["anonymous", "verify"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Exchange a portal magic link for a token",
          description:
            "Uses up the link. Creates the customer if necessary. The token is valid for one hour unless `expiresIn` says otherwise."
        })
      )
  )
  .prefix("/v1/portal")
  .annotateMerge(
    OpenApi.annotations({
      title: "portal",
      description: "What a customer can do in the browser with a portal token, on their own tickets only."
    })
  ) {}
