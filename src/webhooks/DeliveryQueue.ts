import { Context, type Effect, type Redacted } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { DisabledReason } from "../domain/Webhook.ts"

/** What an endpoint's actor must know of its webhook. Ids are plain UUIDs. */
export interface EndpointSettings {
  readonly webhookId: string
  readonly tenantId: string
  readonly brandId: string
  readonly url: string
  readonly events: ReadonlyArray<string>
  readonly enabled: boolean
  readonly maxInFlight: number
  /** Requests in a second that all nodes together may send; null for no limit. Claims keep to it. */
  readonly ratePerSecond: number | null
  readonly version: number
  /** Failed attempts in a row, and for how many milliseconds there was no success. */
  readonly failures: number
  readonly failingFor: number | undefined
  /** Milliseconds until the gate opens. */
  readonly gatedFor: number
  /** The current secret first. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
  /** Milliseconds until the previous secret no longer signs. */
  readonly rotatedIn: number | undefined
}

export interface ClaimRequest {
  readonly webhookId: string
  readonly slots: number
  /** Takes a delivery although it is not due yet: a probe of an endpoint that is down. */
  readonly probe: boolean
  /** Unix milliseconds: the last sweep saw nothing due earlier. Keeps the claim from reading what was settled long ago. */
  readonly since: number
}

/** A delivery leased to this node. */
export interface Claimed {
  readonly deliveryId: string
  readonly tenantId: string
  readonly webhookId: string
  readonly eventId: string
  readonly chainId: string
  /** Takings so far, this one included. */
  readonly attempt: number
  /** Place in the retry schedule, this attempt included. */
  readonly step: number
  /** Taken before it was due. */
  readonly early: boolean
  /** Its time is over: when this attempt fails, it ends. */
  readonly expired: boolean
  readonly trigger: "event" | "manual" | "replay"
  readonly replayOf: string | null
  /** Canonical name, and the name that earlier attempts used. */
  readonly type: string
  readonly sentAs: string | null
  readonly payload: string
  /** W3C trace context of the causing request. */
  readonly traceparent: string | null
  /** The webhook's version now. */
  readonly version: number
  /** Milliseconds until its rate admits another claim; 0 when it does now. */
  readonly pausedFor: number
}

/** How a delivery ended: 1 succeeded, 2 exhausted, 3 cancelled. */
export type Final = 1 | 2 | 3

/** The outcome of one attempt. */
export interface Settlement {
  readonly claimed: Claimed
  readonly attemptId: string
  readonly event: string
  /** Unix milliseconds. */
  readonly startedAt: number
  readonly durationMs: number
  readonly status: number | undefined
  readonly error: string | undefined
  readonly response: string
  readonly final: Final | undefined
  /** Place in the schedule, and milliseconds until the next attempt, when it is not over. */
  readonly step: number
  readonly retryIn: number
}

/** The deliveries that are under way, in the database that all nodes share. `node` is the number that leases carry. */
export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /**
     * Leases due deliveries for many endpoints in one round trip, no more for any than its rate admits. The lease
     * outlives one request.
     */
    claim(
      node: number,
      requests: ReadonlyArray<ClaimRequest>
    ): Effect.Effect<ReadonlyArray<Claimed>, DatabaseUnavailable>

    /** Stores outcomes: ends or reschedules the deliveries, logs the attempts. The same outcomes again change nothing. */
    settle(node: number, settlements: ReadonlyArray<Settlement>): Effect.Effect<void, DatabaseUnavailable>

    /** Gives back leased deliveries that were never sent. */
    release(
      node: number,
      deliveries: ReadonlyArray<Pick<Claimed, "deliveryId" | "eventId" | "webhookId">>
    ): Effect.Effect<void, DatabaseUnavailable>

    /** Gives back everything that the node leased. */
    releaseAll(node: number): Effect.Effect<void, DatabaseUnavailable>

    /** The settings of these webhooks, without those that were deleted or whose secrets cannot be opened, which the log names. */
    endpoints(webhookIds: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<EndpointSettings>, DatabaseUnavailable>

    /** Webhooks with deliveries under way and when their first is due, in Unix milliseconds. */
    readonly backlog: Effect.Effect<
      ReadonlyArray<{ readonly webhookId: string; readonly dueAt: number; readonly isDue: boolean }>,
      DatabaseUnavailable
    >

    /** How many deliveries of these webhooks are not ended, on all nodes, counted up to a thousand. Those without any are left out. */
    waiting(webhookIds: Iterable<string>): Effect.Effect<ReadonlyMap<string, number>, DatabaseUnavailable>

    /** Keeps every node from sending to the endpoint for so many milliseconds. */
    gate(webhookId: string, milliseconds: number): Effect.Effect<void, DatabaseUnavailable>

    /** Opens the gate. What has failed keeps its time. */
    open(webhookId: string): Effect.Effect<void, DatabaseUnavailable>

    /** Of an endpoint that was down: opens the gate, and makes everything that waits due now, without counting it as an attempt. */
    recover(webhookId: string): Effect.Effect<void, DatabaseUnavailable>

    /** Switches the webhook off, with a line in the audit log. What is under way ends as cancelled. */
    disable(webhookId: string, reason: DisabledReason): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/webhooks/DeliveryQueue") {}
