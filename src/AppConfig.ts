import { Context, Duration, Effect, Layer } from "effect"
import { blobLocation } from "./blobs/BlobLocation.ts"
import { clamdAddress } from "./blobs/ClamdAddress.ts"
import * as Setting from "./runtime/Setting.ts"
import { unmetNeed } from "./unmetNeed.ts"

const { optional, secret, withDefault } = Setting

/**
 * Every setting, under the name by which the code reads it. `--help`, `.env.example` and the documentation are made
 * from this table or compared with it.
 */
export const settings = {
  host: withDefault("HOST", Setting.text, "127.0.0.1", {
    meaning: "Address that the HTTP server listens on; 0.0.0.0 for every network"
  }),
  port: withDefault("PORT", Setting.port("any free port"), "3000", { meaning: "Port of the HTTP server" }),
  httpProxies: withDefault("HTTP_PROXIES", Setting.integer(0, 10), "0", {
    unit: "proxies",
    meaning:
      "Reverse proxies before this server, each of which adds its peer to X-Forwarded-For: who calls is whom the outermost names"
  }),
  stopDelay: withDefault("STOP_DELAY", Setting.duration(Duration.zero, Duration.seconds(60)), "0 seconds", {
    unit: "duration",
    meaning:
      "How long a node that is stopped goes on serving while /v1/ready answers 503, so that load balancers look elsewhere first"
  }),
  publicUrl: optional("PUBLIC_URL", Setting.publicUrl, {
    meaning: "Address under which browsers and receivers reach this server; http://localhost:PORT when unset"
  }),
  dataDir: withDefault("DATA_DIR", Setting.text, "./data", {
    meaning: "Folder for the embedded database, attachments, keys and credentials.json"
  }),
  databaseUrl: secret("DATABASE_URL", Setting.postgresUrl, {
    meaning: "PostgreSQL 15 or later; a private PostgreSQL under DATA_DIR when unset"
  }),
  databasePool: withDefault("DATABASE_POOL", Setting.integer(2, 500), "10", {
    unit: "connections",
    meaning:
      "Connections for commits, and as many for other writes; half as many for work in the background, a quarter for reads"
  }),
  encryptionKey: secret("ENCRYPTION_KEY", Setting.text, {
    meaning:
      "32 random bytes as base64 or hex that seal stored secrets; made in DATA_DIR when unset, required with DATABASE_URL"
  }),
  bootstrapEmail: withDefault("BOOTSTRAP_EMAIL", Setting.email, "owner@localhost", {
    meaning: "The first owner, made at the first start"
  }),
  signUp: withDefault("SIGNUP", Setting.choice("closed", "open"), "closed", {
    meaning: "open: whoever proves an address gets an account of their own; closed: only members of a team sign in"
  }),
  adminOrigins: withDefault("ADMIN_ORIGINS", Setting.origins, "", {
    meaning:
      "Other origins whose pages may call the API for who is signed in, such as https://admin.example.com, separated by commas"
  }),
  smtpHost: withDefault("SMTP_HOST", Setting.text, "127.0.0.1", {
    meaning: "Address that the inbound mail listener listens on; 0.0.0.0 for every network"
  }),
  smtpPort: withDefault("SMTP_PORT", Setting.port("no inbound mail"), "2525", {
    meaning: "Port of the inbound mail listener; 0 for no inbound mail"
  }),
  smtpProxies: withDefault("SMTP_PROXIES", Setting.addresses, "", {
    meaning:
      "Addresses of load balancers before the inbound mail listener that tell the client's address by the PROXY protocol, separated by commas"
  }),
  smtpRelays: withDefault("SMTP_RELAYS", Setting.networks, "", {
    meaning:
      "Mail servers of yours that hand mail from the world on to this one, in CIDR notation, separated by commas; what they say of it counts under SMTP_RELAY_AUTHSERV_ID"
  }),
  smtpRelayAuthservId: optional("SMTP_RELAY_AUTHSERV_ID", Setting.text, {
    meaning:
      "Name under which they write Authentication-Results, such as mx.acme.example; such fields from outside, and under other names, are ignored"
  }),
  inboundMailMaxBytes: withDefault("INBOUND_MAIL_MAX_BYTES", Setting.integer(65_536, 1_073_741_824), "36700160", {
    unit: "bytes",
    meaning: "Bytes that a mail which comes in may have, its files as they are encoded in it"
  }),
  dnsServers: withDefault("DNS_SERVERS", Setting.servers, "", {
    meaning:
      "DNS servers that mail is checked with, separated by commas, such as 127.0.0.1:5353; the system's when unset"
  }),
  smtpTlsCert: optional("SMTP_TLS_CERT", Setting.text, {
    meaning: "PEM file with the certificate chain for STARTTLS; no STARTTLS when unset"
  }),
  smtpTlsKey: optional("SMTP_TLS_KEY", Setting.text, { meaning: "PEM file with the key of SMTP_TLS_CERT" }),
  inboundDomain: withDefault("INBOUND_DOMAIN", Setting.domain, "inbound.localhost", {
    meaning: "Domain of every brand's own address, {brandId}@INBOUND_DOMAIN; its MX must lead here"
  }),
  mailRelayUrl: secret("MAIL_RELAY_URL", Setting.relayUrl, {
    meaning:
      "Mail server that sends our mail, smtp://user:password@host:587 or smtps://…:465; mail is kept and shown when unset"
  }),
  mailFrom: optional("MAIL_FROM", Setting.mailbox, {
    meaning: "Sender of our mail, such as Acme <no-reply@acme.example>; Trunkline <no-reply@INBOUND_DOMAIN> when unset"
  }),
  slackClientId: optional("SLACK_CLIENT_ID", Setting.text, {
    meaning: "Client id of the Slack app, by which workspaces are connected; with SLACK_CLIENT_SECRET"
  }),
  slackClientSecret: secret("SLACK_CLIENT_SECRET", Setting.text, { meaning: "Client secret of the Slack app" }),
  slackSigningSecret: secret("SLACK_SIGNING_SECRET", Setting.text, {
    meaning: "Signing secret of the Slack app; without it Slack's requests are not taken"
  }),
  slackBotToken: secret("SLACK_BOT_TOKEN", Setting.text, {
    meaning: "Token (xoxb-…) of the bot in the one workspace that the Slack app is made for; instead of SLACK_CLIENT_ID"
  }),
  slackAppToken: secret("SLACK_APP_TOKEN", Setting.text, {
    meaning: "App-level token (xapp-…): events come over a socket, so that Slack need not reach this server"
  }),
  slackApiUrl: withDefault("SLACK_API_URL", Setting.httpUrl, "https://slack.com/api/", {
    meaning: "Base of Slack's Web API"
  }),
  twilioApiUrl: withDefault("TWILIO_API_URL", Setting.httpUrl, "https://api.twilio.com", {
    meaning: "Origin of Twilio's API, for text messages"
  }),
  webhookAllowNetworks: withDefault("WEBHOOK_ALLOW_NETWORKS", Setting.networks, "", {
    meaning: "Private networks that webhooks may reach all the same, in CIDR notation, separated by commas"
  }),
  pictureAllowNetworks: withDefault("PICTURE_ALLOW_NETWORKS", Setting.networks, "", {
    meaning:
      "Private networks from which pictures in mail may be loaded all the same, in CIDR notation, separated by commas"
  }),
  webhookTimeout: withDefault(
    "WEBHOOK_TIMEOUT",
    Setting.duration(Duration.seconds(1), Duration.seconds(60)),
    "10 seconds",
    {
      unit: "duration",
      meaning: "How long a webhook's receiver may take to answer"
    }
  ),
  blobsUrl: optional("BLOBS_URL", blobLocation, {
    meaning:
      "Folder that keeps attachments, or s3://bucket?endpoint=https://…&region=…&prefix=…; DATA_DIR/blobs when unset"
  }),
  awsAccessKeyId: secret("AWS_ACCESS_KEY_ID", Setting.text, {
    meaning:
      "Key of the bucket that BLOBS_URL names; it needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket"
  }),
  awsSecretAccessKey: secret("AWS_SECRET_ACCESS_KEY", Setting.text, { meaning: "Secret of AWS_ACCESS_KEY_ID" }),
  attachmentMaxBytes: withDefault("ATTACHMENT_MAX_BYTES", Setting.integer(1, 5_368_709_120), "52428800", {
    unit: "bytes",
    meaning: "Bytes that a file sent through the API may have"
  }),
  accountStorageMaxBytes: withDefault(
    "ACCOUNT_STORAGE_MAX_BYTES",
    Setting.integer(1_048_576, Number.MAX_SAFE_INTEGER),
    "107374182400",
    {
      unit: "bytes",
      meaning:
        "Bytes that the files of one account may have, in both modes and the trash; mail counts and is always taken"
    }
  ),
  malwareScanner: optional("MALWARE_SCANNER", clamdAddress, {
    meaning:
      "ClamAV's daemon, clamd://host:3310 or clamd:///run/clamav/clamd.ctl: a file is handed out once it was found clean; not scanned when unset"
  }),
  operatorToken: secret("OPERATOR_TOKEN", Setting.token(32), {
    meaning:
      "Bearer token that opens /v1/metrics, /v1/system/status and /v1/system/actors to whoever monitors from another machine"
  }),
  rateLimitPerMinute: withDefault("RATE_LIMIT_PER_MINUTE", Setting.integer(1, 10_000_000), "6000", {
    unit: "requests a minute",
    meaning: "Requests that one API key may make"
  }),
  otlpEndpoint: optional("OTEL_EXPORTER_OTLP_ENDPOINT", Setting.httpUrl, {
    meaning:
      "OpenTelemetry collector that receives traces over HTTP, such as http://localhost:4318; no tracing when unset"
  }),
  logLevel: withDefault("LOG_LEVEL", Setting.choice("trace", "debug", "info", "warn", "error"), "info", {
    meaning: "Least severity that is logged"
  }),
  logFormat: withDefault("LOG_FORMAT", Setting.choice("auto", "pretty", "json"), "auto", {
    meaning: "auto: pretty on a terminal, JSON otherwise. With json a start prints no keys and no link to sign in"
  })
}

export type Values = { readonly [K in keyof typeof settings]: Effect.Success<(typeof settings)[K]["read"]> }

/** The settings of this process, checked: a wrong value stops the start with one sentence. */
export class AppConfig extends Context.Service<AppConfig, Values>()("trunkline/AppConfig") {
  static readonly layer = Layer.effect(
    AppConfig,
    Effect.gen(function* () {
      const values = yield* Effect.all(
        // The mapped type is what `Effect.all` makes of the record; it cannot follow it through the index.
        Object.fromEntries(Object.entries(settings).map(([key, { read }]) => [key, read])) as {
          readonly [K in keyof Values]: Effect.Effect<Values[K], Setting.InvalidSetting>
        }
      )
      const unmet = unmetNeed(values)
      return unmet === undefined ? AppConfig.of(values) : yield* unmet
    })
  )
}
