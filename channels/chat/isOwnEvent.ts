import type { JsonObject } from "../../src/domain/Json.ts"
import { objectOf } from "./wire.ts"

/** The ids that identify us in a workspace. */
export interface OwnIds {
  readonly appId: string
  readonly botId: string
  readonly botUserId: string
}

/**
 * Whether we caused an event ourselves: compares user, bot and app, on the event and on any message in it. Bolt's own
 * filter lets our edits, deletions, files and posts under another name through.
 */
export const isOwnEvent = (event: JsonObject, own: OwnIds): boolean =>
  [event, event["message"], event["previous_message"]].some((part) => {
    const { app_id, bot_id, user, user_id } = objectOf(part)
    return app_id === own.appId || bot_id === own.botId || user === own.botUserId || user_id === own.botUserId
  })

/** Slack's own bot, which posts automatic responses and reminders: a user without `bot_id` (lyft/omnibot#90). */
const slackbot = "USLACKBOT"

/** Whether another bot wrote it. */
export const isOtherBot = (event: JsonObject): boolean =>
  typeof event["bot_id"] === "string" || event["subtype"] === "bot_message" || event["user"] === slackbot
