import { createHash } from "node:crypto"
import type { WebClient } from "@slack/web-api"
import { Context, DateTime, Effect, Layer, Stream } from "effect"
import { externalMessageId } from "../../src/domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { AgentAuthor, InboundMessage, IntakeResult } from "../../src/domain/InboundMessage.ts"
import type { JsonObject } from "../../src/domain/Json.ts"
import { BlobStore } from "../../src/tickets/BlobStore.ts"
import { Intake } from "../../src/tickets/Intake.ts"
import { placeholderEmail } from "../../src/tickets/placeholderEmail.ts"
import type { Occasion } from "./BoltApp.ts"
import { conversationKey, type SlackMessage, titleOf } from "./readMessageEvent.ts"
import { callSlack, type SlackFailure } from "./SlackFailure.ts"
import { type FetchedFile, SlackFiles } from "./SlackFiles.ts"
import { SlackPeople } from "./SlackPeople.ts"
import { SlackWorkspaces, type Workspace } from "./SlackWorkspaces.ts"
import { fromSlackText, longestMessage, mentionedUsers, type SlackNames } from "./text/fromSlackText.ts"
import { objectOf, textOf } from "./wire.ts"

/** People named in one message whose names are asked for. */
const mostNames = 20

/** What could not be done about a message now; another attempt may succeed. */
export type MessageTrouble = SlackFailure | DatabaseUnavailable | { readonly _tag: string; readonly message: string }

/** How a message is handed in. */
export interface HandIn {
  readonly mode: "customer" | "agent"
  /** A member of the team wrote it. */
  readonly author?: AgentAuthor | undefined
  /** The conversation, where it is not the message's own thread. */
  readonly key?: string | undefined
}

/** Makes the ticket service's messages of Slack's. */
export class SlackIntake extends Context.Service<
  SlackIntake,
  {
    /** One effect for each message, however often and by whatever event it is handed in. */
    receive(occasion: Occasion, message: SlackMessage, how: HandIn): Effect.Effect<IntakeResult, MessageTrouble>
    /** What a message says, as it is kept. */
    textOf(occasion: Occasion, message: SlackMessage): Effect.Effect<string, SlackFailure | DatabaseUnavailable>
  }
>()("trunkline/chat/SlackIntake") {
  static readonly layer = Layer.effect(
    SlackIntake,
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const files = yield* SlackFiles
      const intake = yield* Intake
      const people = yield* SlackPeople
      const workspaces = yield* SlackWorkspaces

      const readText = Effect.fnUntraced(function* ({ client, workspace }: Occasion, message: SlackMessage) {
        const { botUserId } = workspace.connection.settings
        // Whom it was said to is no part of what is said.
        const text = message.text.replaceAll(new RegExp(`<@${botUserId}(\\|[^>]*)?>`, "g"), "").trim()
        const mentioned = mentionedUsers(text, message.blocks).filter((id) => id !== botUserId)
        const named = yield* Effect.forEach(
          mentioned.slice(0, mostNames),
          (id) => people.person(workspace, client, id),
          {
            concurrency: 4
          }
        )
        const names: SlackNames = {
          user: (id) => named.find((person) => person.id === id)?.name,
          channel: () => undefined
        }
        return fromSlackText(text, message.blocks, names)
      })

      /** Of a file from another workspace the message says no more than that it is there. */
      const factsOf = Effect.fnUntraced(function* (client: WebClient, facts: JsonObject) {
        if (facts["file_access"] !== "check_file_info") return facts
        const { file } = yield* callSlack("files.info", () =>
          client.files.info({ file: textOf(facts["id"]) ?? "" })
        ).pipe(
          Effect.catchIf(
            ({ kind }) => kind === "refused",
            () => Effect.succeed({ file: undefined })
          )
        )
        // JSON as it came off the wire.
        return file === undefined ? facts : objectOf(JSON.parse(JSON.stringify(file)) as JsonObject)
      })

      return SlackIntake.of({
        textOf: readText,

        receive: Effect.fn("SlackIntake.receive")(function* (occasion, message, how) {
          const { attempts, client, workspace } = occasion
          const { connection, scope } = workspace
          const person = yield* people.person(workspace, client, message.user)
          const said = yield* readText(occasion, message)
          const { secrets } = yield* workspaces.access(connection.id)
          const known = yield* Effect.forEach(message.files, (facts) => factsOf(client, facts))
          const fetched = yield* files.fetch(scope.tenant.id, secrets.botToken, known, attempts)
          const text = [said, ...fetched.flatMap(missingLine)].filter((part) => part !== "").join("\n\n")
          const raw = Buffer.from(JSON.stringify(message))
          const blob = yield* blobs.put(scope.tenant.id, Stream.make(raw))
          const received: InboundMessage = {
            channel: "chat",
            source: "slack",
            externalId: messageId(workspace, message.channel, message.ts),
            dedupeKey: createHash("sha256")
              .update(messageId(workspace, message.channel, message.ts))
              .digest(),
            sender: {
              email: person.email ?? placeholderEmail("slack", connection.id, message.user),
              name: person.name,
              identity: { channel: "slack", address: message.user }
            },
            author: how.author,
            conversation: {
              connectionId: connection.id,
              key: how.key ?? conversationKey(message),
              check: "chat_thread",
              mode: how.mode,
              root: message.isDirect ? undefined : (message.threadTs ?? message.ts)
            },
            recipients: [message.channel],
            subject: titleOf(text),
            text: text.slice(0, longestMessage),
            references: [],
            files: fetched.flatMap((one) => ("file" in one ? [one.file] : [])),
            participants: [],
            isAutomated: false,
            receivedAt: timeOf(message.ts),
            size: raw.length,
            rawBlobKey: blob.key,
            envelope: { channel: message.channel, ts: message.ts, user: message.user }
          }
          return yield* intake.receive(scope, received).pipe(
            // No limit was set for senders of this channel.
            Effect.catchTag("SenderOverLimit", Effect.die)
          )
        })
      })
    })
  )
}

/** The id that a message has in our tables. */
export const messageId = ({ connection }: Workspace, channel: string, ts: string): string =>
  externalMessageId(connection.id, `${channel}:${ts}`)

const missingLine = (one: FetchedFile) =>
  "missing" in one
    ? [
        `[File that could not be fetched: ${one.missing.name}${one.missing.link === undefined ? "" : ` – ${one.missing.link}`}]`
      ]
    : []

const timeOf = (ts: string) => DateTime.makeUnsafe(Math.round(Number(ts) * 1000))
