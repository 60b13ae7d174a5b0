import { checkView } from "../slackLimits.ts"
import type { Method, MethodCall } from "../slackMethods.ts"
import { SlackRefusal, type SlackView, type Wire } from "../slackRecords.ts"
import { slackId } from "../Workspace.ts"

/** A view as events and responses show it. */
export const wireView = ({ hash, id, view }: SlackView, { appId, botId, id: teamId }: MethodCall["team"]): Wire => ({
  private_metadata: "",
  callback_id: "",
  state: { values: {} },
  ...view,
  id,
  hash,
  team_id: teamId,
  app_id: appId,
  bot_id: botId,
  app_installed_team_id: teamId
})

export const viewMethods: Record<string, Method> = {
  "views.open": {
    run: ({ args, slack, team }) => {
      const user = slack.useTrigger(team, args["trigger_id"])
      const shown: SlackView = { id: slackId("V"), user, hash: team.nextTs(), view: checkView(args["view"]) }
      team.views.set(shown.id, shown)
      return { view: wireView(shown, team) }
    }
  },
  "views.update": {
    run: ({ args, team }) => {
      const shown = team.views.get(String(args["view_id"]))
      if (shown === undefined || shown.isClosed === true) throw new SlackRefusal("not_found")
      if (args["hash"] !== undefined && args["hash"] !== shown.hash) throw new SlackRefusal("hash_conflict")
      shown.view = checkView(args["view"])
      shown.hash = team.nextTs()
      return { view: wireView(shown, team) }
    }
  },
  "views.publish": {
    run: ({ args, team }) => {
      const user = String(args["user_id"])
      if (!team.users.has(user)) throw new SlackRefusal("user_not_found")
      const view = checkView(args["view"])
      if (view["type"] !== "home") throw new SlackRefusal("invalid_arguments", ["view.type"])
      team.homes.set(user, view)
      return { view: wireView({ id: slackId("V"), user, hash: team.nextTs(), view }, team) }
    }
  }
}
