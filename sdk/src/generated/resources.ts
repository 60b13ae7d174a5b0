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
   * Opens a ticket for a customer, who is made when the address is new to the brand.
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
   * Newest first unless `sort` and `order` say otherwise, 25 to a page and at most 100. Filters narrow each other down; of several values of one, any may hold. Spam, deleted and merged tickets are left out unless `isSpam`, `deleted` or `merged` ask for them.
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
   * With its customer. One in the trash is found with `deleted=include` only; one that was merged names in `mergedIntoId` where it went.
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
   * Members left out stay as they are; null clears optional ones. With `If-Match`, only that version.
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
   * Moves it to the trash, where it stays for 30 days; one that is there already answers the same. With `permanent=true`, from the trash or not, its rows and files are removed at once, and its earlier events keep ids only (`data.purged: true`). That needs an API key that reaches all brands, or the session of an owner or admin.
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
   * As it was, with its comments and files. One that is not in the trash answers the same.
   *
   * `POST /v1/brands/{brandId}/tickets/{ticketId}/restore`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `precondition_failed`
   */
  restore(brandId: string, ticketId: string, options?: RequestOptions): Answer<Ticket>
  restore(input: { readonly brandId: string; readonly ticketId: string }, options?: RequestOptions): Answer<Ticket>

  /**
   * Mark a ticket as spam, or take that back.
   *
   * The status stays as it is. New tickets of a blocked customer are marked as spam from the start, and nothing is answered automatically.
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
   * Comments, files and watchers of the sources move here and keep their ids and dates; what each source was opened with becomes a comment here, at its time, with the source in `sourceData.mergedFromId`. The customer of this ticket can read all that is public of it. Later messages for the sources come here. Tags and participants are united, the customers of the sources take part, and of custom fields those of this ticket stay. The sources are closed as `duplicate`, name this ticket in `mergedIntoId` and take no more writes. All or nothing: when a source is deleted or merged elsewhere, or together they have more than 50 tags, 100 participants, 50 watchers, 10,000 comments or 500 files, nothing is merged. At most 60 calls a minute.
   *
   * `POST /v1/brands/{brandId}/tickets/{ticketId}/merge`
   *
   * @throws {ApiError} with the code `not_found`, `merge_not_possible`, `limit_reached`, `precondition_failed`
   */
  merge(brandId: string, ticketId: string, input: Merge, options?: RequestOptions): Answer<MergedTicket>
  merge(input: { readonly brandId: string; readonly ticketId: string } & Merge, options?: RequestOptions): Answer<MergedTicket>

  /**
   * Do one thing to many tickets.
   *
   * The action and its arguments are checked before anything is done; then each ticket is changed on its own, in the order given, and the answer tells what became of each. A ticket that cannot be changed does not hold up the others. With `Idempotency-Key`, a call that was cut off is sent again and does what is left. At most 60 calls a minute.
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
   * By the category of their status; deleted and merged tickets are not counted.
   *
   * `GET /v1/tickets/stats`
   */
  stats(input?: TicketsStatsQuery, options?: RequestOptions): Answer<TicketStats>

  /**
   * Create a ticket, naming the brand in the body.
   *
   * The same as below the brand's own path, for programs that work with many brands.
   *
   * `POST /v1/tickets`
   *
   * @throws {ApiError} with the code `not_found`, `attachment_in_use`, `limit_reached`
   */
  createAcross(input: TicketCreateAcross, options?: RequestOptions): Answer<Ticket>

  /**
   * List tickets across brands.
   *
   * Every ticket carries its `brand`.
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
   * Oldest first; replies are in the list.
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
   * A public comment of an agent goes to the customer over the ticket's channel; an internal one stays with the team. `If-Match` with the ticket's version adds it only if nothing has happened on the ticket since: nobody then answers past what a customer or a colleague has just written.
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
   * With its files, and what became of the messages by which it was sent. Deleted ones are not found.
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
   * Members left out stay as they are; null clears optional ones. Who sees it never changes. What was sent already follows where its channel can change messages, as Slack can; a mail cannot be changed. With `If-Match`, only that version of the comment.
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
   * Replies to it stay. What of it has not begun to leave never does; what was sent follows where its channel can take messages back. One that nobody has got, because it waited (`sendAfterSeconds`), is as if it had not been written: the ticket's status and dates are what they were. With `unsent=true` its files can then go with another comment.
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
   * Announce a file for a ticket that is yet to come.
   *
   * Send its bytes to `uploadUrl`, confirm it, and name its id in `attachmentIds` of the ticket or comment that takes it. Until then it is the caller's alone. One caller may have 20 of them, for 24 hours each.
   *
   * `POST /v1/brands/{brandId}/attachments/pending`
   *
   * @throws {ApiError} with the code `not_found`, `limit_reached`
   */
  initiatePending(brandId: string, input: PendingAttachmentCreate, options?: RequestOptions): Answer<UploadTicket>
  initiatePending(input: { readonly brandId: string } & PendingAttachmentCreate, options?: RequestOptions): Answer<UploadTicket>

  /**
   * Upload a file for a ticket that is yet to come.
   *
   * One request in place of announcing, sending and confirming: a form with one `file`.
   *
   * `POST /v1/brands/{brandId}/attachments/pending/upload`
   *
   * @throws {ApiError} with the code `not_found`, `limit_reached`
   */
  uploadPending(brandId: string, input: AttachmentsUploadPendingInput, options?: RequestOptions): Answer<Attachment>
  uploadPending(input: { readonly brandId: string } & AttachmentsUploadPendingInput, options?: RequestOptions): Answer<Attachment>

  /**
   * Confirm a file that waits for its ticket.
   *
   * Once all its bytes have arrived; again, it answers the same. Its id can then go into `attachmentIds` of a ticket or comment.
   *
   * `POST /v1/brands/{brandId}/attachments/pending/{attachmentId}/confirm`
   *
   * @throws {ApiError} with the code `not_found`, `attachment_not_uploaded`, `attachment_in_use`
   */
  confirmPending(brandId: string, attachmentId: string, options?: RequestOptions): Answer<Attachment>
  confirmPending(input: { readonly brandId: string; readonly attachmentId: string }, options?: RequestOptions): Answer<Attachment>

  /**
   * Get the addresses of many files.
   *
   * At most 100 at a time.
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
   * Send its bytes to `uploadUrl` by PUT, as often as need be, then confirm it. Bytes that do not come within 24 hours make it `FAILED`. A ticket may have 500 files.
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
   * Those of its comments too, uploaded ones alone, oldest first.
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
   * One request in place of announcing, sending and confirming: a form with one `file`, and `commentId` when it belongs to a comment.
   *
   * `POST /v1/brands/{brandId}/tickets/{ticketId}/attachments/upload`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `limit_reached`, `precondition_failed`
   */
  upload(brandId: string, ticketId: string, input: AttachmentsUploadInput, options?: RequestOptions): Answer<AttachmentLink>
  upload(input: { readonly brandId: string; readonly ticketId: string } & AttachmentsUploadInput, options?: RequestOptions): Answer<AttachmentLink>

  /**
   * Get a file and its address.
   *
   * The address of a file that is not uploaded answers 404.
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
   * Its addresses answer 404 at once. `If-Match` names the ticket's version.
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
   * Makes it one of the ticket's, once all its bytes have arrived. Again, it answers the same. `If-Match` names the ticket's version.
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
   * Newest first unless `sort` and `order` say otherwise, 25 to a page and at most 100, each with the number of its tickets. Deleted and merged ones are left out.
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
   * Who is there with the same `email` or `externalId` is answered 409 `already_exists`; a ticket for that address finds them by itself.
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
   * At most 20, by name, address, phone or company.
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
   * Deleted customers and those that were merged into others are not found.
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
   * Members left out stay as they are; null clears optional ones, and `metadata` is replaced as a whole. With `If-Match`, only that version.
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
   * The customer's tickets stay; a new message from the address makes a new customer.
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
   * For one person who was taken for several. This customer gets what only the sources had: name, address where there was none, telephone number, company, `externalId`, and of identities and `metadata`, beside the own, what fits into 16 KiB each, in the order of the sources; who wanted no mail gets none. With that the sources are hidden, with `mergedIntoId` in their `customer.updated`, and are signed out of the portal, and their conversations go on here: all or nothing. When a source is deleted or was merged elsewhere (400), or this customer is not there (404), nothing is done. Then the sources' tickets move here, each with its `ticket.updated`; the address that a ticket was written from takes part in it, so that mail from there goes on in it. Whoever writes from a source's address, asks by it or is let into the portal by it is this customer from then on; answers go to this customer's own address, and the other takes part in the ticket. It is among the `identities`, as `email`. What a source had and this customer has too becomes free all the same: create a customer with it, or give it to another, and it is theirs. Nothing takes a merge back. Each ticket is changed by itself, as many at a time as one commit takes: of customers with tens of thousands of tickets, allow the call minutes. Until it is moved, a ticket names its former customer, whose messages go to this one already. A call that was cut off is sent again, with the same idempotency key or without, and does what is left; what nobody asks for again is done within minutes. At most 60 calls a minute.
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
   * Removes a person for good, as somebody may ask of you who was your customer, also one who was deleted before. With the answer: name, address, telephone number, `externalId`, identities and `metadata`. Within minutes: what they wrote and sent on their tickets (titles, texts, `customFields`, `metadata`, files, messages as they came and as they went), the same of customers who were merged into them, and what events and the audit log tell of it, which keep ids. Tickets stay, with number, dates, status, tags, assignee and what your team wrote; so do tickets of other customers in which they took part. Subscribers get `customer.updated` with `erasedAt`, and are to do the same. Only owners, admins, and keys that reach all brands.
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
   * List what was sent about a ticket.
   *
   * Oldest first. A mail that the next server does not take is tried again after 1 minute, later after up to 24 hours, for 5 days; what that server refuses for good has failed at once.
   *
   * `GET /v1/brands/{brandId}/tickets/{ticketId}/messages`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, ticketId: string, options?: RequestOptions): List<OutboundMessage>
  list(input: { readonly brandId: string; readonly ticketId: string }, options?: RequestOptions): List<OutboundMessage>

  /**
   * Tell how an answer would go.
   *
   * By which channel a public comment of an agent would go to the customer now, from whom, and which other senders can be chosen for it; by none where it would go nowhere, such as from a ticket that was merged into another. Another message of the customer, or a change of the brand's addresses, may change it.
   *
   * `GET /v1/brands/{brandId}/tickets/{ticketId}/messages/reply-way`
   *
   * @throws {ApiError} with the code `not_found`
   */
  replyWay(brandId: string, ticketId: string, options?: RequestOptions): Answer<ReplyWay>
  replyWay(input: { readonly brandId: string; readonly ticketId: string }, options?: RequestOptions): Answer<ReplyWay>

  /**
   * Send a message again that failed, came back or was not sent.
   *
   * It is the same message, with the same Message-ID. Any but a `failed`, `bounced` or `suppressed` one answers 409 `invalid_state`; so does one by mail whose address has no mailbox or wants no mail, a text message to a customer who has opted out, a bounced or suppressed mail that is older than 30 days, and a suppressed one by another channel while what kept it from leaving still does: the channel is off or was disconnected, or its comment was deleted.
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
   * A member of the team, or anybody by their address: at most 50 for a ticket. Who watches already is answered with 200, as they are. Watchers are no part of the ticket's version, and no events tell of them; streams of events asked for with `presence=true` say that they have changed.
   *
   * `POST /v1/brands/{brandId}/tickets/{ticketId}/watchers`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `limit_reached`
   */
  add(brandId: string, ticketId: string, input: WatcherCreate, options?: RequestOptions): Answer<Watcher>
  add(input: { readonly brandId: string; readonly ticketId: string } & WatcherCreate, options?: RequestOptions): Answer<Watcher>

  /**
   * Change what a watcher is told of.
   *
   * Members left out stay as they are.
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
   * Whoever it is, a member or an address, is not told of the ticket any more.
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
   * List who is at a ticket.
   *
   * Members who look at it or answer it now, by their ids; at most 50.
   *
   * `GET /v1/brands/{brandId}/tickets/{ticketId}/presence`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, ticketId: string, options?: RequestOptions): List<Presence>
  list(input: { readonly brandId: string; readonly ticketId: string }, options?: RequestOptions): List<Presence>

  /**
   * Say that one is at a ticket.
   *
   * Holds for 30 seconds: whoever is still there says so every 10. Answers who is there now, the caller included. It is no part of the ticket, has no event, and reaches no webhook; streams of events asked for with `presence=true` tell of it when it is new.
   *
   * `PUT /v1/brands/{brandId}/tickets/{ticketId}/presence`
   *
   * @throws {ApiError} with the code `not_found`
   */
  set(brandId: string, ticketId: string, input: PresenceInput, options?: RequestOptions): List<Presence>
  set(input: { readonly brandId: string; readonly ticketId: string } & PresenceInput, options?: RequestOptions): List<Presence>

  /**
   * Say that one is not at a ticket any more.
   *
   * Whoever does not say so is gone 30 seconds after their last word.
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
   * All of the brand, by name.
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
   * A brand has at most 5,000 tags. Tags also come into being where a ticket is given one by a new name.
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
   * By tag id, tickets in the trash, merged tickets and spam left out.
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
   * Its name and looks; `GET …/tags/stats` counts its tickets.
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
   * It shows on the tickets at once; their versions stay as they are, and no events tell of it.
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
   * Takes it from its tickets; their versions stay as they are, and no events tell of it.
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
   * The tickets of the sources get this tag instead, and the sources disappear, all or none. The tickets' versions stay as they are, and no events tell of it.
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
   * 25 per page unless `limit` says otherwise, at most 100.
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
   * From now on, customers who are new and have its mail domain are linked to it. Customers who are there already keep the company that they have, or none.
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
   * With the number of its customers, and the newest 100 of them.
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
   * Another mail domain counts for customers who are new from then on; it links or unlinks nobody.
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
   * Answers the company as it was. Its customers stay, without a company; their versions stay as they are, and no events tell of it.
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
   * In the brand's order.
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
   * A brand has at most 500 categories.
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
   * By category id, tickets in the trash, merged tickets and spam left out.
   *
   * `GET /v1/brands/{brandId}/categories/stats`
   *
   * @throws {ApiError} with the code `not_found`
   */
  stats(brandId: string, options?: RequestOptions): Answer<CategoriesStatsAnswer>
  stats(input: { readonly brandId: string }, options?: RequestOptions): Answer<CategoriesStatsAnswer>

  /**
   * Put the categories in another order.
   *
   * `sortOrder` of each becomes its place in the list, counted from 0.
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
   * Its name and looks; `GET …/categories/stats` counts its tickets.
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
   * Members left out stay as they are. It shows on its tickets at once; their versions stay as they are, and no events tell of it.
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
   * Its tickets have no category afterwards; no events tell of that.
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
   * In the brand's order.
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
   * A brand has at most 50 statuses, inactive ones included.
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
   * By status id, tickets in the trash, merged tickets and spam left out.
   *
   * `GET /v1/brands/{brandId}/statuses/stats`
   *
   * @throws {ApiError} with the code `not_found`
   */
  stats(brandId: string, options?: RequestOptions): Answer<StatusesStatsAnswer>
  stats(input: { readonly brandId: string }, options?: RequestOptions): Answer<StatusesStatsAnswer>

  /**
   * Put the statuses in another order.
   *
   * `sortOrder` of each becomes its place in the list, counted from 0.
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
   * Also one that was taken out of use.
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
   * Making one the default takes that from the present default. The key never changes.
   *
   * `PATCH /v1/brands/{brandId}/statuses/{statusId}`
   *
   * @throws {ApiError} with the code `not_found`, `invalid_state`, `system_record`
   */
  update(brandId: string, statusId: string, input?: StatusUpdate, options?: RequestOptions): Answer<Status>
  update(input: { readonly brandId: string; readonly statusId: string } & StatusUpdate, options?: RequestOptions): Answer<Status>

  /**
   * Take a status out of use.
   *
   * It becomes inactive: tickets in it stay, and none can enter it. `isActive: true` brings it back.
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
   * By what they describe.
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
   * In the brand's order.
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
   * At most 200 for each of ticket, customer and company, and 1 MiB of JSON in all of them.
   *
   * `POST /v1/brands/{brandId}/fields/{entity}`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`, `limit_reached`
   */
  create(brandId: string, entity: string, input: FieldDefinitionCreate, options?: RequestOptions): Answer<FieldDefinition>
  create(input: { readonly brandId: string; readonly entity: string } & FieldDefinitionCreate, options?: RequestOptions): Answer<FieldDefinition>

  /**
   * Put the fields of an entity in another order.
   *
   * `sortOrder` of each becomes its place in the list, counted from 0.
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
   * Its key and type never change.
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
   * Values that are stored under its key stay.
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
   * The brands that the caller can see, by name. `deleted=only` gives those that were deleted within the last 30 days, the latest first, and `deleted=include` all by name: for whoever may restore them. Deleted ones have `deletedAt`.
   *
   * `GET /v1/brands`
   */
  list(input?: BrandsListQuery, options?: RequestOptions): List<Brand>

  /**
   * Create a brand.
   *
   * It has the four system statuses, and an address that takes mail at once.
   *
   * `POST /v1/brands`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`
   */
  create(input: BrandCreate, options?: RequestOptions): Answer<Brand>

  /**
   * Get a brand.
   *
   * With its settings. A deleted one is not found.
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
   * Members left out stay as they are; null clears optional ones. Objects are replaced as a whole.
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
   * With `confirm=true` the brand is hidden at once, and purged after 30 days unless it is restored. A session must be of a sign-in within the last 15 minutes; else 403 `forbidden`, with `recent_sign_in` in `required`.
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
   * Possible for 30 days after its deletion.
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
   * The brand's own description of its tickets; `{}` when unset. It is not enforced.
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
   * Any JSON object of at most 64 KiB.
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
   * How customers reach the brand, oldest first, and whether each way works.
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
   * All of the brand, oldest first.
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
   * A brand has at most 100 addresses; an address belongs to one brand of the installation. A `forwarded` address that is not verified within a day can be taken by another brand.
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
   * With whether it is verified, and when mail came to it last.
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
   * With `isPrimary: false` the address of the brand's id is the primary one again.
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
   * Mail to it is nobody's then. The address of the brand's id stays.
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
   * Without `code`, mails six digits to the address, which are good for 15 minutes and five tries, at most five times an hour. With the code, verifies it; a wrong one answers `verified: false`. Mail of test mode is in the test outbox.
   *
   * `POST /v1/brands/{brandId}/addresses/{addressId}/verify`
   *
   * @throws {ApiError} with the code `not_found`
   */
  verify(brandId: string, addressId: string, input?: AddressVerify, options?: RequestOptions): Answer<Verified>
  verify(input: { readonly brandId: string; readonly addressId: string } & AddressVerify, options?: RequestOptions): Answer<Verified>

  /**
   * Send a test mail.
   *
   * Queues a mail from the address, as answers go out, to one person, at most five times an hour. `GET …/channels` shows what becomes of it: `lastOutboundAt`, or `lastError` in the words of the relay. 409 `channel_not_ready`: the address is not verified. Mail of test mode is in the test outbox.
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
   * All of the brand, oldest first.
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
   * Answers with the DNS records that the domain should have. A brand has at most 50 domains; a domain belongs to one brand of the installation. One that is not verified within seven days can be taken by another brand.
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
   * With the DNS records that it needs, and what was found of each when it was checked last.
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
   * Members left out stay as they are; null clears optional ones. `domain` and `type` never change: add another domain instead. `isPrimary: true` takes that from the domain of the same type that had it.
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
   * Its keys are gone for good. Addresses on it are not verified any more; mail that was from it is from the installation's address.
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
   * Asks DNS now, for ten seconds at most; all domains are checked daily. A verified domain that lacks what it needs stays verified for three days.
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
   * All of the brand, oldest first.
   *
   * `GET /v1/brands/{brandId}/channels/slack`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, options?: RequestOptions): List<SlackInstallation>
  list(input: { readonly brandId: string }, options?: RequestOptions): List<SlackInstallation>

  /**
   * Begin to connect a Slack workspace.
   *
   * Answers with an address of Slack's for the browser of this session. It is good once and for ten minutes. A workspace belongs to one brand of the installation; connecting one again renews its token. 409 `channel_not_ready`: no app is registered with Slack (SLACK_CLIENT_ID or SLACK_BOT_TOKEN), or the app that `appId` names has no client id or no client secret yet.
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
   * With whether it works, which permissions it misses, and what went wrong last.
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
   * Which channels have which role, and whether it is used. 409 `invalid_state`: one that has to be connected again cannot be turned on.
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
   * Ends the app's access there and removes its threads. What was written before is handled first, which may take ten seconds; what cannot be is `failed` in the inbound log. Tickets stay, and are not answered in Slack any more.
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
   * Posts one message into a channel of the workspace. 409 `channel_not_ready`: the workspace is turned off or has removed the app, or belongs to test data, whose messages never leave. 502 `upstream_failed`: the message says what Slack answered, such as `not_in_channel`.
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
   * Those of the brand's own, oldest first.
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
   * An app of the brand's own, with addresses and secrets of its own; at most 10 for each brand. Add it by its name, make it at Slack from its manifest, then tell its client id and secrets.
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
   * Without its secrets, which are never shown.
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
   * What is new holds on every node within a moment; secrets that are left out stay.
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
   * Its address ends to exist. 409 `invalid_state`: workspaces are connected by it; disconnect them first.
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
   * From which the app is made at Slack: what it may do, and this server's addresses for it. One with an app-level token is heard over sockets, and has no address for events.
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
   * List telephone numbers.
   *
   * All of the brand, oldest first.
   *
   * `GET /v1/brands/{brandId}/channels/sms`
   *
   * @throws {ApiError} with the code `not_found`
   */
  list(brandId: string, options?: RequestOptions): List<SmsNumber>
  list(input: { readonly brandId: string }, options?: RequestOptions): List<SmsNumber>

  /**
   * Add a telephone number.
   *
   * Text messages to it become tickets, and agents' public comments go back as text messages. Then set the number's webhook at Twilio to `inboundUrl`. A brand has at most 50 numbers; 409 `already_exists`: a brand has this number of this account.
   *
   * `POST /v1/brands/{brandId}/channels/sms`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`, `limit_reached`
   */
  create(brandId: string, input: SmsNumberCreate, options?: RequestOptions): Answer<SmsNumber>
  create(input: { readonly brandId: string } & SmsNumberCreate, options?: RequestOptions): Answer<SmsNumber>

  /**
   * Get a telephone number.
   *
   * With whether it works and what went wrong last, without its secrets, which are never shown.
   *
   * `GET /v1/brands/{brandId}/channels/sms/{numberId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, numberId: string, options?: RequestOptions): Answer<SmsNumber>
  get(input: { readonly brandId: string; readonly numberId: string }, options?: RequestOptions): Answer<SmsNumber>

  /**
   * Change a telephone number.
   *
   * After a change of `authToken` the one before is good for incoming requests for another day, so that a token can be rotated without a gap.
   *
   * `PATCH /v1/brands/{brandId}/channels/sms/{numberId}`
   *
   * @throws {ApiError} with the code `not_found`, `already_exists`
   */
  update(brandId: string, numberId: string, input?: SmsNumberUpdate, options?: RequestOptions): Answer<SmsNumber>
  update(input: { readonly brandId: string; readonly numberId: string } & SmsNumberUpdate, options?: RequestOptions): Answer<SmsNumber>

  /**
   * Remove a telephone number.
   *
   * Its tickets stay. What has come in is handled first, which may take ten seconds; what cannot be is `failed` in the inbound log. What was not sent yet is suppressed, and Twilio's requests are answered with 404.
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
   * Sends one text message, which Twilio charges for, and asks where Twilio sends what comes in. 409 `channel_not_ready`: the number is disabled, or belongs to test data, whose messages never leave. 502 `upstream_failed`: the message says what Twilio answered.
   *
   * `POST /v1/brands/{brandId}/channels/sms/{numberId}/test`
   *
   * @throws {ApiError} with the code `not_found`, `channel_not_ready`, `upstream_failed`
   */
  test(brandId: string, numberId: string, input: SmsTest, options?: RequestOptions): Answer<SmsTestResult>
  test(input: { readonly brandId: string; readonly numberId: string } & SmsTest, options?: RequestOptions): Answer<SmsTestResult>

  /**
   * Say what a text takes.
   *
   * How many messages and segments a text takes as a text message. Nothing is sent or kept: for whoever writes, while they write.
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
   * All of the brand, oldest first.
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
   * For what no built-in channel reaches, such as a shop's own chat: docs/channels/custom.md says how to build one. Answers with the secret this once. A brand has at most 50 custom channels.
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
   * Without its secret, which is shown once, where it is made.
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
   * What waits to be sent is sent to the new address. `callbackUrl: null`: nothing is sent any more.
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
   * Its tickets stay. What was not sent yet is suppressed, and nobody can post with its secret.
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
   * Callbacks are signed with both secrets, and posts signed with either are taken, for `overlapHours`; with 0 the previous secret is worthless at once.
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
   * Posts a signed `message.test` to the callback address, once. 409 `channel_not_ready`: the channel has none, or is disabled. 502 `upstream_failed`: the message says what came back.
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
   * Becomes a ticket, or a comment on the ticket that its conversation is about; it is stored when this answers. The same `externalId` again answers 200 with the first ids and `duplicate: true`. A file that cannot be fetched is replaced by a note; process the message again (`inbound.reprocess`) to fetch it anew.
   *
   * `POST /v1/channels/custom/{channelId}/messages`
   *
   * @throws {ApiError} with the code `not_found`, `attachment_in_use`, `limit_reached`, `channel_not_ready`
   */
  receive(channelId: string, input: InboundPost, options?: RequestOptions): Answer<PostedMessage>
  receive(input: { readonly channelId: string } & InboundPost, options?: RequestOptions): Answer<PostedMessage>

  /**
   * Tell what became of a message.
   *
   * Of a message that was posted to the callback address. `read` counts as delivered. A receipt never moves a message backwards: one that tells nothing new changes nothing. 404: the channel was given no such message.
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
   * Events of the brand are posted, signed, to the URL. The secret is made when none is given, and returned once.
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
   * With its state, and how deliveries to it went last. Its secret is shown once, where it is made or rotated.
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
   * `enabled: true` and another `url` reset the failure count and send at once what had failed and waits.
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
   * What was not delivered yet is dropped.
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
   * One attempt with sample data, also while the webhook is disabled.
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
   * The previous secret signs beside the new one for `overlapHours` (24 when left out).
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
   * Newest first; the next page's cursor is in `X-Next-Cursor`.
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
   * Days (UTC) on which deliveries ended, oldest first; up to ten minutes behind. Times are to two significant digits.
   *
   * `GET /v1/brands/{brandId}/webhooks/{webhookId}/daily`
   *
   * @throws {ApiError} with the code `not_found`
   */
  listDays(brandId: string, webhookId: string, input?: WebhooksListDaysQuery, options?: RequestOptions): List<DeliveryDay>
  listDays(input: { readonly brandId: string; readonly webhookId: string } & WebhooksListDaysQuery, options?: RequestOptions): List<DeliveryDay>

  /**
   * Get a delivery with every attempt.
   *
   * What was sent each time, what the receiver answered, and how long it took.
   *
   * `GET /v1/brands/{brandId}/webhooks/{webhookId}/deliveries/{deliveryId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  getDelivery(brandId: string, webhookId: string, deliveryId: string, options?: RequestOptions): Answer<DeliveryDetail>
  getDelivery(input: { readonly brandId: string; readonly webhookId: string; readonly deliveryId: string }, options?: RequestOptions): Answer<DeliveryDetail>

  /**
   * Send a delivery's event again.
   *
   * At once, under the same event id.
   *
   * `POST /v1/brands/{brandId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay`
   *
   * @throws {ApiError} with the code `not_found`, `invalid_state`
   */
  replayDelivery(brandId: string, webhookId: string, deliveryId: string, options?: RequestOptions): Answer<Delivery>
  replayDelivery(input: { readonly brandId: string; readonly webhookId: string; readonly deliveryId: string }, options?: RequestOptions): Answer<Delivery>

  /**
   * Send a range of events again.
   *
   * Every kept event that matches the subscription, oldest first and at most 10,000 in one call, also those from before the webhook was made or while it was disabled. What is under way already is left as it is. Call again until nothing is scheduled to go through more.
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
   * The feed: every event once, in the order in which it was committed, oldest first. A reader that has seen an event and asks for what follows misses nothing and sees nothing twice. Poll with the last `id` as `after`. Events are kept for 30 days; those of a deleted brand are left out unless it is restored. Where a filter leaves out very many events a page may be short, or empty, and still have a `nextCursor`.
   *
   * `GET /v1/events`
   *
   * @throws {ApiError} with the code `invalid_cursor`, `event_expired`
   */
  list(input?: EventsListQuery, options?: RequestOptions): Pages<Event>

  /**
   * Get an event.
   *
   * In the same envelope as webhooks get it, for as long as the feed keeps it.
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
   * What happened to the ticket, its comments and files, oldest first; also of a ticket in the trash. These are the newest 10,000 entries; older ones of the ticket itself are in the brand's log, by its `entityId`.
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
   * Newest first. Where a filter leaves out very many lines a page may be short, or empty, and still have a `nextCursor`.
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
   * What concerns the account as a whole: its name, API keys, members, brands and channels. Newest first. Where a filter leaves out very many lines a page may be short, or empty, and still have a `nextCursor`.
   *
   * `GET /v1/accounts/me/logs`
   *
   * @throws {ApiError} with the code `invalid_cursor`
   */
  ofAccount(input?: LogsOfAccountQuery, options?: RequestOptions): Pages<AuditLogEntry>
}

export interface RequestsResource {
  /**
   * List requests with API keys.
   *
   * Of the caller's mode, newest first. A request is listed within two seconds of its answer. Where a filter leaves out very many requests a page may be short, or empty, and still have a `nextCursor`.
   *
   * `GET /v1/accounts/me/requests`
   *
   * @throws {ApiError} with the code `invalid_cursor`
   */
  list(input?: RequestsListQuery, options?: RequestOptions): Pages<ApiRequest>

  /**
   * Get a request with an API key.
   *
   * By the id that its answer had in `X-Request-Id`.
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
   * List what came in.
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
   * Get a message that came in.
   *
   * With what it became, and what of it a comment leaves out: the text that it quotes, and how a mail looks.
   *
   * `GET /v1/brands/{brandId}/inbound/{inboundId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  get(brandId: string, inboundId: string, options?: RequestOptions): Answer<InboundMessageDetail>
  get(input: { readonly brandId: string; readonly inboundId: string }, options?: RequestOptions): Answer<InboundMessageDetail>

  /**
   * Explain what became of a message.
   *
   * Each check with its result in words, and the events that the message caused.
   *
   * `GET /v1/brands/{brandId}/inbound/{inboundId}/explain`
   *
   * @throws {ApiError} with the code `not_found`
   */
  explain(brandId: string, inboundId: string, options?: RequestOptions): Answer<InboundExplanation>
  explain(input: { readonly brandId: string; readonly inboundId: string }, options?: RequestOptions): Answer<InboundExplanation>

  /**
   * Download a message as it came.
   *
   * The bytes that were received, as a file. Not found once they are no longer kept.
   *
   * `GET /v1/brands/{brandId}/inbound/{inboundId}/raw`
   *
   * @throws {ApiError} with the code `not_found`
   */
  raw(brandId: string, inboundId: string, options?: RequestOptions): Answer<Blob>
  raw(input: { readonly brandId: string; readonly inboundId: string }, options?: RequestOptions): Answer<Blob>

  /**
   * Process a message again.
   *
   * Reads it anew. One that was `ignored` or `failed` gets the effect it was kept from, such as a ticket for an answering machine's mail; a brand's own mail never does. One that was `processed` needs `force` (else 409): the text and files of the comment or ticket that it made are corrected. One that failed before its channel was removed cannot be processed any more (409). A message never makes a second ticket or comment.
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
   * The best matches first: what was named exactly (`ACME-1042`, an address), what is called so, what mentions it. Comments include internal notes; spam and deleted records are left out. Of words that are everywhere the newest matches are ranked, and of more than 500 brands those with the newest tickets are searched: `brandIds` names others. 20 results per page, at most 50; 300 searches a minute per credential.
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
   * That of the credential: a way to see that a key works, and whose it is.
   *
   * `GET /v1/accounts/me`
   */
  me(options?: RequestOptions): Answer<Account>

  /**
   * Rename the account.
   *
   * Of both modes. For the members of its team the name is that of their organization.
   *
   * `PATCH /v1/accounts/me`
   */
  update(input: AccountUpdate, options?: RequestOptions): Answer<Account>

  /**
   * Get what the account uses.
   *
   * Of the caller's mode, and of the brands that the caller can see. Tickets that are spam, deleted or merged away are not counted.
   *
   * `GET /v1/accounts/me/usage`
   */
  usage(options?: RequestOptions): Answer<AccountUsage>
}

export interface ApiKeysResource {
  /**
   * List API keys.
   *
   * The active keys of the caller's mode, without their secrets.
   *
   * `GET /v1/accounts/me/api-keys`
   */
  list(options?: RequestOptions): List<ApiKey>

  /**
   * Create an API key.
   *
   * The secret is returned once. Several keys may be active, so that one can replace another without downtime.
   *
   * `POST /v1/accounts/me/api-keys`
   *
   * @throws {ApiError} with the code `limit_reached`
   */
  create(input: ApiKeyCreate, options?: RequestOptions): Answer<ApiKeyWithSecret>

  /**
   * Choose the brands of an API key.
   *
   * From the next request on, on other nodes within a second. All brands or at least one must be named: a key never gets more by what was left out.
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
   * It is refused from the next request on, on other nodes within a second. A key may revoke itself.
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
   * Ask for a magic link.
   *
   * Mails a link that signs in once, within 15 minutes. One address gets one link a minute and five an hour. The answer is the same when nobody has the address, and when nothing is sent because it got one already.
   *
   * `POST /v1/auth/magic-link`
   */
  magicLink(input: MagicLinkRequest, options?: RequestOptions): Answer<Success>

  /**
   * Exchange a magic link for a session.
   *
   * Uses the link up and sets the session cookie. `sessionToken` is good as a bearer token too. The link of an invitation accepts it. Where the operator has opened sign-up, an address that nobody has gets an account of its own.
   *
   * `POST /v1/auth/verify`
   *
   * @throws {ApiError} with the code `invalid_token`
   */
  verify(input: Verification, options?: RequestOptions): Answer<SignedIn>

  /**
   * Get the current session.
   *
   * Whose it is and until when: what a page asks first. Without a session that is still good: 401.
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
   * Ends all sessions of the caller's address, in every organization of theirs, and the one that asks. From the next request on they are refused, on every server; streams end within a second. Asked again, it answers 401.
   *
   * `DELETE /v1/auth/sessions`
   */
  endSessions(options?: RequestOptions): Answer<EndedSessions>

  /**
   * List one's own organizations.
   *
   * Those that the caller's address is a member of, by name.
   *
   * `GET /v1/auth/organizations`
   */
  organizations(options?: RequestOptions): List<AuthOrganizationsAnswer>

  /**
   * Switch to another organization.
   *
   * Ends the session and opens one in the organization, with a token and a cookie of its own. It counts as the same sign-in: it is no younger, and ends when the former would have.
   *
   * `POST /v1/auth/switch-organization`
   *
   * @throws {ApiError} with the code `not_found`
   */
  switchOrganization(input: OrganizationChoice, options?: RequestOptions): Answer<SignedIn>
}

export interface OrganizationResource {
  /**
   * Bring a deleted organization back.
   *
   * By the link in the mail to its owners, once, within 14 days of its deletion. Brands, keys, channels and webhooks are what they were; its members sign in anew, and its customers open their portals anew.
   *
   * `POST /v1/auth/restore-organization`
   *
   * @throws {ApiError} with the code `invalid_token`
   */
  restore(input: Restoration, options?: RequestOptions): Answer<OrganizationRestoreAnswer>

  /**
   * Sign everybody out of the organization.
   *
   * Ends the sessions of all its members, and the one that asks: whoever should be in signs in again by a link to their address. API keys and portal tokens stay. Refused at once, as by signing out everywhere.
   *
   * `DELETE /v1/auth/organization/sessions`
   */
  endSessions(options?: RequestOptions): Answer<EndedSessions>

  /**
   * Get the organization.
   *
   * That of the session.
   *
   * `GET /v1/auth/organization`
   */
  get(options?: RequestOptions): Answer<Organization>

  /**
   * Rename the organization.
   *
   * The account has the same name.
   *
   * `PATCH /v1/auth/organization`
   */
  update(input: OrganizationUpdate, options?: RequestOptions): Answer<OrganizationUpdateAnswer>

  /**
   * Delete the organization.
   *
   * With its account, and everything in it: brands, tickets, customers, files, keys, members. All its credentials are refused from then on, on every server within a second; its addresses, channels and webhooks are off. A mail to its owners holds a link that brings everything back for 14 days; after them it is removed for good, which is done within 30 days. The session must be of a sign-in within the last 15 minutes; else 403 `forbidden`, with `recent_sign_in` in `required`. The session that asks ends as well: asked again, it answers 401.
   *
   * `DELETE /v1/auth/organization`
   */
  delete(input?: OrganizationDeleteQuery, options?: RequestOptions): Answer<OrganizationDeleteAnswer>

  /**
   * Transfer the ownership.
   *
   * Makes another active member an owner, and the caller an admin.
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
   * `invites` are the members who have not accepted yet.
   *
   * `GET /v1/auth/members`
   */
  list(input?: MembersListQuery, options?: RequestOptions): Answer<MembersListAnswer>

  /**
   * Invite a member.
   *
   * Mails a link that accepts the invitation and signs in, once, within 7 days. Only owners invite owners and admins. One address gets at most 5 invitations an hour, and an organization has at most 2,000 members.
   *
   * `POST /v1/auth/members/invite`
   *
   * @throws {ApiError} with the code `already_exists`, `limit_reached`
   */
  invite(input: Invite, options?: RequestOptions): Answer<DoneToMember>

  /**
   * Send an invitation again.
   *
   * Its link takes the place of the older one, and the 7 days begin anew.
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
   * One to the caller's address, from any organization. The member keeps the id of the invitation.
   *
   * `POST /v1/auth/accept-invite`
   *
   * @throws {ApiError} with the code `not_found`
   */
  acceptInvite(input: InviteAcceptance, options?: RequestOptions): Answer<MembersAcceptInviteAnswer>

  /**
   * Change a member.
   *
   * Only owners do it to owners and admins, and nobody to the last owner.
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
   * Ends the member's sessions at once and takes the tickets that were assigned to them from them. Also withdraws an invitation. Only owners do it to owners and admins, and nobody to the last owner.
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
   * And all brands that could be theirs.
   *
   * `GET /v1/auth/members/{memberId}/brands`
   *
   * @throws {ApiError} with the code `not_found`
   */
  brands(memberId: string, options?: RequestOptions): Answer<MemberBrands>
  brands(input: { readonly memberId: string }, options?: RequestOptions): Answer<MemberBrands>

  /**
   * Choose the brands of a member.
   *
   * Owners and admins see all brands. Tickets that an agent no longer sees are assigned to nobody.
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
   * Get one's own profile.
   *
   * A member of several organizations has one in each.
   *
   * `GET /v1/auth/profile`
   */
  get(options?: RequestOptions): Answer<Profile>

  /**
   * Change one's own profile.
   *
   * Members left out stay as they are; null clears optional ones, and `preferences` are replaced as a whole.
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
   * For your server: asks for a token of one customer, and passes it to that customer's page. A customer who is new is created. It is good for an hour unless `expiresIn` says otherwise.
   *
   * `POST /v1/brands/{brandId}/portal/token`
   *
   * @throws {ApiError} with the code `not_found`
   */
  create(brandId: string, input: PortalTokenCreate, options?: RequestOptions): Answer<PortalToken>
  create(input: { readonly brandId: string } & PortalTokenCreate, options?: RequestOptions): Answer<PortalToken>

  /**
   * Mail a portal's magic link.
   *
   * The link signs the customer in once, within 15 minutes, and takes the place of an older one. `portalUrl` begins with https, on one of the brand's `portalOrigins` if there are any. 5 links an hour for each address.
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
   * Those that are still good, newest first: at most 1,000, which is as many as a customer has. Empty for an address that nobody has.
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
   * All tokens of the customer end: the next request with one is refused.
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
   * Also of a brand that has none: `url` is where its portal is.
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
   * In the place of the one before, whose pages are gone at once. Answers with the DNS records that it needs; it is served once they are there, for the first brand of the installation that has shown that the name is its own.
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
   * The portal is at this server's own address again, and links in mail lead there.
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
   * Asks DNS now, for ten seconds at most; all domains are checked daily, and new ones each hour. A verified domain that lacks what it needs stays verified for three days, unless another brand shows that it is theirs.
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
   * Receive a mail.
   *
   * Takes a mail as if it had come by SMTP: the same code reads it, finds its conversation and stores it, before this answers. Send the whole message as `raw`, or its parts. The request body has at most 2 MiB.
   *
   * `POST /v1/test/inbound/email`
   *
   * @throws {ApiError} with the code `test_mode_only`, `channel_not_ready`
   */
  receiveEmail(input: SimulatedMail, options?: RequestOptions): Answer<SimulatedResult>

  /**
   * Receive a chat message.
   *
   * Takes a message as if somebody had written it in Slack, before this answers. A brand without a workspace gets one that exists here alone, with the channel `C0SIMULATED`, in which every message opens a ticket. 409 `channel_not_ready`: its workspace is turned off.
   *
   * `POST /v1/test/inbound/chat`
   *
   * @throws {ApiError} with the code `test_mode_only`, `channel_not_ready`
   */
  receiveChat(input: SimulatedChat, options?: RequestOptions): Answer<SimulatedResult>

  /**
   * Receive a text message.
   *
   * Takes a text message as if it had come by Twilio to a number of the brand, before this answers. 409 `channel_not_ready`: the brand has no number that is enabled.
   *
   * `POST /v1/test/inbound/sms`
   *
   * @throws {ApiError} with the code `test_mode_only`, `attachment_in_use`, `limit_reached`, `channel_not_ready`
   */
  receiveText(input: SimulatedText, options?: RequestOptions): Answer<SimulatedResult>

  /**
   * Say what became of a message.
   *
   * What a mail system or a provider would report of a message in the outbox, with the events that follow. A bounce is permanent. Without an `error`, or with one that says that there is no such mailbox (`550 5.1.1 unknown user`), the customer gets no mail for 60 days. A report never moves the state backwards.
   *
   * `POST /v1/test/receipts`
   *
   * @throws {ApiError} with the code `test_mode_only`
   */
  report(input: SimulatedReceipt, options?: RequestOptions): Answer<OutboundMessage>

  /**
   * List what would have gone out.
   *
   * Newest first, 25 to a page (at most 100). Kept for 7 days, and at most the newest 10,000.
   *
   * `GET /v1/test/outbox`
   *
   * @throws {ApiError} with the code `invalid_cursor`, `test_mode_only`
   */
  listOutbox(input?: TestModeListOutboxQuery, options?: RequestOptions): Pages<CapturedMessage>

  /**
   * Empty the outbox.
   *
   * Of the brands named, or of all that the key reaches; `deleted` is the number of messages. The messages of tickets stay as they are.
   *
   * `DELETE /v1/test/outbox`
   *
   * @throws {ApiError} with the code `test_mode_only`
   */
  clearOutbox(input?: TestModeClearOutboxQuery, options?: RequestOptions): Answer<TestModeClearOutboxAnswer>

  /**
   * Get a message that would have gone out.
   *
   * Whole: texts, headers and addresses, as the channel would have sent it.
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
   * 200 while the process runs; asks nothing else.
   *
   * `GET /v1/health`
   */
  health(options?: RequestOptions): Answer<SystemHealthAnswer>

  /**
   * Readiness.
   *
   * Whether this node should be sent requests: 503 if not. `checks` says what is amiss, also what takes no node away: `outbox`, while a part of the dispatcher of webhooks starts again, `writes`, while the database takes none, and `files` in an object store.
   *
   * `GET /v1/ready`
   */
  ready(options?: RequestOptions): Answer<SystemReadyAnswer>

  /**
   * Metrics.
   *
   * In the Prometheus text format, with OPERATOR_TOKEN as the bearer token or without one on the server itself.
   *
   * `GET /v1/metrics`
   */
  metrics(options?: RequestOptions): Answer<string>

  /**
   * Actors.
   *
   * The long-lived parts of this node and how they are, for owners and admins (those of their account's brands and of nobody's), with OPERATOR_TOKEN as the bearer token, and without a credential on the server itself (all).
   *
   * `GET /v1/system/actors`
   */
  actors(options?: RequestOptions): List<ActorStatus>

  /**
   * Status.
   *
   * How the whole installation is: its nodes, queues, database and files. For who runs it: with OPERATOR_TOKEN as the bearer token, without a credential on the server itself, or as owner or admin of the account that the first start made. What cannot be read now is left out, and `unread` says why; nothing of it is more than a few seconds old, sizes half a minute.
   *
   * `GET /v1/system/status`
   */
  status(options?: RequestOptions): Answer<SystemStatus>

  /**
   * The widget's script.
   *
   * For the tag that a site loads the widget by. Not found while the widget is not built.
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
   * Get a fresh token.
   *
   * Of the same lifetime from now on; the old token stays good until its own end. Refreshing ends 24 hours after the first token was issued, or 30 days where that was for longer than a day: the last token is good until then, and refreshing that one answers 401 `token_expired`. Let your server issue a new token by then.
   *
   * `POST /v1/portal/refresh`
   */
  refresh(options?: RequestOptions): Answer<PortalToken>

  /**
   * End this token.
   *
   * The next request with it is refused. Other tokens of the customer stay good.
   *
   * `POST /v1/portal/logout`
   */
  logout(options?: RequestOptions): Answer<Success>

  /**
   * Get who is signed in.
   *
   * And the brand whose portal this is.
   *
   * `GET /v1/portal/me`
   *
   * @throws {ApiError} with the code `not_found`
   */
  me(options?: RequestOptions): Answer<PortalMe>

  /**
   * Ask for a portal's magic link.
   *
   * For a page that nobody has signed in to yet. Mails a link that works once, within 15 minutes, if the origin of `portalUrl` and of the asking page are among the brand's `portalOrigins`. The answer is the same if not. 5 links an hour for each address.
   *
   * `POST /v1/portal/magic-link`
   */
  magicLink(input: PortalLinkRequest, options?: RequestOptions): Answer<Success>

  /**
   * Get how a brand shows itself.
   *
   * Its name and looks, for the page that a customer signs in on.
   *
   * `GET /v1/portal/brands/{brandId}`
   *
   * @throws {ApiError} with the code `not_found`
   */
  brand(brandId: string, options?: RequestOptions): Answer<PortalBrand>
  brand(input: { readonly brandId: string }, options?: RequestOptions): Answer<PortalBrand>

  /**
   * Exchange a portal's magic link for a token.
   *
   * Uses the link up. A customer who is new is created. The token is good for an hour unless `expiresIn` says otherwise.
   *
   * `POST /v1/portal/verify`
   *
   * @throws {ApiError} with the code `invalid_token`
   */
  verify(input: PortalVerification, options?: RequestOptions): Answer<PortalToken>
}

export interface PortalTicketsResource {
  /**
   * List one's tickets.
   *
   * The customer's own tickets, without deleted and merged ones; 20 to a page, at most 50. `data` repeats `tickets`.
   *
   * `GET /v1/portal/tickets`
   *
   * @throws {ApiError} with the code `invalid_cursor`
   */
  list(input?: PortalTicketsListQuery, options?: RequestOptions): Pages<PortalTicket>

  /**
   * Open a ticket.
   *
   * For the customer of the token, in the brand whose portal it is.
   *
   * `POST /v1/portal/tickets`
   *
   * @throws {ApiError} with the code `not_found`, `attachment_in_use`, `limit_reached`
   */
  create(input: PortalTicketCreate, options?: RequestOptions): Answer<PortalTicket>

  /**
   * Get a ticket with its messages.
   *
   * Public comments and files only. A ticket of another customer is as unknown as any other.
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
   * Reply on a ticket.
   *
   * A ticket that was pending, resolved or closed is open again.
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
   * Announce a file for a ticket or reply that is yet to come.
   *
   * Send its bytes to `uploadUrl`, confirm it, and name its id in `attachmentIds`. Until then it is the customer's alone; they may have 20 of them, for 24 hours each.
   *
   * `POST /v1/portal/tickets/attachments/pending`
   *
   * @throws {ApiError} with the code `not_found`, `limit_reached`
   */
  initiatePending(input: PortalAttachmentCreate, options?: RequestOptions): Answer<PortalUploadTicket>

  /**
   * Confirm a file that waits for its ticket.
   *
   * Once all its bytes have arrived; again, it answers the same. Its id can then go into `attachmentIds` of a ticket or reply.
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
   * Send its bytes to `uploadUrl` by PUT, then confirm it.
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
   * Those of its public comments too.
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
   * Makes it one of the ticket's, once all its bytes have arrived. Again, it answers the same.
   *
   * `POST /v1/portal/tickets/{ticketId}/attachments/{attachmentId}/confirm`
   *
   * @throws {ApiError} with the code `not_found`, `ticket_merged`, `attachment_not_uploaded`, `limit_reached`
   */
  confirm(ticketId: string, attachmentId: string, options?: RequestOptions): Answer<PortalAttachment>
  confirm(input: { readonly ticketId: string; readonly attachmentId: string }, options?: RequestOptions): Answer<PortalAttachment>

  /**
   * Get a file and its address.
   *
   * The address works without a credential for as long as `expiresAt` says. Files of internal notes are not found.
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
