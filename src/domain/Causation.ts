/** Who did something, as events and the audit log show it. `channel` is how they came in. */
export interface Actor {
  readonly type: "agent" | "customer" | "api_key" | "system"
  readonly id: string | null
  readonly name: string | null
  readonly channel: "api" | "dashboard" | "portal" | "email" | "chat" | "sms" | "custom" | "system"
  /** A member's address, for the audit log only. */
  readonly email?: string | undefined
  /** The first twelve characters of a key, for the audit log only. */
  readonly apiKeyPrefix?: string | undefined
}

/** Where a request came from, for the audit log and the list of sessions only. */
export interface Client {
  /** IP address. */
  readonly address: string
  /** The User-Agent header, cut to 200 characters. */
  readonly userAgent?: string | undefined
}

/** What caused a command; the same for all events and audit entries of that command. */
export interface Causation {
  /** The id of a request, an inbound message or a job. */
  readonly id: string
  readonly actor: Actor
  /** W3C trace context of the causing request, passed on to webhooks. */
  readonly traceparent?: string | undefined
  /** Only if a request caused it. */
  readonly client?: Client | undefined
}

/** What caused a command, before the actor is known. */
export type Cause = Omit<Causation, "actor">
