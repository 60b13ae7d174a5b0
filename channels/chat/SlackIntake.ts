import { createHash } from "node:crypto"
import type { WebClient } from "@slack/web-api"
import { Context, DateTime, Effect, Layer, Option, Stream } from "effect"
import { externalMessageId } from "../../src/domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { AgentAuthor, InboundMessage, IntakeResult } from "../../src/domain/InboundMessage.ts"
import type { JsonObject } from "../../src/domain/Json.ts"
import type { Link, Priority } from "../../src/domain/Ticket.ts"
import { placeholderEmail } from "../../src/tickets/customers/placeholderEmail.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { InboundLog, type KnownMessage } from "../../src/tickets/intake/InboundLog.ts"
import { Intake } from "../../src/tickets/intake/Intake.ts"
import type { Occasion } from "./BoltApp.ts"
import { conversationKey, messageTitle, type PassedOn, type SlackMessage } from "./readMessageEvent.ts"
import { callSlack, isRefusal, type SlackFailure } from "./SlackFailure.ts"
import { type FetchedFile, mostFiles, outOfReach, SlackFiles } from "./SlackFiles.ts"
import { SlackPeople } from "./SlackPeople.ts"
import { targetOf } from "./SlackProgress.ts"
import { fromSlackText, longestMessage, mentionedUsers, type SlackNames } from "./text/fromSlackText.ts"
import { withoutMentions } from "./text/withoutMentions.ts"
import { objectOf, storableJson, textOf } from "./wire.ts"

/** Mentioned people of one message whose names are looked up. */
const mostNames = 20

/** Why a message could not be processed now; another attempt may succeed. */
export type MessageTrouble = SlackFailure | DatabaseUnavailable | { readonly _tag: string; readonly message: string }

/** What an event became; `undefined` if it has nothing to do with a ticket. */
export type Handled = Effect.Effect<IntakeResult | undefined, MessageTrouble>

/** How a message is passed to intake. */
export interface HandIn {
  /** The author, if a member of the team wrote it. */
  readonly author?: AgentAuthor | undefined
  /** The conversation, if it is not the message's own thread. */
  readonly key?: string | undefined
  /** `agent` if only the team reads the conversation. */
  readonly mode?: "agent" | undefined
  /** The fields of a form that replace what the message itself says. */
  readonly form?: FormFields | undefined
}

/** The fields of a form that opens a ticket, as plain text. */
export interface FormFields {
  readonly title: string
  /** The message's own text by default. */
  readonly text?: string | undefined
  readonly priority: Priority
  readonly links?: ReadonlyArray<Link> | undefined
  /** The dedupe key, if it is not the message's own. */
  readonly dedupe?: string | undefined
}

/** Turns Slack's messages into the ticket service's. */
export class SlackIntake extends Context.Service<
  SlackIntake,
  {
    /** What is known of a message, received or posted by us. */
    known(occasion: Occasion, message: SlackMessage): Effect.Effect<Option.Option<KnownMessage>, DatabaseUnavailable>
    /** The text of a message, with names in place of ids. */
    read(occasion: Occasion, message: SlackMessage): Effect.Effect<string, SlackFailure | DatabaseUnavailable>
    /** Receives a message. It takes effect once, however often and through whichever event it arrives. */
    receive(occasion: Occasion, message: SlackMessage, how: HandIn): Effect.Effect<IntakeResult, MessageTrouble>
    /**
     * Applies its author's change to a message. `key` distinguishes one change from another; `author` is set if a member of
     * the team wrote it.
     */
    revise(
      occasion: Occasion,
      kind: "edit" | "removal",
      message: SlackMessage,
      key: string,
      author?: AgentAuthor
    ): Handled
  }
>()("trunkline/chat/SlackIntake") {
  static readonly layer = Layer.effect(
    SlackIntake,
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const files = yield* SlackFiles
      const intake = yield* Intake
      const log = yield* InboundLog
      const people = yield* SlackPeople

      const readText = Effect.fnUntraced(function* ({ client, workspace }: Occasion, message: SlackMessage) {
        const { botUserId } = workspace.connection.settings
        // The mention of the app is not part of what is said.
        const text = withoutMentions(message.text, botUserId)
        const parts = [{ text, blocks: message.blocks }, ...message.passedOn]
        const mentioned = new Set(parts.flatMap((part) => mentionedUsers(part.text, part.blocks)))
        mentioned.delete(botUserId)
        const named = yield* Effect.forEach(
          [...mentioned].slice(0, mostNames),
          (id) => people.person(workspace, client, id),
          { concurrency: 4 }
        )
        const names: SlackNames = {
          user: (id) => named.find((person) => person.id === id)?.name,
          channel: () => undefined
        }
        return [fromSlackText(text, message.blocks, names), ...message.passedOn.map((part) => quoted(part, names))]
          .filter((part) => part !== "")
          .join("\n\n")
      })

      /** For a file from another workspace, the message only says that it exists. */
      const factsOf = Effect.fnUntraced(function* (client: WebClient, facts: JsonObject) {
        if (facts["file_access"] !== "check_file_info") return facts
        const { file } = yield* callSlack("files.info", () =>
          client.files.info({ file: textOf(facts["id"]) ?? "" })
        ).pipe(Effect.catchIf(isRefusal, () => Effect.succeed({ file: undefined })))
        // JSON as received.
        return file === undefined ? facts : objectOf(storableJson(JSON.parse(JSON.stringify(file)) as JsonObject))
      })

      const filesOf = (client: WebClient, { files }: SlackMessage) =>
        Effect.forEach(files.slice(0, mostFiles), (facts) => factsOf(client, facts))

      /** A message in the ticket service's form, without its files. */
      const composed = Effect.fnUntraced(function* (
        { client, workspace }: Occasion,
        message: SlackMessage,
        text: string,
        dedupe: string
      ) {
        const { connection, scope } = workspace
        const person = yield* people.person(workspace, client, message.user)
        const raw = Buffer.from(JSON.stringify(message))
        const blob = yield* blobs.put(scope.tenant.id, Stream.make(raw))
        const made: InboundMessage = {
          channel: "chat",
          source: "slack",
          externalId: externalIdOf(message),
          dedupeKey: createHash("sha256").update(`slack\n${connection.id}\n${dedupe}`).digest(),
          sender: {
            email: person.email ?? placeholderEmail("slack", connection.id, message.user),
            name: person.name,
            identity: { channel: "slack", address: message.user }
          },
          conversation: {
            connectionId: connection.id,
            key: conversationKey(message),
            check: "chat_thread",
            mode: "customer",
            root: message.isDirect ? undefined : (message.threadTs ?? message.ts)
          },
          recipients: [message.channel],
          text: text.slice(0, longestMessage).toWellFormed(),
          references: [],
          files: [],
          participants: [],
          isAutomated: false,
          receivedAt: timeOf(message.ts),
          size: raw.length,
          rawBlobKey: blob.key,
          envelope: { channel: message.channel, ts: message.ts, user: message.user }
        }
        return made
      })

      return SlackIntake.of({
        known: ({ workspace }, message) =>
          log.knownMessage(workspace.scope, externalMessageId(workspace.connection.id, externalIdOf(message))),

        read: readText,

        receive: Effect.fn("SlackIntake.receive")(function* (occasion, message, how) {
          const { attempts, client, workspace } = occasion
          const { scope } = workspace
          const { form } = how
          const said = form?.text ?? (yield* readText(occasion, message))
          const fetched = yield* files.fetch(
            scope.tenant.id,
            client.token ?? "",
            yield* filesOf(client, message),
            attempts
          )
          const text = withMissing(said, fetched)
          const made = yield* composed(occasion, message, text, form?.dedupe ?? externalIdOf(message))
          const received: InboundMessage = {
            ...made,
            subject: form?.title ?? (messageTitle(text) || firstName(fetched)),
            priority: form?.priority,
            links: form?.links,
            author: how.author,
            conversation: made.conversation && {
              ...made.conversation,
              key: how.key ?? made.conversation.key,
              mode: how.mode ?? made.conversation.mode,
              root: how.key === undefined ? made.conversation.root : targetOf(how.key).threadTs
            },
            files: fetched.flatMap((one) => ("file" in one ? [one.file] : []))
          }
          return yield* intake.receive(scope, received).pipe(
            // Senders of this channel have no limit.
            Effect.catchTag("SenderOverLimit", Effect.die)
          )
        }),

        revise: Effect.fn("SlackIntake.revise")(function* (occasion, kind, message, key, author) {
          // An edit changes neither its files nor the lines that stand for files that could not be fetched.
          const text =
            kind === "edit"
              ? withMissing(yield* readText(occasion, message), outOfReach(yield* filesOf(occasion.client, message)))
              : ""
          const id = externalIdOf(message)
          const changed = yield* composed(occasion, message, text, `${kind}\n${id}\n${key}`)
          const revised = yield* intake.revise(
            occasion.workspace.scope,
            kind,
            { ...changed, author, externalId: `${id}:${key}` },
            id
          )
          return Option.getOrUndefined(revised)
        })
      })
    })
  )
}

/** The id of a message: its channel, and its `ts` there. */
const externalIdOf = ({ channel, ts }: SlackMessage): string => `${channel}:${ts}`

/** A forwarded message as a quotation that names its author and source. */
const quoted = ({ author, blocks, link, text }: PassedOn, names: SlackNames): string => {
  const said = fromSlackText(text, blocks, names).trim()
  const source = [author ?? "Someone", ...(link === undefined ? [] : [link])].join(", ")
  return [...(said === "" ? [] : [`> ${said.replaceAll("\n", "\n> ")}`]), `– ${source}`].join("\n")
}

/** The name of the first file, as the title of a message without text. */
const firstName = (files: ReadonlyArray<FetchedFile>): string | undefined => {
  const [first] = files
  return first === undefined ? undefined : "file" in first ? first.file.filename : first.missing.name
}

/** The text, followed by the names of the files that could not be fetched. */
export const withMissing = (said: string, files: ReadonlyArray<FetchedFile>): string =>
  [said, ...files.flatMap(missingLine)].filter((part) => part !== "").join("\n\n")

const missingLine = (one: FetchedFile): ReadonlyArray<string> =>
  "missing" in one
    ? [
        `[File could not be downloaded: ${one.missing.name}${one.missing.link === undefined ? "" : ` – ${one.missing.link}`}]`
      ]
    : []

const timeOf = (ts: string) => DateTime.makeUnsafe(Math.round(Number(ts) * 1000))
