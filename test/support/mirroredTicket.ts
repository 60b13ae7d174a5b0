import { Effect } from "effect"
import { type Connected, type commentsOf, connectWorkspace, eventually, Slack, ticketsOf } from "./SlackSite.ts"
import type { SlackMessage } from "./slack/slackRecords.ts"
import { calm } from "./slackDesk.ts"

/** The messages that start threads in the team's channel. */
export const cards = ({ crew, team }: Connected): ReadonlyArray<SlackMessage> =>
  [...crew.messages.values()].filter((one) => one.threadTs === undefined && one.botId === team.botId && !one.isDeleted)

export const threadBelow = (connected: Connected, root: SlackMessage) =>
  connected.team
    .thread(connected.crew, root.ts)
    .slice(1)
    .map(({ text, user, username }) => [username ?? user, text])

export const reactionsOf = (message: SlackMessage) => message.reactions.map(({ name }) => name)

/** A ticket of the workspace's customer, and its card in the team's channel. */
export const mirrored = Effect.fn(function* (name: string, mirror: "alerts" | "notes" | "replies" = "notes") {
  const { people } = yield* Slack
  const connected = yield* connectWorkspace(name, { mirror })
  const root = people.say(connected.team, connected.help, connected.ines, "The printer is on fire")
  const { ticket } = yield* eventually(Effect.map(ticketsOf(connected), ([first]) => first))
  yield* calm(connected)
  const [card] = cards(connected)
  if (card === undefined) return yield* Effect.die("no card")
  return { ...connected, root, ticket, card }
})

export const internals = (comments: Effect.Success<ReturnType<typeof commentsOf>>) =>
  comments.map(({ authorName, authorType, body, visibility }) => [authorType, authorName, visibility, body])
