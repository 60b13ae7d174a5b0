import { Context, DateTime, Effect, Layer, Option, Redacted, References } from "effect"
import { HttpServer } from "effect/http"
import { SlackAppSettings } from "../../channels/chat/SlackAppSettings.ts"
import * as SlackChannel from "../../channels/chat/SlackChannel.ts"
import { externalIdOf, writeSecrets } from "../../channels/chat/SlackWorkspaces.ts"
import { SignUp } from "../../src/accounts/SignUp.ts"
import type { ChatMirror, SlackConnection, SlackSettings } from "../../src/domain/ChannelConnection.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import type { AppId, TicketId } from "../../src/domain/Ids.ts"
import * as HttpApp from "../../src/http/HttpApp.ts"
import * as HttpListener from "../../src/http/HttpListener.ts"
import { HttpSettings } from "../../src/http/HttpSettings.ts"
import * as ProviderRoutes from "../../src/http/ProviderRoutes.ts"
import { RateLimits } from "../../src/http/RateLimits.ts"
import { ActorRegistry } from "../../src/runtime/ActorRegistry.ts"
import { Health } from "../../src/runtime/Health.ts"
import * as SqlChatDirectory from "../../src/sql/connections/SqlChatDirectory.ts"
import * as SqlChatHomes from "../../src/sql/connections/SqlChatHomes.ts"
import * as SqlConnectionStore from "../../src/sql/connections/SqlConnectionStore.ts"
import * as SqlSecretRotation from "../../src/sql/connections/SqlSecretRotation.ts"
import * as SqlSlackAppStore from "../../src/sql/connections/SqlSlackAppStore.ts"
import * as SqlChannelInbox from "../../src/sql/intake/SqlChannelInbox.ts"
import * as SqlInboundLog from "../../src/sql/intake/SqlInboundLog.ts"
import * as SqlChannelOutbox from "../../src/sql/outbound/SqlChannelOutbox.ts"
import * as SqlChatUpdates from "../../src/sql/outbound/SqlChatUpdates.ts"
import { Comments } from "../../src/tickets/Comments.ts"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { ProviderCallbacks } from "../../src/tickets/connections/ProviderCallbacks.ts"
import { Intake } from "../../src/tickets/intake/Intake.ts"
import * as MailNews from "../../src/tickets/outbound/MailNews.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { noSites } from "./bareSite.ts"
import { fileServices } from "./fileServices.ts"
import { accountServices, causation, Installation } from "./Installation.ts"
import { outboundServices } from "./outboundServices.ts"
import { portalServices } from "./portalServices.ts"
import { signInServices } from "./signInServices.ts"
import { silentHandoff } from "./silentHandoff.ts"
import { type FakeSlack, fakeSlack } from "./slack/FakeSlack.ts"
import type { SlackApp } from "./slack/SlackState.ts"
import * as TestDatabase from "./TestDatabase.ts"
import { ticketServiceOn } from "./ticketService.ts"
import { polling } from "./until.ts"

const publicUrl = "https://desk.example"

/** This site's Slack. */
export class Slack extends Context.Service<Slack, FakeSlack>()("trunkline/test/Slack") {
  static readonly layer = Layer.effect(Slack, fakeSlack)
}

/** The app over HTTP, or over sockets with its app token. */
const appOver = (transport: "http" | "sockets") =>
  Layer.effect(
    SlackAppSettings,
    Slack.useSync(({ apiUrl, state }) => ({
      apiUrl,
      signingSecret: Option.some(Redacted.make(state.app.signingSecret)),
      client: Option.some({ id: state.app.clientId, secret: Redacted.make(state.app.clientSecret) }),
      botToken: Option.none(),
      appToken: transport === "http" ? Option.none() : Option.some(Redacted.make(state.app.appToken)),
      publicUrl,
      redirectUrl: `${publicUrl}/v1/channels/slack/oauth/callback`
    }))
  )

const Stores = Layer.mergeAll(
  SqlChannelInbox.layer,
  SqlChannelOutbox.layer,
  SqlChatDirectory.layer,
  SqlChatHomes.layer,
  SqlChatUpdates.layer,
  SqlConnectionStore.layer,
  SqlInboundLog.layer,
  SqlSecretRotation.layer,
  SqlSlackAppStore.layer
).pipe(Layer.provide(silentHandoff))

/** Tells Slack the port of the site. */
const Target = Layer.effectDiscard(
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const { sender } = yield* Slack
    sender.target = `http://127.0.0.1:${"port" in address ? address.port : 0}/v1/channels/slack/events`
  })
)

/** The Slack channel with everything it needs, on a database of its own, with its own Slack. */
export const slackSiteOver = (
  transport: "http" | "sockets",
  logging: Layer.Layer<never> = Layer.succeed(References.MinimumLogLevel, "Error")
) =>
  Layer.merge(HttpApp.layer(ProviderRoutes.layer), Target).pipe(
    // The product runs both, and they share what they have in common.
    Layer.provideMerge(Layer.merge(SlackChannel.simulator, SlackChannel.layer)),
    Layer.provide(appOver(transport)),
    Layer.provideMerge(Intake.layer),
    Layer.provideMerge(outboundServices({ inboundDomain: "inbound.example" })),
    Layer.provideMerge(Stores),
    Layer.provideMerge(fileServices({ publicUrl, maxBytes: 1024 * 1024 })),
    Layer.provideMerge(Layer.mergeAll(ActorRegistry.layer, ProviderCallbacks.layer)),
    Layer.provideMerge(Health.layer),
    Layer.provide([RateLimits.layer, noSites]),
    Layer.provideMerge(Layer.merge(signInServices(publicUrl), portalServices(publicUrl))),
    Layer.provide(Layer.succeed(SignUp, "closed")),
    Layer.provideMerge(HttpListener.layer({ host: "127.0.0.1", port: 0 })),
    Layer.provide(
      Layer.succeed(HttpSettings, {
        publicUrl,
        adminOrigins: [],
        rateLimitPerMinute: 1_000_000,
        attachmentMaxBytes: 1024 * 1024,
        inboundDomain: "inbound.example",
        hasMailRelay: true,
        proxies: 0,
        version: "1.2.3",
        operatorToken: undefined
      })
    ),
    Layer.provideMerge(Installation.layer),
    Layer.provideMerge(ticketServiceOn(accountServices(TestDatabase.layer))),
    Layer.provideMerge(MailNews.layer),
    Layer.provideMerge(Slack.layer),
    Layer.provide(logging)
  )

export const slackSite = slackSiteOver("http")

/** A workspace connected to the live brand, with a channel of each role and a user who writes. */
export const connectWorkspace = Effect.fnUntraced(function* (
  name: string,
  options: {
    readonly trigger?: SlackSettings["channels"][number]["trigger"]
    readonly mirror?: ChatMirror
    readonly lifetime?: number
    /** The brand's own app, installed in the workspace. */
    readonly own?: { readonly id: AppId; readonly app: SlackApp }
  } = {}
) {
  const slack = yield* Slack
  const { live } = yield* Installation
  const scope = { tenant: live.tenant, brandId: live.brand.id }
  const app = options.own?.app ?? slack.state.app
  const team = slack.state.addWorkspace(name, { app })
  const help = team.addChannel("help")
  const crew = team.addChannel("crew")
  const random = team.addChannel("random")
  const ines = team.addUser({ name: "Ines Roth", email: `ines-${team.id.toLowerCase()}@north.example` })
  const { refreshToken, token } = team.issueToken({ lifetime: options.lifetime })
  const ids = yield* IdGenerator
  const now = yield* DateTime.now
  const connection: SlackConnection = {
    id: ids.next("installation"),
    brandId: live.brand.id,
    kind: "chat",
    provider: "slack",
    externalId: externalIdOf(app.id, team.id),
    name,
    status: "active",
    settings: {
      appId: app.id,
      ...(options.own === undefined ? {} : { app: options.own.id }),
      teamId: team.id,
      botId: team.botId,
      botUserId: team.botUserId,
      scopes: [...token.scopes],
      channels: [
        { channelId: help.id, role: "customer", trigger: options.trigger ?? "every_message" },
        {
          channelId: crew.id,
          role: "agent",
          trigger: "mention",
          ...(options.mirror === undefined ? {} : { mirror: options.mirror })
        }
      ]
    },
    createdAt: now,
    updatedAt: now
  }
  const secrets = writeSecrets({
    botToken: token.value,
    ...(refreshToken === undefined ? {} : { refreshToken, expiresAt: now.epochMilliseconds + (options.lifetime ?? 0) })
  })
  const connections = yield* ConnectionStore
  yield* connections.create(scope, causation, connection, secrets, {
    event: "channel.created",
    entityType: "channel",
    entityId: connection.id
  })
  return { scope, team, connection, help, crew, random, ines }
})

export type Connected = Effect.Success<ReturnType<typeof connectWorkspace>>

/** Polls until the result is there: what happens after an acknowledgement has no response to wait for. */
export const eventually = <A, E, R>(find: Effect.Effect<A | undefined, E, R>) =>
  find.pipe(
    Effect.flatMap((found) => (found === undefined ? Effect.fail("not yet" as const) : Effect.succeed(found))),
    Effect.retry({ schedule: polling, while: (error) => error === "not yet" })
  )

/** The tickets of a workspace's customer, newest first. */
export const ticketsOf = Effect.fnUntraced(function* ({ ines, scope }: Pick<Connected, "ines" | "scope">) {
  const tickets = yield* Tickets
  const page = yield* tickets.list(scope, {
    spam: "exclude",
    deleted: "exclude",
    merged: "exclude",
    sort: "createdAt",
    order: "desc",
    limit: 25
  })
  return page.items.filter(({ ticket }) => ticket.customerEmail === ines.email)
})

export const commentsOf = Effect.fnUntraced(function* ({ scope }: Pick<Connected, "scope">, ticketId: TicketId) {
  return yield* (yield* Comments).list(scope, ticketId, {})
})
