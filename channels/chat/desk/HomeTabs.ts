import { Duration, Effect, Option, Schedule } from "effect"
import { logSetback } from "../../../src/runtime/logSetback.ts"
import * as Supervised from "../../../src/runtime/Supervised.ts"
import { ChatHomes } from "../../../src/tickets/connections/ChatHomes.ts"
import { homePlaceIn } from "../blocks/homeTab.ts"
import { SlackWorkspaces, type Workspace } from "../SlackWorkspaces.ts"
import { SlackDesk } from "./SlackDesk.ts"
import { SlackHome } from "./SlackHome.ts"

/** How long a tab is kept up to date after somebody last looked at it. */
const followed = Duration.days(7)
/** How often outdated tabs are looked for; changes within one interval are shown together. */
const lookEvery = Duration.seconds(5)
/** Tabs updated per round, and at a time; Slack allows about a hundred updates a minute per workspace. */
const mostTabs = 50
const together = 4
/** Statuses of workspaces whose tabs cannot be updated, or should not be. */
const resting: ReadonlySet<Workspace["connection"]["status"]> = new Set(["disabled", "needs_reauth"])

/** The actor that keeps Home tabs up to date. A tab whose update fails waits for its next change, or to be opened. */
export const layer = Supervised.layer({
  name: "home tabs",
  kind: "slack",
  live: Effect.fnUntraced(function* (self) {
    const desk = yield* SlackDesk
    const home = yield* SlackHome
    const homes = yield* ChatHomes
    const workspaces = yield* SlackWorkspaces

    const follow = Effect.fnUntraced(function* ({
      connectionId,
      externalId,
      place
    }: Effect.Success<ReturnType<typeof homes.behind>>[number]) {
      const workspace = yield* workspaces.get(connectionId)
      if (Option.isNone(workspace) || resting.has(workspace.value.connection.status)) return
      const { client } = yield* workspaces.access(workspace.value.connection)
      const visitor = yield* desk.visitor(workspace.value, client, externalId)
      yield* home.publish(client, visitor, homePlaceIn(JSON.stringify(place)), false)
    })

    const round = Effect.gen(function* () {
      const behind = yield* homes.behind(followed, mostTabs)
      yield* Effect.forEach(
        behind,
        (tab) =>
          follow(tab).pipe(
            Effect.catchTag("SlackFailure", ({ message }) => Effect.logInfo("A Home tab was not updated", message))
          ),
        { concurrency: together, discard: true }
      )
      if (behind.length > 0) yield* self.active
      yield* Effect.sleep(lookEvery)
    })
    yield* homes.purge(followed).pipe(
      Effect.catchCause((cause) => logSetback("Old Home tabs could not be removed", cause)),
      Effect.repeat(Schedule.spaced("1 hour")),
      Effect.forkScoped
    )
    yield* self.ready
    yield* Effect.forever(round)
  })
})
