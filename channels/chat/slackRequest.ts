import type { Json, JsonObject } from "../../src/domain/Json.ts"
import type { SlackPlace } from "./SlackWorkspaces.ts"
import { nameIn, objectOf, objectsOf, textOf } from "./wire.ts"

/** An event in a workspace. */
export interface SlackEvent {
  readonly kind: "event"
  readonly place: SlackPlace
  readonly eventId: string
  readonly event: JsonObject
  /** The event's `type`. */
  readonly name: string
}

/** An interaction: somebody asks the app for something and waits for the response. */
export interface SlackInteraction {
  readonly kind: "interaction"
  readonly place: SlackPlace
  readonly isCommand: boolean
  /** A form was submitted: it closes on our response, and what was typed is gone with it. */
  readonly isForm?: boolean
}

/** The contents of an authenticated request from Slack. `other` is acknowledged and ignored. */
export type SlackRequest =
  | SlackEvent
  | SlackInteraction
  | { readonly kind: "verification"; readonly challenge: string }
  | { readonly kind: "rate_limited"; readonly place: SlackPlace }
  | { readonly kind: "other" }

/** The payload types of interactions. */
const interactions: ReadonlySet<string | undefined> = new Set([
  "block_actions",
  "block_suggestion",
  "message_action",
  "shortcut",
  "view_submission",
  "view_closed"
])

/** Reads a request that Bolt can handle: anything else makes it throw, or keeps Slack waiting. */
export const slackRequest = (body: JsonObject): SlackRequest => {
  const appId = nameIn(body["api_app_id"]) ?? ""
  const type = textOf(body["type"])
  if (type === "url_verification") return { kind: "verification", challenge: textOf(body["challenge"]) ?? "" }
  if (type === "app_rate_limited") return { kind: "rate_limited", place: { appId, teamId: nameIn(body["team_id"]) } }
  if (type === "event_callback") {
    const event = objectOf(body["event"])
    const name = textOf(event["type"])
    const eventId = nameIn(body["event_id"])
    if (name === undefined || eventId === undefined) return { kind: "other" }
    const [authorization] = objectsOf(body["authorizations"])
    const teamId = nameIn(authorization?.["team_id"]) ?? nameIn(body["team_id"])
    const enterpriseId = nameIn(authorization?.["enterprise_id"]) ?? nameIn(body["enterprise_id"])
    return { kind: "event", place: { appId, teamId, enterpriseId }, eventId, event, name }
  }
  if (type === undefined && textOf(body["command"]) !== undefined) {
    const place = { appId, teamId: nameIn(body["team_id"]), enterpriseId: nameIn(body["enterprise_id"]) }
    return isPerson(textOf(body["user_id"])) ? { kind: "interaction", place, isCommand: true } : { kind: "other" }
  }
  if (!interactions.has(type)) return { kind: "other" }
  const user = objectOf(body["user"])
  const view = objectOf(body["view"])
  const isView = type === "view_submission" || type === "view_closed"
  const teamId =
    (isView ? nameIn(view["app_installed_team_id"]) : undefined) ??
    nameIn(objectOf(body["team"])["id"]) ??
    nameIn(user["team_id"])
  const isWhole = isPerson(textOf(user["id"])) && isNamed(body, type, view)
  const place = { appId, teamId, enterpriseId: nameIn(objectOf(body["enterprise"])["id"]) }
  const isForm = type === "view_submission"
  return isWhole ? { kind: "interaction", place, isCommand: false, ...(isForm ? { isForm } : {}) } : { kind: "other" }
}

/** Whether an interaction has the ids by which Bolt dispatches it. */
const isNamed = (body: JsonObject, type: string | undefined, view: JsonObject): boolean => {
  const isText = (value: Json | undefined) => textOf(value) !== undefined
  switch (type) {
    case "block_actions":
      return (
        objectsOf(body["actions"]).length > 0 && objectsOf(body["actions"]).every(({ action_id }) => isText(action_id))
      )
    case "block_suggestion":
      return isText(body["action_id"]) && isText(body["block_id"])
    case "message_action":
      return isText(body["callback_id"]) && isText(objectOf(body["channel"])["id"])
    case "shortcut":
      return isText(body["callback_id"])
    case "view_submission":
    case "view_closed":
      return nameIn(view["id"]) !== undefined && isText(view["callback_id"])
    default:
      return true
  }
}

const isPerson = (id: string | undefined) => id !== undefined && /^[A-Z0-9]{2,30}$/.test(id)

/**
 * The lane within which events are processed in order: the thread of an event or the message that it is about; all of a
 * direct conversation, since that is one ticket. Opening the Home tab has a lane of its own.
 */
export const laneOf = ({ event, name }: SlackEvent): string => {
  const message = objectOf(event["message"] ?? event["previous_message"])
  const item = objectOf(event["item"])
  const channel = nameIn(event["channel"]) ?? nameIn(item["channel"]) ?? ""
  const ts =
    nameIn(event["thread_ts"]) ??
    nameIn(message["thread_ts"]) ??
    nameIn(message["ts"]) ??
    nameIn(item["ts"]) ??
    nameIn(event["ts"])
  if (name === "app_home_opened") return `home:${channel}`
  if (channel.startsWith("D")) return channel
  return ts === undefined ? (channel === "" ? name : channel) : `${channel}:${ts}`
}
