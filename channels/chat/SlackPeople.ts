import type { UsersInfoResponse, WebClient } from "@slack/web-api"
import { Clock, Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import type { SlackSettings } from "../../src/domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { MemberId } from "../../src/domain/Ids.ts"
import type { AgentAuthor } from "../../src/domain/InboundMessage.ts"
import { isSeen } from "../../src/domain/isSeen.ts"
import { ChatDirectory } from "../../src/tickets/connections/ChatDirectory.ts"
import { customerAddress } from "./customerAddress.ts"
import { callSlack, isRefusal, type SlackFailure } from "./SlackFailure.ts"
import type { Workspace } from "./SlackWorkspaces.ts"
import { storable } from "./wire.ts"

/** How long a looked-up profile is used. */
const goodFor = Duration.hours(24)

/** Somebody in a workspace, as Slack describes them. */
export interface SlackPerson {
  readonly id: string
  readonly name: string | undefined
  readonly email: string | undefined
  readonly teamId: string | undefined
  /** From another company, or invited to selected channels only. */
  readonly isGuest: boolean
}

export interface Agent {
  readonly id: MemberId
  readonly name: string
}

/**
 * Whether somebody belongs to the workspace and the team works in it, so that their own company vouches for their profile.
 */
export const isColleague = (person: SlackPerson, { channels, teamId }: SlackSettings): boolean =>
  !person.isGuest && teamId !== undefined && person.teamId === teamId && channels.some(({ role }) => role === "agent")

/**
 * Whether somebody may act for the team if a member of it has their address: the team works in the workspace, and they
 * belong to it. An address alone proves nothing: in a shared channel, the other company writes its own people's profiles.
 */
export const mayBeAgent = (person: SlackPerson, settings: SlackSettings): boolean =>
  person.email !== undefined && isColleague(person, settings)

/** Looks up the people behind user ids. */
export class SlackPeople extends Context.Service<
  SlackPeople,
  {
    /** Looks somebody up in Slack at most once a day. Without the permission to do so, only the id is known. */
    person(
      workspace: Workspace,
      client: WebClient,
      id: string
    ): Effect.Effect<SlackPerson, SlackFailure | DatabaseUnavailable>
    /** The member of the team that somebody is; looked up each time, because membership can end. */
    agent(workspace: Workspace, person: SlackPerson): Effect.Effect<Option.Option<Agent>, DatabaseUnavailable>
    /** The same by user id, as the author of a comment; `undefined` if they are not on the team. */
    author(
      workspace: Workspace,
      client: WebClient,
      id: string
    ): Effect.Effect<Omit<AgentAuthor, "visibility"> | undefined, SlackFailure | DatabaseUnavailable>
  }
>()("trunkline/chat/SlackPeople") {
  static readonly layer = Layer.effect(
    SlackPeople,
    Effect.gen(function* () {
      const directory = yield* ChatDirectory

      const person: SlackPeople["Service"]["person"] = Effect.fn("SlackPeople.person")(function* (
        { connection, scope },
        client,
        id
      ) {
        const known = yield* directory.person(scope, connection.id, id)
        const now = yield* Clock.currentTimeMillis
        if (Option.isSome(known)) {
          const { email, facts, fetchedAt, name } = known.value
          const teamId = facts["teamId"]
          if (typeof teamId === "string" && now - DateTime.toEpochMillis(fetchedAt) < Duration.toMillis(goodFor))
            return { id, name, email, teamId, isGuest: facts["isGuest"] !== false }
        }
        const { user } = yield* callSlack("users.info", () => client.users.info({ user: id })).pipe(
          // Slack will not say who that is, now or later; their messages are taken in all the same.
          Effect.catchIf(isRefusal, () => Effect.succeed({ user: undefined }))
        )
        if (user === undefined) return { id, name: undefined, email: undefined, teamId: undefined, isGuest: true }
        const person: SlackPerson = {
          id,
          name: shownName(user),
          email: customerAddress(user.profile?.email),
          teamId: user.team_id,
          isGuest: user.is_stranger === true || user.is_restricted === true || user.is_ultra_restricted === true
        }
        yield* directory.keepPerson(scope, connection.id, {
          externalId: id,
          name: person.name,
          email: person.email,
          facts: { teamId: person.teamId ?? null, isGuest: person.isGuest }
        })
        return person
      })

      const agent: SlackPeople["Service"]["agent"] = Effect.fn("SlackPeople.agent")(function* (
        { connection, scope },
        person
      ) {
        return person.email === undefined || !mayBeAgent(person, connection.settings)
          ? Option.none()
          : yield* directory.member(scope, person.email)
      })

      return SlackPeople.of({
        person,
        agent,
        author: Effect.fn("SlackPeople.author")(function* (workspace, client, id) {
          const found = yield* agent(workspace, yield* person(workspace, client, id))
          return Option.getOrUndefined(Option.map(found, ({ id, name }) => ({ memberId: id, name })))
        })
      })
    })
  )
}

/** The name that others see. The first that has a visible character, since profiles may hold names that have none. */
export const shownName = ({ name, profile, real_name }: NonNullable<UsersInfoResponse["user"]>): string | undefined =>
  [profile?.display_name, profile?.real_name, real_name, name].map((text) => storable(text ?? "")).find(isSeen)
