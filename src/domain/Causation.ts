/** Who did it, as events and the audit log tell it. `channel` is the way in. */
export interface Actor {
  readonly type: "agent" | "customer" | "api_key" | "system"
  readonly id: string | null
  readonly name: string | null
  readonly channel: "api" | "dashboard" | "portal" | "email" | "chat" | "sms" | "custom" | "system"
  /** For the audit log alone: a member's address. */
  readonly email?: string | undefined
  /** For the audit log alone: the first twelve characters of a key. */
  readonly apiKeyPrefix?: string | undefined
}

/** Where a request came from, for the audit log and the list of sessions alone. */
export interface Client {
  /** IP address. */
  readonly address: string
  /** What its program calls itself; at most 200 characters. */
  readonly userAgent?: string | undefined
}

/** What caused a command: equal for all events and audit entries of that command. */
export interface Causation {
  /** A request, inbound message or job id. */
  readonly id: string
  readonly actor: Actor
  /** W3C trace context of the causing request, passed on to webhooks. */
  readonly traceparent?: string | undefined
  /** Of a request. */
  readonly client?: Client | undefined
}

/** What caused a command, before it is known who acts. */
export type Cause = Omit<Causation, "actor">
