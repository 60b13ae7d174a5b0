import { Context, type Duration, type Effect, type Redacted, type Result, Schema, type Stream } from "effect"

/** What came back from a callback. Without a status nothing did, and `error` says why in a word. */
export interface CallbackReply {
  readonly status: number | undefined
  readonly error: string | undefined
  /** The first KiB of the body, as text. */
  readonly body: string
  /** How long the receiver asks to be left alone. */
  readonly wait: Duration.Duration | undefined
}

/** What a callback is about, as its headers tell (docs/webhooks.md, Headers). */
export interface CallbackHead {
  /** The same on every attempt: the receiver's dedupe key. */
  readonly id: string
  readonly event: string
  /** From 1. */
  readonly attempt: number
}

/** A file could not be fetched. `forbidden`: its address leads where nothing may be fetched from. */
export class FetchFailed extends Schema.TaggedError<FetchFailed>()("FetchFailed", {
  reason: Schema.String,
  forbidden: Schema.Boolean
}) {}

/** Requests to addresses that strangers chose, under the rules of webhooks: where they may lead, how they are signed. */
export class Callbacks extends Context.Service<
  Callbacks,
  {
    /** A target as it was typed, parsed; or why it cannot be one, as the end of a sentence. */
    judgeUrl(text: string): Result.Result<URL, string>
    /** One attempt, signed with these secrets, the current one first. It never fails, and ends within its time limit. */
    post(
      url: URL,
      secrets: ReadonlyArray<Redacted.Redacted>,
      head: CallbackHead,
      body: string
    ): Effect.Effect<CallbackReply>
    /** When to try again after `attempts` attempts (from 1), as webhooks do; undefined: not any more. */
    retryDelay(attempts: number, random: number): Duration.Duration | undefined
    /** The bytes at an address; no redirect is followed. Fails beyond `maxBytes`, and after a time. */
    fetch(url: URL, maxBytes: number): Stream.Stream<Uint8Array, FetchFailed>
  }
>()("trunkline/tickets/Callbacks") {}
