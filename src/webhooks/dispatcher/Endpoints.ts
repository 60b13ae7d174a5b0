import { Effect, FiberMap, FiberSet, Schedule } from "effect"
import { idOf } from "../../domain/Ids.ts"
import type { LeasedDelivery, ReadyEndpoint } from "../../events/Handoff.ts"
import type { ActorRegistry } from "../../runtime/ActorRegistry.ts"
import { isDown, room } from "../EndpointState.ts"
import { Endpoint } from "./Endpoint.ts"
import { makeEndpointActor, type Shared } from "./EndpointActor.ts"

/** Milliseconds. With a longer request timeout, none are handed over: their leases are shorter than those of claims. */
const longestHandedRequest = 20_000

/** The endpoints that this node has work for, with one actor each. */
export const makeEndpoints = Effect.fnUntraced(function* (
  deps: Omit<Shared, "reload"> & { readonly registry: ActorRegistry["Service"] }
) {
  const { node, queue, registry } = deps
  const endpoints = new Map<string, Endpoint>()
  /** Webhooks whose settings are being loaded to start their actors. */
  const starting = new Set<string>()
  const reload = (webhookId: string) => changed([webhookId])
  const actor = yield* makeEndpointActor({ ...deps, reload })
  const fibers = yield* FiberMap.make<string>()
  const run = yield* FiberMap.runtime(fibers)<never>()
  const fork = yield* FiberSet.makeRuntime<never, void, never>()

  const begin = Effect.fnUntraced(function* (settings: Endpoint["settings"]) {
    const { brandId, webhookId } = settings
    const entry = yield* registry.register({
      kind: "webhook",
      name: idOf("webhook", webhookId),
      brandId: idOf("brand", brandId)
    })
    const endpoint = new Endpoint(settings, entry, actor.now())
    endpoints.set(webhookId, endpoint)
    const life: Effect.Effect<void> = actor
      .live(endpoint)
      .pipe(
        Effect.catchDefect((defect) =>
          entry
            .change({ state: "backing_off", lastError: String(defect) })
            .pipe(
              Effect.andThen(Effect.logError("The actor of a webhook failed; restarting it", defect)),
              Effect.andThen(Effect.sleep("1 second")),
              Effect.andThen(Effect.suspend(() => life))
            )
        )
      )
    run(
      webhookId,
      Effect.ensuring(
        life,
        Effect.suspend(() => {
          endpoints.delete(webhookId)
          actor.releaseHanded(endpoint)
          return entry.remove
        })
      )
    )
  })

  const startUnknown = (webhookIds: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      for (const id of webhookIds) starting.add(id)
      const found = yield* queue.endpoints(webhookIds)
      for (const settings of found) if (settings.enabled && !endpoints.has(settings.webhookId)) yield* begin(settings)
    }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          for (const id of webhookIds) starting.delete(id)
        })
      )
    )

  /** Wakes the actors of webhooks that have work. Costs one query if any have no actor yet. */
  const wake = (webhookIds: ReadonlyArray<string>) =>
    Effect.suspend(() => {
      if (deps.draining()) return Effect.void
      for (const id of webhookIds) endpoints.get(id)?.wake()
      const unknown = webhookIds.filter((id) => !endpoints.has(id) && !starting.has(id))
      return unknown.length === 0 ? Effect.void : startUnknown(unknown)
    })

  /** Reloads settings that may have changed. Webhooks without an actor have no cached settings, so they are skipped. */
  const changed = (webhookIds: ReadonlyArray<string>): Effect.Effect<void> =>
    Effect.gen(function* () {
      const known = webhookIds.filter((id) => endpoints.has(id))
      if (known.length === 0) return
      const found = new Map((yield* queue.endpoints(known)).map((settings) => [settings.webhookId, settings]))
      for (const id of known) {
        const settings = found.get(id)
        const endpoint = endpoints.get(id)
        if (endpoint === undefined) continue
        if (settings?.enabled === true) endpoint.change(settings, actor.now())
        else {
          endpoint.retired = true
          endpoint.wake()
        }
      }
    }).pipe(Effect.retry({ times: 3, schedule: Schedule.spaced("200 millis") }), Effect.ignore)

  /** The endpoints of these brands that would send a new delivery at once. */
  const ready = (brandIds: ReadonlySet<string>): ReadonlyArray<ReadyEndpoint> => {
    if (deps.draining() || deps.client.timeout > longestHandedRequest) return []
    const found: Array<ReadyEndpoint> = []
    const at = actor.now()
    for (const { handed, retired, settings, state } of endpoints.values()) {
      // Only claims enforce a rate limit, which all nodes share.
      if (settings.ratePerSecond !== null) continue
      if (!brandIds.has(settings.brandId) || retired || handed.length > 0 || isDown(state)) continue
      if (room(state, at) > 0) found.push({ webhookId: settings.webhookId, version: settings.version })
    }
    return found
  }

  const accept = (deliveries: ReadonlyArray<LeasedDelivery>) => {
    const orphaned: Array<LeasedDelivery & { readonly attempt: number }> = []
    for (const delivery of deliveries) {
      const { chainId, deliveryId, eventId, payload, tenantId, traceparent, type, webhookId } = delivery
      const endpoint = endpoints.get(webhookId)
      if (endpoint === undefined || endpoint.retired || deps.draining()) {
        orphaned.push({ ...delivery, attempt: 1 })
        continue
      }
      endpoint.handed.push({
        at: actor.now(),
        claimed: {
          deliveryId,
          tenantId,
          webhookId,
          eventId,
          chainId,
          attempt: 1,
          step: 1,
          early: false,
          expired: false,
          trigger: "event",
          replayOf: null,
          type,
          sentAs: null,
          payload,
          traceparent,
          version: endpoint.settings.version,
          pausedFor: 0
        }
      })
      actor.startHanded(endpoint)
    }
    if (orphaned.length > 0) fork(Effect.ignore(queue.release(node, orphaned)))
  }

  return {
    wake,
    changed,
    ready,
    accept,
    /** Reloads the settings of every webhook that has an actor. */
    changedAll: Effect.suspend(() => changed([...endpoints.keys()])),
    /** All endpoints, by webhook. */
    all: endpoints as ReadonlyMap<string, Endpoint>,
    /** Releases leased deliveries that were not sent yet. */
    releaseHanded: Effect.sync(() => endpoints.forEach(actor.releaseHanded)),
    inFlight: actor.inFlight
  }
})
