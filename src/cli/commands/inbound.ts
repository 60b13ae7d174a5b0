import { readFileSync } from "node:fs"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { ask, brandOf } from "../Connection.ts"
import { print } from "../output.ts"
import { connected, root } from "./root.ts"

const text = Flag.String("text").pipe(Flag.withDescription("Text of the message"), Flag.withDefault("Hello!"))

const lineOf = ({
  inbound,
  ticketId
}: {
  readonly inbound: { readonly id: string; readonly status: string; readonly outcome?: string }
  readonly ticketId?: string
}) => `${inbound.outcome ?? inbound.status}: ${ticketId ?? inbound.id}`

const email = Command.make(
  "email",
  {
    from: Flag.String("from").pipe(
      Flag.withDescription("Address of the sender"),
      Flag.withDefault("customer@example.com")
    ),
    subject: Flag.String("subject").pipe(Flag.withDescription("Subject"), Flag.withDefault("A simulated email")),
    text,
    raw: Flag.String("raw").pipe(
      Flag.withDescription("File with the complete message to receive instead (RFC 822)"),
      Flag.optional
    )
  },
  Effect.fn(
    function* ({ from, raw, subject, text }) {
      const { brand, json } = yield* root
      const brandId = yield* brandOf(brand)
      const mail = Option.isSome(raw) ? { raw: readFileSync(raw.value).toString("base64") } : { from, subject, text }
      const received = yield* ask((client) => client.testMode.receiveEmail({ brandId, ...mail }))
      yield* print(json, received, () => lineOf(received))
    },
    connected({ alwaysTest: true })
  )
).pipe(Command.withDescription("Simulate an incoming email in test data, as if it had come by SMTP"))

const chat = Command.make(
  "chat",
  {
    user: Flag.String("user").pipe(Flag.withDescription("Slack user id of the sender"), Flag.withDefault("U0CUSTOMER")),
    name: Flag.String("name").pipe(Flag.withDescription("Name of the sender"), Flag.withDefault("A customer")),
    channel: Flag.String("channel").pipe(
      Flag.withDescription("Slack channel in which customers write; a direct message if left out"),
      Flag.optional
    ),
    thread: Flag.String("thread").pipe(Flag.withDescription("Message whose thread it replies to"), Flag.optional),
    text
  },
  Effect.fn(
    function* ({ channel, name, text, thread, user }) {
      const { brand, json } = yield* root
      const brandId = yield* brandOf(brand)
      const where = {
        ...(Option.isSome(channel) ? { channelId: channel.value } : {}),
        ...(Option.isSome(thread) ? { threadId: thread.value } : {})
      }
      const message = { brandId, user: { id: user, name }, text, ...where }
      const received = yield* ask((client) => client.testMode.receiveChat(message))
      yield* print(json, received, () => lineOf(received))
    },
    connected({ alwaysTest: true })
  )
).pipe(Command.withDescription("Simulate an incoming chat message in test data, as if it had come from Slack"))

const sms = Command.make(
  "sms",
  {
    from: Flag.String("from").pipe(Flag.withDescription("Number of the sender (E.164)"), Flag.withDefault("+15550100")),
    to: Flag.String("to").pipe(Flag.withDescription("Number of the brand; its oldest one if left out"), Flag.optional),
    text
  },
  Effect.fn(
    function* ({ from, text, to }) {
      const { brand, json } = yield* root
      const brandId = yield* brandOf(brand)
      const number = Option.isSome(to) ? { to: to.value } : {}
      const received = yield* ask((client) => client.testMode.receiveText({ brandId, from, text, ...number }))
      yield* print(json, received, () => lineOf(received))
    },
    connected({ alwaysTest: true })
  )
).pipe(Command.withDescription("Simulate an incoming text message in test data, as if it had come from Twilio"))

export const inbound = Command.make("inbound").pipe(
  Command.withDescription("Simulate messages from customers in test data"),
  Command.withSubcommands([email, chat, sms])
)
