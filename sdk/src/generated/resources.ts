// Written by `npm run write-sdk` from the OpenAPI document.

import type { Answer, List, Pages } from "../pages.ts"
import type { RequestOptions } from "../Transport.ts"
import type {
  Account,
  AccountUpdate,
  AccountUsage,
  ActorStatus,
  Address,
  AddressCreate,
  AddressTest,
  AddressTestResult,
  AddressUpdate,
  AddressVerify,
  ApiKey,
  ApiKeyCreate,
  ApiKeyScope,
  ApiKeyWithSecret,
  ApiKeysScopeAnswer,
  ApiRequest,
  Attachment,
  AttachmentCreate,
  AttachmentIds,
  AttachmentLink,
  AttachmentUrls,
  AttachmentsUploadInput,
  AttachmentsUploadPendingInput,
  AuditLogEntry,
  AuthOrganizationsAnswer,
  AuthSessionAnswer,
  Brand,
  BrandCreate,
  BrandUpdate,
  BrandsDeleteAnswer,
  BrandsDeleteQuery,
  BrandsGetSchemaAnswer,
  BrandsListQuery,
  BrandsPutSchemaAnswer,
  BrandsPutSchemaInput,
  BulkAction,
  BulkAnswer,
  CapturedMessage,
  CategoriesStatsAnswer,
  Category,
  CategoryCreate,
  CategoryOrder,
  CategoryUpdate,
  Channel,
  ChannelReceipt,
  ChannelSecretRotation,
  ChannelTest,
  Comment,
  CommentCreate,
  CommentUpdate,
  CommentsDeleteQuery,
  CommentsListQuery,
  CompaniesListQuery,
  CompanyCreate,
  CompanyDetail,
  CompanyUpdate,
  CustomChannel,
  CustomChannelCreate,
  CustomChannelUpdate,
  CustomChannelWithSecret,
  Customer,
  CustomerCreate,
  CustomerErasure,
  CustomerMerge,
  CustomerUpdate,
  CustomersEraseQuery,
  CustomersListQuery,
  CustomersSearchQuery,
  Delivery,
  DeliveryDay,
  DeliveryDetail,
  DomainCheck,
  DomainCreate,
  DomainUpdate,
  Done,
  DoneToMember,
  EmailDomain,
  EndedSessions,
  Event,
  EventsListQuery,
  FieldDefinition,
  FieldDefinitionCreate,
  FieldDefinitionUpdate,
  FieldDefinitions,
  FieldOrder,
  InboundExplanation,
  InboundListQuery,
  InboundMessage,
  InboundMessageDetail,
  InboundPost,
  InboundReprocessInput,
  Invite,
  InviteAcceptance,
  ListedPortalToken,
  LogsOfAccountQuery,
  LogsOfBrandQuery,
  MagicLinkRequest,
  MemberBrands,
  MemberBrandsUpdate,
  MemberUpdate,
  MembersAcceptInviteAnswer,
  MembersListAnswer,
  MembersListQuery,
  Merge,
  MergedTicket,
  Organization,
  OrganizationChoice,
  OrganizationDeleteAnswer,
  OrganizationDeleteQuery,
  OrganizationRestoreAnswer,
  OrganizationUpdate,
  OrganizationUpdateAnswer,
  OutboundMessage,
  OwnershipTransfer,
  PendingAttachmentCreate,
  PortalAttachment,
  PortalAttachmentCreate,
  PortalAttachmentLink,
  PortalBrand,
  PortalComment,
  PortalCommentCreate,
  PortalDomain,
  PortalDomainSet,
  PortalLinkRequest,
  PortalMagicLink,
  PortalMe,
  PortalRevocation,
  PortalTicket,
  PortalTicketCreate,
  PortalTicketDetail,
  PortalTicketsListQuery,
  PortalToken,
  PortalTokenCreate,
  PortalTokensListQuery,
  PortalTokensRevokeAnswer,
  PortalUploadTicket,
  PortalVerification,
  PostedMessage,
  Presence,
  PresenceInput,
  Profile,
  ProfileUpdate,
  Replay,
  ReplayScheduled,
  ReplyWay,
  RequestsListQuery,
  Restoration,
  SearchFindQuery,
  SearchResult,
  SecretRotation,
  SignedIn,
  SimulatedChat,
  SimulatedMail,
  SimulatedReceipt,
  SimulatedResult,
  SimulatedText,
  SlackApp,
  SlackAppCreate,
  SlackAppUpdate,
  SlackInstallUrl,
  SlackInstallUrlCreate,
  SlackInstallation,
  SlackInstallationUpdate,
  SlackManifest,
  SlackTest,
  SlackTestResult,
  SmsNumber,
  SmsNumberCreate,
  SmsNumberUpdate,
  SmsPreview,
  SmsPreviewResult,
  SmsTest,
  SmsTestResult,
  SpamMark,
  Status,
  StatusCreate,
  StatusOrder,
  StatusUpdate,
  StatusesListQuery,
  StatusesStatsAnswer,
  Success,
  SystemHealthAnswer,
  SystemReadyAnswer,
  SystemStatus,
  Tag,
  TagCreate,
  TagMerge,
  TagUpdate,
  TagsStatsAnswer,
  TestModeClearOutboxAnswer,
  TestModeClearOutboxQuery,
  TestModeListOutboxQuery,
  Ticket,
  TicketCreate,
  TicketCreateAcross,
  TicketStats,
  TicketUpdate,
  TicketsDeleteQuery,
  TicketsGetQuery,
  TicketsListAcrossQuery,
  TicketsListQuery,
  TicketsStatsQuery,
  UploadTicket,
  Verification,
  Verified,
  Watcher,
  WatcherCreate,
  WatcherUpdate,
  Webhook,
  WebhookCreate,
  WebhookTest,
  WebhookUpdate,
  WebhookWithSecret,
  WebhooksListDaysQuery,
  WebhooksListDeliveriesQuery,
  WidgetScript
} from "./types.ts"

export interface TicketsResource {
  /**
   * Create a ticket.
   *
   * Opens a ticket for a customer. If the brand does not know the address, the customer is created.
   *
   * `POST /v1/brands/{brandId}/tickets`
   *
   * @throws {ApiError} with the code `not_found`, `attachment_in_use`, `limit_reached`
   */
  create(brandId: string, input: TicketCreate, options?: RequestOptions): Answer<Ticket>
  create(input: { readonly brandId: string } & TicketCreate, options?: RequestOptions): Answer<Ticket>

  /**
   * List a brand's tickets.
   *
   * Newest first unless `sort` and `order` say otherwise; 25 per page, 100 at most. A ticket must match every filter, and any one of the values within a filter. Spam, deleted and merged tickets are omitted unless you ask for them with `isSpam`, `deleted` or `merged`.
   *
   * `GET /v1/brands/{brandId}/tickets`
   *
   * @throws {ApiError} with the code `invalid_cursor`, `not_found`
   */
  list(brandId: string, input?: TicketsListQuery, options?: RequestOptions): Pages<Ticket>
  list(input: { readonly brandId: string } & TicketsListQuery, options?: RequestOptions): Pages<Ticket>

  /**
   * Get a ticket.
   *
   * Includes its customer. A ticket in the trash is returned only with `deleted=include`. A merged ticket names its target in `mergedIntoId`.
   *
   * `GET /v1/brands/{brandId}/tickets/{ticketId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, ticketId: string, input?: TicketsGetQuery, options?: RequestOptions): Answer<Ticket>
  get(input: { readonly brandId: string; readonly ticketId: string } & TicketsGetQuery, options?: RequestOptions): Answer<Ticket>

  /**
   * Change a ticket.
   *
   * Omitted members keep their values; null clears optional members. With `If-Match`, only that version is changed.
   *
   * `PATCH /v1/brands/{brandId}/tickets/{ticketId}`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `limit_reached`, `precondition_failed`
   */
  update(brandId: string, ticketId: string, input?: TicketUpdate, options?: RequestOptions): Answer<Ticket>
  update(input: { readonly brandId: string; readonly ticketId: string } & TicketUpdate, options?: RequestOptions): Answer<Ticket>

  /**
   * Delete a ticket.
   *
   * Moves the ticket to the trash, where it stays for 30 days. If it is already there, the response is the same. With `permanent=true`, its rows and files are removed immediately, whether or not it is in the trash, and its earlier events keep only ids (`data.purged: true`). That requires an API key that can access all brands, or the session of an owner or admin.
   *
   * `DELETE /v1/brands/{brandId}/tickets/{ticketId}`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `precondition_failed`
   */
  delete(brandId: string, ticketId: string, input?: TicketsDeleteQuery, options?: RequestOptions): Answer<Ticket>
  delete(input: { readonly brandId: string; readonly ticketId: string } & TicketsDeleteQuery, options?: RequestOptions): Answer<Ticket>

  /**
   * Restore a ticket from the trash.
   *
   * The ticket returns as it was, with its comments and files. If it is not in the trash, the response is the same.
   *
   * `POST /v1/brands/{brandId}/tickets/{ticketId}/restore`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `precondition_failed`
   */
  restore(brandId: string, ticketId: string, options?: RequestOptions): Answer<Ticket>
  restore(input: { readonly brandId: string; readonly ticketId: string }, options?: RequestOptions): Answer<Ticket>

  /**
   * Mark or unmark a ticket as spam.
   *
   * The status does not change. New tickets from a blocked customer are marked as spam, and get no automatic replies.
   *
   * `POST /v1/brands/{brandId}/tickets/{ticketId}/spam`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `precondition_failed`
   */
  markSpam(brandId: string, ticketId: string, input: SpamMark, options?: RequestOptions): Answer<Ticket>
  markSpam(input: { readonly brandId: string; readonly ticketId: string } & SpamMark, options?: RequestOptions): Answer<Ticket>

  /**
   * Merge tickets into this one.
   *
   * Moves the sources' comments, files and watchers here, with their ids and dates. The original message of each source becomes a comment here, at its original time, with the source in `sourceData.mergedFromId`. This ticket's customer can read all public comments. Later messages for the sources arrive here. Tags and participants are combined, the sources' customers become participants, and custom fields stay as they are on this ticket. The sources are closed as `duplicate`, name this ticket in `mergedIntoId` and can no longer be changed. Nothing is merged if a source is deleted or was merged elsewhere, or if the tickets together have more than 50 tags, 100 participants, 50 watchers, 10,000 comments or 500 files. At most 60 calls per minute.
   *
   * `POST /v1/brands/{brandId}/tickets/{ticketId}/merge`
   *
   * @throws {ApiError} with the code `not_found`, `merge_not_possible`, `limit_reached`, `precondition_failed`
   */
  merge(brandId: string, ticketId: string, input: Merge, options?: RequestOptions): Answer<MergedTicket>
  merge(input: { readonly brandId: string; readonly ticketId: string } & Merge, options?: RequestOptions): Answer<MergedTicket>

  /**
   * Change many tickets.
   *
   * Applies one action to many tickets. The action and its arguments are validated first. Then each ticket is changed separately, in the given order, and the response lists the result for each. A ticket that cannot be changed does not stop the others. If a call is interrupted, send it again with the same `Idempotency-Key` to finish it. At most 60 calls per minute.
   *
   * `POST /v1/brands/{brandId}/tickets/bulk`
   *
   * @throws {ApiError} with the code `not_found`
   */
  bulk(brandId: string, input: BulkAction, options?: RequestOptions): Answer<BulkAnswer>
  bulk(input: { readonly brandId: string } & BulkAction, options?: RequestOptions): Answer<BulkAnswer>

  /**
   * Count tickets.
   *
   * Counted by status category. Deleted and merged tickets are not counted.
   *
   * `GET /v1/tickets/stats`
   */
  stats(input?: TicketsStatsQuery, options?: RequestOptions): Answer<TicketStats>

  /**
   * Create a ticket with the brand in the body.
   *
   * Same as creating a ticket under the brand's path, for programs that work with many brands.
   *
   * `POST /v1/tickets`
   *
   * @throws {ApiError} with the code `not_found`, `attachment_in_use`, `limit_reached`
   */
  createAcross(input: TicketCreateAcross, options?: RequestOptions): Answer<Ticket>

  /**
   * List tickets across brands.
   *
   * Each ticket includes its `brand`.
   *
   * `GET /v1/tickets`
   *
   * @throws {ApiError} with the code `invalid_cursor`
   */
  listAcross(input?: TicketsListAcrossQuery, options?: RequestOptions): Pages<Ticket>
}

export interface CommentsResource {
  /**
   * List a ticket's comments.
   *
   * Oldest first. Replies are included in the list.
   *
   * `GET /v1/brands/{brandId}/tickets/{ticketId}/comments`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, ticketId: string, input?: CommentsListQuery, options?: RequestOptions): List<Comment>
  list(input: { readonly brandId: string; readonly ticketId: string } & CommentsListQuery, options?: RequestOptions): List<Comment>

  /**
   * Add a comment.
   *
   * A public comment by an agent goes to the customer over the ticket's channel. An internal comment stays with the team. With the ticket's version in `If-Match`, the comment is added only if the ticket has not changed since, so that nobody overlooks what a customer or colleague has just written.
   *
   * `POST /v1/brands/{brandId}/tickets/{ticketId}/comments`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `attachment_in_use`, `limit_reached`, `precondition_failed`
   */
  create(brandId: string, ticketId: string, input: CommentCreate, options?: RequestOptions): Answer<Comment>
  create(input: { readonly brandId: string; readonly ticketId: string } & CommentCreate, options?: RequestOptions): Answer<Comment>

  /**
   * Get a comment.
   *
   * Includes its files and the delivery status of the messages that it was sent in. A deleted comment returns 404.
   *
   * `GET /v1/brands/{brandId}/tickets/{ticketId}/comments/{commentId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, ticketId: string, commentId: string, options?: RequestOptions): Answer<Comment>
  get(input: { readonly brandId: string; readonly ticketId: string; readonly commentId: string }, options?: RequestOptions): Answer<Comment>

  /**
   * Edit a comment.
   *
   * Omitted members keep their values; null clears optional members. The visibility cannot change. If the comment was already sent, the change is passed on to channels that can edit messages, such as Slack; an email cannot be changed. With `If-Match`, only that version of the comment is changed.
   *
   * `PATCH /v1/brands/{brandId}/tickets/{ticketId}/comments/{commentId}`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `precondition_failed`
   */
  update(brandId: string, ticketId: string, commentId: string, input?: CommentUpdate, options?: RequestOptions): Answer<Comment>
  update(input: { readonly brandId: string; readonly ticketId: string; readonly commentId: string } & CommentUpdate, options?: RequestOptions): Answer<Comment>

  /**
   * Delete a comment.
   *
   * Replies to the comment stay. Messages that have not started to leave are never sent; sent ones are withdrawn on channels that can do that. If nobody received the comment because it was delayed (`sendAfterSeconds`), the ticket's status and dates return to what they were. With `unsent=true`, its files can then be attached to another comment.
   *
   * `DELETE /v1/brands/{brandId}/tickets/{ticketId}/comments/{commentId}`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `invalid_state`, `precondition_failed`
   */
  delete(brandId: string, ticketId: string, commentId: string, input?: CommentsDeleteQuery, options?: RequestOptions): Answer<Comment>
  delete(input: { readonly brandId: string; readonly ticketId: string; readonly commentId: string } & CommentsDeleteQuery, options?: RequestOptions): Answer<Comment>
}

export interface AttachmentsResource {
  /**
   * Announce a pending attachment.
   *
   * A pending attachment does not belong to a ticket yet. Send the bytes to `uploadUrl`, confirm the file, then pass its id in `attachmentIds` when you create the ticket or comment. Until then, only the caller can access it. A caller can have 20 pending attachments, each for 24 hours.
   *
   * `POST /v1/brands/{brandId}/attachments/pending`
   *
   * @throws {ApiError} with the code `not_found`, `limit_reached`
   */
  initiatePending(brandId: string, input: PendingAttachmentCreate, options?: RequestOptions): Answer<UploadTicket>
  initiatePending(input: { readonly brandId: string } & PendingAttachmentCreate, options?: RequestOptions): Answer<UploadTicket>

  /**
   * Upload a pending attachment.
   *
   * Does in one request what takes three (announce, send, confirm): a multipart form with one `file`.
   *
   * `POST /v1/brands/{brandId}/attachments/pending/upload`
   *
   * @throws {ApiError} with the code `not_found`, `limit_reached`
   */
  uploadPending(brandId: string, input: AttachmentsUploadPendingInput, options?: RequestOptions): Answer<Attachment>
  uploadPending(input: { readonly brandId: string } & AttachmentsUploadPendingInput, options?: RequestOptions): Answer<Attachment>

  /**
   * Confirm a pending attachment.
   *
   * Call this when all bytes have arrived. Repeating the request returns the same response. You can then pass the id in `attachmentIds` of a ticket or comment.
   *
   * `POST /v1/brands/{brandId}/attachments/pending/{attachmentId}/confirm`
   *
   * @throws {ApiError} with the code `not_found`, `attachment_not_uploaded`, `attachment_in_use`
   */
  confirmPending(brandId: string, attachmentId: string, options?: RequestOptions): Answer<Attachment>
  confirmPending(input: { readonly brandId: string; readonly attachmentId: string }, options?: RequestOptions): Answer<Attachment>

  /**
   * Get the URLs of several files.
   *
   * At most 100 ids per request.
   *
   * `POST /v1/brands/{brandId}/attachments/urls`
   *
   * @throws {ApiError} with the code `not_found`
   */
  urls(brandId: string, input: AttachmentIds, options?: RequestOptions): Answer<AttachmentUrls>
  urls(input: { readonly brandId: string } & AttachmentIds, options?: RequestOptions): Answer<AttachmentUrls>

  /**
   * Announce a file.
   *
   * Send the bytes to `uploadUrl` with PUT, as often as necessary, then confirm the file. If the bytes do not arrive within 24 hours, the file becomes `FAILED`. A ticket can have 500 files.
   *
   * `POST /v1/brands/{brandId}/tickets/{ticketId}/attachments`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `limit_reached`
   */
  initiate(brandId: string, ticketId: string, input: AttachmentCreate, options?: RequestOptions): Answer<UploadTicket>
  initiate(input: { readonly brandId: string; readonly ticketId: string } & AttachmentCreate, options?: RequestOptions): Answer<UploadTicket>

  /**
   * List a ticket's files.
   *
   * Returns the uploaded files of the ticket and its comments, oldest first.
   *
   * `GET /v1/brands/{brandId}/tickets/{ticketId}/attachments`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, ticketId: string, options?: RequestOptions): List<Attachment>
  list(input: { readonly brandId: string; readonly ticketId: string }, options?: RequestOptions): List<Attachment>

  /**
   * Upload a file.
   *
   * Does in one request what takes three (announce, send, confirm): a multipart form with one `file`, and with `commentId` if the file belongs to a comment.
   *
   * `POST /v1/brands/{brandId}/tickets/{ticketId}/attachments/upload`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `limit_reached`, `precondition_failed`
   */
  upload(brandId: string, ticketId: string, input: AttachmentsUploadInput, options?: RequestOptions): Answer<AttachmentLink>
  upload(input: { readonly brandId: string; readonly ticketId: string } & AttachmentsUploadInput, options?: RequestOptions): Answer<AttachmentLink>

  /**
   * Get a file and its URL.
   *
   * The URL of a file that is not uploaded returns 404.
   *
   * `GET /v1/brands/{brandId}/tickets/{ticketId}/attachments/{attachmentId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, ticketId: string, attachmentId: string, options?: RequestOptions): Answer<AttachmentLink>
  get(input: { readonly brandId: string; readonly ticketId: string; readonly attachmentId: string }, options?: RequestOptions): Answer<AttachmentLink>

  /**
   * Delete a file.
   *
   * Its URLs return 404 immediately. `If-Match` takes the ticket's version.
   *
   * `DELETE /v1/brands/{brandId}/tickets/{ticketId}/attachments/{attachmentId}`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `precondition_failed`
   */
  delete(brandId: string, ticketId: string, attachmentId: string, options?: RequestOptions): Answer<Success>
  delete(input: { readonly brandId: string; readonly ticketId: string; readonly attachmentId: string }, options?: RequestOptions): Answer<Success>

  /**
   * Confirm a file.
   *
   * Adds the file to the ticket. Call this when all bytes have arrived. Repeating the request returns the same response. `If-Match` takes the ticket's version.
   *
   * `POST /v1/brands/{brandId}/tickets/{ticketId}/attachments/{attachmentId}/confirm`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `attachment_not_uploaded`, `limit_reached`, `precondition_failed`
   */
  confirm(brandId: string, ticketId: string, attachmentId: string, options?: RequestOptions): Answer<Attachment>
  confirm(input: { readonly brandId: string; readonly ticketId: string; readonly attachmentId: string }, options?: RequestOptions): Answer<Attachment>
}

export interface CustomersResource {
  /**
   * List customers.
   *
   * Newest first unless `sort` and `order` say otherwise; 25 per page, 100 at most. Each customer includes the number of their tickets. Deleted and merged customers are not included.
   *
   * `GET /v1/brands/{brandId}/customers`
   *
   * @throws {ApiError} with the code `invalid_cursor`, `not_found`
   */
  list(brandId: string, input?: CustomersListQuery, options?: RequestOptions): Pages<Customer>
  list(input: { readonly brandId: string } & CustomersListQuery, options?: RequestOptions): Pages<Customer>

  /**
   * Create a customer.
   *
   * If a customer with this `email` or `externalId` exists, the response is 409 `already_exists`. You do not need this call to create a ticket: a ticket finds or creates its customer by address.
   *
   * `POST /v1/brands/{brandId}/customers`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`
   */
  create(brandId: string, input: CustomerCreate, options?: RequestOptions): Answer<Customer>
  create(input: { readonly brandId: string } & CustomerCreate, options?: RequestOptions): Answer<Customer>

  /**
   * Search customers.
   *
   * Searches names, email addresses, phone numbers and companies. Returns at most 20 customers.
   *
   * `GET /v1/brands/{brandId}/customers/search`
   *
   * @throws {ApiError} with the code `not_found`
   */
  search(brandId: string, input: CustomersSearchQuery, options?: RequestOptions): List<Customer>
  search(input: { readonly brandId: string } & CustomersSearchQuery, options?: RequestOptions): List<Customer>

  /**
   * Get a customer.
   *
   * Deleted and merged customers return 404.
   *
   * `GET /v1/brands/{brandId}/customers/{customerId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, customerId: string, options?: RequestOptions): Answer<Customer>
  get(input: { readonly brandId: string; readonly customerId: string }, options?: RequestOptions): Answer<Customer>

  /**
   * Change a customer.
   *
   * Omitted members keep their values; null clears optional members; `metadata` is replaced as a whole. With `If-Match`, only that version is changed.
   *
   * `PATCH /v1/brands/{brandId}/customers/{customerId}`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`, `precondition_failed`
   */
  update(brandId: string, customerId: string, input?: CustomerUpdate, options?: RequestOptions): Answer<Customer>
  update(input: { readonly brandId: string; readonly customerId: string } & CustomerUpdate, options?: RequestOptions): Answer<Customer>

  /**
   * Delete a customer.
   *
   * The customer's tickets stay. A new message from the same address creates a new customer.
   *
   * `DELETE /v1/brands/{brandId}/customers/{customerId}`
   *
   * @throws {ApiError} with the code `not_found`, `precondition_failed`
   */
  delete(brandId: string, customerId: string, options?: RequestOptions): Answer<Customer>
  delete(input: { readonly brandId: string; readonly customerId: string }, options?: RequestOptions): Answer<Customer>

  /**
   * Merge customers into this one.
   *
   * For one person who was recorded as several customers. This customer takes over what only the sources have: name, email address, phone number, company and `externalId`. `identities` and `metadata` are combined in the order of the sources, up to 16 KiB each. If any of them gets no email, this customer gets none. The sources are hidden, their `customer.updated` events carry `mergedIntoId`, they are signed out of the portal, and their conversations continue with this customer. All of this happens or none of it: if a source is deleted or was merged elsewhere (400), or this customer does not exist (404), nothing changes. The sources' tickets are then moved here, each with a `ticket.updated` event. The address that a ticket was written from becomes a participant, so email from it continues the ticket. From then on, anyone who writes, makes a request or enters the portal with a source's address is this customer. Replies go to this customer's own address, and the other address, which is listed in `identities` as `email`, participates in the ticket. Values that a source and this customer both have become free: you can give them to another customer. A merge cannot be undone. Tickets move one by one, in batches, so a merge of tens of thousands of tickets can take minutes. A ticket that has not moved yet names its former customer, but messages from that customer already go to this one. If a call is interrupted, send it again, with the same idempotency key or without: it finishes the remaining work. Otherwise the server finishes within minutes. At most 60 calls per minute.
   *
   * `POST /v1/brands/{brandId}/customers/{customerId}/merge`
   *
   * @throws {ApiError} with the code `not_found`, `limit_reached`, `precondition_failed`
   */
  merge(brandId: string, customerId: string, input: CustomerMerge, options?: RequestOptions): Answer<Customer>
  merge(input: { readonly brandId: string; readonly customerId: string } & CustomerMerge, options?: RequestOptions): Answer<Customer>

  /**
   * Erase a customer.
   *
   * Removes a person's data permanently, for example at their request. Works on deleted customers too. Erased before the response: name, email address, phone number, `externalId`, identities and `metadata`. From the response on, nothing more is sent to them: only a message that is on its way can still arrive. Erased within minutes: what they wrote and sent on their tickets (titles, texts, `customFields`, `metadata`, files, and the original messages in both directions), the same data of customers who were merged into them, and its traces in events and the audit log, which keep only ids. The tickets stay, with their number, dates, status, tags, assignee and everything your team wrote. Other customers' tickets that they participated in stay too. Subscribers get a `customer.updated` event with `erasedAt` and are expected to erase their copies. Requires an owner, an admin, or an API key that can access all brands.
   *
   * `POST /v1/brands/{brandId}/customers/{customerId}/erase`
   *
   * @throws {ApiError} with the code `not_found`, `precondition_failed`
   */
  erase(brandId: string, customerId: string, input?: CustomersEraseQuery, options?: RequestOptions): Answer<CustomerErasure>
  erase(input: { readonly brandId: string; readonly customerId: string } & CustomersEraseQuery, options?: RequestOptions): Answer<CustomerErasure>
}

export interface MessagesResource {
  /**
   * List a ticket's outgoing messages.
   *
   * Oldest first. An email that the next server does not accept is retried after 1 minute at first and up to 24 hours later on, for 5 days. An email that the server permanently refuses fails immediately.
   *
   * `GET /v1/brands/{brandId}/tickets/{ticketId}/messages`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, ticketId: string, options?: RequestOptions): List<OutboundMessage>
  list(input: { readonly brandId: string; readonly ticketId: string }, options?: RequestOptions): List<OutboundMessage>

  /**
   * Preview how a reply is sent.
   *
   * Returns the channel on which an agent's public comment would reach the customer now, its sender, and the other senders you can choose. There is no channel if nothing would be sent, for example on a ticket that was merged into another. The result can change with the customer's next message or with the brand's addresses.
   *
   * `GET /v1/brands/{brandId}/tickets/{ticketId}/messages/reply-way`
   *
   * @throws {ApiError} with the code `not_found`
   */
  replyWay(brandId: string, ticketId: string, options?: RequestOptions): Answer<ReplyWay>
  replyWay(input: { readonly brandId: string; readonly ticketId: string }, options?: RequestOptions): Answer<ReplyWay>

  /**
   * Resend a message.
   *
   * For messages that failed, bounced or were suppressed. It stays the same message, with the same Message-ID. Any other status returns 409 `invalid_state`. So do: an email to an address that has no mailbox or that opted out of email; a text message to a customer who has opted out; a bounced or suppressed email older than 30 days; and a suppressed message on another channel whose obstacle remains, because the channel is off or was disconnected, or because its comment was deleted.
   *
   * `POST /v1/brands/{brandId}/tickets/{ticketId}/messages/{messageId}/retry`
   *
   * @throws {ApiError} with the code `not_found`, `invalid_state`
   */
  retry(brandId: string, ticketId: string, messageId: string, options?: RequestOptions): Answer<OutboundMessage>
  retry(input: { readonly brandId: string; readonly ticketId: string; readonly messageId: string }, options?: RequestOptions): Answer<OutboundMessage>
}

export interface WatchersResource {
  /**
   * List a ticket's watchers.
   *
   * In the order in which they were added.
   *
   * `GET /v1/brands/{brandId}/tickets/{ticketId}/watchers`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, ticketId: string, options?: RequestOptions): List<Watcher>
  list(input: { readonly brandId: string; readonly ticketId: string }, options?: RequestOptions): List<Watcher>

  /**
   * Add a watcher.
   *
   * A team member, or anyone by email address. A ticket can have 50 watchers. If they already watch the ticket, the response is 200 with the existing watcher. Watchers do not affect the ticket's version and emit no events; event streams opened with `presence=true` report changes.
   *
   * `POST /v1/brands/{brandId}/tickets/{ticketId}/watchers`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `limit_reached`
   */
  add(brandId: string, ticketId: string, input: WatcherCreate, options?: RequestOptions): Answer<Watcher>
  add(input: { readonly brandId: string; readonly ticketId: string } & WatcherCreate, options?: RequestOptions): Answer<Watcher>

  /**
   * Change a watcher's notifications.
   *
   * Omitted members keep their values.
   *
   * `PATCH /v1/brands/{brandId}/tickets/{ticketId}/watchers/{memberId}`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`
   */
  update(brandId: string, ticketId: string, memberId: string, input?: WatcherUpdate, options?: RequestOptions): Answer<Watcher>
  update(input: { readonly brandId: string; readonly ticketId: string; readonly memberId: string } & WatcherUpdate, options?: RequestOptions): Answer<Watcher>

  /**
   * Remove a watcher.
   *
   * The member or address is no longer notified of the ticket.
   *
   * `DELETE /v1/brands/{brandId}/tickets/{ticketId}/watchers/{memberId}`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`
   */
  remove(brandId: string, ticketId: string, memberId: string, options?: RequestOptions): Answer<Success>
  remove(input: { readonly brandId: string; readonly ticketId: string; readonly memberId: string }, options?: RequestOptions): Answer<Success>
}

export interface PresenceResource {
  /**
   * List who is viewing a ticket.
   *
   * Returns the members who are viewing the ticket or replying to it now, sorted by id; at most 50.
   *
   * `GET /v1/brands/{brandId}/tickets/{ticketId}/presence`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, ticketId: string, options?: RequestOptions): List<Presence>
  list(input: { readonly brandId: string; readonly ticketId: string }, options?: RequestOptions): List<Presence>

  /**
   * Report that you are viewing a ticket.
   *
   * Lasts for 30 seconds, so repeat it every 10 while the ticket is open. Returns who is there now, including the caller. Presence is not part of the ticket, emits no events and is not sent to webhooks; event streams opened with `presence=true` report changes.
   *
   * `PUT /v1/brands/{brandId}/tickets/{ticketId}/presence`
   *
   * @throws {ApiError} with the code `not_found`
   */
  set(brandId: string, ticketId: string, input: PresenceInput, options?: RequestOptions): List<Presence>
  set(input: { readonly brandId: string; readonly ticketId: string } & PresenceInput, options?: RequestOptions): List<Presence>

  /**
   * Report that you have left a ticket.
   *
   * Without this call, a member counts as gone 30 seconds after their last report.
   *
   * `DELETE /v1/brands/{brandId}/tickets/{ticketId}/presence`
   *
   * @throws {ApiError} with the code `not_found`
   */
  leave(brandId: string, ticketId: string, options?: RequestOptions): Answer<Success>
  leave(input: { readonly brandId: string; readonly ticketId: string }, options?: RequestOptions): Answer<Success>
}

export interface TagsResource {
  /**
   * List tags.
   *
   * Returns all tags of the brand, sorted by name.
   *
   * `GET /v1/brands/{brandId}/tags`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, options?: RequestOptions): List<Tag>
  list(input: { readonly brandId: string }, options?: RequestOptions): List<Tag>

  /**
   * Create a tag.
   *
   * A brand can have 5,000 tags. Tags are also created when a ticket is given a tag with a new name.
   *
   * `POST /v1/brands/{brandId}/tags`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`, `limit_reached`
   */
  create(brandId: string, input: TagCreate, options?: RequestOptions): Answer<Tag>
  create(input: { readonly brandId: string } & TagCreate, options?: RequestOptions): Answer<Tag>

  /**
   * Count the tickets of each tag.
   *
   * Keyed by tag id. Tickets in the trash, merged tickets and spam are not counted.
   *
   * `GET /v1/brands/{brandId}/tags/stats`
   *
   * @throws {ApiError} with the code `not_found`
   */
  stats(brandId: string, options?: RequestOptions): Answer<TagsStatsAnswer>
  stats(input: { readonly brandId: string }, options?: RequestOptions): Answer<TagsStatsAnswer>

  /**
   * Get a tag.
   *
   * Returns its name and appearance. `GET …/tags/stats` counts its tickets.
   *
   * `GET /v1/brands/{brandId}/tags/{tagId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, tagId: string, options?: RequestOptions): Answer<Tag>
  get(input: { readonly brandId: string; readonly tagId: string }, options?: RequestOptions): Answer<Tag>

  /**
   * Change a tag.
   *
   * The change shows on its tickets immediately; it does not change their versions and emits no events.
   *
   * `PATCH /v1/brands/{brandId}/tags/{tagId}`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`
   */
  update(brandId: string, tagId: string, input?: TagUpdate, options?: RequestOptions): Answer<Tag>
  update(input: { readonly brandId: string; readonly tagId: string } & TagUpdate, options?: RequestOptions): Answer<Tag>

  /**
   * Delete a tag.
   *
   * Removes it from its tickets. Their versions do not change, and no events are emitted.
   *
   * `DELETE /v1/brands/{brandId}/tags/{tagId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  delete(brandId: string, tagId: string, options?: RequestOptions): Answer<Success>
  delete(input: { readonly brandId: string; readonly tagId: string }, options?: RequestOptions): Answer<Success>

  /**
   * Merge tags.
   *
   * The sources' tickets get this tag instead, and the sources are deleted: all of them or none. The tickets' versions do not change, and no events are emitted.
   *
   * `POST /v1/brands/{brandId}/tags/{tagId}/merge`
   *
   * @throws {ApiError} with the code `not_found`
   */
  merge(brandId: string, tagId: string, input: TagMerge, options?: RequestOptions): Answer<Tag>
  merge(input: { readonly brandId: string; readonly tagId: string } & TagMerge, options?: RequestOptions): Answer<Tag>
}

export interface CompaniesResource {
  /**
   * List companies.
   *
   * 25 per page by default, 100 at most.
   *
   * `GET /v1/brands/{brandId}/companies`
   *
   * @throws {ApiError} with the code `invalid_cursor`, `not_found`
   */
  list(brandId: string, input?: CompaniesListQuery, options?: RequestOptions): Pages<CompanyDetail>
  list(input: { readonly brandId: string } & CompaniesListQuery, options?: RequestOptions): Pages<CompanyDetail>

  /**
   * Create a company.
   *
   * From now on, new customers with the company's email domain are linked to it. Existing customers keep the company they have, or none.
   *
   * `POST /v1/brands/{brandId}/companies`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`
   */
  create(brandId: string, input: CompanyCreate, options?: RequestOptions): Answer<CompanyDetail>
  create(input: { readonly brandId: string } & CompanyCreate, options?: RequestOptions): Answer<CompanyDetail>

  /**
   * Get a company.
   *
   * Includes the number of its customers and the newest 100 of them.
   *
   * `GET /v1/brands/{brandId}/companies/{companyId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, companyId: string, options?: RequestOptions): Answer<CompanyDetail>
  get(input: { readonly brandId: string; readonly companyId: string }, options?: RequestOptions): Answer<CompanyDetail>

  /**
   * Change a company.
   *
   * A new email domain applies to customers created from then on. It does not link or unlink existing customers.
   *
   * `PATCH /v1/brands/{brandId}/companies/{companyId}`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`, `precondition_failed`
   */
  update(brandId: string, companyId: string, input?: CompanyUpdate, options?: RequestOptions): Answer<CompanyDetail>
  update(input: { readonly brandId: string; readonly companyId: string } & CompanyUpdate, options?: RequestOptions): Answer<CompanyDetail>

  /**
   * Delete a company.
   *
   * Returns the company as it was. Its customers stay, without a company. Their versions do not change, and no events are emitted.
   *
   * `DELETE /v1/brands/{brandId}/companies/{companyId}`
   *
   * @throws {ApiError} with the code `not_found`, `precondition_failed`
   */
  delete(brandId: string, companyId: string, options?: RequestOptions): Answer<CompanyDetail>
  delete(input: { readonly brandId: string; readonly companyId: string }, options?: RequestOptions): Answer<CompanyDetail>
}

export interface CategoriesResource {
  /**
   * List categories.
   *
   * Sorted in the brand's order.
   *
   * `GET /v1/brands/{brandId}/categories`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, options?: RequestOptions): List<Category>
  list(input: { readonly brandId: string }, options?: RequestOptions): List<Category>

  /**
   * Create a category.
   *
   * A brand can have 500 categories.
   *
   * `POST /v1/brands/{brandId}/categories`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`, `limit_reached`
   */
  create(brandId: string, input: CategoryCreate, options?: RequestOptions): Answer<Category>
  create(input: { readonly brandId: string } & CategoryCreate, options?: RequestOptions): Answer<Category>

  /**
   * Count the tickets of each category.
   *
   * Keyed by category id. Tickets in the trash, merged tickets and spam are not counted.
   *
   * `GET /v1/brands/{brandId}/categories/stats`
   *
   * @throws {ApiError} with the code `not_found`
   */
  stats(brandId: string, options?: RequestOptions): Answer<CategoriesStatsAnswer>
  stats(input: { readonly brandId: string }, options?: RequestOptions): Answer<CategoriesStatsAnswer>

  /**
   * Reorder the categories.
   *
   * Sets the `sortOrder` of each category to its position in the list, starting at 0.
   *
   * `POST /v1/brands/{brandId}/categories/reorder`
   *
   * @throws {ApiError} with the code `not_found`
   */
  reorder(brandId: string, input: CategoryOrder, options?: RequestOptions): List<Category>
  reorder(input: { readonly brandId: string } & CategoryOrder, options?: RequestOptions): List<Category>

  /**
   * Get a category.
   *
   * Returns its name and appearance. `GET …/categories/stats` counts its tickets.
   *
   * `GET /v1/brands/{brandId}/categories/{categoryId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, categoryId: string, options?: RequestOptions): Answer<Category>
  get(input: { readonly brandId: string; readonly categoryId: string }, options?: RequestOptions): Answer<Category>

  /**
   * Change a category.
   *
   * Omitted members keep their values. The change shows on its tickets immediately; it does not change their versions and emits no events.
   *
   * `PATCH /v1/brands/{brandId}/categories/{categoryId}`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`
   */
  update(brandId: string, categoryId: string, input?: CategoryUpdate, options?: RequestOptions): Answer<Category>
  update(input: { readonly brandId: string; readonly categoryId: string } & CategoryUpdate, options?: RequestOptions): Answer<Category>

  /**
   * Delete a category.
   *
   * Its tickets are left without a category. This emits no events.
   *
   * `DELETE /v1/brands/{brandId}/categories/{categoryId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  delete(brandId: string, categoryId: string, options?: RequestOptions): Answer<Success>
  delete(input: { readonly brandId: string; readonly categoryId: string }, options?: RequestOptions): Answer<Success>
}

export interface StatusesResource {
  /**
   * List statuses.
   *
   * Sorted in the brand's order.
   *
   * `GET /v1/brands/{brandId}/statuses`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, input?: StatusesListQuery, options?: RequestOptions): List<Status>
  list(input: { readonly brandId: string } & StatusesListQuery, options?: RequestOptions): List<Status>

  /**
   * Create a status.
   *
   * A brand can have 50 statuses, including inactive ones.
   *
   * `POST /v1/brands/{brandId}/statuses`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`, `invalid_state`, `limit_reached`
   */
  create(brandId: string, input: StatusCreate, options?: RequestOptions): Answer<Status>
  create(input: { readonly brandId: string } & StatusCreate, options?: RequestOptions): Answer<Status>

  /**
   * Count the tickets in each status.
   *
   * Keyed by status id. Tickets in the trash, merged tickets and spam are not counted.
   *
   * `GET /v1/brands/{brandId}/statuses/stats`
   *
   * @throws {ApiError} with the code `not_found`
   */
  stats(brandId: string, options?: RequestOptions): Answer<StatusesStatsAnswer>
  stats(input: { readonly brandId: string }, options?: RequestOptions): Answer<StatusesStatsAnswer>

  /**
   * Reorder the statuses.
   *
   * Sets the `sortOrder` of each status to its position in the list, starting at 0.
   *
   * `POST /v1/brands/{brandId}/statuses/reorder`
   *
   * @throws {ApiError} with the code `not_found`
   */
  reorder(brandId: string, input: StatusOrder, options?: RequestOptions): List<Status>
  reorder(input: { readonly brandId: string } & StatusOrder, options?: RequestOptions): List<Status>

  /**
   * Get a status.
   *
   * Also returns inactive statuses.
   *
   * `GET /v1/brands/{brandId}/statuses/{statusId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, statusId: string, options?: RequestOptions): Answer<Status>
  get(input: { readonly brandId: string; readonly statusId: string }, options?: RequestOptions): Answer<Status>

  /**
   * Change a status.
   *
   * Making a status the default replaces the current default. The key cannot change.
   *
   * `PATCH /v1/brands/{brandId}/statuses/{statusId}`
   *
   * @throws {ApiError} with the code `not_found`, `invalid_state`, `system_record`
   */
  update(brandId: string, statusId: string, input?: StatusUpdate, options?: RequestOptions): Answer<Status>
  update(input: { readonly brandId: string; readonly statusId: string } & StatusUpdate, options?: RequestOptions): Answer<Status>

  /**
   * Deactivate a status.
   *
   * The status becomes inactive: tickets keep it, but no more tickets can be given it. `isActive: true` reactivates it.
   *
   * `DELETE /v1/brands/{brandId}/statuses/{statusId}`
   *
   * @throws {ApiError} with the code `not_found`, `invalid_state`, `system_record`
   */
  delete(brandId: string, statusId: string, options?: RequestOptions): Answer<Success>
  delete(input: { readonly brandId: string; readonly statusId: string }, options?: RequestOptions): Answer<Success>
}

export interface FieldsResource {
  /**
   * List all field definitions.
   *
   * Grouped by entity.
   *
   * `GET /v1/brands/{brandId}/fields`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, options?: RequestOptions): Answer<FieldDefinitions>
  list(input: { readonly brandId: string }, options?: RequestOptions): Answer<FieldDefinitions>

  /**
   * List the field definitions of an entity.
   *
   * Sorted in the brand's order.
   *
   * `GET /v1/brands/{brandId}/fields/{entity}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  listOf(brandId: string, entity: string, options?: RequestOptions): List<FieldDefinition>
  listOf(input: { readonly brandId: string; readonly entity: string }, options?: RequestOptions): List<FieldDefinition>

  /**
   * Create a field definition.
   *
   * A brand can have 200 fields each for tickets, customers and companies, and 1 MiB of JSON in all of them together.
   *
   * `POST /v1/brands/{brandId}/fields/{entity}`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`, `limit_reached`
   */
  create(brandId: string, entity: string, input: FieldDefinitionCreate, options?: RequestOptions): Answer<FieldDefinition>
  create(input: { readonly brandId: string; readonly entity: string } & FieldDefinitionCreate, options?: RequestOptions): Answer<FieldDefinition>

  /**
   * Reorder the fields of an entity.
   *
   * Sets the `sortOrder` of each field to its position in the list, starting at 0.
   *
   * `POST /v1/brands/{brandId}/fields/{entity}/reorder`
   *
   * @throws {ApiError} with the code `not_found`
   */
  reorder(brandId: string, entity: string, input: FieldOrder, options?: RequestOptions): List<FieldDefinition>
  reorder(input: { readonly brandId: string; readonly entity: string } & FieldOrder, options?: RequestOptions): List<FieldDefinition>

  /**
   * Change a field definition.
   *
   * The key and type cannot change.
   *
   * `PATCH /v1/brands/{brandId}/fields/{entity}/{key}`
   *
   * @throws {ApiError} with the code `not_found`, `limit_reached`
   */
  update(brandId: string, entity: string, key: string, input?: FieldDefinitionUpdate, options?: RequestOptions): Answer<FieldDefinition>
  update(input: { readonly brandId: string; readonly entity: string; readonly key: string } & FieldDefinitionUpdate, options?: RequestOptions): Answer<FieldDefinition>

  /**
   * Delete a field definition.
   *
   * Values stored under its key are not deleted.
   *
   * `DELETE /v1/brands/{brandId}/fields/{entity}/{key}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  delete(brandId: string, entity: string, key: string, options?: RequestOptions): Answer<Success>
  delete(input: { readonly brandId: string; readonly entity: string; readonly key: string }, options?: RequestOptions): Answer<Success>
}

export interface BrandsResource {
  /**
   * List brands.
   *
   * Returns the brands that the caller can access, sorted by name. `deleted=only` returns those deleted within the last 30 days, the most recent first; `deleted=include` returns both, sorted by name. Both need permission to restore brands. Deleted brands have `deletedAt`.
   *
   * `GET /v1/brands`
   */
  list(input?: BrandsListQuery, options?: RequestOptions): List<Brand>

  /**
   * Create a brand.
   *
   * The brand has the four system statuses and an email address that works immediately.
   *
   * `POST /v1/brands`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`
   */
  create(input: BrandCreate, options?: RequestOptions): Answer<Brand>

  /**
   * Get a brand.
   *
   * Includes its settings. A deleted brand returns 404.
   *
   * `GET /v1/brands/{brandId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, options?: RequestOptions): Answer<Brand>
  get(input: { readonly brandId: string }, options?: RequestOptions): Answer<Brand>

  /**
   * Change a brand.
   *
   * Omitted members keep their values; null clears optional members. Objects are replaced as a whole.
   *
   * `PATCH /v1/brands/{brandId}`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`, `precondition_failed`
   */
  update(brandId: string, input?: BrandUpdate, options?: RequestOptions): Answer<Brand>
  update(input: { readonly brandId: string } & BrandUpdate, options?: RequestOptions): Answer<Brand>

  /**
   * Delete a brand.
   *
   * With `confirm=true`, the brand is hidden immediately and purged after 30 days unless you restore it. A session must have signed in within the last 15 minutes; otherwise the response is 403 `forbidden` with `recent_sign_in` in `required`.
   *
   * `DELETE /v1/brands/{brandId}`
   *
   * @throws {ApiError} with the code `not_found`, `precondition_failed`
   */
  delete(brandId: string, input?: BrandsDeleteQuery, options?: RequestOptions): Answer<BrandsDeleteAnswer>
  delete(input: { readonly brandId: string } & BrandsDeleteQuery, options?: RequestOptions): Answer<BrandsDeleteAnswer>

  /**
   * Restore a brand.
   *
   * Possible for 30 days after the deletion.
   *
   * `POST /v1/brands/{brandId}/restore`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`
   */
  restore(brandId: string, options?: RequestOptions): Answer<Brand>
  restore(input: { readonly brandId: string }, options?: RequestOptions): Answer<Brand>

  /**
   * Get the ticket schema.
   *
   * The brand's own description of its tickets, or `{}` if none is set. It is not enforced.
   *
   * `GET /v1/brands/{brandId}/schema`
   *
   * @throws {ApiError} with the code `not_found`
   */
  getSchema(brandId: string, options?: RequestOptions): Answer<BrandsGetSchemaAnswer>
  getSchema(input: { readonly brandId: string }, options?: RequestOptions): Answer<BrandsGetSchemaAnswer>

  /**
   * Replace the ticket schema.
   *
   * Accepts any JSON object of at most 64 KiB.
   *
   * `PUT /v1/brands/{brandId}/schema`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`, `precondition_failed`
   */
  putSchema(brandId: string, input?: BrandsPutSchemaInput, options?: RequestOptions): Answer<BrandsPutSchemaAnswer>
  putSchema(input: { readonly brandId: string } & BrandsPutSchemaInput, options?: RequestOptions): Answer<BrandsPutSchemaAnswer>
}

export interface ChannelsResource {
  /**
   * List channels.
   *
   * Returns the ways customers can reach the brand, oldest first, and whether each one works.
   *
   * `GET /v1/brands/{brandId}/channels`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, options?: RequestOptions): List<Channel>
  list(input: { readonly brandId: string }, options?: RequestOptions): List<Channel>
}

export interface AddressesResource {
  /**
   * List addresses.
   *
   * Returns all addresses of the brand, oldest first.
   *
   * `GET /v1/brands/{brandId}/addresses`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, options?: RequestOptions): List<Address>
  list(input: { readonly brandId: string }, options?: RequestOptions): List<Address>

  /**
   * Add an address.
   *
   * A brand can have 100 addresses, and an address belongs to one brand of the installation. Another brand can take a `forwarded` address that is not verified within a day.
   *
   * `POST /v1/brands/{brandId}/addresses`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`, `limit_reached`
   */
  create(brandId: string, input: AddressCreate, options?: RequestOptions): Answer<Address>
  create(input: { readonly brandId: string } & AddressCreate, options?: RequestOptions): Answer<Address>

  /**
   * Get an address.
   *
   * Includes whether the address is verified and when email last arrived there.
   *
   * `GET /v1/brands/{brandId}/addresses/{addressId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, addressId: string, options?: RequestOptions): Answer<Address>
  get(input: { readonly brandId: string; readonly addressId: string }, options?: RequestOptions): Answer<Address>

  /**
   * Change an address.
   *
   * `isPrimary: false` makes the address with the brand's id primary again.
   *
   * `PATCH /v1/brands/{brandId}/addresses/{addressId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  update(brandId: string, addressId: string, input?: AddressUpdate, options?: RequestOptions): Answer<Address>
  update(input: { readonly brandId: string; readonly addressId: string } & AddressUpdate, options?: RequestOptions): Answer<Address>

  /**
   * Remove an address.
   *
   * Email to it no longer reaches the brand. The address with the brand's id cannot be removed.
   *
   * `DELETE /v1/brands/{brandId}/addresses/{addressId}`
   *
   * @throws {ApiError} with the code `not_found`, `invalid_state`
   */
  delete(brandId: string, addressId: string, options?: RequestOptions): Answer<Success>
  delete(input: { readonly brandId: string; readonly addressId: string }, options?: RequestOptions): Answer<Success>

  /**
   * Verify an address.
   *
   * Without `code`, emails six digits to the address. They are valid for 15 minutes and five attempts, and you can request them five times an hour. With `code`, verifies the address; a wrong code returns `verified: false`. In test mode, the email goes to the test outbox.
   *
   * `POST /v1/brands/{brandId}/addresses/{addressId}/verify`
   *
   * @throws {ApiError} with the code `not_found`
   */
  verify(brandId: string, addressId: string, input?: AddressVerify, options?: RequestOptions): Answer<Verified>
  verify(input: { readonly brandId: string; readonly addressId: string } & AddressVerify, options?: RequestOptions): Answer<Verified>

  /**
   * Send a test email.
   *
   * Queues an email from the address to one recipient, sent the way replies are, at most five times an hour. `GET …/channels` shows the result: `lastOutboundAt`, or `lastError` with the relay's message. 409 `channel_not_ready`: the address is not verified. In test mode, the email goes to the test outbox.
   *
   * `POST /v1/brands/{brandId}/addresses/{addressId}/test`
   *
   * @throws {ApiError} with the code `not_found`, `channel_not_ready`
   */
  test(brandId: string, addressId: string, input: AddressTest, options?: RequestOptions): Answer<AddressTestResult>
  test(input: { readonly brandId: string; readonly addressId: string } & AddressTest, options?: RequestOptions): Answer<AddressTestResult>
}

export interface DomainsResource {
  /**
   * List domains.
   *
   * Returns all domains of the brand, oldest first.
   *
   * `GET /v1/brands/{brandId}/domains`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, options?: RequestOptions): List<EmailDomain>
  list(input: { readonly brandId: string }, options?: RequestOptions): List<EmailDomain>

  /**
   * Add a domain.
   *
   * Returns the DNS records to create. A brand can have 50 domains, and a domain belongs to one brand of the installation. Another brand can take a domain that is not verified within seven days.
   *
   * `POST /v1/brands/{brandId}/domains`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`, `limit_reached`
   */
  create(brandId: string, input: DomainCreate, options?: RequestOptions): Answer<EmailDomain>
  create(input: { readonly brandId: string } & DomainCreate, options?: RequestOptions): Answer<EmailDomain>

  /**
   * Get a domain.
   *
   * Includes the DNS records that the domain needs, and what the last check found for each.
   *
   * `GET /v1/brands/{brandId}/domains/{domainId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, domainId: string, options?: RequestOptions): Answer<EmailDomain>
  get(input: { readonly brandId: string; readonly domainId: string }, options?: RequestOptions): Answer<EmailDomain>

  /**
   * Change a domain.
   *
   * Omitted members keep their values; null clears optional members. `domain` and `type` cannot change: add another domain instead. `isPrimary: true` replaces the domain of the same type that was primary.
   *
   * `PATCH /v1/brands/{brandId}/domains/{domainId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  update(brandId: string, domainId: string, input?: DomainUpdate, options?: RequestOptions): Answer<EmailDomain>
  update(input: { readonly brandId: string; readonly domainId: string } & DomainUpdate, options?: RequestOptions): Answer<EmailDomain>

  /**
   * Remove a domain.
   *
   * Its keys are deleted permanently. Addresses on the domain are no longer verified, and email that was sent from it is sent from the installation's address.
   *
   * `DELETE /v1/brands/{brandId}/domains/{domainId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  delete(brandId: string, domainId: string, options?: RequestOptions): Answer<Success>
  delete(input: { readonly brandId: string; readonly domainId: string }, options?: RequestOptions): Answer<Success>

  /**
   * Check a domain.
   *
   * Queries DNS now, for at most ten seconds. All domains are also checked daily. A verified domain that loses a required record stays verified for three days.
   *
   * `POST /v1/brands/{brandId}/domains/{domainId}/verify`
   *
   * @throws {ApiError} with the code `not_found`
   */
  verify(brandId: string, domainId: string, options?: RequestOptions): Answer<DomainCheck>
  verify(input: { readonly brandId: string; readonly domainId: string }, options?: RequestOptions): Answer<DomainCheck>
}

export interface SlackResource {
  /**
   * List Slack workspaces.
   *
   * Returns all workspaces of the brand, oldest first.
   *
   * `GET /v1/brands/{brandId}/channels/slack`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, options?: RequestOptions): List<SlackInstallation>
  list(input: { readonly brandId: string }, options?: RequestOptions): List<SlackInstallation>

  /**
   * Start connecting a Slack workspace.
   *
   * Returns a Slack URL to open in the browser of this session. It works once, within ten minutes. A workspace belongs to one brand of the installation; connecting it again renews its token. 409 `channel_not_ready`: no Slack app is set up (SLACK_CLIENT_ID or SLACK_BOT_TOKEN), or the app in `appId` has no client id or client secret yet.
   *
   * `POST /v1/brands/{brandId}/channels/slack/install-url`
   *
   * @throws {ApiError} with the code `not_found`, `channel_not_ready`
   */
  installUrl(brandId: string, input?: SlackInstallUrlCreate, options?: RequestOptions): Answer<SlackInstallUrl>
  installUrl(input: { readonly brandId: string } & SlackInstallUrlCreate, options?: RequestOptions): Answer<SlackInstallUrl>

  /**
   * Get a Slack workspace.
   *
   * Includes whether it works, which permissions are missing, and the last error.
   *
   * `GET /v1/brands/{brandId}/channels/slack/{installationId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, installationId: string, options?: RequestOptions): Answer<SlackInstallation>
  get(input: { readonly brandId: string; readonly installationId: string }, options?: RequestOptions): Answer<SlackInstallation>

  /**
   * Change a Slack workspace.
   *
   * Sets which channels have which role, and whether the workspace is enabled. 409 `invalid_state`: a workspace that must be reconnected cannot be enabled.
   *
   * `PATCH /v1/brands/{brandId}/channels/slack/{installationId}`
   *
   * @throws {ApiError} with the code `not_found`, `invalid_state`
   */
  update(brandId: string, installationId: string, input?: SlackInstallationUpdate, options?: RequestOptions): Answer<SlackInstallation>
  update(input: { readonly brandId: string; readonly installationId: string } & SlackInstallationUpdate, options?: RequestOptions): Answer<SlackInstallation>

  /**
   * Disconnect a Slack workspace.
   *
   * Removes the app's access and its threads there. Messages written before are processed first, which can take ten seconds; those that cannot be processed become `failed` in the inbound log. Tickets stay, but replies no longer go to Slack.
   *
   * `DELETE /v1/brands/{brandId}/channels/slack/{installationId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  delete(brandId: string, installationId: string, options?: RequestOptions): Answer<Success>
  delete(input: { readonly brandId: string; readonly installationId: string }, options?: RequestOptions): Answer<Success>

  /**
   * Send a test message to Slack.
   *
   * Posts one message to a channel of the workspace. 409 `channel_not_ready`: the workspace is disabled or has removed the app, or belongs to test mode, where messages never leave. 502 `upstream_failed`: the message has Slack's error, such as `not_in_channel`.
   *
   * `POST /v1/brands/{brandId}/channels/slack/{installationId}/test`
   *
   * @throws {ApiError} with the code `not_found`, `channel_not_ready`, `upstream_failed`
   */
  test(brandId: string, installationId: string, input: SlackTest, options?: RequestOptions): Answer<SlackTestResult>
  test(input: { readonly brandId: string; readonly installationId: string } & SlackTest, options?: RequestOptions): Answer<SlackTestResult>
}

export interface SlackAppsResource {
  /**
   * List Slack apps.
   *
   * Returns the brand's own apps, oldest first.
   *
   * `GET /v1/brands/{brandId}/channels/slack/apps`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, options?: RequestOptions): List<SlackApp>
  list(input: { readonly brandId: string }, options?: RequestOptions): List<SlackApp>

  /**
   * Add a Slack app.
   *
   * Adds an app that belongs to the brand, with its own URLs and secrets. A brand can have 10. Add it with a name, create it at Slack from its manifest, then set its client id and secrets.
   *
   * `POST /v1/brands/{brandId}/channels/slack/apps`
   *
   * @throws {ApiError} with the code `not_found`, `limit_reached`
   */
  create(brandId: string, input: SlackAppCreate, options?: RequestOptions): Answer<SlackApp>
  create(input: { readonly brandId: string } & SlackAppCreate, options?: RequestOptions): Answer<SlackApp>

  /**
   * Get a Slack app.
   *
   * Does not include its secrets, which are never returned.
   *
   * `GET /v1/brands/{brandId}/channels/slack/apps/{appId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, appId: string, options?: RequestOptions): Answer<SlackApp>
  get(input: { readonly brandId: string; readonly appId: string }, options?: RequestOptions): Answer<SlackApp>

  /**
   * Change a Slack app.
   *
   * Changes take effect on every node within moments. Omitted secrets are not changed.
   *
   * `PATCH /v1/brands/{brandId}/channels/slack/apps/{appId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  update(brandId: string, appId: string, input?: SlackAppUpdate, options?: RequestOptions): Answer<SlackApp>
  update(input: { readonly brandId: string; readonly appId: string } & SlackAppUpdate, options?: RequestOptions): Answer<SlackApp>

  /**
   * Remove a Slack app.
   *
   * Its URL stops working. 409 `invalid_state`: workspaces are connected with the app; disconnect them first.
   *
   * `DELETE /v1/brands/{brandId}/channels/slack/apps/{appId}`
   *
   * @throws {ApiError} with the code `not_found`, `invalid_state`
   */
  delete(brandId: string, appId: string, options?: RequestOptions): Answer<Success>
  delete(input: { readonly brandId: string; readonly appId: string }, options?: RequestOptions): Answer<Success>

  /**
   * Get the manifest of a Slack app.
   *
   * Returns the manifest to create the app from at Slack: its permissions and this server's URLs. An app with an app-level token uses sockets and has no events URL.
   *
   * `GET /v1/brands/{brandId}/channels/slack/apps/{appId}/manifest`
   *
   * @throws {ApiError} with the code `not_found`
   */
  manifest(brandId: string, appId: string, options?: RequestOptions): Answer<SlackManifest>
  manifest(input: { readonly brandId: string; readonly appId: string }, options?: RequestOptions): Answer<SlackManifest>
}

export interface SmsNumbersResource {
  /**
   * List phone numbers.
   *
   * Returns all numbers of the brand, oldest first.
   *
   * `GET /v1/brands/{brandId}/channels/sms`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, options?: RequestOptions): List<SmsNumber>
  list(input: { readonly brandId: string }, options?: RequestOptions): List<SmsNumber>

  /**
   * Add a phone number.
   *
   * Text messages to the number become tickets, and agents' public comments are sent back as text messages. After adding it, set the number's webhook at Twilio to `inboundUrl`. A brand can have 50 numbers. 409 `already_exists`: a brand already has this number of this account.
   *
   * `POST /v1/brands/{brandId}/channels/sms`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`, `limit_reached`
   */
  create(brandId: string, input: SmsNumberCreate, options?: RequestOptions): Answer<SmsNumber>
  create(input: { readonly brandId: string } & SmsNumberCreate, options?: RequestOptions): Answer<SmsNumber>

  /**
   * Get a phone number.
   *
   * Includes whether it works and the last error. Secrets are never returned.
   *
   * `GET /v1/brands/{brandId}/channels/sms/{numberId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, numberId: string, options?: RequestOptions): Answer<SmsNumber>
  get(input: { readonly brandId: string; readonly numberId: string }, options?: RequestOptions): Answer<SmsNumber>

  /**
   * Change a phone number.
   *
   * After you change `authToken`, the previous token stays valid for incoming requests for one more day, so you can rotate it without a gap.
   *
   * `PATCH /v1/brands/{brandId}/channels/sms/{numberId}`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`
   */
  update(brandId: string, numberId: string, input?: SmsNumberUpdate, options?: RequestOptions): Answer<SmsNumber>
  update(input: { readonly brandId: string; readonly numberId: string } & SmsNumberUpdate, options?: RequestOptions): Answer<SmsNumber>

  /**
   * Remove a phone number.
   *
   * Its tickets stay. Messages already received are processed first, which can take ten seconds; those that cannot be processed become `failed` in the inbound log. Unsent messages are suppressed, and requests from Twilio are answered with 404.
   *
   * `DELETE /v1/brands/{brandId}/channels/sms/{numberId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  delete(brandId: string, numberId: string, options?: RequestOptions): Answer<Success>
  delete(input: { readonly brandId: string; readonly numberId: string }, options?: RequestOptions): Answer<Success>

  /**
   * Send a test text message.
   *
   * Sends one text message, which Twilio charges for, and checks where Twilio sends incoming messages. 409 `channel_not_ready`: the number is disabled or belongs to test mode, where messages never leave. 502 `upstream_failed`: the message says what Twilio answered.
   *
   * `POST /v1/brands/{brandId}/channels/sms/{numberId}/test`
   *
   * @throws {ApiError} with the code `not_found`, `channel_not_ready`, `upstream_failed`
   */
  test(brandId: string, numberId: string, input: SmsTest, options?: RequestOptions): Answer<SmsTestResult>
  test(input: { readonly brandId: string; readonly numberId: string } & SmsTest, options?: RequestOptions): Answer<SmsTestResult>

  /**
   * Preview the size of a text message.
   *
   * Returns how many messages and segments a text needs. Nothing is sent or stored. Use it while someone is writing.
   *
   * `POST /v1/brands/{brandId}/channels/sms/preview`
   *
   * @throws {ApiError} with the code `not_found`
   */
  preview(brandId: string, input: SmsPreview, options?: RequestOptions): Answer<SmsPreviewResult>
  preview(input: { readonly brandId: string } & SmsPreview, options?: RequestOptions): Answer<SmsPreviewResult>
}

export interface CustomChannelsResource {
  /**
   * List custom channels.
   *
   * Returns all custom channels of the brand, oldest first.
   *
   * `GET /v1/brands/{brandId}/channels/custom`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, options?: RequestOptions): List<CustomChannel>
  list(input: { readonly brandId: string }, options?: RequestOptions): List<CustomChannel>

  /**
   * Add a custom channel.
   *
   * For anything without a built-in channel, such as a shop's own chat. docs/channels/custom.md explains how to build one. The secret is returned only in this response. A brand can have 50 custom channels.
   *
   * `POST /v1/brands/{brandId}/channels/custom`
   *
   * @throws {ApiError} with the code `not_found`, `limit_reached`
   */
  create(brandId: string, input: CustomChannelCreate, options?: RequestOptions): Answer<CustomChannelWithSecret>
  create(input: { readonly brandId: string } & CustomChannelCreate, options?: RequestOptions): Answer<CustomChannelWithSecret>

  /**
   * Get a custom channel.
   *
   * Does not include the secret, which is returned only when it is created or rotated.
   *
   * `GET /v1/brands/{brandId}/channels/custom/{channelId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, channelId: string, options?: RequestOptions): Answer<CustomChannel>
  get(input: { readonly brandId: string; readonly channelId: string }, options?: RequestOptions): Answer<CustomChannel>

  /**
   * Change a custom channel.
   *
   * Messages waiting to be sent go to the new URL. With `callbackUrl: null`, nothing more is sent.
   *
   * `PATCH /v1/brands/{brandId}/channels/custom/{channelId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  update(brandId: string, channelId: string, input?: CustomChannelUpdate, options?: RequestOptions): Answer<CustomChannel>
  update(input: { readonly brandId: string; readonly channelId: string } & CustomChannelUpdate, options?: RequestOptions): Answer<CustomChannel>

  /**
   * Remove a custom channel.
   *
   * Its tickets stay. Unsent messages are suppressed, and messages signed with its secret are no longer accepted.
   *
   * `DELETE /v1/brands/{brandId}/channels/custom/{channelId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  delete(brandId: string, channelId: string, options?: RequestOptions): Answer<Success>
  delete(input: { readonly brandId: string; readonly channelId: string }, options?: RequestOptions): Answer<Success>

  /**
   * Rotate a channel's secret.
   *
   * For `overlapHours`, callbacks are signed with both secrets and messages signed with either are accepted. With 0, the previous secret becomes invalid immediately.
   *
   * `POST /v1/brands/{brandId}/channels/custom/{channelId}/rotate-secret`
   *
   * @throws {ApiError} with the code `not_found`
   */
  rotateSecret(brandId: string, channelId: string, input?: ChannelSecretRotation, options?: RequestOptions): Answer<CustomChannelWithSecret>
  rotateSecret(input: { readonly brandId: string; readonly channelId: string } & ChannelSecretRotation, options?: RequestOptions): Answer<CustomChannelWithSecret>

  /**
   * Send a test to a channel.
   *
   * Posts a signed `message.test` to the callback URL once. 409 `channel_not_ready`: the channel has no callback URL or is disabled. 502 `upstream_failed`: the message says what the channel returned.
   *
   * `POST /v1/brands/{brandId}/channels/custom/{channelId}/test`
   *
   * @throws {ApiError} with the code `not_found`, `channel_not_ready`, `upstream_failed`
   */
  test(brandId: string, channelId: string, options?: RequestOptions): Answer<ChannelTest>
  test(input: { readonly brandId: string; readonly channelId: string }, options?: RequestOptions): Answer<ChannelTest>
}

export interface ChannelMessagesResource {
  /**
   * Post a customer's message.
   *
   * Becomes a ticket, or a comment on the ticket of its conversation. The message is stored before the response is sent. Sending the same `externalId` again returns 200 with the original ids and `duplicate: true`. If a file cannot be fetched, a note takes its place; process the message again (`inbound.reprocess`) to retry the fetch.
   *
   * `POST /v1/channels/custom/{channelId}/messages`
   *
   * @throws {ApiError} with the code `not_found`, `attachment_in_use`, `limit_reached`, `channel_not_ready`
   */
  receive(channelId: string, input: InboundPost, options?: RequestOptions): Answer<PostedMessage>
  receive(input: { readonly channelId: string } & InboundPost, options?: RequestOptions): Answer<PostedMessage>

  /**
   * Report the delivery status of a message.
   *
   * For a message that was posted to the callback URL. `read` counts as delivered. A receipt never moves a message back to an earlier state, and one without news changes nothing. 404: no such message was posted to the channel.
   *
   * `POST /v1/channels/custom/{channelId}/receipts`
   *
   * @throws {ApiError} with the code `not_found`, `channel_not_ready`
   */
  receipt(channelId: string, input: ChannelReceipt, options?: RequestOptions): Answer<Success>
  receipt(input: { readonly channelId: string } & ChannelReceipt, options?: RequestOptions): Answer<Success>
}

export interface WebhooksResource {
  /**
   * List webhooks.
   *
   * Oldest first, without their secrets.
   *
   * `GET /v1/brands/{brandId}/webhooks`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, options?: RequestOptions): List<Webhook>
  list(input: { readonly brandId: string }, options?: RequestOptions): List<Webhook>

  /**
   * Create a webhook.
   *
   * The brand's events are posted to the URL, signed. If you omit the secret, one is generated; it is returned only once.
   *
   * `POST /v1/brands/{brandId}/webhooks`
   *
   * @throws {ApiError} with the code `not_found`, `limit_reached`
   */
  create(brandId: string, input: WebhookCreate, options?: RequestOptions): Answer<WebhookWithSecret>
  create(input: { readonly brandId: string } & WebhookCreate, options?: RequestOptions): Answer<WebhookWithSecret>

  /**
   * Get a webhook.
   *
   * Includes its state and the outcome of recent deliveries. The secret is returned only when it is created or rotated.
   *
   * `GET /v1/brands/{brandId}/webhooks/{webhookId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, webhookId: string, options?: RequestOptions): Answer<Webhook>
  get(input: { readonly brandId: string; readonly webhookId: string }, options?: RequestOptions): Answer<Webhook>

  /**
   * Change a webhook.
   *
   * `enabled: true` or a new `url` resets the failure count and immediately sends failed deliveries that are waiting.
   *
   * `PATCH /v1/brands/{brandId}/webhooks/{webhookId}`
   *
   * @throws {ApiError} with the code `not_found`, `precondition_failed`
   */
  update(brandId: string, webhookId: string, input?: WebhookUpdate, options?: RequestOptions): Answer<Webhook>
  update(input: { readonly brandId: string; readonly webhookId: string } & WebhookUpdate, options?: RequestOptions): Answer<Webhook>

  /**
   * Delete a webhook.
   *
   * Undelivered events are dropped.
   *
   * `DELETE /v1/brands/{brandId}/webhooks/{webhookId}`
   *
   * @throws {ApiError} with the code `not_found`, `precondition_failed`
   */
  delete(brandId: string, webhookId: string, options?: RequestOptions): Answer<Success>
  delete(input: { readonly brandId: string; readonly webhookId: string }, options?: RequestOptions): Answer<Success>

  /**
   * Send a test event.
   *
   * Makes one attempt with sample data, even if the webhook is disabled.
   *
   * `POST /v1/brands/{brandId}/webhooks/{webhookId}/test`
   *
   * @throws {ApiError} with the code `not_found`
   */
  test(brandId: string, webhookId: string, input?: WebhookTest, options?: RequestOptions): Answer<Delivery>
  test(input: { readonly brandId: string; readonly webhookId: string } & WebhookTest, options?: RequestOptions): Answer<Delivery>

  /**
   * Rotate the secret.
   *
   * For `overlapHours` (24 by default), events are signed with both the previous and the new secret.
   *
   * `POST /v1/brands/{brandId}/webhooks/{webhookId}/rotate-secret`
   *
   * @throws {ApiError} with the code `not_found`, `precondition_failed`
   */
  rotateSecret(brandId: string, webhookId: string, input?: SecretRotation, options?: RequestOptions): Answer<WebhookWithSecret>
  rotateSecret(input: { readonly brandId: string; readonly webhookId: string } & SecretRotation, options?: RequestOptions): Answer<WebhookWithSecret>

  /**
   * List deliveries.
   *
   * Newest first. The next page's cursor is in `X-Next-Cursor`.
   *
   * `GET /v1/brands/{brandId}/webhooks/{webhookId}/deliveries`
   *
   * @throws {ApiError} with the code `invalid_cursor`, `not_found`
   */
  listDeliveries(brandId: string, webhookId: string, input?: WebhooksListDeliveriesQuery, options?: RequestOptions): Pages<Delivery>
  listDeliveries(input: { readonly brandId: string; readonly webhookId: string } & WebhooksListDeliveriesQuery, options?: RequestOptions): Pages<Delivery>

  /**
   * Count deliveries by day.
   *
   * Days (UTC) on which deliveries ended, oldest first; up to ten minutes behind. Durations have two significant digits.
   *
   * `GET /v1/brands/{brandId}/webhooks/{webhookId}/daily`
   *
   * @throws {ApiError} with the code `not_found`
   */
  listDays(brandId: string, webhookId: string, input?: WebhooksListDaysQuery, options?: RequestOptions): List<DeliveryDay>
  listDays(input: { readonly brandId: string; readonly webhookId: string } & WebhooksListDaysQuery, options?: RequestOptions): List<DeliveryDay>

  /**
   * Get a delivery with all attempts.
   *
   * Shows what was sent each time, the receiver's response, and how long it took.
   *
   * `GET /v1/brands/{brandId}/webhooks/{webhookId}/deliveries/{deliveryId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  getDelivery(brandId: string, webhookId: string, deliveryId: string, options?: RequestOptions): Answer<DeliveryDetail>
  getDelivery(input: { readonly brandId: string; readonly webhookId: string; readonly deliveryId: string }, options?: RequestOptions): Answer<DeliveryDetail>

  /**
   * Resend the event of a delivery.
   *
   * Sends it immediately, with the same event id.
   *
   * `POST /v1/brands/{brandId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay`
   *
   * @throws {ApiError} with the code `not_found`, `invalid_state`
   */
  replayDelivery(brandId: string, webhookId: string, deliveryId: string, options?: RequestOptions): Answer<Delivery>
  replayDelivery(input: { readonly brandId: string; readonly webhookId: string; readonly deliveryId: string }, options?: RequestOptions): Answer<Delivery>

  /**
   * Resend a range of events.
   *
   * Sends every stored event that matches the subscription, oldest first, up to 10,000 per call, including events from before the webhook existed or while it was disabled. Deliveries already in progress are left alone. To send more, repeat the call until nothing is scheduled.
   *
   * `POST /v1/brands/{brandId}/webhooks/{webhookId}/replay`
   *
   * @throws {ApiError} with the code `not_found`, `invalid_state`
   */
  replay(brandId: string, webhookId: string, input?: Replay, options?: RequestOptions): Answer<ReplayScheduled>
  replay(input: { readonly brandId: string; readonly webhookId: string } & Replay, options?: RequestOptions): Answer<ReplayScheduled>
}

export interface EventsResource {
  /**
   * List events.
   *
   * The feed: every event exactly once, oldest first, in commit order. A reader that continues after the last event it saw misses nothing and sees nothing twice. To poll, pass the last `id` as `after`. Events are stored for 30 days. Events of a deleted brand are omitted unless the brand is restored. If a filter excludes very many events, a page can be short or empty and still have a `nextCursor`.
   *
   * `GET /v1/events`
   *
   * @throws {ApiError} with the code `invalid_cursor`, `event_expired`
   */
  list(input?: EventsListQuery, options?: RequestOptions): Pages<Event>

  /**
   * Get an event.
   *
   * Returns the envelope that webhooks receive, for as long as the feed stores the event.
   *
   * `GET /v1/events/{eventId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(eventId: string, options?: RequestOptions): Answer<Event>
  get(input: { readonly eventId: string }, options?: RequestOptions): Answer<Event>
}

export interface LogsResource {
  /**
   * List a ticket's history.
   *
   * Returns the newest 10,000 entries about the ticket, its comments and its files, oldest first. Works for tickets in the trash. Older entries about the ticket itself are in the brand's log, under its `entityId`.
   *
   * `GET /v1/brands/{brandId}/tickets/{ticketId}/logs`
   *
   * @throws {ApiError} with the code `not_found`
   */
  ofTicket(brandId: string, ticketId: string, options?: RequestOptions): List<AuditLogEntry>
  ofTicket(input: { readonly brandId: string; readonly ticketId: string }, options?: RequestOptions): List<AuditLogEntry>

  /**
   * List a brand's audit log.
   *
   * Newest first. If a filter excludes very many entries, a page can be short or empty and still have a `nextCursor`.
   *
   * `GET /v1/brands/{brandId}/logs`
   *
   * @throws {ApiError} with the code `invalid_cursor`, `not_found`
   */
  ofBrand(brandId: string, input?: LogsOfBrandQuery, options?: RequestOptions): Pages<AuditLogEntry>
  ofBrand(input: { readonly brandId: string } & LogsOfBrandQuery, options?: RequestOptions): Pages<AuditLogEntry>

  /**
   * List the account's audit log.
   *
   * Entries about the account as a whole: its name, API keys, members, brands and channels. Newest first. If a filter excludes very many entries, a page can be short or empty and still have a `nextCursor`.
   *
   * `GET /v1/accounts/me/logs`
   *
   * @throws {ApiError} with the code `invalid_cursor`
   */
  ofAccount(input?: LogsOfAccountQuery, options?: RequestOptions): Pages<AuditLogEntry>
}

export interface RequestsResource {
  /**
   * List API key requests.
   *
   * The requests of the caller's mode, newest first. A request appears within two seconds of its response. If a filter excludes very many requests, a page can be short or empty and still have a `nextCursor`.
   *
   * `GET /v1/accounts/me/requests`
   *
   * @throws {ApiError} with the code `invalid_cursor`
   */
  list(input?: RequestsListQuery, options?: RequestOptions): Pages<ApiRequest>

  /**
   * Get an API key request.
   *
   * Looks up a request by the `X-Request-Id` of its response.
   *
   * `GET /v1/accounts/me/requests/{requestId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(requestId: string, options?: RequestOptions): Answer<ApiRequest>
  get(input: { readonly requestId: string }, options?: RequestOptions): Answer<ApiRequest>
}

export interface InboundResource {
  /**
   * List inbound messages.
   *
   * Newest first.
   *
   * `GET /v1/brands/{brandId}/inbound`
   *
   * @throws {ApiError} with the code `invalid_cursor`, `not_found`
   */
  list(brandId: string, input?: InboundListQuery, options?: RequestOptions): Pages<InboundMessage>
  list(input: { readonly brandId: string } & InboundListQuery, options?: RequestOptions): Pages<InboundMessage>

  /**
   * Get an inbound message.
   *
   * Includes what became of it, and what its comment leaves out: quoted text and the email's appearance.
   *
   * `GET /v1/brands/{brandId}/inbound/{inboundId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, inboundId: string, options?: RequestOptions): Answer<InboundMessageDetail>
  get(input: { readonly brandId: string; readonly inboundId: string }, options?: RequestOptions): Answer<InboundMessageDetail>

  /**
   * Explain what happened to a message.
   *
   * Returns each check with its result in words, and the events that the message caused.
   *
   * `GET /v1/brands/{brandId}/inbound/{inboundId}/explain`
   *
   * @throws {ApiError} with the code `not_found`
   */
  explain(brandId: string, inboundId: string, options?: RequestOptions): Answer<InboundExplanation>
  explain(input: { readonly brandId: string; readonly inboundId: string }, options?: RequestOptions): Answer<InboundExplanation>

  /**
   * Download the original message.
   *
   * Returns the received bytes as a file. Returns 404 once they are no longer stored.
   *
   * `GET /v1/brands/{brandId}/inbound/{inboundId}/raw`
   *
   * @throws {ApiError} with the code `not_found`
   */
  raw(brandId: string, inboundId: string, options?: RequestOptions): Answer<Blob>
  raw(input: { readonly brandId: string; readonly inboundId: string }, options?: RequestOptions): Answer<Blob>

  /**
   * Reprocess a message.
   *
   * Reads the message again. A message that was `ignored` or `failed` gets the effect it was denied, such as a ticket for an auto-reply; the brand's own email never does. A `processed` message requires `force` (otherwise 409): the text and files of its comment or ticket are corrected. A message that failed and whose channel has since been removed cannot be processed (409). A message never creates a second ticket or comment.
   *
   * `POST /v1/brands/{brandId}/inbound/{inboundId}/reprocess`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `invalid_state`, `limit_reached`
   */
  reprocess(brandId: string, inboundId: string, input?: InboundReprocessInput, options?: RequestOptions): Answer<InboundMessageDetail>
  reprocess(input: { readonly brandId: string; readonly inboundId: string } & InboundReprocessInput, options?: RequestOptions): Answer<InboundMessageDetail>
}

export interface SearchResource {
  /**
   * Search tickets, comments, customers and companies.
   *
   * Best matches first: exact matches (`ACME-1042`, an address), then names and titles, then texts. Comments include internal notes; spam and deleted records are excluded. For very common words, only the newest matches are ranked. Of more than 500 brands, those with the newest tickets are searched; name others in `brandIds`. 20 results per page, 50 at most; 300 searches per minute per credential.
   *
   * `GET /v1/search`
   *
   * @throws {ApiError} with the code `invalid_cursor`
   */
  find(input: SearchFindQuery, options?: RequestOptions): Pages<SearchResult>
}

export interface AccountsResource {
  /**
   * Get the account.
   *
   * Returns the account that the credential belongs to. Use it to check that a key works and whose it is.
   *
   * `GET /v1/accounts/me`
   */
  me(options?: RequestOptions): Answer<Account>

  /**
   * Rename the account.
   *
   * The name applies to both modes. Team members see it as the name of their organization.
   *
   * `PATCH /v1/accounts/me`
   */
  update(input: AccountUpdate, options?: RequestOptions): Answer<Account>

  /**
   * Get account usage.
   *
   * Covers the caller's mode and the brands that the caller can access. Spam, deleted and merged tickets are not counted.
   *
   * `GET /v1/accounts/me/usage`
   */
  usage(options?: RequestOptions): Answer<AccountUsage>
}

export interface ApiKeysResource {
  /**
   * List API keys.
   *
   * Returns the active keys of the caller's mode, without their secrets.
   *
   * `GET /v1/accounts/me/api-keys`
   */
  list(options?: RequestOptions): List<ApiKey>

  /**
   * Create an API key.
   *
   * The secret is returned only once. Several keys can be active at the same time, so you can replace a key without downtime.
   *
   * `POST /v1/accounts/me/api-keys`
   *
   * @throws {ApiError} with the code `limit_reached`
   */
  create(input: ApiKeyCreate, options?: RequestOptions): Answer<ApiKeyWithSecret>

  /**
   * Set the brands of an API key.
   *
   * Takes effect with the next request, and within a second on other nodes. Set `allBrands` to true or list at least one brand: omitting members never gives a key more access.
   *
   * `PATCH /v1/accounts/me/api-keys/{keyId}/scope`
   *
   * @throws {ApiError} with the code `not_found`
   */
  scope(keyId: string, input: ApiKeyScope, options?: RequestOptions): Answer<ApiKeysScopeAnswer>
  scope(input: { readonly keyId: string } & ApiKeyScope, options?: RequestOptions): Answer<ApiKeysScopeAnswer>

  /**
   * Revoke an API key.
   *
   * The key is refused from the next request on, and within a second on other nodes. A key can revoke itself.
   *
   * `DELETE /v1/accounts/me/api-keys/{keyId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  revoke(keyId: string, options?: RequestOptions): Answer<Success>
  revoke(input: { readonly keyId: string }, options?: RequestOptions): Answer<Success>
}

export interface AuthResource {
  /**
   * Request a magic link.
   *
   * Emails a link that signs in once, within 15 minutes. Each address can get one link per minute and five per hour. The response is the same if no member has the address, and if no email is sent because a link was sent recently.
   *
   * `POST /v1/auth/magic-link`
   */
  magicLink(input: MagicLinkRequest, options?: RequestOptions): Answer<Success>

  /**
   * Exchange a magic link for a session.
   *
   * Uses up the link and sets the session cookie. You can also use `sessionToken` as a bearer token. The link from an invitation accepts the invitation. If the operator has opened sign-up, an unknown address gets a new account.
   *
   * `POST /v1/auth/verify`
   *
   * @throws {ApiError} with the code `invalid_token`
   */
  verify(input: Verification, options?: RequestOptions): Answer<SignedIn>

  /**
   * Get the current session.
   *
   * Returns who is signed in and until when: the first thing a page asks. Without a valid session, the response is 401.
   *
   * `GET /v1/auth/session`
   */
  session(options?: RequestOptions): Answer<AuthSessionAnswer>

  /**
   * Sign out.
   *
   * Ends the session and its cookie.
   *
   * `POST /v1/auth/logout`
   */
  logout(options?: RequestOptions): Answer<Success>

  /**
   * Sign out everywhere.
   *
   * Ends all sessions of the caller's address in all its organizations, including the current session. Every server refuses them from the next request on; streams end within a second. A second call returns 401.
   *
   * `DELETE /v1/auth/sessions`
   */
  endSessions(options?: RequestOptions): Answer<EndedSessions>

  /**
   * List your organizations.
   *
   * The organizations that the caller's address is a member of, sorted by name.
   *
   * `GET /v1/auth/organizations`
   */
  organizations(options?: RequestOptions): List<AuthOrganizationsAnswer>

  /**
   * Switch to another organization.
   *
   * Ends the current session and starts one in the other organization, with a new token and cookie. It counts as the same sign-in: its age is unchanged, and it ends when the old session would have ended.
   *
   * `POST /v1/auth/switch-organization`
   *
   * @throws {ApiError} with the code `not_found`
   */
  switchOrganization(input: OrganizationChoice, options?: RequestOptions): Answer<SignedIn>
}

export interface OrganizationResource {
  /**
   * Restore a deleted organization.
   *
   * Takes the link from the email to the owners. It works once, within 14 days of the deletion. Brands, keys, channels and webhooks are restored as they were. Members must sign in again, and customers must open their portals again.
   *
   * `POST /v1/auth/restore-organization`
   *
   * @throws {ApiError} with the code `invalid_token`
   */
  restore(input: Restoration, options?: RequestOptions): Answer<OrganizationRestoreAnswer>

  /**
   * Sign everyone out of the organization.
   *
   * Ends the sessions of all members, including the current session. Members sign in again with a link sent to their address. API keys and portal tokens stay valid. Takes effect as fast as signing out everywhere.
   *
   * `DELETE /v1/auth/organization/sessions`
   */
  endSessions(options?: RequestOptions): Answer<EndedSessions>

  /**
   * Get the organization.
   *
   * Returns the session's organization.
   *
   * `GET /v1/auth/organization`
   */
  get(options?: RequestOptions): Answer<Organization>

  /**
   * Rename the organization.
   *
   * The account gets the same name.
   *
   * `PATCH /v1/auth/organization`
   */
  update(input: OrganizationUpdate, options?: RequestOptions): Answer<OrganizationUpdateAnswer>

  /**
   * Delete the organization.
   *
   * Deletes the account with everything in it: brands, tickets, customers, files, keys and members. All its credentials are refused from then on, on every server within a second, and its addresses, channels and webhooks stop working. An email to the owners contains a link that restores everything for 14 days; after that, everything is removed permanently within 30 days. The session must have signed in within the last 15 minutes; otherwise the response is 403 `forbidden` with `recent_sign_in` in `required`. The current session ends too: a second call returns 401.
   *
   * `DELETE /v1/auth/organization`
   */
  delete(input?: OrganizationDeleteQuery, options?: RequestOptions): Answer<OrganizationDeleteAnswer>

  /**
   * Transfer ownership.
   *
   * Makes another active member an owner and the caller an admin.
   *
   * `POST /v1/auth/transfer-ownership`
   *
   * @throws {ApiError} with the code `not_found`
   */
  transferOwnership(input: OwnershipTransfer, options?: RequestOptions): Answer<Done>
}

export interface MembersResource {
  /**
   * List members.
   *
   * `invites` contains the members who have not accepted their invitation yet.
   *
   * `GET /v1/auth/members`
   */
  list(input?: MembersListQuery, options?: RequestOptions): Answer<MembersListAnswer>

  /**
   * Invite a member.
   *
   * Emails a link that accepts the invitation and signs in. It works once, within 7 days. Only owners can invite owners and admins. An address can get 5 invitations per hour, and an organization can have 2,000 members.
   *
   * `POST /v1/auth/members/invite`
   *
   * @throws {ApiError} with the code `already_exists`, `limit_reached`
   */
  invite(input: Invite, options?: RequestOptions): Answer<DoneToMember>

  /**
   * Resend an invitation.
   *
   * The new link replaces the previous one and is valid for 7 days.
   *
   * `POST /v1/auth/members/{memberId}/resend-invite`
   *
   * @throws {ApiError} with the code `not_found`, `invalid_state`
   */
  resendInvite(memberId: string, options?: RequestOptions): Answer<Done>
  resendInvite(input: { readonly memberId: string }, options?: RequestOptions): Answer<Done>

  /**
   * Accept an invitation.
   *
   * Accepts an invitation to the caller's address, from any organization. The member keeps the id of the invitation.
   *
   * `POST /v1/auth/accept-invite`
   *
   * @throws {ApiError} with the code `not_found`
   */
  acceptInvite(input: InviteAcceptance, options?: RequestOptions): Answer<MembersAcceptInviteAnswer>

  /**
   * Change a member.
   *
   * Only owners can do this to owners and admins, and nobody can do it to the last owner.
   *
   * `PATCH /v1/auth/members/{memberId}`
   *
   * @throws {ApiError} with the code `not_found`, `last_owner`
   */
  update(memberId: string, input?: MemberUpdate, options?: RequestOptions): Answer<DoneToMember>
  update(input: { readonly memberId: string } & MemberUpdate, options?: RequestOptions): Answer<DoneToMember>

  /**
   * Remove a member.
   *
   * Ends the member's sessions immediately and unassigns the tickets assigned to them. Also withdraws an invitation. Only owners can do this to owners and admins, and nobody can do it to the last owner.
   *
   * `DELETE /v1/auth/members/{memberId}`
   *
   * @throws {ApiError} with the code `not_found`, `last_owner`
   */
  remove(memberId: string, options?: RequestOptions): Answer<Done>
  remove(input: { readonly memberId: string }, options?: RequestOptions): Answer<Done>

  /**
   * Get the brands of a member.
   *
   * Also lists all brands that the member could be given.
   *
   * `GET /v1/auth/members/{memberId}/brands`
   *
   * @throws {ApiError} with the code `not_found`
   */
  brands(memberId: string, options?: RequestOptions): Answer<MemberBrands>
  brands(input: { readonly memberId: string }, options?: RequestOptions): Answer<MemberBrands>

  /**
   * Set the brands of a member.
   *
   * Owners and admins can access all brands. Tickets assigned to an agent who can no longer see them become unassigned.
   *
   * `PUT /v1/auth/members/{memberId}/brands`
   *
   * @throws {ApiError} with the code `not_found`
   */
  setBrands(memberId: string, input: MemberBrandsUpdate, options?: RequestOptions): Answer<MemberBrands>
  setBrands(input: { readonly memberId: string } & MemberBrandsUpdate, options?: RequestOptions): Answer<MemberBrands>
}

export interface ProfileResource {
  /**
   * Get your profile.
   *
   * A member of several organizations has a profile in each.
   *
   * `GET /v1/auth/profile`
   */
  get(options?: RequestOptions): Answer<Profile>

  /**
   * Change your profile.
   *
   * Omitted members keep their values; null clears optional members; `preferences` is replaced as a whole.
   *
   * `PATCH /v1/auth/profile`
   *
   * @throws {ApiError} with the code `not_found`
   */
  update(input?: ProfileUpdate, options?: RequestOptions): Answer<Profile>
}

export interface PortalTokensResource {
  /**
   * Issue a portal token.
   *
   * Called by your server, which passes the token to the customer's page. Creates the customer if necessary. The token is valid for one hour unless `expiresIn` says otherwise.
   *
   * `POST /v1/brands/{brandId}/portal/token`
   *
   * @throws {ApiError} with the code `not_found`
   */
  create(brandId: string, input: PortalTokenCreate, options?: RequestOptions): Answer<PortalToken>
  create(input: { readonly brandId: string } & PortalTokenCreate, options?: RequestOptions): Answer<PortalToken>

  /**
   * Email a portal magic link.
   *
   * The link signs the customer in once, within 15 minutes, and replaces any earlier link. `portalUrl` must begin with https and be on one of the brand's `portalOrigins`, if there are any. Each address can get 5 links per hour.
   *
   * `POST /v1/brands/{brandId}/portal/magic-link`
   *
   * @throws {ApiError} with the code `not_found`
   */
  magicLink(brandId: string, input: PortalMagicLink, options?: RequestOptions): Answer<Success>
  magicLink(input: { readonly brandId: string } & PortalMagicLink, options?: RequestOptions): Answer<Success>

  /**
   * List a customer's portal tokens.
   *
   * Returns the valid tokens, newest first. A customer can have at most 1,000. Empty if no customer has the address.
   *
   * `GET /v1/brands/{brandId}/portal/tokens`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, input: PortalTokensListQuery, options?: RequestOptions): List<ListedPortalToken>
  list(input: { readonly brandId: string } & PortalTokensListQuery, options?: RequestOptions): List<ListedPortalToken>

  /**
   * Revoke a customer's portal tokens.
   *
   * Revokes all tokens of the customer. The next request with one is refused.
   *
   * `POST /v1/brands/{brandId}/portal/revoke`
   *
   * @throws {ApiError} with the code `not_found`
   */
  revoke(brandId: string, input: PortalRevocation, options?: RequestOptions): Answer<PortalTokensRevokeAnswer>
  revoke(input: { readonly brandId: string } & PortalRevocation, options?: RequestOptions): Answer<PortalTokensRevokeAnswer>
}

export interface PortalDomainsResource {
  /**
   * Get the portal's domain.
   *
   * Also works if the portal has no custom domain: `url` says where it is.
   *
   * `GET /v1/brands/{brandId}/portal/domain`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, options?: RequestOptions): Answer<PortalDomain>
  get(input: { readonly brandId: string }, options?: RequestOptions): Answer<PortalDomain>

  /**
   * Set the portal's domain.
   *
   * Replaces the current domain, whose pages stop working immediately. Returns the DNS records to create. The domain is served once they exist, for the first brand of the installation that proves that it owns the name.
   *
   * `PUT /v1/brands/{brandId}/portal/domain`
   *
   * @throws {ApiError} with the code `not_found`
   */
  set(brandId: string, input: PortalDomainSet, options?: RequestOptions): Answer<PortalDomain>
  set(input: { readonly brandId: string } & PortalDomainSet, options?: RequestOptions): Answer<PortalDomain>

  /**
   * Remove the portal's domain.
   *
   * The portal returns to this server's own address, and links in emails point there.
   *
   * `DELETE /v1/brands/{brandId}/portal/domain`
   *
   * @throws {ApiError} with the code `not_found`
   */
  delete(brandId: string, options?: RequestOptions): Answer<Success>
  delete(input: { readonly brandId: string }, options?: RequestOptions): Answer<Success>

  /**
   * Check the portal's domain.
   *
   * Queries DNS now, for at most ten seconds. All domains are also checked daily, and new ones hourly. A verified domain that loses a required record stays verified for three days, unless another brand proves that it owns the name.
   *
   * `POST /v1/brands/{brandId}/portal/domain/verify`
   *
   * @throws {ApiError} with the code `not_found`
   */
  verify(brandId: string, options?: RequestOptions): Answer<PortalDomain>
  verify(input: { readonly brandId: string }, options?: RequestOptions): Answer<PortalDomain>
}

export interface TestModeResource {
  /**
   * Simulate an incoming email.
   *
   * Processes an email as if it had arrived by SMTP: the same code reads it, finds its conversation and stores it before the response is sent. Send the whole message as `raw`, or its parts. The request body can have 2 MiB.
   *
   * `POST /v1/test/inbound/email`
   *
   * @throws {ApiError} with the code `test_mode_only`, `channel_not_ready`
   */
  receiveEmail(input: SimulatedMail, options?: RequestOptions): Answer<SimulatedResult>

  /**
   * Simulate an incoming chat message.
   *
   * Processes a message as if someone had written it in Slack, before the response is sent. A brand without a workspace gets one that exists only here, with the channel `C0SIMULATED`, in which every message opens a ticket. 409 `channel_not_ready`: the brand's workspace is disabled.
   *
   * `POST /v1/test/inbound/chat`
   *
   * @throws {ApiError} with the code `test_mode_only`, `channel_not_ready`
   */
  receiveChat(input: SimulatedChat, options?: RequestOptions): Answer<SimulatedResult>

  /**
   * Simulate an incoming text message.
   *
   * Processes a text message as if it had arrived from Twilio at a number of the brand, before the response is sent. 409 `channel_not_ready`: the brand has no enabled number.
   *
   * `POST /v1/test/inbound/sms`
   *
   * @throws {ApiError} with the code `test_mode_only`, `attachment_in_use`, `limit_reached`, `channel_not_ready`
   */
  receiveText(input: SimulatedText, options?: RequestOptions): Answer<SimulatedResult>

  /**
   * Simulate a delivery status.
   *
   * What a mail system or provider would report about a message in the outbox, including the resulting events. A bounce is permanent. Without `error`, or with one that says the mailbox does not exist (`550 5.1.1 unknown user`), the customer gets no email for 60 days. A report never moves the status backwards.
   *
   * `POST /v1/test/receipts`
   *
   * @throws {ApiError} with the code `test_mode_only`
   */
  report(input: SimulatedReceipt, options?: RequestOptions): Answer<OutboundMessage>

  /**
   * List captured messages.
   *
   * Newest first, 25 per page, 100 at most. Messages are stored for 7 days, and at most the newest 10,000.
   *
   * `GET /v1/test/outbox`
   *
   * @throws {ApiError} with the code `invalid_cursor`, `test_mode_only`
   */
  listOutbox(input?: TestModeListOutboxQuery, options?: RequestOptions): Pages<CapturedMessage>

  /**
   * Empty the test outbox.
   *
   * Deletes the messages of the brands named, or of all brands that the key can access. `deleted` is the number of messages. The tickets' messages are not changed.
   *
   * `DELETE /v1/test/outbox`
   *
   * @throws {ApiError} with the code `test_mode_only`
   */
  clearOutbox(input?: TestModeClearOutboxQuery, options?: RequestOptions): Answer<TestModeClearOutboxAnswer>

  /**
   * Get a captured message.
   *
   * Complete, with texts, headers and addresses, as the channel would have sent it.
   *
   * `GET /v1/test/outbox/{messageId}`
   *
   * @throws {ApiError} with the code `test_mode_only`, `not_found`
   */
  getMessage(messageId: string, options?: RequestOptions): Answer<CapturedMessage>
  getMessage(input: { readonly messageId: string }, options?: RequestOptions): Answer<CapturedMessage>
}

export interface SystemResource {
  /**
   * Liveness.
   *
   * Returns 200 while the process runs. Checks nothing else.
   *
   * `GET /v1/health`
   */
  health(options?: RequestOptions): Answer<SystemHealthAnswer>

  /**
   * Readiness.
   *
   * Whether to send requests to this node: 503 if not. `checks` names problems, including those that do not take the node out of service: `outbox`, while a part of the webhook dispatcher restarts; `writes`, while the database accepts none; and `files`, in an object store.
   *
   * `GET /v1/ready`
   */
  ready(options?: RequestOptions): Answer<SystemReadyAnswer>

  /**
   * Metrics.
   *
   * In Prometheus text format. Requires OPERATOR_TOKEN as the bearer token, or a request from the server itself.
   *
   * `GET /v1/metrics`
   */
  metrics(options?: RequestOptions): Answer<string>

  /**
   * Actors.
   *
   * The long-lived parts of this node and their state. With OPERATOR_TOKEN as the bearer token, or without a credential on the server itself, returns all of them; owners and admins get those of their account's brands and those that belong to no brand.
   *
   * `GET /v1/system/actors`
   */
  actors(options?: RequestOptions): List<ActorStatus>

  /**
   * Status.
   *
   * The state of the whole installation: its nodes, queues, database and files. For its operator: with OPERATOR_TOKEN as the bearer token, without a credential on the server itself, or as an owner or admin of the account created at the first start. Parts that cannot be read are omitted, and `unread` says why. The data is at most a few seconds old, sizes half a minute.
   *
   * `GET /v1/system/status`
   */
  status(options?: RequestOptions): Answer<SystemStatus>

  /**
   * Get the widget script.
   *
   * For the script tag that loads the widget. Returns 404 if the widget has not been built.
   *
   * `GET /v1/system/widget`
   *
   * @throws {ApiError} with the code `not_found`
   */
  widget(options?: RequestOptions): Answer<WidgetScript>
}

export interface Resources {
  readonly tickets: TicketsResource
  readonly comments: CommentsResource
  readonly attachments: AttachmentsResource
  readonly customers: CustomersResource
  readonly messages: MessagesResource
  readonly watchers: WatchersResource
  readonly presence: PresenceResource
  readonly tags: TagsResource
  readonly companies: CompaniesResource
  readonly categories: CategoriesResource
  readonly statuses: StatusesResource
  readonly fields: FieldsResource
  readonly brands: BrandsResource
  readonly channels: ChannelsResource
  readonly addresses: AddressesResource
  readonly domains: DomainsResource
  readonly slack: SlackResource
  readonly slackApps: SlackAppsResource
  readonly smsNumbers: SmsNumbersResource
  readonly customChannels: CustomChannelsResource
  readonly channelMessages: ChannelMessagesResource
  readonly webhooks: WebhooksResource
  readonly events: EventsResource
  readonly logs: LogsResource
  readonly requests: RequestsResource
  readonly inbound: InboundResource
  readonly search: SearchResource
  readonly accounts: AccountsResource
  readonly apiKeys: ApiKeysResource
  readonly auth: AuthResource
  readonly organization: OrganizationResource
  readonly members: MembersResource
  readonly profile: ProfileResource
  readonly portalTokens: PortalTokensResource
  readonly portalDomains: PortalDomainsResource
  readonly testMode: TestModeResource
  readonly system: SystemResource
}

export const routes = {
  tickets: {
    create: "POST body /brands/{brandId}/tickets",
    list: "GET query page /brands/{brandId}/tickets",
    get: "GET query /brands/{brandId}/tickets/{ticketId}",
    update: "PATCH body /brands/{brandId}/tickets/{ticketId}",
    delete: "DELETE query /brands/{brandId}/tickets/{ticketId}",
    restore: "POST /brands/{brandId}/tickets/{ticketId}/restore",
    markSpam: "POST body /brands/{brandId}/tickets/{ticketId}/spam",
    merge: "POST body /brands/{brandId}/tickets/{ticketId}/merge",
    bulk: "POST body /brands/{brandId}/tickets/bulk",
    stats: "GET query /tickets/stats",
    createAcross: "POST body /tickets",
    listAcross: "GET query page /tickets"
  },
  comments: {
    list: "GET query list /brands/{brandId}/tickets/{ticketId}/comments",
    create: "POST body /brands/{brandId}/tickets/{ticketId}/comments",
    get: "GET /brands/{brandId}/tickets/{ticketId}/comments/{commentId}",
    update: "PATCH body /brands/{brandId}/tickets/{ticketId}/comments/{commentId}",
    delete: "DELETE query /brands/{brandId}/tickets/{ticketId}/comments/{commentId}"
  },
  attachments: {
    initiatePending: "POST body /brands/{brandId}/attachments/pending",
    uploadPending: "POST form /brands/{brandId}/attachments/pending/upload",
    confirmPending: "POST /brands/{brandId}/attachments/pending/{attachmentId}/confirm",
    urls: "POST body /brands/{brandId}/attachments/urls",
    initiate: "POST body /brands/{brandId}/tickets/{ticketId}/attachments",
    list: "GET none list /brands/{brandId}/tickets/{ticketId}/attachments",
    upload: "POST form /brands/{brandId}/tickets/{ticketId}/attachments/upload",
    get: "GET /brands/{brandId}/tickets/{ticketId}/attachments/{attachmentId}",
    delete: "DELETE /brands/{brandId}/tickets/{ticketId}/attachments/{attachmentId}",
    confirm: "POST /brands/{brandId}/tickets/{ticketId}/attachments/{attachmentId}/confirm"
  },
  customers: {
    list: "GET query page /brands/{brandId}/customers",
    create: "POST body /brands/{brandId}/customers",
    search: "GET query list /brands/{brandId}/customers/search",
    get: "GET /brands/{brandId}/customers/{customerId}",
    update: "PATCH body /brands/{brandId}/customers/{customerId}",
    delete: "DELETE /brands/{brandId}/customers/{customerId}",
    merge: "POST body /brands/{brandId}/customers/{customerId}/merge",
    erase: "POST query /brands/{brandId}/customers/{customerId}/erase"
  },
  messages: {
    list: "GET none list /brands/{brandId}/tickets/{ticketId}/messages",
    replyWay: "GET /brands/{brandId}/tickets/{ticketId}/messages/reply-way",
    retry: "POST /brands/{brandId}/tickets/{ticketId}/messages/{messageId}/retry"
  },
  watchers: {
    list: "GET none list /brands/{brandId}/tickets/{ticketId}/watchers",
    add: "POST body /brands/{brandId}/tickets/{ticketId}/watchers",
    update: "PATCH body /brands/{brandId}/tickets/{ticketId}/watchers/{memberId}",
    remove: "DELETE /brands/{brandId}/tickets/{ticketId}/watchers/{memberId}"
  },
  presence: {
    list: "GET none list /brands/{brandId}/tickets/{ticketId}/presence",
    set: "PUT body list /brands/{brandId}/tickets/{ticketId}/presence",
    leave: "DELETE /brands/{brandId}/tickets/{ticketId}/presence"
  },
  tags: {
    list: "GET none list /brands/{brandId}/tags",
    create: "POST body /brands/{brandId}/tags",
    stats: "GET /brands/{brandId}/tags/stats",
    get: "GET /brands/{brandId}/tags/{tagId}",
    update: "PATCH body /brands/{brandId}/tags/{tagId}",
    delete: "DELETE /brands/{brandId}/tags/{tagId}",
    merge: "POST body /brands/{brandId}/tags/{tagId}/merge"
  },
  companies: {
    list: "GET query page /brands/{brandId}/companies",
    create: "POST body /brands/{brandId}/companies",
    get: "GET /brands/{brandId}/companies/{companyId}",
    update: "PATCH body /brands/{brandId}/companies/{companyId}",
    delete: "DELETE /brands/{brandId}/companies/{companyId}"
  },
  categories: {
    list: "GET none list /brands/{brandId}/categories",
    create: "POST body /brands/{brandId}/categories",
    stats: "GET /brands/{brandId}/categories/stats",
    reorder: "POST body list /brands/{brandId}/categories/reorder",
    get: "GET /brands/{brandId}/categories/{categoryId}",
    update: "PATCH body /brands/{brandId}/categories/{categoryId}",
    delete: "DELETE /brands/{brandId}/categories/{categoryId}"
  },
  statuses: {
    list: "GET query list /brands/{brandId}/statuses",
    create: "POST body /brands/{brandId}/statuses",
    stats: "GET /brands/{brandId}/statuses/stats",
    reorder: "POST body list /brands/{brandId}/statuses/reorder",
    get: "GET /brands/{brandId}/statuses/{statusId}",
    update: "PATCH body /brands/{brandId}/statuses/{statusId}",
    delete: "DELETE /brands/{brandId}/statuses/{statusId}"
  },
  fields: {
    list: "GET /brands/{brandId}/fields",
    listOf: "GET none list /brands/{brandId}/fields/{entity}",
    create: "POST body /brands/{brandId}/fields/{entity}",
    reorder: "POST body list /brands/{brandId}/fields/{entity}/reorder",
    update: "PATCH body /brands/{brandId}/fields/{entity}/{key}",
    delete: "DELETE /brands/{brandId}/fields/{entity}/{key}"
  },
  brands: {
    list: "GET query list /brands",
    create: "POST body /brands",
    get: "GET /brands/{brandId}",
    update: "PATCH body /brands/{brandId}",
    delete: "DELETE query /brands/{brandId}",
    restore: "POST /brands/{brandId}/restore",
    getSchema: "GET /brands/{brandId}/schema",
    putSchema: "PUT body /brands/{brandId}/schema"
  },
  channels: {
    list: "GET none list /brands/{brandId}/channels"
  },
  addresses: {
    list: "GET none list /brands/{brandId}/addresses",
    create: "POST body /brands/{brandId}/addresses",
    get: "GET /brands/{brandId}/addresses/{addressId}",
    update: "PATCH body /brands/{brandId}/addresses/{addressId}",
    delete: "DELETE /brands/{brandId}/addresses/{addressId}",
    verify: "POST body /brands/{brandId}/addresses/{addressId}/verify",
    test: "POST body /brands/{brandId}/addresses/{addressId}/test"
  },
  domains: {
    list: "GET none list /brands/{brandId}/domains",
    create: "POST body /brands/{brandId}/domains",
    get: "GET /brands/{brandId}/domains/{domainId}",
    update: "PATCH body /brands/{brandId}/domains/{domainId}",
    delete: "DELETE /brands/{brandId}/domains/{domainId}",
    verify: "POST /brands/{brandId}/domains/{domainId}/verify"
  },
  slack: {
    list: "GET none list /brands/{brandId}/channels/slack",
    installUrl: "POST body /brands/{brandId}/channels/slack/install-url",
    get: "GET /brands/{brandId}/channels/slack/{installationId}",
    update: "PATCH body /brands/{brandId}/channels/slack/{installationId}",
    delete: "DELETE /brands/{brandId}/channels/slack/{installationId}",
    test: "POST body /brands/{brandId}/channels/slack/{installationId}/test"
  },
  slackApps: {
    list: "GET none list /brands/{brandId}/channels/slack/apps",
    create: "POST body /brands/{brandId}/channels/slack/apps",
    get: "GET /brands/{brandId}/channels/slack/apps/{appId}",
    update: "PATCH body /brands/{brandId}/channels/slack/apps/{appId}",
    delete: "DELETE /brands/{brandId}/channels/slack/apps/{appId}",
    manifest: "GET /brands/{brandId}/channels/slack/apps/{appId}/manifest"
  },
  smsNumbers: {
    list: "GET none list /brands/{brandId}/channels/sms",
    create: "POST body /brands/{brandId}/channels/sms",
    get: "GET /brands/{brandId}/channels/sms/{numberId}",
    update: "PATCH body /brands/{brandId}/channels/sms/{numberId}",
    delete: "DELETE /brands/{brandId}/channels/sms/{numberId}",
    test: "POST body /brands/{brandId}/channels/sms/{numberId}/test",
    preview: "POST body /brands/{brandId}/channels/sms/preview"
  },
  customChannels: {
    list: "GET none list /brands/{brandId}/channels/custom",
    create: "POST body /brands/{brandId}/channels/custom",
    get: "GET /brands/{brandId}/channels/custom/{channelId}",
    update: "PATCH body /brands/{brandId}/channels/custom/{channelId}",
    delete: "DELETE /brands/{brandId}/channels/custom/{channelId}",
    rotateSecret: "POST body /brands/{brandId}/channels/custom/{channelId}/rotate-secret",
    test: "POST /brands/{brandId}/channels/custom/{channelId}/test"
  },
  channelMessages: {
    receive: "POST body /channels/custom/{channelId}/messages",
    receipt: "POST body /channels/custom/{channelId}/receipts"
  },
  webhooks: {
    list: "GET none list /brands/{brandId}/webhooks",
    create: "POST body /brands/{brandId}/webhooks",
    get: "GET /brands/{brandId}/webhooks/{webhookId}",
    update: "PATCH body /brands/{brandId}/webhooks/{webhookId}",
    delete: "DELETE /brands/{brandId}/webhooks/{webhookId}",
    test: "POST body /brands/{brandId}/webhooks/{webhookId}/test",
    rotateSecret: "POST body /brands/{brandId}/webhooks/{webhookId}/rotate-secret",
    listDeliveries: "GET query page /brands/{brandId}/webhooks/{webhookId}/deliveries",
    listDays: "GET query list /brands/{brandId}/webhooks/{webhookId}/daily",
    getDelivery: "GET /brands/{brandId}/webhooks/{webhookId}/deliveries/{deliveryId}",
    replayDelivery: "POST /brands/{brandId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay",
    replay: "POST body /brands/{brandId}/webhooks/{webhookId}/replay"
  },
  events: {
    list: "GET query page /events",
    get: "GET /events/{eventId}"
  },
  logs: {
    ofTicket: "GET none list /brands/{brandId}/tickets/{ticketId}/logs",
    ofBrand: "GET query page /brands/{brandId}/logs",
    ofAccount: "GET query page /accounts/me/logs"
  },
  requests: {
    list: "GET query page /accounts/me/requests",
    get: "GET /accounts/me/requests/{requestId}"
  },
  inbound: {
    list: "GET query page /brands/{brandId}/inbound",
    get: "GET /brands/{brandId}/inbound/{inboundId}",
    explain: "GET /brands/{brandId}/inbound/{inboundId}/explain",
    raw: "GET none bytes /brands/{brandId}/inbound/{inboundId}/raw",
    reprocess: "POST body /brands/{brandId}/inbound/{inboundId}/reprocess"
  },
  search: {
    find: "GET query page /search"
  },
  accounts: {
    me: "GET /accounts/me",
    update: "PATCH body /accounts/me",
    usage: "GET /accounts/me/usage"
  },
  apiKeys: {
    list: "GET none list /accounts/me/api-keys",
    create: "POST body /accounts/me/api-keys",
    scope: "PATCH body /accounts/me/api-keys/{keyId}/scope",
    revoke: "DELETE /accounts/me/api-keys/{keyId}"
  },
  auth: {
    magicLink: "POST body /auth/magic-link",
    verify: "POST body /auth/verify",
    session: "GET /auth/session",
    logout: "POST /auth/logout",
    endSessions: "DELETE /auth/sessions",
    organizations: "GET none list /auth/organizations",
    switchOrganization: "POST body /auth/switch-organization"
  },
  organization: {
    restore: "POST body /auth/restore-organization",
    endSessions: "DELETE /auth/organization/sessions",
    get: "GET /auth/organization",
    update: "PATCH body /auth/organization",
    delete: "DELETE query /auth/organization",
    transferOwnership: "POST body /auth/transfer-ownership"
  },
  members: {
    list: "GET query /auth/members",
    invite: "POST body /auth/members/invite",
    resendInvite: "POST /auth/members/{memberId}/resend-invite",
    acceptInvite: "POST body /auth/accept-invite",
    update: "PATCH body /auth/members/{memberId}",
    remove: "DELETE /auth/members/{memberId}",
    brands: "GET /auth/members/{memberId}/brands",
    setBrands: "PUT body /auth/members/{memberId}/brands"
  },
  profile: {
    get: "GET /auth/profile",
    update: "PATCH body /auth/profile"
  },
  portalTokens: {
    create: "POST body /brands/{brandId}/portal/token",
    magicLink: "POST body /brands/{brandId}/portal/magic-link",
    list: "GET query list /brands/{brandId}/portal/tokens",
    revoke: "POST body /brands/{brandId}/portal/revoke"
  },
  portalDomains: {
    get: "GET /brands/{brandId}/portal/domain",
    set: "PUT body /brands/{brandId}/portal/domain",
    delete: "DELETE /brands/{brandId}/portal/domain",
    verify: "POST /brands/{brandId}/portal/domain/verify"
  },
  testMode: {
    receiveEmail: "POST body /test/inbound/email",
    receiveChat: "POST body /test/inbound/chat",
    receiveText: "POST body /test/inbound/sms",
    report: "POST body /test/receipts",
    listOutbox: "GET query page /test/outbox",
    clearOutbox: "DELETE query /test/outbox",
    getMessage: "GET /test/outbox/{messageId}"
  },
  system: {
    health: "GET /health",
    ready: "GET /ready",
    metrics: "GET none text /metrics",
    actors: "GET none list /system/actors",
    status: "GET /system/status",
    widget: "GET /system/widget"
  }
}

export interface PortalSessionResource {
  /**
   * Refresh the token.
   *
   * Returns a new token with the same lifetime, starting now. The old token stays valid until it expires. You can refresh for 24 hours after the first token was issued, or 30 days if that token was valid for more than a day. The last token expires at that point, and refreshing it returns 401 `token_expired`. Have your server issue a new token before then.
   *
   * `POST /v1/portal/refresh`
   */
  refresh(options?: RequestOptions): Answer<PortalToken>

  /**
   * Revoke this token.
   *
   * The next request with it is refused. The customer's other tokens stay valid.
   *
   * `POST /v1/portal/logout`
   */
  logout(options?: RequestOptions): Answer<Success>

  /**
   * Get the signed-in customer.
   *
   * Includes the brand whose portal this is.
   *
   * `GET /v1/portal/me`
   *
   * @throws {ApiError} with the code `not_found`
   */
  me(options?: RequestOptions): Answer<PortalMe>

  /**
   * Request a portal magic link.
   *
   * For a page where nobody is signed in yet. Emails a link that works once, within 15 minutes, if the origins of `portalUrl` and of the requesting page are in the brand's `portalOrigins`. The response is the same if they are not. Each address can get 5 links per hour.
   *
   * `POST /v1/portal/magic-link`
   */
  magicLink(input: PortalLinkRequest, options?: RequestOptions): Answer<Success>

  /**
   * Get a brand's appearance.
   *
   * Returns its name and appearance, for the page where a customer signs in.
   *
   * `GET /v1/portal/brands/{brandId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  brand(brandId: string, options?: RequestOptions): Answer<PortalBrand>
  brand(input: { readonly brandId: string }, options?: RequestOptions): Answer<PortalBrand>

  /**
   * Exchange a portal magic link for a token.
   *
   * Uses up the link. Creates the customer if necessary. The token is valid for one hour unless `expiresIn` says otherwise.
   *
   * `POST /v1/portal/verify`
   *
   * @throws {ApiError} with the code `invalid_token`
   */
  verify(input: PortalVerification, options?: RequestOptions): Answer<PortalToken>
}

export interface PortalTicketsResource {
  /**
   * List your tickets.
   *
   * The customer's own tickets, without deleted and merged ones; 20 per page, 50 at most. `data` is the same as `tickets`.
   *
   * `GET /v1/portal/tickets`
   *
   * @throws {ApiError} with the code `invalid_cursor`
   */
  list(input?: PortalTicketsListQuery, options?: RequestOptions): Pages<PortalTicket>

  /**
   * Open a ticket.
   *
   * Creates a ticket for the token's customer in the portal's brand.
   *
   * `POST /v1/portal/tickets`
   *
   * @throws {ApiError} with the code `not_found`, `attachment_in_use`, `limit_reached`
   */
  create(input: PortalTicketCreate, options?: RequestOptions): Answer<PortalTicket>

  /**
   * Get a ticket with its messages.
   *
   * Includes only public comments and files. Another customer's ticket returns 404.
   *
   * `GET /v1/portal/tickets/{ticketId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(ticketId: string, options?: RequestOptions): Answer<PortalTicketDetail>
  get(input: { readonly ticketId: string }, options?: RequestOptions): Answer<PortalTicketDetail>
}

export interface PortalCommentsResource {
  /**
   * Reply to a ticket.
   *
   * Reopens the ticket if it was pending, resolved or closed.
   *
   * `POST /v1/portal/tickets/{ticketId}/comments`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `attachment_in_use`, `limit_reached`
   */
  create(ticketId: string, input: PortalCommentCreate, options?: RequestOptions): Answer<PortalComment>
  create(input: { readonly ticketId: string } & PortalCommentCreate, options?: RequestOptions): Answer<PortalComment>
}

export interface PortalAttachmentsResource {
  /**
   * Announce a pending attachment.
   *
   * A pending attachment does not belong to a ticket yet. Send the bytes to `uploadUrl`, confirm the file, then pass its id in `attachmentIds` when you create the ticket or reply. Until then, only the customer can access it. A customer can have 20 pending attachments, each for 24 hours.
   *
   * `POST /v1/portal/tickets/attachments/pending`
   *
   * @throws {ApiError} with the code `not_found`, `limit_reached`
   */
  initiatePending(input: PortalAttachmentCreate, options?: RequestOptions): Answer<PortalUploadTicket>

  /**
   * Confirm a pending attachment.
   *
   * Call this when all bytes have arrived. Repeating the request returns the same response. You can then pass the id in `attachmentIds` of a ticket or reply.
   *
   * `POST /v1/portal/tickets/attachments/pending/{attachmentId}/confirm`
   *
   * @throws {ApiError} with the code `not_found`, `attachment_not_uploaded`, `attachment_in_use`
   */
  confirmPending(attachmentId: string, options?: RequestOptions): Answer<PortalAttachment>
  confirmPending(input: { readonly attachmentId: string }, options?: RequestOptions): Answer<PortalAttachment>

  /**
   * Announce a file for a ticket.
   *
   * Send the bytes to `uploadUrl` with PUT, then confirm the file.
   *
   * `POST /v1/portal/tickets/{ticketId}/attachments`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `limit_reached`
   */
  initiate(ticketId: string, input: PortalAttachmentCreate, options?: RequestOptions): Answer<PortalUploadTicket>
  initiate(input: { readonly ticketId: string } & PortalAttachmentCreate, options?: RequestOptions): Answer<PortalUploadTicket>

  /**
   * List a ticket's files.
   *
   * Includes the files of its public comments.
   *
   * `GET /v1/portal/tickets/{ticketId}/attachments`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(ticketId: string, options?: RequestOptions): List<PortalAttachment>
  list(input: { readonly ticketId: string }, options?: RequestOptions): List<PortalAttachment>

  /**
   * Confirm a file.
   *
   * Adds the file to the ticket. Call this when all bytes have arrived. Repeating the request returns the same response.
   *
   * `POST /v1/portal/tickets/{ticketId}/attachments/{attachmentId}/confirm`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `attachment_not_uploaded`, `limit_reached`
   */
  confirm(ticketId: string, attachmentId: string, options?: RequestOptions): Answer<PortalAttachment>
  confirm(input: { readonly ticketId: string; readonly attachmentId: string }, options?: RequestOptions): Answer<PortalAttachment>

  /**
   * Get a file and its URL.
   *
   * The URL works without a credential until `expiresAt`. Files of internal notes return 404.
   *
   * `GET /v1/portal/tickets/{ticketId}/attachments/{attachmentId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(ticketId: string, attachmentId: string, options?: RequestOptions): Answer<PortalAttachmentLink>
  get(input: { readonly ticketId: string; readonly attachmentId: string }, options?: RequestOptions): Answer<PortalAttachmentLink>
}

export interface PortalResources {
  readonly session: PortalSessionResource
  readonly tickets: PortalTicketsResource
  readonly comments: PortalCommentsResource
  readonly attachments: PortalAttachmentsResource
}

export const portalRoutes = {
  session: {
    refresh: "POST /portal/refresh",
    logout: "POST /portal/logout",
    me: "GET /portal/me",
    magicLink: "POST body /portal/magic-link",
    brand: "GET /portal/brands/{brandId}",
    verify: "POST body /portal/verify"
  },
  tickets: {
    list: "GET query page /portal/tickets",
    create: "POST body /portal/tickets",
    get: "GET /portal/tickets/{ticketId}"
  },
  comments: {
    create: "POST body /portal/tickets/{ticketId}/comments"
  },
  attachments: {
    initiatePending: "POST body /portal/tickets/attachments/pending",
    confirmPending: "POST /portal/tickets/attachments/pending/{attachmentId}/confirm",
    initiate: "POST body /portal/tickets/{ticketId}/attachments",
    list: "GET none list /portal/tickets/{ticketId}/attachments",
    confirm: "POST /portal/tickets/{ticketId}/attachments/{attachmentId}/confirm",
    get: "GET /portal/tickets/{ticketId}/attachments/{attachmentId}"
  }
}
