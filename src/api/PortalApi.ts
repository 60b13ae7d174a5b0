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
        summary: "Get a fresh token",
        description:
          "Of the same lifetime from now on; the old token stays good until its own end. Refreshing ends 24 hours after the first token was issued, or 30 days where that was for longer than a day: the last token is good until then, and refreshing that one answers 401 `token_expired`. Let your server issue a new token by then."
      })
    ),
    HttpApiEndpoint.post("logout", "/logout", { success: Success, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "End this token",
        description: "The next request with it is refused. Other tokens of the customer stay good."
      })
    ),
    HttpApiEndpoint.get("me", "/me", { success: PortalMe, error: [...read, NotFound] }).annotateMerge(
      OpenApi.annotations({ summary: "Get who is signed in", description: "And the brand whose portal this is." })
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
        summary: "List one's tickets",
        description:
          "The customer's own tickets, without deleted and merged ones; 20 to a page, at most 50. `data` repeats `tickets`."
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
          description: "For the customer of the token, in the brand whose portal it is."
        })
      ),
    HttpApiEndpoint.get("getTicket", "/tickets/:ticketId", {
      params: ticketPath,
      success: PortalTicketDetail,
      error: [...read, NotFound]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a ticket with its messages",
        description: "Public comments and files only. A ticket of another customer is as unknown as any other."
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
          summary: "Reply on a ticket",
          description: "A ticket that was pending, resolved or closed is open again."
        })
      ),
    HttpApiEndpoint.get("stream", "/stream", {
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" })),
      error: [...read, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Hear what changes",
        description:
          "Server-sent events about the customer's own tickets, from now on: `event`, and `data` with `type` and `ticketId`. What has changed, the ticket itself tells. Nothing is resumed: whoever connects reads once more what they show. After 15 s without an event comes the comment `: ping`. A stream ends after 60 minutes, within 10 s of its token's end, and when the server stops; connect again. At most 20 streams per customer."
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
        summary: "Announce a file for a ticket or reply that is yet to come",
        description:
          "Send its bytes to `uploadUrl`, confirm it, and name its id in `attachmentIds`. Until then it is the customer's alone; they may have 20 of them, for 24 hours each."
      })
    ),
    HttpApiEndpoint.post("confirmPending", "/tickets/attachments/pending/:attachmentId/confirm", {
      params: { attachmentId: idLike("att") },
      success: PortalAttachment,
      error: [...write, AttachmentNotUploaded, AttachmentInUse]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Confirm a file that waits for its ticket",
        description:
          "Once all its bytes have arrived; again, it answers the same. Its id can then go into `attachmentIds` of a ticket or reply."
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
        description: "Send its bytes to `uploadUrl` by PUT, then confirm it."
      })
    ),
    HttpApiEndpoint.post("confirmAttachment", `${onTicket}/:attachmentId/confirm`, {
      params: filePath,
      success: PortalAttachment,
      error: [...write, AttachmentNotUploaded, LimitReached, TicketMerged]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Confirm a file",
        description: "Makes it one of the ticket's, once all its bytes have arrived. Again, it answers the same."
      })
    ),
    HttpApiEndpoint.get("listAttachments", onTicket, {
      params: ticketPath,
      success: Schema.Array(PortalAttachment),
      error: [...read, NotFound]
    }).annotateMerge(
      OpenApi.annotations({ summary: "List a ticket's files", description: "Those of its public comments too." })
    ),
    HttpApiEndpoint.get("getAttachment", `${onTicket}/:attachmentId`, {
      params: filePath,
      success: PortalAttachmentLink,
      error: [...read, NotFound]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a file and its address",
        description:
          "The address works without a credential for as long as `expiresAt` says. Files of internal notes are not found."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.portal)
  // Those that come before a token: they are added last, so that `Access` is not theirs.
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
          summary: "Ask for a portal's magic link",
          description:
            "For a page that nobody has signed in to yet. Mails a link that works once, within 15 minutes, if the origin of `portalUrl` and of the asking page are among the brand's `portalOrigins`. The answer is the same if not. 5 links an hour for each address."
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
          summary: "Get how a brand shows itself",
          description: "Its name and looks, for the page that a customer signs in on."
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
          summary: "Ask whether a portal has this domain",
          description:
            "For a reverse proxy that gets certificates on demand: 200 for a domain that a brand has shown to be its own, 404 for every other name."
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
          summary: "Exchange a portal's magic link for a token",
          description:
            "Uses the link up. A customer who is new is created. The token is good for an hour unless `expiresIn` says otherwise."
        })
      )
  )
  .prefix("/v1/portal")
  .annotateMerge(
    OpenApi.annotations({
      title: "portal",
      description: "What a customer can do with a portal token, in the browser: everything is about their own tickets."
    })
  ) {}
