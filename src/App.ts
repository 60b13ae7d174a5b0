import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Console, Context, Effect, Layer, Option, Redacted } from "effect"
import * as EmailChannel from "../channels/email/EmailChannel.ts"
import { loadTls } from "../channels/email/loadTls.ts"
import * as OutboundMailer from "../channels/email/OutboundMailer.ts"
import packageJson from "../package.json" with { type: "json" }
import { AppConfig, settings } from "./AppConfig.ts"
import { Accounts } from "./accounts/Accounts.ts"
import { ApiKeys } from "./accounts/ApiKeys.ts"
import { Brands } from "./accounts/Brands.ts"
import { EncryptionKey } from "./accounts/EncryptionKey.ts"
import { MagicLinks } from "./accounts/MagicLinks.ts"
import { Sessions } from "./accounts/Sessions.ts"
import { Vault } from "./accounts/Vault.ts"
import * as BlobStoreLayer from "./blobs/BlobStoreLayer.ts"
import { IdGenerator } from "./domain/IdGenerator.ts"
import { firstStart } from "./FirstStart.ts"
import * as ApiRoutes from "./http/ApiRoutes.ts"
import * as HttpApp from "./http/HttpApp.ts"
import * as HttpListener from "./http/HttpListener.ts"
import { HttpSettings } from "./http/HttpSettings.ts"
import { RateLimits } from "./http/RateLimits.ts"
import * as ReadyChecks from "./ReadyChecks.ts"
import { ActorRegistry } from "./runtime/ActorRegistry.ts"
import { DataFolder } from "./runtime/DataFolder.ts"
import { environment } from "./runtime/environment.ts"
import { freePort } from "./runtime/freePort.ts"
import { Health } from "./runtime/Health.ts"
import { runProcess } from "./runtime/runProcess.ts"
import * as Telemetry from "./runtime/Telemetry.ts"
import { Database } from "./sql/Database.ts"
import * as SqlAccountStore from "./sql/SqlAccountStore.ts"
import * as SqlApiKeyStore from "./sql/SqlApiKeyStore.ts"
import * as SqlBrandStore from "./sql/SqlBrandStore.ts"
import * as SqlCustomerStore from "./sql/SqlCustomerStore.ts"
import * as SqlDeliveryLog from "./sql/SqlDeliveryLog.ts"
import * as SqlDeliveryQueue from "./sql/SqlDeliveryQueue.ts"
import * as SqlDeliveryUpkeep from "./sql/SqlDeliveryUpkeep.ts"
import * as SqlMagicLinkStore from "./sql/SqlMagicLinkStore.ts"
import * as SqlMailOutbox from "./sql/SqlMailOutbox.ts"
import * as SqlNodeSession from "./sql/SqlNodeSession.ts"
import * as SqlReceipts from "./sql/SqlReceipts.ts"
import * as SqlRecipientDirectory from "./sql/SqlRecipientDirectory.ts"
import * as SqlSessionStore from "./sql/SqlSessionStore.ts"
import * as SqlTicketStore from "./sql/SqlTicketStore.ts"
import * as SqlWebhookStore from "./sql/SqlWebhookStore.ts"
import { Comments } from "./tickets/Comments.ts"
import { Customers } from "./tickets/Customers.ts"
import { Intake } from "./tickets/Intake.ts"
import { Tickets } from "./tickets/Tickets.ts"
import { render } from "./Welcome.ts"
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
)

/** Where this server is reached, at the port that it is going to listen on. */
class Addresses extends Context.Service<Addresses, { readonly port: number; readonly publicUrl: string }>()(
  "trunkline/Addresses"
) {
  static readonly layer = Layer.effect(
    Addresses,
    Effect.gen(function* () {
      const config = yield* AppConfig
      const port = yield* freePort(config.host, config.port)
      const publicUrl = Option.match(config.publicUrl, { onNone: () => `http://localhost:${port}`, onSome: originOf })
      return { port, publicUrl }
    })
  )
}

const originOf = (url: URL) => url.href.replace(/\/$/, "")

const Stores = Layer.mergeAll(
  SqlAccountStore.layer,
  SqlApiKeyStore.layer,
  SqlBrandStore.layer,
  SqlCustomerStore.layer,
  SqlDeliveryLog.layer,
  SqlMagicLinkStore.layer,
  SqlMailOutbox.layer,
  SqlReceipts.layer,
  SqlSessionStore.layer,
  SqlTicketStore.layer,
  SqlWebhookStore.layer,
  Layer.unwrap(AppConfig.useSync(({ inboundDomain }) => SqlRecipientDirectory.layer(inboundDomain)))
)

/** Who our mail is from. */
const sender = AppConfig.useSync(({ inboundDomain, mailFrom }) =>
  Option.getOrElse(mailFrom, () => ({ name: "Trunkline", address: `no-reply@${inboundDomain}` }))
)

const Services = Layer.mergeAll(
  Accounts.layer,
  ApiKeys.layer,
  Brands.layer,
  Comments.layer,
  Customers.layer,
  Intake.layer,
  Sessions.layer,
  Tickets.layer,
  Webhooks.layer,
  Layer.unwrap(
    Effect.gen(function* () {
      const { address } = yield* sender
      const { publicUrl } = yield* Addresses
      return MagicLinks.layer({ mailDomain: address.slice(address.lastIndexOf("@") + 1), publicUrl })
    })
  )
)

/** What deliveries leave by: nothing is dialled that the egress rules do not admit. */
const Outgoing = Layer.unwrap(
  AppConfig.useSync(({ webhookAllowNetworks, webhookTimeout }) =>
    TestSender.layer.pipe(
      Layer.provideMerge(SafeHttpClient.layer(webhookTimeout)),
      Layer.provideMerge(Egress.layer(webhookAllowNetworks))
    )
  )
)

/** Sends events to webhooks; the ticket store hands them over. */
const Dispatch = Dispatcher.layer.pipe(
  Layer.provide([SqlDeliveryQueue.layer, SqlDeliveryUpkeep.layer, SqlNodeSession.layer])
)

const Http = Layer.unwrap(
  Effect.gen(function* () {
    const { host, inboundDomain, rateLimitPerMinute } = yield* AppConfig
    const { port, publicUrl } = yield* Addresses
    const facts = { publicUrl, adminOrigins: [], rateLimitPerMinute, inboundDomain, version: packageJson.version }
    return HttpApp.layer(ApiRoutes.layer).pipe(
      Layer.provide(RateLimits.layer),
      Layer.provide(HttpListener.layer({ host, port })),
      Layer.provide(Layer.succeed(HttpSettings, facts))
    )
  })
)

/** Mail in, unless SMTP_PORT is 0. */
const Mail = Layer.unwrap(
  Effect.gen(function* () {
    const { inboundDomain, smtpHost, smtpPort, smtpTlsCert, smtpTlsKey } = yield* AppConfig
    if (smtpPort === 0) return Layer.empty
    const tls = yield* loadTls(smtpTlsCert, smtpTlsKey)
    return EmailChannel.layer({ host: smtpHost, port: smtpPort, domain: inboundDomain, tls })
  })
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
  Layer.provideMerge(Layer.mergeAll(Http, Mail, Mailer)),
  Layer.provideMerge(Checks),
  Layer.provideMerge(Services),
  Layer.provideMerge(Stores),
  Layer.provideMerge(Dispatch),
  Layer.provideMerge(Outgoing),
  Layer.provideMerge(Vault.layer),
  Layer.provideMerge(Layer.mergeAll(Postgres, Key, Blobs, Addresses.layer, IdGenerator.layer)),
  Layer.provideMerge(Layer.mergeAll(Data, Health.layer, ActorRegistry.layer, NodeServices.layer)),
  Layer.provideMerge(Logs),
  Layer.provideMerge(Settings)
)

export const run = () => runProcess(Layer.launch(App))
