import { Context, type Duration, type Effect, type Redacted, type Result, Schema, type Stream } from "effect"

/** The response to a callback. Without a status there was none, and `error` says why in one word. */
export interface CallbackReply {
  readonly status: number | undefined
  readonly error: string | undefined
  /** The first KiB of the body, as text. */
  readonly body: string
  /** How long the receiver asks us to wait before the next attempt. */
  readonly wait: Duration.Duration | undefined
}

/** What a callback is about, as its headers say (docs/webhooks.md, Headers). */
export interface CallbackHead {
  /** The same on every attempt, so that the receiver can detect duplicates. */
  readonly id: string
  readonly event: string
  /** Starts at 1. */
  readonly attempt: number
}

/** A file could not be fetched. `forbidden` means that its address leads to a destination that is not allowed. */
export class FetchFailed extends Schema.TaggedError<FetchFailed>()("FetchFailed", {
  reason: Schema.String,
  forbidden: Schema.Boolean
}) {}

/** Requests to addresses that others chose, under the same rules as webhooks: where they may lead, and how they are signed. */
export class Callbacks extends Context.Service<
  Callbacks,
  {
    /** Parses a target as entered, or returns why it cannot be one, as the end of a sentence. */
    judgeUrl(text: string): Result.Result<URL, string>
    /** Makes one attempt, signed with these secrets, the current one first. Never fails, and ends within its time limit. */
    post(
      url: URL,
      secrets: ReadonlyArray<Redacted.Redacted>,
      head: CallbackHead,
      body: string
    ): Effect.Effect<CallbackReply>
    /** When to try again after `attempts` attempts (from 1), on the same schedule as webhooks; `undefined` means never. */
    retryDelay(attempts: number, random: number): Duration.Duration | undefined
    /** The bytes at an address. Follows no redirects. Fails beyond `maxBytes`, and after a time limit. */
    fetch(url: URL, maxBytes: number): Stream.Stream<Uint8Array, FetchFailed>
  }
>()("trunkline/tickets/Callbacks") {}
