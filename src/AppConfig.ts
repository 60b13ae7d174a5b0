import { Context, Duration, Effect, Layer } from "effect"
import { blobLocation } from "./blobs/BlobLocation.ts"
import { clamdAddress } from "./blobs/ClamdAddress.ts"
import * as Setting from "./runtime/Setting.ts"
import { unmetNeed } from "./unmetNeed.ts"

const { optional, secret, withDefault } = Setting

/**
 * All settings, by their names in the code. `--help`, `.env.example` and the documentation are generated from this table or
 * compared with it.
 */
export const settings = {
  host: withDefault("HOST", Setting.text, "127.0.0.1", {
    meaning: "Address that the HTTP server listens on; 0.0.0.0 for all networks"
  }),
  port: withDefault("PORT", Setting.port("any free port"), "3000", { meaning: "Port of the HTTP server" }),
  httpProxies: withDefault("HTTP_PROXIES", Setting.integer(0, 10), "0", {
    unit: "proxies",
    meaning:
      "Number of reverse proxies in front of this server, each of which appends its peer to X-Forwarded-For; the caller's address is the one that the outermost proxy reports"
  }),
  stopDelay: withDefault("STOP_DELAY", Setting.duration(Duration.zero, Duration.seconds(60)), "0 seconds", {
    unit: "duration",
    meaning:
      "How long a stopping node keeps serving while /v1/ready answers 503, so that load balancers stop sending requests first"
  }),
  publicUrl: optional("PUBLIC_URL", Setting.publicUrl, {
    meaning: "Address at which browsers and other services reach this server; http://localhost:PORT when unset"
  }),
  dataDir: withDefault("DATA_DIR", Setting.text, "./data", {
    meaning: "Folder for the embedded database, attachments, keys and credentials.json"
  }),
  databaseUrl: secret("DATABASE_URL", Setting.postgresUrl, {
    meaning: "PostgreSQL 15 or later; an embedded PostgreSQL under DATA_DIR when unset"
  }),
  databasePool: withDefault("DATABASE_POOL", Setting.integer(2, 500), "10", {
    unit: "connections",
    meaning:
      "Connections for commits, and the same number for other writes; half as many for background work, and a quarter for reads"
  }),
  encryptionKey: secret("ENCRYPTION_KEY", Setting.text, {
    meaning:
      "Key that seals stored secrets, 32 random bytes as base64 or hex; created in DATA_DIR when unset, required with DATABASE_URL"
  }),
  bootstrapEmail: withDefault("BOOTSTRAP_EMAIL", Setting.email, "owner@localhost", {
    meaning: "Email address of the first owner, who is created at the first start"
  }),
  signUp: withDefault("SIGNUP", Setting.choice("closed", "open"), "closed", {
    meaning: "open: anybody who proves an email address gets an account of their own; closed: only members can sign in"
  }),
  adminOrigins: withDefault("ADMIN_ORIGINS", Setting.origins, "", {
    meaning:
      "Other origins whose pages may call the API for a signed-in member, such as https://admin.example.com, separated by commas"
  }),
  smtpHost: withDefault("SMTP_HOST", Setting.text, "127.0.0.1", {
    meaning: "Address that the inbound mail listener listens on; 0.0.0.0 for all networks"
  }),
  smtpPort: withDefault("SMTP_PORT", Setting.port("no inbound mail"), "2525", {
    meaning: "Port of the inbound mail listener; 0 turns inbound mail off"
  }),
  smtpProxies: withDefault("SMTP_PROXIES", Setting.addresses, "", {
    meaning:
      "Addresses of load balancers in front of the inbound mail listener that report the client's address with the PROXY protocol, separated by commas"
  }),
  smtpRelays: withDefault("SMTP_RELAYS", Setting.networks, "", {
    meaning:
      "Your mail servers that forward mail from the internet to this one, in CIDR notation, separated by commas; their verdicts count under SMTP_RELAY_AUTHSERV_ID"
  }),
  smtpRelayAuthservId: optional("SMTP_RELAY_AUTHSERV_ID", Setting.text, {
    meaning:
      "Name under which the servers in SMTP_RELAYS write Authentication-Results, such as mx.acme.example; such fields from outside, and under other names, are ignored"
  }),
  inboundMailMaxBytes: withDefault("INBOUND_MAIL_MAX_BYTES", Setting.integer(65_536, 1_073_741_824), "36700160", {
    unit: "bytes",
    meaning: "Maximum size of an inbound mail, with its files as they are encoded in it"
  }),
  dnsServers: withDefault("DNS_SERVERS", Setting.servers, "", {
    meaning:
      "DNS servers for checking mail and domains, separated by commas, such as 127.0.0.1:5353; the system's when unset"
  }),
  smtpTlsCert: optional("SMTP_TLS_CERT", Setting.text, {
    meaning: "PEM file with the certificate chain for STARTTLS; no STARTTLS when unset"
  }),
  smtpTlsKey: optional("SMTP_TLS_KEY", Setting.text, { meaning: "PEM file with the private key of SMTP_TLS_CERT" }),
  inboundDomain: withDefault("INBOUND_DOMAIN", Setting.domain, "inbound.localhost", {
    meaning: "Domain of every brand's own address, {brandId}@INBOUND_DOMAIN; its MX record must point to this server"
  }),
  mailRelayUrl: secret("MAIL_RELAY_URL", Setting.relayUrl, {
    meaning:
      "Mail server that sends outgoing mail, smtp://user:password@host:587 or smtps://…:465; when unset, mail is stored, and the console shows its address and subject, and sign-in links in full"
  }),
  mailFrom: optional("MAIL_FROM", Setting.mailbox, {
    meaning:
      "Default sender of outgoing mail, such as Acme <no-reply@acme.example>; Trunkline <no-reply@INBOUND_DOMAIN> when unset"
  }),
  slackClientId: optional("SLACK_CLIENT_ID", Setting.text, {
    meaning: "Client ID of the Slack app that workspaces are connected through; needs SLACK_CLIENT_SECRET"
  }),
  slackClientSecret: secret("SLACK_CLIENT_SECRET", Setting.text, { meaning: "Client secret of the Slack app" }),
  slackSigningSecret: secret("SLACK_SIGNING_SECRET", Setting.text, {
    meaning: "Signing secret of the Slack app; without it, requests from Slack are not accepted"
  }),
  slackBotToken: secret("SLACK_BOT_TOKEN", Setting.text, {
    meaning: "Bot token (xoxb-…) of a Slack app for a single workspace; instead of SLACK_CLIENT_ID"
  }),
  slackAppToken: secret("SLACK_APP_TOKEN", Setting.text, {
    meaning: "App-level token (xapp-…); with it, events arrive over a WebSocket, so Slack need not reach this server"
  }),
  slackApiUrl: withDefault("SLACK_API_URL", Setting.httpUrl, "https://slack.com/api/", {
    meaning: "Base URL of Slack's Web API"
  }),
  twilioApiUrl: withDefault("TWILIO_API_URL", Setting.httpUrl, "https://api.twilio.com", {
    meaning: "Origin of Twilio's API, for text messages"
  }),
  webhookAllowNetworks: withDefault("WEBHOOK_ALLOW_NETWORKS", Setting.networks, "", {
    meaning: "Private networks that webhooks may reach, in CIDR notation, separated by commas"
  }),
  pictureAllowNetworks: withDefault("PICTURE_ALLOW_NETWORKS", Setting.networks, "", {
    meaning: "Private networks from which pictures in mail may be loaded, in CIDR notation, separated by commas"
  }),
  webhookTimeout: withDefault(
    "WEBHOOK_TIMEOUT",
    Setting.duration(Duration.seconds(1), Duration.seconds(60)),
    "10 seconds",
    {
      unit: "duration",
      meaning: "How long a webhook endpoint may take to respond"
    }
  ),
  blobsUrl: optional("BLOBS_URL", blobLocation, {
    meaning:
      "Folder for attachments and raw mail, or s3://bucket?endpoint=https://…&region=…&prefix=…; DATA_DIR/blobs when unset"
  }),
  awsAccessKeyId: secret("AWS_ACCESS_KEY_ID", Setting.text, {
    meaning:
      "Access key for the bucket in BLOBS_URL; it needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket"
  }),
  awsSecretAccessKey: secret("AWS_SECRET_ACCESS_KEY", Setting.text, {
    meaning: "Secret key that belongs to AWS_ACCESS_KEY_ID"
  }),
  attachmentMaxBytes: withDefault("ATTACHMENT_MAX_BYTES", Setting.integer(1, 5_368_709_120), "52428800", {
    unit: "bytes",
    meaning: "Maximum size of a file that is sent through the API"
  }),
  accountStorageMaxBytes: withDefault(
    "ACCOUNT_STORAGE_MAX_BYTES",
    Setting.integer(1_048_576, Number.MAX_SAFE_INTEGER),
    "107374182400",
    {
      unit: "bytes",
      meaning:
        "Maximum size of all files of one account, in both modes and the trash; mail counts, but is always accepted"
    }
  ),
  malwareScanner: optional("MALWARE_SCANNER", clamdAddress, {
    meaning:
      "ClamAV daemon, clamd://host:3310 or clamd:///run/clamav/clamd.ctl: a file is handed out only once it was found clean; no scanning when unset"
  }),
  operatorToken: secret("OPERATOR_TOKEN", Setting.token(32), {
    meaning: "Bearer token that gives other machines access to /v1/metrics, /v1/system/status and /v1/system/actors"
  }),
  rateLimitPerMinute: withDefault("RATE_LIMIT_PER_MINUTE", Setting.integer(1, 10_000_000), "6000", {
    unit: "requests per minute",
    meaning: "Requests that one API key may make to one node"
  }),
  otlpEndpoint: optional("OTEL_EXPORTER_OTLP_ENDPOINT", Setting.httpUrl, {
    meaning:
      "OpenTelemetry collector that receives traces over HTTP, such as http://localhost:4318; no tracing when unset"
  }),
  logLevel: withDefault("LOG_LEVEL", Setting.choice("trace", "debug", "info", "warn", "error"), "info", {
    meaning: "Lowest severity that is logged"
  }),
  logFormat: withDefault("LOG_FORMAT", Setting.choice("auto", "pretty", "json"), "auto", {
    meaning: "auto: readable on a terminal, JSON otherwise. With json, a start prints no keys and no sign-in link"
  })
}

export type Values = { readonly [K in keyof typeof settings]: Effect.Success<(typeof settings)[K]["read"]> }

/** The checked settings of this process: an invalid value stops the start with one sentence. */
export class AppConfig extends Context.Service<AppConfig, Values>()("trunkline/AppConfig") {
  static readonly layer = Layer.effect(
    AppConfig,
    Effect.gen(function* () {
      const values = yield* Effect.all(
        // The mapped type is what `Effect.all` makes of the record; TypeScript cannot follow it through the index.
        Object.fromEntries(Object.entries(settings).map(([key, { read }]) => [key, read])) as {
          readonly [K in keyof Values]: Effect.Effect<Values[K], Setting.InvalidSetting>
        }
      )
      const unmet = unmetNeed(values)
      return unmet === undefined ? AppConfig.of(values) : yield* unmet
    })
  )
}
