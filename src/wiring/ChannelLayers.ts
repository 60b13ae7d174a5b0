import { Console, Duration, Effect, Layer, Option } from "effect"
import { SlackAppSettings } from "../../channels/chat/SlackAppSettings.ts"
import * as SlackChannel from "../../channels/chat/SlackChannel.ts"
import * as SlackGateway from "../../channels/chat/SlackGateway.ts"
import * as SlackOAuthClient from "../../channels/chat/SlackOAuthClient.ts"
import * as CustomChannel from "../../channels/custom/CustomChannel.ts"
import * as EmailChannel from "../../channels/email/EmailChannel.ts"
import * as OutboundMailer from "../../channels/email/OutboundMailer.ts"
import { SmtpCertificate } from "../../channels/email/SmtpCertificate.ts"
import * as SmsChannel from "../../channels/sms/SmsChannel.ts"
import { TwilioSettings } from "../../channels/sms/TwilioSettings.ts"
import { AppConfig } from "../AppConfig.ts"
import * as SqlSlackInstallStates from "../sql/connections/SqlSlackInstallStates.ts"
import * as SqlAddressClaimStore from "../sql/customers/SqlAddressClaimStore.ts"
import * as SqlSmsInflow from "../sql/intake/SqlSmsInflow.ts"
import * as SqlSenders from "../sql/outbound/SqlSenders.ts"
import * as SqlSmsBudget from "../sql/outbound/SqlSmsBudget.ts"
import * as SqlPortalDoor from "../sql/portal/SqlPortalDoor.ts"
import { SlackApps } from "../tickets/connections/SlackApps.ts"
import { SlackInstallations } from "../tickets/connections/SlackInstallations.ts"
import { SmsNumbers } from "../tickets/connections/SmsNumbers.ts"
import { AddressClaims } from "../tickets/customers/AddressClaims.ts"
import { CustomerMerges } from "../tickets/customers/CustomerMerges.ts"
import { InboundMessages } from "../tickets/intake/InboundMessages.ts"
import { MailComposer } from "../tickets/outbound/MailComposer.ts"
import { Outbound } from "../tickets/outbound/Outbound.ts"
import { ReplyWays } from "../tickets/outbound/ReplyWays.ts"
import { TestMode } from "../tickets/simulation/TestMode.ts"
import { Addresses, mailSite, sender } from "./Addresses.ts"

// Messages in and out: the parts of each channel, and of test mode.

/** The Slack app that the operator registered. */
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

/** Slack, in and out, with the operator's app and brands' own apps. */
export const Chat = SlackChannel.layer.pipe(Layer.provide(SlackApp))

/** Simulated messages from Slack. */
const ChatSimulation = SlackChannel.simulator.pipe(Layer.provide(SlackApp))

/** Connecting Slack workspaces. */
export const Workspaces = Layer.merge(SlackInstallations.layer, SlackApps.layer).pipe(
  Layer.provideMerge(SlackOAuthClient.layer),
  Layer.provide([SqlSlackInstallStates.layer, SlackGateway.layer]),
  Layer.provide(SlackApp)
)

/** Twilio, and our addresses for it. */
const Twilio = Layer.effect(
  TwilioSettings,
  Effect.gen(function* () {
    const { twilioApiUrl } = yield* AppConfig
    const { publicUrl } = yield* Addresses
    return { apiUrl: twilioApiUrl.href, publicUrl, doubt: Duration.minutes(1) }
  })
)

/** Email addresses that people give by text message. */
export const Claims = AddressClaims.layer.pipe(
  Layer.provide(CustomerMerges.layer),
  Layer.provide(Layer.unwrap(Effect.map(mailSite, SqlAddressClaimStore.layer)))
)

/** Text messages, in and out. */
export const Sms = SmsChannel.layer.pipe(
  Layer.provide([
    Twilio,
    SqlSmsBudget.layer,
    SqlSmsInflow.layer,
    Layer.unwrap(Addresses.useSync(({ publicUrl }) => SqlPortalDoor.layer({ publicUrl })))
  ])
)

/** Phone numbers of brands. */
export const Numbers = SmsNumbers.layer.pipe(Layer.provide(SmsChannel.gateway), Layer.provide(Twilio))

/** The inbound log, and reprocessing of mail. */
export const Inbound = Layer.unwrap(
  AppConfig.useSync(({ attachmentMaxBytes, inboundDomain }) =>
    InboundMessages.layer.pipe(
      Layer.provide([EmailChannel.reader(inboundDomain), CustomChannel.reader(attachmentMaxBytes)])
    )
  )
)

/** The certificate for STARTTLS. It is a setting, so it is read before anything starts; unused without inbound mail. */
export const Certificate = Layer.unwrap(
  AppConfig.useSync(({ smtpPort, smtpTlsCert, smtpTlsKey }) =>
    smtpPort === 0
      ? SmtpCertificate.layer(Option.none(), Option.none())
      : SmtpCertificate.layer(smtpTlsCert, smtpTlsKey)
  )
)

/** Inbound mail, unless SMTP_PORT is 0. */
export const Mail = Layer.unwrap(
  Effect.gen(function* () {
    const { inboundDomain, inboundMailMaxBytes, smtpHost, smtpPort, smtpProxies, smtpRelayAuthservId, ...config } =
      yield* AppConfig
    if (smtpPort === 0) return Layer.empty
    const { first, renewed } = yield* SmtpCertificate
    return EmailChannel.layer({
      host: smtpHost,
      port: smtpPort,
      domain: inboundDomain,
      tls: first,
      renewedTls: renewed,
      limits: { messageSize: inboundMailMaxBytes },
      proxies: smtpProxies,
      relays: { networks: config.smtpRelays, authservId: Option.getOrUndefined(smtpRelayAuthservId) }
    })
  })
)

/** Test mode: mail without a mail server, chat without Slack, text messages without Twilio. */
export const Testing = Layer.unwrap(
  AppConfig.useSync(({ inboundDomain }) =>
    TestMode.layer.pipe(Layer.provide([EmailChannel.simulator(inboundDomain), ChatSimulation, SmsChannel.simulator]))
  )
)

/** Messages to customers: composing, mail delivery, and delivery status. */
export const Messages = Layer.merge(
  Outbound.layer,
  Layer.unwrap(AppConfig.useSync(({ mailRelayUrl }) => ReplyWays.layer({ hasMailRelay: Option.isSome(mailRelayUrl) })))
).pipe(
  Layer.provideMerge(Layer.unwrap(Effect.map(mailSite, MailComposer.layer))),
  Layer.provideMerge(Layer.unwrap(Effect.map(mailSite, SqlSenders.layer)))
)

/** Messages that custom channels post. */
export const CustomPosting = Layer.unwrap(
  AppConfig.useSync(({ attachmentMaxBytes }) => CustomChannel.receiver(attachmentMaxBytes))
)

/** Outbound mail: to the relay, or stored and shown if there is none. */
export const Mailer = Layer.unwrap(
  Effect.gen(function* () {
    const { mailRelayUrl } = yield* AppConfig
    return OutboundMailer.layer({ relay: mailRelayUrl, from: yield* sender, print: (text) => Console.log(text) })
  })
)
