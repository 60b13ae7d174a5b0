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

/** How long Slack's word on somebody is good. */
const goodFor = Duration.hours(24)

/** Somebody in a workspace, as Slack describes them. */
export interface SlackPerson {
  readonly id: string
  readonly name: string | undefined
  readonly email: string | undefined
  readonly teamId: string | undefined
  /** From another company, or invited to some channels alone. */
  readonly isGuest: boolean
}

export interface Agent {
  readonly id: MemberId
  readonly name: string
}

/** Whether somebody belongs to the workspace, and the team works in it: what their profile says is then their company's word. */
export const isColleague = (person: SlackPerson, { channels, teamId }: SlackSettings): boolean =>
  !person.isGuest && teamId !== undefined && person.teamId === teamId && channels.some(({ role }) => role === "agent")

/**
 * Whether somebody may speak for the team, if a member of it has their address: the workspace is one in which the team
 * works, and they belong to it. An address alone proves nothing: the other company of a shared channel writes its own.
 */
export const mayBeAgent = (person: SlackPerson, settings: SlackSettings): boolean =>
  person.email !== undefined && isColleague(person, settings)

/** Who is behind the ids of users. */
export class SlackPeople extends Context.Service<
  SlackPeople,
  {
    /** Asks Slack once a day. Without the right to ask, the id is all that is known. */
    person(
      workspace: Workspace,
      client: WebClient,
      id: string
    ): Effect.Effect<SlackPerson, SlackFailure | DatabaseUnavailable>
    /** The member of the team that somebody is; asked for each time, because membership ends. */
    agent(workspace: Workspace, person: SlackPerson): Effect.Effect<Option.Option<Agent>, DatabaseUnavailable>
    /** The same by their id, as the author of a comment; undefined where they are nobody of the team's. */
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
          // It does not say who that is, now or later; what they say is heard all the same.
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

/** The name that others see: people give themselves names of which nothing is. */
export const shownName = ({ name, profile, real_name }: NonNullable<UsersInfoResponse["user"]>): string | undefined =>
  [profile?.display_name, profile?.real_name, real_name, name].map((text) => storable(text ?? "")).find(isSeen)
