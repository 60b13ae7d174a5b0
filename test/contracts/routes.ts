/** One operation of the contract. */
export interface Route {
  readonly method: string
  readonly path: string
  readonly operationId: string
}

/** `B` stands for `/v1/brands/{brandId}`. */
const table = `
POST   /v1/auth/magic-link                                      auth.magicLink
POST   /v1/auth/verify                                          auth.verify
POST   /v1/auth/restore-organization                            auth.restoreOrganization
GET    /v1/auth/session                                         auth.session
POST   /v1/auth/logout                                          auth.logout
DELETE /v1/auth/sessions                                        auth.endSessions
DELETE /v1/auth/organization/sessions                           auth.endOrganizationSessions
GET    /v1/auth/organizations                                   auth.organizations
POST   /v1/auth/switch-organization                             auth.switchOrganization

GET    /v1/auth/organization                                    members.organization
PATCH  /v1/auth/organization                                    members.renameOrganization
DELETE /v1/auth/organization                                    members.deleteOrganization
GET    /v1/auth/members                                         members.list
POST   /v1/auth/members/invite                                  members.invite
POST   /v1/auth/members/{memberId}/resend-invite                members.resendInvite
POST   /v1/auth/accept-invite                                   members.acceptInvite
PATCH  /v1/auth/members/{memberId}                              members.update
DELETE /v1/auth/members/{memberId}                              members.remove
GET    /v1/auth/members/{memberId}/brands                       members.brands
PUT    /v1/auth/members/{memberId}/brands                       members.setBrands
POST   /v1/auth/transfer-ownership                              members.transferOwnership
GET    /v1/auth/profile                                         members.profile
PATCH  /v1/auth/profile                                         members.updateProfile

POST   B/portal/token                                           portalTokens.issue
POST   B/portal/magic-link                                      portalTokens.magicLink
GET    B/portal/tokens                                          portalTokens.list
POST   B/portal/revoke                                          portalTokens.revoke
GET    B/portal/domain                                          portalDomains.get
PUT    B/portal/domain                                          portalDomains.set
DELETE B/portal/domain                                          portalDomains.delete
POST   B/portal/domain/verify                                   portalDomains.verify
POST   /v1/portal/magic-link                                    portal.magicLink
POST   /v1/portal/verify                                        portal.verify
GET    /v1/portal/brands/{brandId}                              portal.getBrand
GET    /v1/portal/domain                                        portal.getDomain
POST   /v1/portal/refresh                                       portal.refresh
POST   /v1/portal/logout                                        portal.logout

GET    /v1/accounts/me                                          accounts.me
PATCH  /v1/accounts/me                                          accounts.update
GET    /v1/accounts/me/usage                                    accounts.usage
GET    /v1/accounts/me/api-keys                                 accounts.listApiKeys
POST   /v1/accounts/me/api-keys                                 accounts.createApiKey
PATCH  /v1/accounts/me/api-keys/{keyId}/scope                   accounts.scopeApiKey
DELETE /v1/accounts/me/api-keys/{keyId}                         accounts.revokeApiKey
GET    /v1/accounts/me/logs                                     logs.listAccount
GET    /v1/accounts/me/requests                                 requests.list
GET    /v1/accounts/me/requests/{requestId}                     requests.get

GET    /v1/brands                                               brands.list
POST   /v1/brands                                               brands.create
GET    B                                                        brands.get
PATCH  B                                                        brands.update
DELETE B                                                        brands.delete
POST   B/restore                                                brands.restore
GET    B/schema                                                 brands.getSchema
PUT    B/schema                                                 brands.putSchema

GET    B/channels                                               channels.list
GET    B/addresses                                              channels.listAddresses
POST   B/addresses                                              channels.createAddress
GET    B/addresses/{addressId}                                  channels.getAddress
PATCH  B/addresses/{addressId}                                  channels.updateAddress
DELETE B/addresses/{addressId}                                  channels.deleteAddress
POST   B/addresses/{addressId}/verify                           channels.verifyAddress
POST   B/addresses/{addressId}/test                             channels.testAddress
GET    B/domains                                                channels.listDomains
POST   B/domains                                                channels.createDomain
GET    B/domains/{domainId}                                     channels.getDomain
PATCH  B/domains/{domainId}                                     channels.updateDomain
DELETE B/domains/{domainId}                                     channels.deleteDomain
POST   B/domains/{domainId}/verify                              channels.verifyDomain
GET    B/channels/custom                                        customChannels.list
POST   B/channels/custom                                        customChannels.create
GET    B/channels/custom/{channelId}                            customChannels.get
PATCH  B/channels/custom/{channelId}                            customChannels.update
DELETE B/channels/custom/{channelId}                            customChannels.delete
POST   B/channels/custom/{channelId}/rotate-secret              customChannels.rotateSecret
POST   B/channels/custom/{channelId}/test                       customChannels.test
POST   /v1/channels/custom/{channelId}/messages                 channelMessages.receive
POST   /v1/channels/custom/{channelId}/receipts                 channelMessages.receipt
GET    B/channels/sms                                           smsNumbers.list
POST   B/channels/sms                                           smsNumbers.create
GET    B/channels/sms/{numberId}                                smsNumbers.get
PATCH  B/channels/sms/{numberId}                                smsNumbers.update
DELETE B/channels/sms/{numberId}                                smsNumbers.delete
POST   B/channels/sms/{numberId}/test                           smsNumbers.test
POST   B/channels/sms/preview                                   smsNumbers.preview
GET    B/channels/slack                                         slack.list
POST   B/channels/slack/install-url                             slack.installUrl
GET    B/channels/slack/{installationId}                        slack.get
PATCH  B/channels/slack/{installationId}                        slack.update
DELETE B/channels/slack/{installationId}                        slack.delete
POST   B/channels/slack/{installationId}/test                   slack.test
GET    B/channels/slack/apps                                    slackApps.list
POST   B/channels/slack/apps                                    slackApps.create
GET    B/channels/slack/apps/{appId}                            slackApps.get
PATCH  B/channels/slack/apps/{appId}                            slackApps.update
DELETE B/channels/slack/apps/{appId}                            slackApps.delete
GET    B/channels/slack/apps/{appId}/manifest                   slackApps.manifest

POST   B/tickets                                                tickets.create
POST   /v1/tickets                                              tickets.createAcross
GET    B/tickets                                                tickets.list
GET    /v1/tickets                                              tickets.listAcross
GET    /v1/tickets/stats                                        tickets.stats
GET    B/tickets/{ticketId}                                     tickets.get
PATCH  B/tickets/{ticketId}                                     tickets.update
DELETE B/tickets/{ticketId}                                     tickets.delete
POST   B/tickets/{ticketId}/restore                             tickets.restore
POST   B/tickets/{ticketId}/spam                                tickets.spam
POST   B/tickets/{ticketId}/merge                               tickets.merge
POST   B/tickets/bulk                                           tickets.bulk

GET    B/tickets/{ticketId}/comments                            comments.list
POST   B/tickets/{ticketId}/comments                            comments.create
GET    B/tickets/{ticketId}/comments/{commentId}                comments.get
PATCH  B/tickets/{ticketId}/comments/{commentId}                comments.update
DELETE B/tickets/{ticketId}/comments/{commentId}                comments.delete

GET    B/tickets/{ticketId}/presence                            presence.list
PUT    B/tickets/{ticketId}/presence                            presence.set
DELETE B/tickets/{ticketId}/presence                            presence.leave

POST   B/tickets/{ticketId}/attachments                         attachments.initiate
POST   B/tickets/{ticketId}/attachments/{attachmentId}/confirm  attachments.confirm
POST   B/tickets/{ticketId}/attachments/upload                  attachments.upload
GET    B/tickets/{ticketId}/attachments                         attachments.list
GET    B/tickets/{ticketId}/attachments/{attachmentId}          attachments.get
DELETE B/tickets/{ticketId}/attachments/{attachmentId}          attachments.delete
POST   B/attachments/urls                                       attachments.urls
POST   B/attachments/pending                                    attachments.initiatePending
POST   B/attachments/pending/{attachmentId}/confirm             attachments.confirmPending
POST   B/attachments/pending/upload                             attachments.uploadPending
PUT    /v1/files/{token}                                        files.receive
GET    /v1/files/{token}                                        files.send

GET    B/customers                                              customers.list
POST   B/customers                                              customers.create
GET    B/customers/search                                       customers.search
GET    B/customers/{customerId}                                 customers.get
PATCH  B/customers/{customerId}                                 customers.update
DELETE B/customers/{customerId}                                 customers.delete
POST   B/customers/{customerId}/merge                           customers.merge
POST   B/customers/{customerId}/erase                           customers.erase

GET    B/companies                                              companies.list
POST   B/companies                                              companies.create
GET    B/companies/{companyId}                                  companies.get
PATCH  B/companies/{companyId}                                  companies.update
DELETE B/companies/{companyId}                                  companies.delete

GET    B/categories                                             categories.list
POST   B/categories                                             categories.create
GET    B/categories/{categoryId}                                categories.get
PATCH  B/categories/{categoryId}                                categories.update
DELETE B/categories/{categoryId}                                categories.delete
GET    B/categories/stats                                       categories.stats
POST   B/categories/reorder                                     categories.reorder
GET    B/tags                                                   tags.list
POST   B/tags                                                   tags.create
GET    B/tags/{tagId}                                           tags.get
PATCH  B/tags/{tagId}                                           tags.update
DELETE B/tags/{tagId}                                           tags.delete
GET    B/tags/stats                                             tags.stats
POST   B/tags/{tagId}/merge                                     tags.merge

GET    B/statuses                                               statuses.list
POST   B/statuses                                               statuses.create
GET    B/statuses/{statusId}                                    statuses.get
PATCH  B/statuses/{statusId}                                    statuses.update
DELETE B/statuses/{statusId}                                    statuses.delete
GET    B/statuses/stats                                         statuses.stats
POST   B/statuses/reorder                                       statuses.reorder

GET    B/fields                                                 fields.list
GET    B/fields/{entity}                                        fields.listOf
POST   B/fields/{entity}                                        fields.create
PATCH  B/fields/{entity}/{key}                                  fields.update
DELETE B/fields/{entity}/{key}                                  fields.delete
POST   B/fields/{entity}/reorder                                fields.reorder

GET    B/tickets/{ticketId}/messages                            messages.list
GET    B/tickets/{ticketId}/messages/reply-way                  messages.replyWay
POST   B/tickets/{ticketId}/messages/{messageId}/retry          messages.retry

GET    B/tickets/{ticketId}/watchers                            watchers.list
POST   B/tickets/{ticketId}/watchers                            watchers.add
PATCH  B/tickets/{ticketId}/watchers/{memberId}                 watchers.update
DELETE B/tickets/{ticketId}/watchers/{memberId}                 watchers.remove

GET    B/inbound                                                inbound.list
GET    B/inbound/{inboundId}                                    inbound.get
GET    B/inbound/{inboundId}/explain                            inbound.explain
GET    B/inbound/{inboundId}/raw                                inbound.raw
POST   B/inbound/{inboundId}/reprocess                          inbound.reprocess

GET    /v1/search                                               search.find
GET    B/tickets/{ticketId}/logs                                logs.listTicket
GET    B/logs                                                   logs.listBrand

GET    B/webhooks                                               webhooks.list
POST   B/webhooks                                               webhooks.create
GET    B/webhooks/{webhookId}                                   webhooks.get
PATCH  B/webhooks/{webhookId}                                   webhooks.update
DELETE B/webhooks/{webhookId}                                   webhooks.delete
POST   B/webhooks/{webhookId}/test                              webhooks.test
POST   B/webhooks/{webhookId}/rotate-secret                     webhooks.rotateSecret
GET    B/webhooks/{webhookId}/deliveries                        webhooks.deliveries
GET    B/webhooks/{webhookId}/deliveries/{deliveryId}           webhooks.delivery
POST   B/webhooks/{webhookId}/deliveries/{deliveryId}/replay    webhooks.replayDelivery
POST   B/webhooks/{webhookId}/replay                            webhooks.replay
GET    B/webhooks/{webhookId}/daily                             webhooks.daily

GET    /v1/events                                               events.list
GET    /v1/events/{eventId}                                     events.get
GET    /v1/events/stream                                        events.stream

GET    /v1/portal/me                                            portal.me
GET    /v1/portal/stream                                        portal.stream
GET    /v1/portal/tickets                                       portal.listTickets
POST   /v1/portal/tickets                                       portal.createTicket
GET    /v1/portal/tickets/{ticketId}                            portal.getTicket
POST   /v1/portal/tickets/{ticketId}/comments                   portal.addComment
POST   /v1/portal/tickets/attachments/pending                   portal.initiatePending
POST   /v1/portal/tickets/attachments/pending/{attachmentId}/confirm      portal.confirmPending
POST   /v1/portal/tickets/{ticketId}/attachments                portal.initiateAttachment
POST   /v1/portal/tickets/{ticketId}/attachments/{attachmentId}/confirm   portal.confirmAttachment
GET    /v1/portal/tickets/{ticketId}/attachments                portal.listAttachments
GET    /v1/portal/tickets/{ticketId}/attachments/{attachmentId} portal.getAttachment

POST   /v1/test/inbound/email                                   test.inboundEmail
POST   /v1/test/inbound/chat                                    test.inboundChat
POST   /v1/test/inbound/sms                                     test.inboundSms
POST   /v1/test/receipts                                        test.receipt
GET    /v1/test/outbox                                          test.listOutbox
GET    /v1/test/outbox/{messageId}                              test.getOutbox
DELETE /v1/test/outbox                                          test.clearOutbox

GET    /v1/health                                               system.health
GET    /v1/ready                                                system.ready
GET    /v1/metrics                                              system.metrics
GET    /v1/system/actors                                        system.actors
GET    /v1/system/status                                        system.status
GET    /v1/system/widget                                        system.widget
`

/**
 * Every operation of the contract, except those for chat, SMS and custom channels, the inbound log, outbound messages, and the
 * simulation of chat and SMS.
 */
export const routes: ReadonlyArray<Route> = table
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => {
    const [method = "", path = "", operationId = ""] = line.split(/\s+/)
    return { method, path: path.replace(/^B(?=\/|$)/, "/v1/brands/{brandId}"), operationId }
  })

/** Routes that serve the documentation itself; the root names them too. */
export const documentation = ["/v1/openapi.json", "/v1/docs", "/v1/docs/errors"] as const

/** Groups of operations (docs/api.md). `files` are the signed URLs of the built-in store. */
export const groups = [
  "auth",
  "members",
  "accounts",
  "brands",
  "channels",
  "slack",
  "slackApps",
  "smsNumbers",
  "customChannels",
  "channelMessages",
  "portalTokens",
  "portalDomains",
  "tickets",
  "comments",
  "attachments",
  "files",
  "customers",
  "companies",
  "categories",
  "tags",
  "statuses",
  "fields",
  "messages",
  "watchers",
  "presence",
  "search",
  "logs",
  "requests",
  "inbound",
  "webhooks",
  "events",
  "portal",
  "test",
  "system"
] as const
