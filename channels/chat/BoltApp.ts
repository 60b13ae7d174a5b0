import type { Receiver } from "@slack/bolt"
import type { WebClient } from "@slack/web-api"
import { Context, Effect, FiberSet, Layer } from "effect"
import type { JsonObject } from "../../src/domain/Json.ts"
import type { InboxResult } from "../../src/tickets/intake/ChannelInbox.ts"
import { quietLogger } from "./quietLogger.ts"
import { SlackAppSettings } from "./SlackAppSettings.ts"
import { SlackListeners } from "./SlackListeners.ts"
import { SlackWorkspaces, type Workspace } from "./SlackWorkspaces.ts"
import { slackOptions } from "./slackClient.ts"

/** What a listener receives in addition to Bolt's arguments. */
export interface Occasion {
  readonly workspace: Workspace
  readonly client: WebClient
  /** Attempts so far, including this one; always 1 for interactions. */
  readonly attempts: number
}

/** A listener failed; `cause` is its error. */
export class ListenerFailed {
  readonly _tag = "ListenerFailed"
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
}

export interface Incoming {
  readonly body: JsonObject
  readonly workspace: Workspace
  readonly attempts: number
  /** Receives the listener's response, if somebody is waiting for one. */
  readonly ack?: ((answer?: unknown) => void) | undefined
}

/** Slack's own framework, which dispatches to listeners. Receiving the requests is our part. */
export class BoltApp extends Context.Service<
  BoltApp,
  {
    /** Runs the listeners of an event or interaction to completion, and returns what they report that an event became. */
    process(incoming: Incoming): Effect.Effect<InboxResult | undefined, ListenerFailed>
  }
>()("trunkline/chat/BoltApp") {
  static readonly layer = Layer.effect(
    BoltApp,
    Effect.gen(function* () {
      const { apiUrl } = yield* SlackAppSettings
      const workspaces = yield* SlackWorkspaces
      const listeners = yield* SlackListeners
      const run = yield* FiberSet.makeRuntimePromise()

      /** The workspaces of the bodies that are being processed. */
      const origins = new WeakMap<object, Workspace>()

      // Loaded on the first event, so that an installation without Slack spends no memory on it.
      const loaded = yield* Effect.cached(
        Effect.promise(async () => {
          const { App } = await import("@slack/bolt")
          const app = new App({
            receiver: ownReceiver,
            // Bolt passes the body of `process` itself, untyped.
            authorize: (_, body) => run(authorization(workspaces, origins.get(body as object))),
            clientOptions: slackOptions(apiUrl),
            logger: quietLogger,
            convoStore: false,
            tokenVerificationEnabled: false
          })
          listeners.register(app, run)
          return app
        })
      )

      return BoltApp.of({
        process: ({ ack, attempts, body, workspace }) => {
          const told: { result?: InboxResult | undefined } = {}
          origins.set(body, workspace)
          return loaded.pipe(
            Effect.flatMap((app) =>
              Effect.tryPromise({
                try: () =>
                  app.processEvent({
                    body,
                    ack: async (answer?: unknown) => ack?.(answer),
                    customProperties: { workspace, attempts, told }
                  }),
                catch: (error) => new ListenerFailed(originOf(error))
              })
            ),
            Effect.map(() => told.result)
          )
        }
      })
    })
  )
}

/** Requests arrive through our own router and sockets; Bolt opens nothing. */
const ownReceiver: Receiver = {
  init: () => {},
  start: async () => undefined,
  stop: async () => undefined
}

/** Without both ids, Bolt would mistake our own messages for somebody else's. */
const authorization = Effect.fnUntraced(function* (workspaces: SlackWorkspaces["Service"], origin?: Workspace) {
  const { connection } = yield* Effect.fromNullishOr(origin)
  const { botId, botUserId, enterpriseId, teamId } = connection.settings
  const { secrets } = yield* workspaces.access(connection)
  return {
    botToken: secrets.botToken,
    botId,
    botUserId,
    ...(teamId === undefined ? {} : { teamId }),
    ...(enterpriseId === undefined ? {} : { enterpriseId })
  }
})

/** The listener's own error, unwrapped from those that Bolt wraps around it. */
const originOf = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  if ("original" in error && error.original !== undefined) return originOf(error.original)
  if ("originals" in error && Array.isArray(error.originals)) return originOf(error.originals[0])
  return error
}
