import { Context, DateTime, Effect, Layer } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import type { AppId } from "../../domain/Ids.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import {
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  type InvalidInput,
  type InvalidState,
  LimitReached,
  type NotFound
} from "../../domain/Problems.ts"
import type { SlackApp } from "../../domain/SlackApp.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import {
  changeSlackApp,
  newSlackApp,
  removeSlackApp,
  type SlackAppChange,
  type SlackAppCreate,
  toldOfApp
} from "./changeSlackApp.ts"
import { SlackAppStore } from "./SlackAppStore.ts"

/** Maximum number of apps of one brand: each may have sockets on every node. */
export const mostApps = 10

type Read<A> = Effect.Effect<A, NotFound | DatabaseUnavailable>
type Written<A, E = never> = Effect.Effect<
  Once<A>,
  E | NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
>

/** Slack apps that brands register, so that Slack's limits and the app's name apply to that brand alone. */
export class SlackApps extends Context.Service<
  SlackApps,
  {
    /** Oldest first. */
    list(scope: BrandScope): Read<ReadonlyArray<SlackApp>>
    get(scope: BrandScope, id: AppId): Read<SlackApp>
    create(
      scope: BrandScope,
      causation: Causation,
      input: SlackAppCreate,
      receipt?: ReceiptRequest<SlackApp>
    ): Written<SlackApp, LimitReached>
    /** Takes effect on every node within moments: for requests, sockets and renewals. */
    update(
      scope: BrandScope,
      causation: Causation,
      id: AppId,
      change: SlackAppChange,
      receipt?: ReceiptRequest<SlackApp>
    ): Written<SlackApp, InvalidInput>
    /** `InvalidState`: workspaces are connected through the app. */
    delete(
      scope: BrandScope,
      causation: Causation,
      id: AppId,
      receipt?: ReceiptRequest<void>
    ): Written<void, InvalidState>
  }
>()("trunkline/tickets/SlackApps") {
  static readonly layer = Layer.effect(
    SlackApps,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const receipts = yield* Receipts
      const store = yield* SlackAppStore
      const [ofBrand, ofApp] = [orNotFound("brand"), orNotFound("app")]

      return SlackApps.of({
        list: Effect.fn("SlackApps.list")((scope) => ofBrand(store.list(scope))),

        get: Effect.fn("SlackApps.get")((scope, id) => ofApp(store.find(scope, id))),

        create: Effect.fn("SlackApps.create")(function* (scope, causation, input, receipt) {
          const now = yield* DateTime.now
          return yield* receipts.once(
            scope.tenant,
            receipt,
            Effect.gen(function* () {
              if ((yield* ofBrand(store.count(scope))) >= mostApps)
                return yield* new LimitReached({ limit: mostApps, what: "Slack apps in a brand" })
              const app = newSlackApp(ids.next("app"), scope.brandId, input, now)
              yield* store.create(scope, causation, app, input.secrets, toldOfApp("slack_app.created", app))
              return app
            })
          )
        }),

        update: Effect.fn("SlackApps.update")(function* (scope, causation, id, change, receipt) {
          const now = yield* DateTime.now
          return yield* receipts.once(
            scope.tenant,
            receipt,
            ofApp(store.change(scope, causation, id, (app, secrets) => changeSlackApp(app, secrets, change, now)))
          )
        }),

        delete: Effect.fn("SlackApps.delete")((scope, causation, id, receipt) =>
          receipts.once(scope.tenant, receipt, Effect.asVoid(ofApp(store.delete(scope, causation, id, removeSlackApp))))
        )
      })
    })
  )
}
