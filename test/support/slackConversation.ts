import { assert } from "@effect/vitest"
import { DateTime, Effect, Stream } from "effect"
import type { Attachment } from "../../src/domain/Attachment.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { Comments } from "../../src/tickets/Comments.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { Outbound } from "../../src/tickets/outbound/Outbound.ts"
import { causation } from "./Installation.ts"
import { connectWorkspace, eventually, Slack, ticketsOf } from "./SlackSite.ts"
import type { SlackMessage } from "./slack/slackRecords.ts"
import { fresh } from "./ticketService.ts"

/** A ticket that the workspace's customer has opened, and the message that opened it. */
export const opened = Effect.fn(function* (name: string) {
  const { people } = yield* Slack
  const connected = yield* connectWorkspace(name)
  const root = people.say(connected.team, connected.help, connected.ines, "Please help")
  const { ticket } = yield* eventually(Effect.map(ticketsOf(connected), ([first]) => first))
  return { ...connected, root, ticket }
})
type Opened = Effect.Success<ReturnType<typeof opened>>

export const agentSays = Effect.fn(function* (
  { scope, ticket }: Opened,
  body: string,
  visibility: "public" | "internal" = "public",
  author: { readonly authorId: string; readonly authorName: string } = { authorId: "mem_ada", authorName: "Ada Byron" }
) {
  const comments = yield* Comments
  return yield* fresh(
    comments.add(scope, causation, ticket.id, {
      body,
      visibility,
      authorType: "AGENT",
      ...author,
      source: "api"
    })
  )
})

/** An agent's answer with files, given by name and content. */
export const agentSends = Effect.fn(function* (
  { scope, ticket }: Pick<Opened, "scope" | "ticket">,
  files: Readonly<Record<string, string>>,
  body = ""
) {
  const now = yield* DateTime.now
  const attachments = yield* Effect.forEach(
    Object.entries(files),
    Effect.fnUntraced(function* ([filename, text]) {
      const blob = yield* (yield* BlobStore).put(scope.tenant.id, Stream.make(Buffer.from(text)))
      const file: Attachment = {
        id: (yield* IdGenerator).next("attachment"),
        brandId: scope.brandId,
        filename,
        contentType: "text/plain",
        size: blob.size,
        sha256: blob.sha256,
        blobKey: blob.key,
        status: "UPLOADED",
        isInternal: false,
        inline: false,
        createdAt: now,
        updatedAt: now
      }
      return file
    })
  )
  const comments = yield* Comments
  return yield* fresh(
    comments.add(scope, causation, ticket.id, {
      body,
      visibility: "public",
      authorType: "AGENT",
      authorId: "mem_ada",
      authorName: "Ada Byron",
      source: "api",
      files: attachments
    })
  )
})

/** What our bot has posted in the thread. */
export const answers = ({ help, root, team }: Pick<Opened, "help" | "root" | "team">): ReadonlyArray<SlackMessage> =>
  team.thread(help, root.ts).filter(({ botId }) => botId === team.botId)

export const statusOf = Effect.fn(function* ({ scope, ticket }: Opened) {
  const messages = yield* (yield* Outbound).list(scope, ticket.id)
  return messages.map(({ error, status }) => ({ status, error }))
})

export const until = (opened: Opened, status: string) =>
  eventually(Effect.map(statusOf(opened), (all) => (all.at(-1)?.status === status ? all.at(-1) : undefined)))

/** The customer replies to a message; asserts that the reply is on the ticket. */
export const thanked = Effect.fn(function* (
  { help, ines, scope, team, ticket }: Opened,
  thread: SlackMessage | undefined
) {
  const { people } = yield* Slack
  const comments = yield* Comments
  people.say(team, help, ines, "Thank you", { thread })
  const [, thanks] = yield* eventually(
    Effect.map(comments.list(scope, ticket.id, {}), (all) => (all.length === 2 ? all : undefined))
  )
  assert.strictEqual(thanks?.body, "Thank you")
})
