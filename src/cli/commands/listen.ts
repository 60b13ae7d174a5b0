import { randomBytes } from "node:crypto"
import { Console, Effect, Option, Redacted, Schedule, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import type { TrunklineError, TrunklineEvent } from "../../../sdk/src/index.ts"
import { signatureHeaders, signingKey } from "../../webhooks/Signature.ts"
import { brandOf, CommandFailed, Connection, isWebAddress, refusalBy } from "../Connection.ts"
import { jsonOf } from "../output.ts"
import { connected, root } from "./root.ts"

/** Milliseconds that the receiver has to respond, as with webhooks. */
const answerWithin = 15_000

/** The options behind the fields that the server may refuse. */
const optionOf = { "Last-Event-ID": "--after", types: "--events" }

export const listen = Command.make(
  "listen",
  {
    forward: Flag.String("forward").pipe(
      Flag.withDescription("URL to post each event to, signed like a webhook"),
      Flag.optional
    ),
    secret: Flag.String("secret").pipe(
      Flag.withDescription("Secret to sign forwarded events with; generated if left out"),
      Flag.optional
    ),
    events: Flag.String("events").pipe(
      Flag.withDescription("Event types and groups, separated by commas, such as ticket.*,comment.created"),
      Flag.optional
    ),
    after: Flag.String("after").pipe(Flag.withDescription("Start after this event, evt_…"), Flag.optional)
  },
  Effect.fn(function* ({ after, events, forward, secret }) {
    const { brand, json } = yield* root
    const { client, url } = yield* Connection
    if (Option.isSome(forward) && !isWebAddress(forward.value))
      return yield* new CommandFailed({
        message: `--forward is ${JSON.stringify(forward.value)}, but must be like http://localhost:4000/hooks.`
      })
    const whole = Option.getOrElse(secret, () => `whsec_${randomBytes(24).toString("base64")}`)
    if (!json) {
      yield* Console.log(`Listening to ${url}. Press Ctrl-C to stop.`)
      if (Option.isSome(forward)) yield* Console.log(`Forwarding to ${forward.value}, signed with ${whole}`)
    }
    const filter = {
      types: Option.getOrUndefined(events),
      after: Option.getOrUndefined(after),
      ...whileAway(process.stderr),
      ...(brand === undefined ? {} : { brandId: yield* brandOf(brand) })
    }
    yield* Stream.fromAsyncIterable(client.events.stream(filter), refusalBy(url, optionOf)).pipe(
      Stream.runForEach((event) =>
        Effect.gen(function* () {
          const answer = Option.isNone(forward) ? undefined : yield* post(forward.value, whole, event)
          yield* Console.log(json ? jsonOf(event) : lineOf(event, answer))
        })
      )
    )
  }, connected())
).pipe(
  Command.withDescription("Show events as they happen, and post them to your own machine"),
  Command.withExamples([
    {
      command: "trunkline listen --forward http://localhost:4000/hooks --events 'ticket.*'",
      description: "Develop a webhook receiver"
    }
  ])
)

/** Reports once that the server is unreachable, and once that it is back. A stream that ends and reconnects is not reported. */
const whileAway = (terminal: NodeJS.WriteStream) => {
  let isAway = false
  return {
    onDisconnect: (error: TrunklineError | undefined) => {
      if (isAway || error === undefined) return
      isAway = true
      terminal.write(`Not connected, trying again: ${error.message}\n`)
    },
    onConnect: () => {
      if (isAway) terminal.write("Connected again.\n")
      isAway = false
    }
  }
}

/** Posts an event as the dispatcher does. Retries briefly if the receiver is not running yet. */
const post = (url: string, secret: string, event: TrunklineEvent): Effect.Effect<string> => {
  const body = JSON.stringify(event)
  const headers = () => ({
    "content-type": "application/json",
    "x-trunkline-event": event.type,
    ...signatureHeaders([signingKey(Redacted.make(secret))], event.id, Math.floor(Date.now() / 1000), body)
  })
  return Effect.tryPromise(() =>
    fetch(url, {
      method: "POST",
      body,
      headers: headers(),
      redirect: "manual",
      signal: AbortSignal.timeout(answerWithin)
    })
  ).pipe(
    Effect.retry({ times: 2, schedule: Schedule.spaced("1 second") }),
    Effect.map(({ status }) => `${status}`),
    Effect.catch(({ cause }) => Effect.succeed(`no response: ${reason(cause)}`))
  )
}

const reason = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  // For a name with several addresses, the error has a code but no message.
  return cause instanceof Error ? cause.message || ("code" in cause ? String(cause.code) : cause.name) : String(cause)
}

const lineOf = ({ data, id, timestamp, type }: TrunklineEvent, answer: string | undefined) => {
  const about =
    "publicId" in data ? data.publicId : "ticketNumber" in data ? data.ticketNumber : "email" in data ? data.email : ""
  return [timestamp, type.padEnd(20), about, id, ...(answer === undefined ? [] : [`→ ${answer}`])].join("  ")
}
