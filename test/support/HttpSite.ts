import { mkdtempSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeFileSystem } from "@effect/platform-node"
import { Context, Duration, Effect, Layer, Option, type Redacted, References } from "effect"
import { HttpServer } from "effect/http"
import { SlackAppSettings } from "../../channels/chat/SlackAppSettings.ts"
import * as SlackChannel from "../../channels/chat/SlackChannel.ts"
import * as SlackGateway from "../../channels/chat/SlackGateway.ts"
import * as SlackOAuthClient from "../../channels/chat/SlackOAuthClient.ts"
import * as EmailChannel from "../../channels/email/EmailChannel.ts"
import * as SmsChannel from "../../channels/sms/SmsChannel.ts"
import { TwilioSettings } from "../../channels/sms/TwilioSettings.ts"
import * as RequestJournal from "../../src/accounts/RequestJournal.ts"
import { SignUp } from "../../src/accounts/SignUp.ts"
import type { Vault } from "../../src/accounts/Vault.ts"
import type { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { idOf } from "../../src/domain/Ids.ts"
import * as EventNews from "../../src/events/EventNews.ts"
import { EventStreams } from "../../src/events/EventStreams.ts"
import * as ApiRoutes from "../../src/http/ApiRoutes.ts"
import * as HttpApp from "../../src/http/HttpApp.ts"
import * as HttpListener from "../../src/http/HttpListener.ts"
import { HttpSettings } from "../../src/http/HttpSettings.ts"
import { Pictures } from "../../src/http/mail/Pictures.ts"
import * as ProviderRoutes from "../../src/http/ProviderRoutes.ts"
import { RateLimits } from "../../src/http/RateLimits.ts"
import { TokenBuckets } from "../../src/http/TokenBuckets.ts"
import { ActorRegistry } from "../../src/runtime/ActorRegistry.ts"
import { DataFolder } from "../../src/runtime/DataFolder.ts"
import type { DnsResolver } from "../../src/runtime/DnsResolver.ts"
import { Health } from "../../src/runtime/Health.ts"
import * as SqlApiRequestStore from "../../src/sql/accounts/SqlApiRequestStore.ts"
import * as SqlEmailDomainStore from "../../src/sql/addresses/SqlEmailDomainStore.ts"
import * as SqlSupportAddressStore from "../../src/sql/addresses/SqlSupportAddressStore.ts"
import * as SqlChannelStore from "../../src/sql/connections/SqlChannelStore.ts"
import * as SqlChatDirectory from "../../src/sql/connections/SqlChatDirectory.ts"
import * as SqlConnectionStore from "../../src/sql/connections/SqlConnectionStore.ts"
import * as SqlSlackAppStore from "../../src/sql/connections/SqlSlackAppStore.ts"
import * as SqlSlackInstallStates from "../../src/sql/connections/SqlSlackInstallStates.ts"
import * as SqlCompanyStore from "../../src/sql/customers/SqlCompanyStore.ts"
import * as SqlCustomerErasureStore from "../../src/sql/customers/SqlCustomerErasureStore.ts"
import * as SqlCustomerMergeStore from "../../src/sql/customers/SqlCustomerMergeStore.ts"
import * as SqlCustomerStore from "../../src/sql/customers/SqlCustomerStore.ts"
import type { Database } from "../../src/sql/Database.ts"
import * as SqlAuditLog from "../../src/sql/events/SqlAuditLog.ts"
import * as SqlEventLog from "../../src/sql/events/SqlEventLog.ts"
import * as SqlUnclaimedBlobs from "../../src/sql/files/SqlUnclaimedBlobs.ts"
import * as SqlChannelInbox from "../../src/sql/intake/SqlChannelInbox.ts"
import * as SqlInboundLog from "../../src/sql/intake/SqlInboundLog.ts"
import * as SqlRecipientDirectory from "../../src/sql/intake/SqlRecipientDirectory.ts"
import * as SqlPortalDomainStore from "../../src/sql/portal/SqlPortalDomainStore.ts"
import * as SqlCategoryStore from "../../src/sql/settings/SqlCategoryStore.ts"
import * as SqlFieldDefinitionStore from "../../src/sql/settings/SqlFieldDefinitionStore.ts"
import * as SqlStatusStore from "../../src/sql/settings/SqlStatusStore.ts"
import * as SqlTagStore from "../../src/sql/settings/SqlTagStore.ts"
import * as SqlTestOutbox from "../../src/sql/simulation/SqlTestOutbox.ts"
import * as SqlNodeRegistry from "../../src/sql/system/SqlNodeRegistry.ts"
import * as SqlStatusReports from "../../src/sql/system/SqlStatusReports.ts"
import * as SqlPresenceStore from "../../src/sql/tickets/SqlPresenceStore.ts"
import * as SqlSearch from "../../src/sql/tickets/SqlSearch.ts"
import * as SqlTicketStore from "../../src/sql/tickets/SqlTicketStore.ts"
import * as SqlWatcherStore from "../../src/sql/tickets/SqlWatcherStore.ts"
import * as SqlDeliveryLog from "../../src/sql/webhooks/SqlDeliveryLog.ts"
import * as SqlWebhookStore from "../../src/sql/webhooks/SqlWebhookStore.ts"
import { SystemStatus } from "../../src/system/SystemStatus.ts"
import { ThisNode } from "../../src/system/ThisNode.ts"
import { EmailDomains } from "../../src/tickets/addresses/EmailDomains.ts"
import { SupportAddresses } from "../../src/tickets/addresses/SupportAddresses.ts"
import { BulkChanges } from "../../src/tickets/BulkChanges.ts"
import { Comments } from "../../src/tickets/Comments.ts"
import { Channels } from "../../src/tickets/connections/Channels.ts"
import { ProviderCallbacks } from "../../src/tickets/connections/ProviderCallbacks.ts"
import { SlackApps } from "../../src/tickets/connections/SlackApps.ts"
import { SlackInstallations } from "../../src/tickets/connections/SlackInstallations.ts"
import { SmsNumbers } from "../../src/tickets/connections/SmsNumbers.ts"
import { Companies } from "../../src/tickets/customers/Companies.ts"
import { CustomerErasures } from "../../src/tickets/customers/CustomerErasures.ts"
import { CustomerMerges } from "../../src/tickets/customers/CustomerMerges.ts"
import { Customers } from "../../src/tickets/customers/Customers.ts"
import type { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import type { FileLinks } from "../../src/tickets/files/FileLinks.ts"
import type { MalwareScanner } from "../../src/tickets/files/MalwareScanner.ts"
import { InboundMessages } from "../../src/tickets/intake/InboundMessages.ts"
import { Intake } from "../../src/tickets/intake/Intake.ts"
import * as MailNews from "../../src/tickets/outbound/MailNews.ts"
import { Presences } from "../../src/tickets/Presences.ts"
import { PortalDomains } from "../../src/tickets/portal/PortalDomains.ts"
import { PortalSites } from "../../src/tickets/portal/PortalSites.ts"
import { Categories } from "../../src/tickets/settings/Categories.ts"
import { FieldDefinitions } from "../../src/tickets/settings/FieldDefinitions.ts"
import { Statuses } from "../../src/tickets/settings/Statuses.ts"
import { Tags } from "../../src/tickets/settings/Tags.ts"
import { TestMode } from "../../src/tickets/simulation/TestMode.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { Watchers } from "../../src/tickets/Watchers.ts"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"
import { Egress } from "../../src/webhooks/Egress.ts"
import { SafeHttpClient } from "../../src/webhooks/SafeHttpClient.ts"
import { TestSender } from "../../src/webhooks/TestSender.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import { addressClaims } from "./addressClaims.ts"
import { customServices, rereading } from "./customServices.ts"
import { fileServices } from "./fileServices.ts"
import { accountServices, Installation } from "./Installation.ts"
import { mailMarks, noDns } from "./mailServices.ts"
import { outboundServices } from "./outboundServices.ts"
import { portalFiles, portalServices } from "./portalServices.ts"
import { signInServices } from "./signInServices.ts"
import { silentHandoff } from "./silentHandoff.ts"
import * as TestDatabase from "./TestDatabase.ts"

const publicUrl = "https://desk.example"
const inboundDomain = "inbound.example"
/** Largest size of a file, in bytes, unless a test sets another. */
const maxBytes = 1024 * 1024

const Services = Layer.mergeAll(
  Tickets.layer,
  BulkChanges.layer,
  CustomerErasures.layer,
  CustomerMerges.layer,
  Categories.layer,
  Statuses.layer,
  FieldDefinitions.layer,
  Comments.layer,
  Customers.layer,
  Watchers.layer,
  Presences.layer,
  Tags.layer,
  Companies.layer,
  Webhooks.layer,
  Deliveries.layer
).pipe(
  Layer.provide([
    SqlTicketStore.layer,
    SqlCategoryStore.layer,
    SqlStatusStore.layer,
    SqlFieldDefinitionStore.layer,
    SqlCustomerErasureStore.layer,
    SqlCustomerMergeStore.layer,
    SqlCustomerStore.layer,
    SqlWatcherStore.layer,
    SqlPresenceStore.layer,
    SqlTagStore.layer,
    SqlCompanyStore.layer,
    SqlWebhookStore.layer,
    SqlDeliveryLog.layer
  ]),
  Layer.provide(TestSender.layer),
  Layer.provide(SafeHttpClient.layer(Duration.seconds(2))),
  Layer.provide([silentHandoff, Egress.layer(["127.0.0.0/8"])])
)

/** Slack settings of an operator who has no app. */
const noSlackApp = Layer.succeed(SlackAppSettings, {
  apiUrl: "http://127.0.0.1:1/api/",
  signingSecret: Option.none(),
  client: Option.none(),
  botToken: Option.none(),
  appToken: Option.none(),
  publicUrl,
  redirectUrl: `${publicUrl}/v1/channels/slack/oauth/callback`
})

/** Test mode, with the mail channel's code on top of the ticket service. */
const Testing = Layer.merge(TestMode.layer, InboundMessages.layer).pipe(
  Layer.provide([SqlTestOutbox.layer({ name: "Trunkline", address: "no-reply@desk.example" })]),
  Layer.provide([
    EmailChannel.simulator(inboundDomain),
    EmailChannel.reader(inboundDomain),
    rereading,
    SlackChannel.simulator.pipe(Layer.provide(noSlackApp)),
    SmsChannel.simulator
  ]),
  Layer.provide(Comments.layer),
  Layer.provide([SqlConnectionStore.layer, SqlChannelInbox.layer, SqlChatDirectory.layer, addressClaims]),
  Layer.provide([Intake.layer.pipe(Layer.provide(SqlInboundLog.layer)), SqlInboundLog.layer]),
  Layer.provide([SqlRecipientDirectory.layer(inboundDomain), mailMarks, noDns]),
  Layer.provide(SqlTicketStore.layer),
  Layer.provide(DataFolder.layer(mkdtempSync(join(tmpdir(), "http-site-")))),
  Layer.provide([silentHandoff, SqlUnclaimedBlobs.layer, NodeFileSystem.layer])
)

const Slack = Layer.merge(SlackInstallations.layer, SlackApps.layer).pipe(
  Layer.provideMerge(SlackOAuthClient.layer),
  Layer.provide([SqlConnectionStore.layer, SqlSlackAppStore.layer, SqlSlackInstallStates.layer, SlackGateway.layer])
)

/** Twilio settings of an installation that is not connected to the outside. */
const noTwilio = Layer.succeed(TwilioSettings, {
  apiUrl: "http://127.0.0.1:1",
  publicUrl,
  doubt: Duration.seconds(1)
})

const Numbers = SmsNumbers.layer.pipe(Layer.provide(SmsChannel.gateway), Layer.provide(SqlConnectionStore.layer))

/** The ways in which customers reach a brand. */
const Ways = Layer.mergeAll(
  Channels.layer,
  EmailDomains.layer(inboundDomain),
  PortalDomains.layer({ publicUrl }).pipe(Layer.provideMerge(PortalSites.layer({ publicUrl }))),
  SupportAddresses.layer({ inboundDomain, publicUrl, mailDomain: "desk.example" })
).pipe(
  Layer.provide([
    SqlChannelStore.layer({ sender: { name: "Trunkline", address: "no-reply@desk.example" }, inboundDomain }),
    SqlEmailDomainStore.layer({ publicUrl, mailDomain: "desk.example" }),
    SqlPortalDomainStore.layer({ publicUrl, mailDomain: "desk.example" }),
    SqlSupportAddressStore.layer(inboundDomain)
  ])
)

const Feed = EventStreams.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(SqlAuditLog.layer, SqlEventLog.layer, SqlSearch.layer))
)

const Journal = RequestJournal.layer.pipe(Layer.provideMerge(SqlApiRequestStore.layer))

/** The status of the installation, as seen by a node that is not in its list of nodes yet. */
const Overview = SystemStatus.layer.pipe(
  Layer.provide([SqlNodeRegistry.layer, SqlStatusReports.layer]),
  Layer.provide(
    Layer.succeed(ThisNode, {
      id: idOf("node", "01890000-0000-7000-8000-000000000001"),
      version: "1.2.3",
      migration: 1,
      host: "desk-1",
      port: 3000,
      pid: 1
    })
  )
)

/** A response, as its bytes arrived. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it, and fail when it is not as they expect
  readonly json: any
}

export interface Asked {
  readonly key?: string | undefined
  readonly headers?: Record<string, string> | undefined
  /** Sent as JSON unless it is text or bytes. */
  readonly body?: unknown
}

/** The whole API over a real socket, on a database of its own, with the two brands of a first start. */
export class HttpSite extends Context.Service<
  HttpSite,
  {
    readonly port: number
    /** Sends a request, with the live key by default. */
    readonly ask: (method: string, path: string, options?: Asked) => Effect.Effect<Reply>
    /** Sends raw bytes, and returns everything that comes back until the server closes. */
    readonly raw: (bytes: string | Uint8Array) => Effect.Effect<string>
  }
>()("trunkline/test/HttpSite") {}

const Client = Layer.effect(
  HttpSite,
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const { live } = yield* Installation
    const port = "port" in address ? address.port : 0
    return HttpSite.of({
      port,
      ask: (method, path, { body, headers, key = live.key } = {}) =>
        Effect.promise(async () => {
          const response = await fetch(`http://127.0.0.1:${port}${path}`, {
            method,
            redirect: "manual",
            headers: {
              ...(key === "" ? {} : { authorization: `Bearer ${key}` }),
              ...(body === undefined ? {} : { "content-type": "application/json" }),
              ...headers
            },
            ...(body === undefined
              ? {}
              : { body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body) })
          })
          const text = await response.text()
          return { status: response.status, headers: response.headers, text, json: jsonOf(text) }
        }),
      raw: (bytes) =>
        Effect.callback<string>((resume) => {
          const chunks: Array<Buffer> = []
          const socket = connect(port, "127.0.0.1", () => socket.write(bytes))
          socket.on("data", (chunk) => chunks.push(chunk))
          const done = () => resume(Effect.succeed(Buffer.concat(chunks).toString()))
          socket.on("error", done).on("close", done)
        })
    })
  })
)

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** All tests share one address, and ask more in a second than people do in an hour. */
const roomy = Layer.effect(
  RateLimits,
  Effect.map(RateLimits, (limits) => {
    const many = () => new TokenBuckets(1_000_000, 60_000)
    return {
      ...limits,
      anonymous: many(),
      failedAuthentication: many(),
      bulk: many(),
      files: many(),
      magicLink: many(),
      magicLinkAddress: many(),
      magicLinkPause: many(),
      inviteAddress: many(),
      verify: many(),
      portal: many(),
      session: many(),
      portalWrites: many()
    }
  })
).pipe(Layer.provide(RateLimits.layer))

export const site = (
  settings: {
    readonly rateLimitPerMinute?: number
    readonly attachmentMaxBytes?: number
    readonly storageMaxBytes?: number
    readonly scanner?: Layer.Layer<MalwareScanner>
    readonly blobs?: Layer.Layer<BlobStore, never, Database>
    readonly database?: typeof TestDatabase.layer
    readonly signUp?: "open"
    /** The DNS used to check domains; without any names by default. */
    readonly dns?: Layer.Layer<DnsResolver>
    readonly operatorToken?: Redacted.Redacted
    /** The app that connects workspaces; none by default. */
    readonly slackApp?: Layer.Layer<SlackAppSettings>
    /** Where text messages are submitted; nowhere by default. */
    readonly twilio?: Layer.Layer<TwilioSettings>
    /** Channels that run alongside, with stores of their own on the same database. */
    readonly channels?: Layer.Layer<
      never,
      never,
      Database | Vault | IdGenerator | ActorRegistry | ProviderCallbacks | FileLinks | BlobStore
    >
    /** Whether mail is sent; true by default. */
    readonly hasMailRelay?: boolean
    /** Number of proxies in front of the server. */
    readonly proxies?: number
    /** The result of another node's first start. */
    readonly installation?: Installation["Service"]
    /** Where the log goes; errors go to the console by default. */
    readonly logging?: Layer.Layer<never>
  } = {}
) =>
  Layer.merge(HttpApp.layer(Layer.merge(ApiRoutes.layer, ProviderRoutes.layer)), Client).pipe(
    Layer.provide(settings.channels ?? Layer.empty),
    Layer.provide([Services, Testing, portalFiles, customServices, addressClaims]),
    Layer.provide(Pictures.layer(["127.0.0.0/8"])),
    Layer.provide(Ways.pipe(Layer.provide(settings.dns ?? noDns))),
    Layer.provide(Numbers.pipe(Layer.provide(settings.twilio ?? noTwilio))),
    Layer.provide(Slack.pipe(Layer.provide(settings.slackApp ?? noSlackApp))),
    Layer.provide([outboundServices({ inboundDomain, hasMailRelay: settings.hasMailRelay }), Overview]),
    Layer.provide(
      fileServices({
        publicUrl,
        maxBytes: settings.attachmentMaxBytes ?? maxBytes,
        storageMaxBytes: settings.storageMaxBytes,
        scanner: settings.scanner,
        blobs: settings.blobs
      })
    ),
    Layer.provide([Feed, Journal]),
    Layer.provide([settings.rateLimitPerMinute === undefined ? roomy : RateLimits.layer, Health.layer]),
    Layer.provideMerge(Layer.merge(ActorRegistry.layer, ProviderCallbacks.layer)),
    Layer.provideMerge(Layer.merge(signInServices(publicUrl), portalServices(publicUrl))),
    Layer.provide(Layer.succeed(SignUp, settings.signUp ?? "closed")),
    Layer.provideMerge(HttpListener.layer({ host: "127.0.0.1", port: 0 })),
    Layer.provideMerge(
      Layer.succeed(HttpSettings, {
        publicUrl,
        adminOrigins: ["https://admin.example"],
        rateLimitPerMinute: settings.rateLimitPerMinute ?? 1_000_000,
        attachmentMaxBytes: settings.attachmentMaxBytes ?? maxBytes,
        inboundDomain,
        hasMailRelay: settings.hasMailRelay ?? true,
        proxies: settings.proxies ?? 0,
        version: "1.2.3",
        operatorToken: settings.operatorToken
      })
    ),
    Layer.provideMerge(MailNews.layer),
    Layer.provide(EventNews.layer),
    Layer.provideMerge(
      settings.installation === undefined ? Installation.layer : Layer.succeed(Installation, settings.installation)
    ),
    Layer.provideMerge(accountServices(settings.database ?? TestDatabase.layer)),
    Layer.provide(settings.logging ?? Layer.succeed(References.MinimumLogLevel, "Error"))
  )
