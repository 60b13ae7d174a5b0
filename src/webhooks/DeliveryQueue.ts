import { Context, type Effect, type Redacted } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"

/** What an endpoint's actor needs to know about its webhook. Ids are plain UUIDs. */
export interface EndpointSettings {
  readonly webhookId: string
  readonly tenantId: string
  readonly brandId: string
  readonly url: string
  readonly events: ReadonlyArray<string>
  readonly enabled: boolean
  readonly maxInFlight: number
  /** Most requests per second from all nodes together, or null for no limit. Claims enforce it. */
  readonly ratePerSecond: number | null
  readonly version: number
  /** Failed attempts in a row, and milliseconds since the first of them. */
  readonly failures: number
  readonly failingFor: number | undefined
  /** Milliseconds until the gate opens. */
  readonly gatedFor: number
  /** The secrets that sign, the current one first. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
  /** Milliseconds until the previous secret stops signing. */
  readonly rotatedIn: number | undefined
}

export interface ClaimRequest {
  readonly webhookId: string
  readonly slots: number
  /** Claims a delivery even before it is due, to probe an endpoint that is down. */
  readonly probe: boolean
  /** Unix milliseconds. The last sweep saw nothing due earlier, so the claim need not read what was settled long ago. */
  readonly since: number
}

/** A delivery leased to this node. */
export interface Claimed {
  readonly deliveryId: string
  readonly tenantId: string
  readonly webhookId: string
  readonly eventId: string
  readonly chainId: string
  /** Number of claims so far, including this one. */
  readonly attempt: number
  /** Position in the retry schedule, including this attempt. */
  readonly step: number
  /** Claimed before it was due. */
  readonly early: boolean
  /** Past its expiry: if this attempt fails, the delivery ends. */
  readonly expired: boolean
  readonly trigger: "event" | "manual" | "replay"
  readonly replayOf: string | null
  /** The event's canonical name, and the name that earlier attempts used. */
  readonly type: string
  readonly sentAs: string | null
  readonly payload: string
  /** W3C trace context of the causing request. */
  readonly traceparent: string | null
  /** The current version of the webhook. */
  readonly version: number
  /** Milliseconds until the webhook's rate limit allows another claim; 0 if it does now. */
  readonly pausedFor: number
}

/** How a delivery ended: 1 succeeded, 2 exhausted, 3 cancelled. */
export type Final = 1 | 2 | 3

/** The outcome of one attempt. */
export interface Settlement {
  readonly claimed: Claimed
  /** Where it was sent, or would have been. If the webhook has another URL by now, the outcome says nothing about the webhook's health. */
  readonly url: string
  readonly attemptId: string
  readonly event: string
  /** Unix milliseconds. */
  readonly startedAt: number
  readonly durationMs: number
  readonly status: number | undefined
  readonly error: string | undefined
  readonly response: string
  readonly final: Final | undefined
  /** If not final: the position in the retry schedule, and milliseconds until the next attempt. */
  readonly step: number
  readonly retryIn: number
}

/** The queue of pending deliveries, in the database that all nodes share. `node` is the number of the lease owner. */
export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /**
     * Leases due deliveries for many endpoints in one round trip, within the rate limit of each. A lease lasts longer than
     * one request.
     */
    claim(
      node: number,
      requests: ReadonlyArray<ClaimRequest>
    ): Effect.Effect<ReadonlyArray<Claimed>, DatabaseUnavailable>

    /** Stores outcomes: ends or reschedules the deliveries, and logs the attempts. Idempotent. */
    settle(node: number, settlements: ReadonlyArray<Settlement>): Effect.Effect<void, DatabaseUnavailable>

    /** Releases leased deliveries that were never sent, unless they were claimed again since. */
    release(
      node: number,
      deliveries: ReadonlyArray<Pick<Claimed, "attempt" | "deliveryId" | "eventId" | "webhookId">>
    ): Effect.Effect<void, DatabaseUnavailable>

    /** Releases everything that the node has leased. */
    releaseAll(node: number): Effect.Effect<void, DatabaseUnavailable>

    /** The settings of these webhooks, except deleted ones and ones whose secrets cannot be opened, which are logged. */
    endpoints(webhookIds: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<EndpointSettings>, DatabaseUnavailable>

    /** The webhooks with pending deliveries, and when their first is due, in Unix milliseconds. */
    readonly backlog: Effect.Effect<
      ReadonlyArray<{ readonly webhookId: string; readonly dueAt: number; readonly isDue: boolean }>,
      DatabaseUnavailable
    >

    /** Number of pending deliveries on all nodes, counted up to a thousand, by webhook. Webhooks without any are left out. */
    waiting(webhookIds: Iterable<string>): Effect.Effect<ReadonlyMap<string, number>, DatabaseUnavailable>

    /** Closes the gate: no node sends to the webhook for this many milliseconds, unless it has another URL by now. */
    gate(webhookId: string, url: string, milliseconds: number): Effect.Effect<void, DatabaseUnavailable>

    /** Opens the gate. Failed deliveries keep their due times. */
    open(webhookId: string): Effect.Effect<void, DatabaseUnavailable>

    /** For an endpoint that was down: opens the gate and makes all pending deliveries due now, without counting an attempt. */
    recover(webhookId: string): Effect.Effect<void, DatabaseUnavailable>

    /**
     * Disables the webhook because its receiver at this URL wants nothing any more, and records it in the audit log. Its
     * pending deliveries end as cancelled. False, and nothing happens, if it has another URL by now.
     */
    gone(webhookId: string, url: string): Effect.Effect<boolean, DatabaseUnavailable>
  }
>()("trunkline/webhooks/DeliveryQueue") {}
