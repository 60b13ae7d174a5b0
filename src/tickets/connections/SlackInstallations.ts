import { randomBytes } from "node:crypto"
import { Context, DateTime, Duration, Effect, Layer, Option, Predicate, Result } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { ConnectionStatus, SlackConnection } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import type { AppId, InstallationId, SessionId } from "../../domain/Ids.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import {
  ChannelNotReady,
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  type InvalidInput,
  InvalidState,
  InvalidToken,
  LimitReached,
  type NotFound,
  type UpstreamFailed
} from "../../domain/Problems.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { ChatGateway } from "./ChatGateway.ts"
import { ConnectionStore } from "./ConnectionStore.ts"
import { clientOf } from "./changeSlackApp.ts"
import {
  changeInstallation,
  newInstallation,
  reinstalled,
  type SlackInstallationChange,
  toldOf
} from "./changeSlackInstallation.ts"
import { removeConnection } from "./removeConnection.ts"
import { SlackAppStore } from "./SlackAppStore.ts"
import { SlackInstallStates } from "./SlackInstallStates.ts"
import { type OwnSlackApp, SlackOAuth } from "./SlackOAuth.ts"
import { sendOnce } from "./sendOnce.ts"

/** Maximum number of workspaces of one brand. */
export const mostWorkspaces = 100
/** Maximum duration of an installation. */
const lifetime = Duration.minutes(10)

const tooMany = new LimitReached({ limit: mostWorkspaces, what: "Slack workspaces in a brand" })
const appChanged = new InvalidState({
  state: "not_installed",
  reason: "The app was changed in the meantime. Start again."
})

type Written<A, E = never> = Effect.Effect<
  Once<A>,
  E | NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
>

/** A started installation: where to send the browser, and when it expires. */
export interface InstallBegun {
  readonly url: string
  readonly expiresAt: DateTime.Utc
}

/** The options of somebody who connects a workspace. */
export interface InstallWish {
  /** Where to send the browser at the end. */
  readonly redirectUrl?: string | undefined
  /** The brand's own app to install. */
  readonly app?: AppId | undefined
}

/** The parameters with which Slack sends the browser back. */
export interface InstallCallback {
  readonly state: string
  readonly code?: string | undefined
  /** Why Slack did not install the app. */
  readonly error?: string | undefined
}

/** Why nothing can be sent to a workspace in these states. */
const unusable: ReadonlyMap<ConnectionStatus, string> = new Map([
  ["disabled", "The workspace is disabled. Enable it first."],
  ["uninstalled", "The app was removed from the workspace. Connect it again first."]
])

/** The Slack workspaces of brands. A workspace belongs to one brand of the installation. */
export class SlackInstallations extends Context.Service<
  SlackInstallations,
  {
    /** Oldest first. */
    list(scope: BrandScope): Effect.Effect<ReadonlyArray<SlackConnection>, NotFound | DatabaseUnavailable>
    get(scope: BrandScope, id: InstallationId): Effect.Effect<SlackConnection, NotFound | DatabaseUnavailable>
    update(
      scope: BrandScope,
      causation: Causation,
      id: InstallationId,
      change: SlackInstallationChange,
      receipt?: ReceiptRequest<SlackConnection>
    ): Written<SlackConnection, InvalidInput | InvalidState>
    /** Posts a message into a channel of the workspace, once. Returns Slack's id for it. Never in test mode. */
    test(
      scope: BrandScope,
      id: InstallationId,
      channelId: string,
      receipt?: ReceiptRequest<string>
    ): Written<string, ChannelNotReady | UpstreamFailed>
    /** Also revokes the app's access. Tickets stay. */
    delete(scope: BrandScope, causation: Causation, id: InstallationId, receipt?: ReceiptRequest<void>): Written<void>
    /**
     * Starts an installation in this session. Returns where to send the browser. `ChannelNotReady`: no app is registered,
     * or the brand's own app lacks what it takes to connect a workspace.
     */
    begin(
      scope: BrandScope,
      sessionId: SessionId,
      wish: InstallWish,
      receipt?: ReceiptRequest<InstallBegun>
    ): Written<InstallBegun, ChannelNotReady>
    /**
     * Completes an installation that was started in this session, once. A workspace that another brand has stays there.
     * Returns where to send the browser.
     */
    complete(
      sessionId: SessionId,
      causation: Causation,
      callback: InstallCallback
    ): Effect.Effect<
      { readonly redirectUrl: string | undefined },
      InvalidToken | InvalidState | NotFound | LimitReached | DatabaseUnavailable
    >
  }
>()("trunkline/tickets/SlackInstallations") {
  static readonly layer = Layer.effect(
    SlackInstallations,
    Effect.gen(function* () {
      const apps = yield* SlackAppStore
      const ids = yield* IdGenerator
      const connections = yield* ConnectionStore
      const gateway = yield* ChatGateway
      const oauth = yield* SlackOAuth
      const receipts = yield* Receipts
      const states = yield* SlackInstallStates
      const [ofBrand, ofInstallation] = [orNotFound("brand"), orNotFound("installation")]

      const get = Effect.fn("SlackInstallations.get")((scope: BrandScope, id: InstallationId) =>
        ofInstallation(connections.find(scope, "chat", id))
      )

      /** The brand's own app, if it can be installed; `undefined` if it cannot, or was removed. */
      const ownApp = Effect.fnUntraced(function* (id: AppId) {
        const found = yield* apps.registered(id)
        const client = Option.isSome(found) ? clientOf(found.value) : undefined
        return client === undefined ? undefined : ({ id, client } satisfies OwnSlackApp)
      })

      /**
       * Stores a workspace that is connected through this app, with the brand locked: neither can the app be removed meanwhile, nor
       * do two workspaces get its last place. `store` gets the number of workspaces so far.
       */
      const through = <E>(
        app: AppId | undefined,
        scope: BrandScope,
        store: (count: number) => Effect.Effect<unknown, E>
      ) =>
        receipts
          .once(
            scope.tenant,
            undefined,
            Effect.gen(function* () {
              yield* store(yield* ofBrand(connections.count(scope, "chat")))
              if (app !== undefined && Option.isNone(yield* apps.find(scope, app))) return yield* appChanged
            })
          )
          // No receipt was requested.
          .pipe(Effect.catchTag(["IdempotencyKeyReused", "IdempotencyInProgress"], Effect.die))

      return SlackInstallations.of({
        list: Effect.fn("SlackInstallations.list")((scope) => ofBrand(connections.list(scope, "chat"))),

        get,

        test: Effect.fn("SlackInstallations.test")((scope, id, channelId, receipt) =>
          sendOnce(
            receipts,
            scope.tenant,
            receipt,
            Effect.gen(function* () {
              const { status } = yield* get(scope, id)
              const reason =
                scope.tenant.mode === "test" ? "In test mode, nothing is sent to Slack." : unusable.get(status)
              if (reason !== undefined) return yield* new ChannelNotReady({ channel: "chat", reason })
              return yield* gateway.test(yield* ofInstallation(connections.secrets(id)), channelId)
            })
          )
        ),

        update: Effect.fn("SlackInstallations.update")(function* (scope, causation, id, change, receipt) {
          const now = yield* DateTime.now
          return yield* receipts.once(
            scope.tenant,
            receipt,
            ofInstallation(
              connections.change(scope, causation, "chat", id, (connection) =>
                changeInstallation(connection, change, now)
              )
            ).pipe(
              // The workspace itself does not change.
              Effect.catchTag("AlreadyExists", Effect.die)
            )
          )
        }),

        delete: Effect.fn("SlackInstallations.delete")(function* (scope, causation, id, receipt) {
          // A workspace whose token can no longer be decrypted is disconnected all the same; there is nothing to revoke.
          const secrets = yield* Effect.catchDefect(connections.secrets(id), (defect) =>
            Predicate.isTagged(defect, "CannotOpen") ? Effect.succeedNone : Effect.die(defect)
          )
          const deleted = yield* removeConnection(connections, receipts, {
            scope,
            causation,
            receipt,
            find: get(scope, id),
            told: (connection) => toldOf("channel.deleted", connection)
          })
          if (!deleted.replayed && Option.isSome(secrets)) yield* oauth.revoke(secrets.value)
          return deleted
        }),

        begin: Effect.fn("SlackInstallations.begin")(function* (scope, sessionId, { app, redirectUrl }, receipt) {
          if (app !== undefined) yield* orNotFound("app")(apps.find(scope, app))
          const own = app === undefined ? undefined : yield* ownApp(app)
          if (app === undefined ? !oauth.isConfigured : own === undefined)
            return yield* new ChannelNotReady({
              channel: "chat",
              reason:
                app === undefined
                  ? "This server has no Slack app. Set SLACK_CLIENT_ID and SLACK_CLIENT_SECRET, or add your own app to the brand."
                  : "The app has no client id or client secret yet. Add them to connect a workspace."
            })
          const state = randomBytes(32).toString("base64url")
          const begun = {
            url: oauth.authorizeUrl(state, own),
            expiresAt: DateTime.addDuration(yield* DateTime.now, lifetime)
          }
          const kept = Effect.as(ofBrand(states.begin(state, { scope, sessionId, redirectUrl, app })), begun)
          return yield* receipts.once(scope.tenant, receipt, kept)
        }),

        complete: Effect.fn("SlackInstallations.complete")(function* (sessionId, causation, { code, error, state }) {
          const begun = yield* states.take(state, sessionId)
          if (Option.isNone(begun)) return yield* new InvalidToken()
          const { app, redirectUrl, scope } = begun.value
          if (error !== undefined)
            return yield* new InvalidState({
              state: "not_installed",
              reason: "The app was not installed in the workspace."
            })
          const own = app === undefined ? undefined : yield* ownApp(app)
          if (app !== undefined && own === undefined) return yield* appChanged
          const installed = yield* Effect.mapError(
            oauth.exchange(code, own),
            ({ reason }) => new InvalidState({ state: "not_installed", reason })
          )
          const now = yield* DateTime.now
          const known = yield* connections.external("chat", installed.externalId)
          const taken = new InvalidState({
            state: "taken",
            reason: `The workspace ${installed.name} is already connected. Disconnect it there first; if that brand was deleted, restore it to do so.`
          })
          if (Option.isSome(known)) {
            const { connection, scope: owner } = known.value
            if (owner.tenant.id !== scope.tenant.id || owner.brandId !== scope.brandId) return yield* taken
            const renew = connections.change(scope, causation, "chat", connection.id, (found) =>
              Result.succeed(reinstalled(found, installed, now))
            )
            yield* through(app, scope, () => Effect.catchTag(ofInstallation(renew), "AlreadyExists", () => taken))
            return { redirectUrl }
          }
          const connection = newInstallation(ids.next("installation"), scope.brandId, installed, now)
          const create = connections
            .create(scope, causation, connection, installed.secrets, toldOf("channel.created", connection))
            .pipe(Effect.catchTag("AlreadyExists", () => taken))
          yield* through(app, scope, (count) =>
            Effect.andThen(create, count < mostWorkspaces ? Effect.void : tooMany)
          ).pipe(
            // Nobody has the workspace, and what Slack has granted is not kept either.
            Effect.tapError((error) =>
              error === appChanged || error === tooMany ? oauth.revoke(installed.secrets) : Effect.void
            )
          )
          return { redirectUrl }
        })
      })
    })
  )
}
