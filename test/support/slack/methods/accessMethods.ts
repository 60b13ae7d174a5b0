import { randomUUID } from "node:crypto"
import type { SlackApp } from "../SlackState.ts"
import type { Method, OpenMethod } from "../slackMethods.ts"
import { SlackRefusal } from "../slackRecords.ts"

export const accessMethods: Record<string, Method> = {
  "auth.test": {
    run: ({ team }) => ({
      url: `https://${team.name}.slack.com/`,
      team: team.name,
      user: "desk",
      team_id: team.id,
      user_id: team.botUserId,
      bot_id: team.botId,
      ...(team.enterpriseId === undefined ? {} : { enterprise_id: team.enterpriseId }),
      is_enterprise_install: false
    })
  },
  "bots.info": {
    scope: "users:read",
    run: ({ team }) => ({ bot: { id: team.botId, app_id: team.appId, user_id: team.botUserId, name: "desk" } })
  },
  "auth.revoke": {
    run: ({ token }) => {
      token.isRevoked = true
      return { revoked: true }
    }
  },
  "team.info": {
    scope: "team:read",
    run: ({ team }) => ({ team: { id: team.id, name: team.name, domain: team.name } })
  },
  "users.info": {
    scope: "users:read",
    run: ({ args, team, token }) => {
      const user = team.users.get(String(args["user"]))
      if (user === undefined) throw new SlackRefusal("user_not_found")
      const showsEmail = token.scopes.has("users:read.email") && user.email !== undefined
      return {
        user: {
          id: user.id,
          team_id: user.teamId,
          name: user.name.toLowerCase().replaceAll(" ", "."),
          real_name: user.name,
          is_bot: user.isBot === true,
          is_stranger: user.isStranger === true,
          is_restricted: user.isRestricted === true,
          is_ultra_restricted: user.isUltraRestricted === true,
          deleted: false,
          profile: {
            display_name: user.name,
            real_name: user.name,
            ...(showsEmail ? { email: user.email } : {}),
            image_72: `https://avatars.slack.example/${user.id}.png`
          }
        }
      }
    }
  }
}

/** Methods authenticated with the app's own credentials. */
export const openMethods: Record<string, OpenMethod> = {
  "oauth.v2.access": ({ app, args, slack }) => {
    if (args["client_id"] !== app.clientId) throw new SlackRefusal("invalid_client_id")
    if (args["client_secret"] !== app.clientSecret) throw new SlackRefusal("bad_client_secret")
    const team =
      args["grant_type"] === "refresh_token"
        ? byRefreshToken(slack, app, String(args["refresh_token"]))
        : byCode(slack, String(args["code"]), args["redirect_uri"])
    const { refreshToken, token } = team.issueToken({ scopes: slack.grantedScopes, lifetime: slack.tokenLifetime })
    return {
      access_token: token.value,
      token_type: "bot",
      scope: [...token.scopes].join(","),
      bot_user_id: team.botUserId,
      app_id: app.id,
      team: slack.installsEnterprises ? null : { id: team.id, name: team.name },
      enterprise: team.enterpriseId === undefined ? null : { id: team.enterpriseId, name: "Enterprise" },
      is_enterprise_install: slack.installsEnterprises,
      authed_user: { id: "U0INSTALLER" },
      ...(refreshToken === undefined
        ? {}
        : { refresh_token: refreshToken, expires_in: Math.ceil((slack.tokenLifetime ?? 0) / 1000) })
    }
  },
  "apps.connections.open": ({ app, bearer, slack }) => {
    if (bearer !== app.appToken) throw new SlackRefusal("invalid_auth")
    const ticket = randomUUID()
    slack.tickets.set(ticket, app)
    return { url: `${slack.origin.replace("http", "ws")}/link/?ticket=${ticket}` }
  }
}

type State = Parameters<OpenMethod>[0]["slack"]

/** A refresh token works once: using it invalidates it, and the access token that came with it. */
const byRefreshToken = (slack: State, { id }: SlackApp, refreshToken: string) => {
  const team = [...slack.workspaces.values()].find(
    ({ appId, refreshTokens }) => appId === id && refreshTokens.delete(refreshToken)
  )
  if (team === undefined) throw new SlackRefusal("invalid_refresh_token")
  return team
}

const byCode = (slack: State, code: string, redirectUri: unknown) => {
  const found = slack.codes.get(code)
  if (found === undefined) throw new SlackRefusal("invalid_code")
  if (redirectUri !== found.redirectUri) throw new SlackRefusal("bad_redirect_uri")
  slack.codes.delete(code)
  return found.team
}
