import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Console, Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import { SlackAppSettings } from "../channels/chat/SlackAppSettings.ts"
import * as SlackChannel from "../channels/chat/SlackChannel.ts"
import * as SlackGateway from "../channels/chat/SlackGateway.ts"
import * as SlackOAuthClient from "../channels/chat/SlackOAuthClient.ts"
import * as CustomChannel from "../channels/custom/CustomChannel.ts"
import * as EmailChannel from "../channels/email/EmailChannel.ts"
import { loadTls } from "../channels/email/loadTls.ts"
import * as OutboundMailer from "../channels/email/OutboundMailer.ts"
import * as SmsChannel from "../channels/sms/SmsChannel.ts"
import { TwilioSettings } from "../channels/sms/TwilioSettings.ts"
import packageJson from "../package.json" with { type: "json" }
import { AppConfig, settings } from "./AppConfig.ts"
import { AccountDeletions } from "./accounts/AccountDeletions.ts"
import { Accounts } from "./accounts/Accounts.ts"
import { ApiKeys } from "./accounts/ApiKeys.ts"
import { Brands } from "./accounts/Brands.ts"
import { EncryptionKey } from "./accounts/EncryptionKey.ts"
import { Invites } from "./accounts/Invites.ts"
import { MagicLinks } from "./accounts/MagicLinks.ts"
import { Members } from "./accounts/Members.ts"
import { PortalBrands } from "./accounts/PortalBrands.ts"
import { PortalLinks } from "./accounts/PortalLinks.ts"
import { PortalOrigins } from "./accounts/PortalOrigins.ts"
import { PortalTokens } from "./accounts/PortalTokens.ts"
import { Sessions } from "./accounts/Sessions.ts"
import { SignUp } from "./accounts/SignUp.ts"
import { Vault } from "./accounts/Vault.ts"
import * as BlobStoreLayer from "./blobs/BlobStoreLayer.ts"
import * as ClamdScanner from "./blobs/ClamdScanner.ts"
import { IdGenerator } from "./domain/IdGenerator.ts"
import * as EventNews from "./events/EventNews.ts"
import { EventStreams } from "./events/EventStreams.ts"
import { firstStart } from "./FirstStart.ts"
import * as ApiRoutes from "./http/ApiRoutes.ts"
import * as SignedFileLinks from "./http/files/SignedFileLinks.ts"
import * as HttpApp from "./http/HttpApp.ts"
import * as HttpListener from "./http/HttpListener.ts"
import { HttpSettings } from "./http/HttpSettings.ts"
import { Pictures } from "./http/mail/Pictures.ts"
import * as ProviderRoutes from "./http/ProviderRoutes.ts"
import { RateLimits } from "./http/RateLimits.ts"
import * as ReadyChecks from "./ReadyChecks.ts"
import { ActorRegistry } from "./runtime/ActorRegistry.ts"
import { DataFolder } from "./runtime/DataFolder.ts"
import { DnsResolver } from "./runtime/DnsResolver.ts"
import { environment } from "./runtime/environment.ts"
import { freePort } from "./runtime/freePort.ts"
import { Health } from "./runtime/Health.ts"
import { runProcess } from "./runtime/runProcess.ts"
import * as StrayRejections from "./runtime/StrayRejections.ts"
import * as Telemetry from "./runtime/Telemetry.ts"
import * as SignedCallbacks from "./SignedCallbacks.ts"
import { Database } from "./sql/Database.ts"
import * as SqlAccountDeletionStore from "./sql/SqlAccountDeletionStore.ts"
import * as SqlAccountStore from "./sql/SqlAccountStore.ts"
import * as SqlAddressClaimStore from "./sql/SqlAddressClaimStore.ts"
import * as SqlApiKeyStore from "./sql/SqlApiKeyStore.ts"
import * as SqlAttachmentStore from "./sql/SqlAttachmentStore.ts"
import * as SqlAuditLog from "./sql/SqlAuditLog.ts"
import * as SqlBrandStore from "./sql/SqlBrandStore.ts"
import * as SqlCategoryStore from "./sql/SqlCategoryStore.ts"
import * as SqlChannelInbox from "./sql/SqlChannelInbox.ts"
import * as SqlChannelOutbox from "./sql/SqlChannelOutbox.ts"
import * as SqlChannelStore from "./sql/SqlChannelStore.ts"
import * as SqlChatDirectory from "./sql/SqlChatDirectory.ts"
import * as SqlChatHomes from "./sql/SqlChatHomes.ts"
import * as SqlChatUpdates from "./sql/SqlChatUpdates.ts"
import * as SqlCompanyStore from "./sql/SqlCompanyStore.ts"
import * as SqlConnectionNotices from "./sql/SqlConnectionNotices.ts"
import * as SqlConnectionStore from "./sql/SqlConnectionStore.ts"
import * as SqlCustomerErasureStore from "./sql/SqlCustomerErasureStore.ts"
import * as SqlCustomerMergeStore from "./sql/SqlCustomerMergeStore.ts"
import * as SqlCustomerStore from "./sql/SqlCustomerStore.ts"
import * as SqlDeliveryLog from "./sql/SqlDeliveryLog.ts"
import * as SqlDeliveryQueue from "./sql/SqlDeliveryQueue.ts"
import * as SqlDeliveryUpkeep from "./sql/SqlDeliveryUpkeep.ts"
import * as SqlDomainUpkeep from "./sql/SqlDomainUpkeep.ts"
import * as SqlEmailDomainStore from "./sql/SqlEmailDomainStore.ts"
import * as SqlEventLog from "./sql/SqlEventLog.ts"
import * as SqlFieldDefinitionStore from "./sql/SqlFieldDefinitionStore.ts"
import * as SqlFileScans from "./sql/SqlFileScans.ts"
import * as SqlFileUpkeep from "./sql/SqlFileUpkeep.ts"
import * as SqlInboundLog from "./sql/SqlInboundLog.ts"
import * as SqlMagicLinkStore from "./sql/SqlMagicLinkStore.ts"
import * as SqlMailOutbox from "./sql/SqlMailOutbox.ts"
import * as SqlMemberStore from "./sql/SqlMemberStore.ts"
import * as SqlNodeSession from "./sql/SqlNodeSession.ts"
import * as SqlOutboundStore from "./sql/SqlOutboundStore.ts"
import * as SqlPortalBrandStore from "./sql/SqlPortalBrandStore.ts"
import * as SqlPortalDoor from "./sql/SqlPortalDoor.ts"
import * as SqlPortalLinkStore from "./sql/SqlPortalLinkStore.ts"
import * as SqlPortalTicketStore from "./sql/SqlPortalTicketStore.ts"
import * as SqlPortalTokenStore from "./sql/SqlPortalTokenStore.ts"
import * as SqlPresenceStore from "./sql/SqlPresenceStore.ts"
import * as SqlReceipts from "./sql/SqlReceipts.ts"
import * as SqlRecipientDirectory from "./sql/SqlRecipientDirectory.ts"
import * as SqlSearch from "./sql/SqlSearch.ts"
import * as SqlSecretRotation from "./sql/SqlSecretRotation.ts"
import * as SqlSenders from "./sql/SqlSenders.ts"
import * as SqlSessionStore from "./sql/SqlSessionStore.ts"
import * as SqlSlackAppStore from "./sql/SqlSlackAppStore.ts"
import * as SqlSlackInstallStates from "./sql/SqlSlackInstallStates.ts"
import * as SqlSmsBudget from "./sql/SqlSmsBudget.ts"
import * as SqlSmsInflow from "./sql/SqlSmsInflow.ts"
import * as SqlStatusStore from "./sql/SqlStatusStore.ts"
import * as SqlSupportAddressStore from "./sql/SqlSupportAddressStore.ts"
import * as SqlTagStore from "./sql/SqlTagStore.ts"
import * as SqlTallyUpkeep from "./sql/SqlTallyUpkeep.ts"
import * as SqlTestOutbox from "./sql/SqlTestOutbox.ts"
import * as SqlTicketStore from "./sql/SqlTicketStore.ts"
import * as SqlTrash from "./sql/SqlTrash.ts"
import * as SqlUnclaimedBlobs from "./sql/SqlUnclaimedBlobs.ts"
import * as SqlWatcherStore from "./sql/SqlWatcherStore.ts"
import * as SqlWebhookStore from "./sql/SqlWebhookStore.ts"
import * as AddressActivity from "./tickets/AddressActivity.ts"
import { AddressClaims } from "./tickets/AddressClaims.ts"
import { Attachments } from "./tickets/Attachments.ts"
import { BulkChanges } from "./tickets/BulkChanges.ts"
import { Categories } from "./tickets/Categories.ts"
import { Channels } from "./tickets/Channels.ts"
import { Comments } from "./tickets/Comments.ts"
import { Companies } from "./tickets/Companies.ts"
import * as ConnectionWatch from "./tickets/ConnectionWatch.ts"
import { CustomChannels } from "./tickets/CustomChannels.ts"
import { CustomerErasures } from "./tickets/CustomerErasures.ts"
import { CustomerMerges } from "./tickets/CustomerMerges.ts"
import { Customers } from "./tickets/Customers.ts"
import * as DomainChecker from "./tickets/DomainChecker.ts"
import { EmailDomains } from "./tickets/EmailDomains.ts"
import { FieldDefinitions } from "./tickets/FieldDefinitions.ts"
import { FileBytes } from "./tickets/FileBytes.ts"
import * as FileJanitor from "./tickets/FileJanitor.ts"
import * as FileScanner from "./tickets/FileScanner.ts"
import { InboundMessages } from "./tickets/InboundMessages.ts"
import { Intake } from "./tickets/Intake.ts"
import { MailComposer } from "./tickets/MailComposer.ts"
import { MailMarks } from "./tickets/MailMarks.ts"
import * as MailNews from "./tickets/MailNews.ts"
import { Outbound } from "./tickets/Outbound.ts"
import { PendingUploads } from "./tickets/PendingUploads.ts"
import { PortalFiles } from "./tickets/PortalFiles.ts"
import { PortalTickets } from "./tickets/PortalTickets.ts"
import { Presences } from "./tickets/Presences.ts"
import { ProviderCallbacks } from "./tickets/ProviderCallbacks.ts"
import { SlackApps } from "./tickets/SlackApps.ts"
import { SlackInstallations } from "./tickets/SlackInstallations.ts"
import { SmsNumbers } from "./tickets/SmsNumbers.ts"
import { Statuses } from "./tickets/Statuses.ts"
import { StorageQuota } from "./tickets/StorageQuota.ts"
import { SupportAddresses } from "./tickets/SupportAddresses.ts"
import { Tags } from "./tickets/Tags.ts"
import { TestMode } from "./tickets/TestMode.ts"
import * as TicketSweeper from "./tickets/TicketSweeper.ts"
import { Tickets } from "./tickets/Tickets.ts"
import { Uploads } from "./tickets/Uploads.ts"
import { Watchers } from "./tickets/Watchers.ts"
import { render } from "./Welcome.ts"
import { Deliveries } from "./webhooks/Deliveries.ts"
import * as Dispatcher from "./webhooks/dispatcher/Dispatcher.ts"
import { Egress } from "./webhooks/Egress.ts"
import { SafeHttpClient } from "./webhooks/SafeHttpClient.ts"
import { TestSender } from "./webhooks/TestSender.ts"
import { Webhooks } from "./webhooks/Webhooks.ts"

// The wiring diagram: every layer is named once, and provided once. Layers are built from the bottom up and closed in
// the reverse order, so what stands lower outlives what stands on it.

const Settings = AppConfig.layer.pipe(Layer.provide(ConfigProvider.layer(environment(Object.values(settings)))))

const Logs = Layer.unwrap(
  AppConfig.useSync(({ logFormat, logLevel, otlpEndpoint }) =>
    Telemetry.layer({ level: logLevel, format: logFormat, otlpEndpoint })
  )
)

const Data = Layer.unwrap(AppConfig.useSync(({ dataDir }) => DataFolder.layer(dataDir)))

const Postgres = Layer.unwrap(
  Effect.gen(function* () {
    const { databasePool, databaseUrl } = yield* AppConfig
    return Database.layer({ databaseUrl, dataDir: yield* DataFolder, poolSize: databasePool })
  })
)

const Key = Layer.unwrap(
  Effect.gen(function* () {
    const { databaseUrl, encryptionKey } = yield* AppConfig
    return EncryptionKey.layer({
      configured: encryptionKey,
      dataDir: yield* DataFolder,
      externalDatabase: Option.isSome(databaseUrl)
    })
  })
)

/** What our own mail is known by when it comes back. */
const Marks = Layer.unwrap(EncryptionKey.useSync(MailMarks.layer))

/** Names in the DNS, by which mail is checked. */
const Dns = Layer.unwrap(AppConfig.useSync(({ dnsServers }) => DnsResolver.layer(dnsServers)))

const Blobs = Layer.unwrap(
  Effect.gen(function* () {
    const { awsAccessKeyId, awsSecretAccessKey, blobsUrl } = yield* AppConfig
    return BlobStoreLayer.layer({
      location: blobsUrl,
      accessKeyId: awsAccessKeyId,
      secretAccessKey: awsSecretAccessKey,
      dataDir: yield* DataFolder
    })
  })
).pipe(Layer.provide(SqlUnclaimedBlobs.layer), Layer.provide(Postgres))

/** Where this server is reached, at the port that it is going to listen on. */
class Addresses extends Context.Service<Addresses, { readonly port: number; readonly publicUrl: string }>()(
  "trunkline/Addresses"
) {
  static readonly layer = Layer.effect(
    Addresses,
    Effect.gen(function* () {
      const config = yield* AppConfig
      const port = config.port === 0 ? yield* freePort(config.host) : config.port
      const publicUrl = Option.match(config.publicUrl, { onNone: () => `http://localhost:${port}`, onSome: originOf })
      return { port, publicUrl }
    })
  )
}

const originOf = (url: URL) => url.href.replace(/\/$/, "")

/** Who our mail is from. */
const sender = AppConfig.useSync(({ inboundDomain, mailFrom }) =>
  Option.getOrElse(mailFrom, () => ({ name: "Trunkline", address: `no-reply@${inboundDomain}` }))
)

/** The same, beside the domain of the addresses that brands have here. */
const mailSite = Effect.gen(function* () {
  const { inboundDomain } = yield* AppConfig
  const { publicUrl } = yield* Addresses
  return { sender: yield* sender, inboundDomain, publicUrl }
})

/** What links and Message-IDs in mail to the team are made of. */
const teamMail = Effect.gen(function* () {
  const { address } = yield* sender
  const { publicUrl } = yield* Addresses
  return { mailDomain: address.slice(address.lastIndexOf("@") + 1), publicUrl }
})

const Stores = Layer.mergeAll(
  SqlAccountDeletionStore.layer,
  SqlAccountStore.layer,
  SqlApiKeyStore.layer,
  SqlAttachmentStore.layer,
  SqlBrandStore.layer,
  SqlCategoryStore.layer,
  SqlChannelInbox.layer,
  SqlChannelOutbox.layer,
  SqlChatDirectory.layer,
  SqlChatHomes.layer,
  SqlChatUpdates.layer,
  SqlCompanyStore.layer,
  SqlTagStore.layer,
  SqlWatcherStore.layer,
  SqlPresenceStore.layer,
  SqlConnectionStore.layer,
  SqlCustomerErasureStore.layer,
  SqlCustomerMergeStore.layer,
  SqlCustomerStore.layer,
  SqlDeliveryLog.layer,
  SqlAuditLog.layer,
  SqlSearch.layer,
  SqlEventLog.layer,
  SqlFieldDefinitionStore.layer,
  SqlInboundLog.layer,
  SqlMagicLinkStore.layer,
  SqlMailOutbox.layer,
  SqlOutboundStore.layer,
  SqlMemberStore.layer,
  SqlPortalBrandStore.layer,
  SqlPortalLinkStore.layer,
  SqlPortalTicketStore.layer,
  SqlPortalTokenStore.layer,
  SqlReceipts.layer,
  SqlSecretRotation.layer,
  SqlSlackAppStore.layer,
  SqlSessionStore.layer,
  SqlStatusStore.layer,
  SqlTicketStore.layer,
  SqlTrash.layer,
  SqlWebhookStore.layer,
  Layer.unwrap(
    AppConfig.useSync(({ inboundDomain }) =>
      Layer.merge(SqlRecipientDirectory.layer(inboundDomain), SqlSupportAddressStore.layer(inboundDomain))
    )
  ),
  Layer.unwrap(Effect.map(teamMail, SqlEmailDomainStore.layer)),
  Layer.unwrap(Effect.map(mailSite, SqlChannelStore.layer)),
  Layer.unwrap(Effect.map(sender, SqlTestOutbox.layer))
)

const SigningUp = Layer.unwrap(AppConfig.useSync(({ signUp }) => Layer.succeed(SignUp, signUp)))

/** Addresses of files: this server's, or the object store's. */
const Links = Layer.unwrap(Addresses.useSync(({ publicUrl }) => SignedFileLinks.layer({ publicUrl })))

/** What tells malware from other files. */
const Scanner = Layer.unwrap(AppConfig.useSync(({ malwareScanner }) => ClamdScanner.layer(malwareScanner)))

const Files = Layer.mergeAll(Attachments.layer, PendingUploads.layer, FileBytes.layer).pipe(
  Layer.provideMerge(
    Layer.unwrap(AppConfig.useSync(({ attachmentMaxBytes }) => Uploads.layer({ maxBytes: attachmentMaxBytes })))
  ),
  Layer.provideMerge(
    Layer.unwrap(
      AppConfig.useSync(({ accountStorageMaxBytes }) => StorageQuota.layer({ maxBytes: accountStorageMaxBytes }))
    )
  )
)

/** The Slack app that the operator has registered. */
const SlackApp = Layer.effect(
  SlackAppSettings,
  Effect.gen(function* () {
    const { slackApiUrl, slackAppToken, slackBotToken, slackClientId, slackClientSecret, slackSigningSecret } =
      yield* AppConfig
    const { publicUrl } = yield* Addresses
    return {
      apiUrl: slackApiUrl.href,
      signingSecret: slackSigningSecret,
      client: Option.all({ id: slackClientId, secret: slackClientSecret }),
      botToken: slackBotToken,
      appToken: slackAppToken,
      publicUrl,
      redirectUrl: `${publicUrl}/v1/channels/slack/oauth/callback`
    }
  })
)

/** Slack, in and out, by the operator's app and by those that brands bring along. */
const Chat = SlackChannel.layer.pipe(Layer.provide(SlackApp))

/** Messages that are handed in as if somebody had written them in Slack. */
const ChatSimulation = SlackChannel.simulator.pipe(Layer.provide(SlackApp))

/** Connecting Slack workspaces. */
const Workspaces = Layer.merge(SlackInstallations.layer, SlackApps.layer).pipe(
  Layer.provideMerge(SlackOAuthClient.layer),
  Layer.provide([SqlSlackInstallStates.layer, SlackGateway.layer]),
  Layer.provide(SlackApp)
)

/** Twilio, and where it finds us. */
const Twilio = Layer.effect(
  TwilioSettings,
  Effect.gen(function* () {
    const { twilioApiUrl } = yield* AppConfig
    const { publicUrl } = yield* Addresses
    return { apiUrl: twilioApiUrl.href, publicUrl, doubt: Duration.minutes(1) }
  })
)

/** Addresses that people give by text message. */
const Claims = AddressClaims.layer.pipe(
  Layer.provide(CustomerMerges.layer),
  Layer.provide(Layer.unwrap(Effect.map(mailSite, SqlAddressClaimStore.layer)))
)

/** Text messages, in and out. */
const Sms = SmsChannel.layer.pipe(
  Layer.provide([
    Twilio,
    SqlSmsBudget.layer,
    SqlSmsInflow.layer,
    Layer.unwrap(Addresses.useSync(({ publicUrl }) => SqlPortalDoor.layer({ publicUrl })))
  ])
)

/** Telephone numbers of brands. */
const Numbers = SmsNumbers.layer.pipe(Layer.provide(SmsChannel.gateway), Layer.provide(Twilio))

const Services = Layer.mergeAll(
  Accounts.layer,
  ApiKeys.layer,
  Files,
  Brands.layer,
  BulkChanges.layer,
  CustomerErasures.layer,
  CustomerMerges.layer,
  Categories.layer,
  Comments.layer,
  Companies.layer,
  Tags.layer,
  Watchers.layer,
  Presences.layer,
  Customers.layer,
  EventStreams.layer,
  FieldDefinitions.layer,
  Intake.layer,
  PortalBrands.layer,
  PortalOrigins.layer,
  PortalFiles.layer.pipe(Layer.provide(Files)),
  PortalTickets.layer,
  PortalTokens.layer,
  Members.layer,
  Layer.unwrap(
    Effect.map(teamMail, (options) =>
      Layer.mergeAll(MagicLinks.layer(options), Invites.layer(options), AccountDeletions.layer(options))
    )
  ),
  Sessions.layer,
  Statuses.layer,
  Tickets.layer,
  Deliveries.layer,
  Webhooks.layer,
  Layer.unwrap(
    Effect.gen(function* () {
      const { publicUrl } = yield* Addresses
      return PortalLinks.layer({ publicUrl, sender: yield* sender })
    })
  ),
  Channels.layer,
  CustomChannels.layer,
  Numbers,
  Claims,
  Workspaces,
  Layer.unwrap(
    Effect.gen(function* () {
      const { inboundDomain } = yield* AppConfig
      return Layer.merge(
        EmailDomains.layer(inboundDomain),
        SupportAddresses.layer({ inboundDomain, ...(yield* teamMail) })
      )
    })
  )
)

/** What deliveries leave by: nothing is dialled that the egress rules do not admit. */
const Outgoing = Layer.unwrap(
  AppConfig.useSync(({ webhookAllowNetworks, webhookTimeout }) =>
    Layer.merge(TestSender.layer, SignedCallbacks.layer).pipe(
      Layer.provideMerge(SafeHttpClient.layer(webhookTimeout)),
      Layer.provideMerge(Egress.layer(webhookAllowNetworks))
    )
  )
)

/** Clears away uploads that nobody finished, and bytes that nothing names any more. */
const Janitor = Layer.merge(FileJanitor.layer, FileScanner.layer).pipe(
  Layer.provide([SqlFileUpkeep.layer, SqlFileScans.layer])
)

/** What is cleared away after tickets, and counts. */
const Sweeper = TicketSweeper.layer.pipe(Layer.provide(SqlTallyUpkeep.layer))

/** Checks the DNS records of the domains that mail comes to and is sent from. */
const Domains = DomainChecker.layer.pipe(Layer.provide(SqlDomainUpkeep.layer))

/** Tells people of workspaces, numbers and custom channels that need them. */
const Notices = ConnectionWatch.layer.pipe(
  Layer.provide(Layer.unwrap(Effect.map(teamMail, SqlConnectionNotices.layer)))
)

/** Sends events to webhooks; the ticket store hands them over. */
const Dispatch = Dispatcher.layer.pipe(
  Layer.provide([
    SqlDeliveryQueue.layer,
    Layer.unwrap(Effect.map(teamMail, SqlDeliveryUpkeep.layer)),
    SqlNodeSession.layer
  ])
)

const Http = Layer.unwrap(
  Effect.gen(function* () {
    const { adminOrigins, attachmentMaxBytes, host, httpProxies, inboundDomain, operatorToken, ...config } =
      yield* AppConfig
    const { port, publicUrl } = yield* Addresses
    const facts = {
      publicUrl,
      adminOrigins,
      rateLimitPerMinute: config.rateLimitPerMinute,
      attachmentMaxBytes,
      inboundDomain,
      proxies: httpProxies,
      operatorToken: Option.getOrUndefined(operatorToken),
      version: packageJson.version
    }
    return HttpApp.layer(Layer.merge(ApiRoutes.layer, ProviderRoutes.layer)).pipe(
      Layer.provide([RateLimits.layer, Pictures.layer(config.pictureAllowNetworks)]),
      Layer.provide(HttpListener.layer({ host, port })),
      Layer.provide(Layer.succeed(HttpSettings, facts))
    )
  })
)

/** The inbound log, and mail that is read again. */
const Inbound = Layer.unwrap(
  AppConfig.useSync(({ attachmentMaxBytes, inboundDomain }) =>
    InboundMessages.layer.pipe(
      Layer.provide([EmailChannel.reader(inboundDomain), CustomChannel.reader(attachmentMaxBytes)])
    )
  )
)

/** Mail in, unless SMTP_PORT is 0. */
const Mail = Layer.unwrap(
  Effect.gen(function* () {
    const { inboundDomain, inboundMailMaxBytes, smtpHost, smtpPort, smtpProxies, smtpRelayAuthservId, ...config } =
      yield* AppConfig
    if (smtpPort === 0) return Layer.empty
    const tls = yield* loadTls(config.smtpTlsCert, config.smtpTlsKey)
    return EmailChannel.layer({
      host: smtpHost,
      port: smtpPort,
      domain: inboundDomain,
      tls,
      limits: { messageSize: inboundMailMaxBytes },
      proxies: smtpProxies,
      relays: { networks: config.smtpRelays, authservId: Option.getOrUndefined(smtpRelayAuthservId) }
    })
  })
)

/** Test mode: mail without a mail server, chat without Slack, text messages without Twilio. */
const Testing = Layer.unwrap(
  AppConfig.useSync(({ inboundDomain }) =>
    TestMode.layer.pipe(Layer.provide([EmailChannel.simulator(inboundDomain), ChatSimulation, SmsChannel.simulator]))
  )
)

/** Messages to customers: composed, sent by the mailer, and what became of them. */
const Messages = Outbound.layer.pipe(
  Layer.provideMerge(Layer.unwrap(Effect.map(mailSite, MailComposer.layer))),
  Layer.provideMerge(Layer.unwrap(Effect.map(mailSite, SqlSenders.layer)))
)

/** What custom channels post to us. */
const CustomPosting = Layer.unwrap(
  AppConfig.useSync(({ attachmentMaxBytes }) => CustomChannel.receiver(attachmentMaxBytes))
)

/** Mail out: to the relay, or kept and shown where there is none. */
const Mailer = Layer.unwrap(
  Effect.gen(function* () {
    const { mailRelayUrl } = yield* AppConfig
    return OutboundMailer.layer({ relay: mailRelayUrl, from: yield* sender, print: (text) => Console.log(text) })
  })
)

const Checks = Layer.unwrap(AppConfig.useSync(({ smtpPort }) => ReadyChecks.layer({ mail: smtpPort !== 0 })))

/** The first step of stopping: load balancers look elsewhere while what is in flight is finished. */
const Drain = Layer.effectDiscard(Health.use(({ drain }) => Effect.addFinalizer(() => drain)))

/** Once everything listens: the first account, and what a person needs to begin. */
const Begin = Layer.effectDiscard(
  Effect.gen(function* () {
    const { bootstrapEmail, inboundDomain, smtpHost, smtpPort } = yield* AppConfig
    const { publicUrl } = yield* Addresses
    const credentials = yield* firstStart(yield* DataFolder, bootstrapEmail, {
      apiUrl: publicUrl,
      adminUrl: publicUrl,
      smtpHost,
      smtpPort,
      inboundDomain
    })
    const owner = Option.match(credentials, { onNone: () => bootstrapEmail, onSome: ({ adminEmail }) => adminEmail })
    const signInUrl = Option.map(yield* (yield* MagicLinks).issue(owner), Redacted.value)
    yield* Console.log(
      render({ apiUrl: publicUrl, adminUrl: publicUrl, docsUrl: `${publicUrl}/docs`, signInUrl, credentials })
    )
  })
)

const App = Layer.mergeAll(Begin, Drain).pipe(
  Layer.provideMerge(Layer.mergeAll(Http, Mail, Mailer, CustomChannel.sender, Sweeper, Janitor, Domains, Notices)),
  Layer.provideMerge(Checks),
  Layer.provideMerge(Layer.mergeAll(Testing, Inbound, Chat, Sms, CustomPosting)),
  Layer.provideMerge(Layer.merge(Messages, AddressActivity.layer)),
  Layer.provideMerge(Services),
  Layer.provideMerge(Layer.merge(Links, Scanner)),
  Layer.provide(SigningUp),
  Layer.provideMerge(Stores),
  Layer.provideMerge(Dispatch),
  Layer.provideMerge(Outgoing),
  Layer.provideMerge(Layer.mergeAll(Vault.layer, Marks, Dns)),
  Layer.provideMerge(Layer.mergeAll(Postgres, Key, Blobs, Addresses.layer, IdGenerator.layer)),
  Layer.provideMerge(
    Layer.mergeAll(
      Data,
      EventNews.layer,
      MailNews.layer,
      ProviderCallbacks.layer,
      Health.layer,
      ActorRegistry.layer,
      StrayRejections.layer,
      NodeServices.layer
    )
  ),
  Layer.provideMerge(Logs),
  Layer.provideMerge(Settings)
)

export const run = () => runProcess(Layer.launch(App))
