import { type DateTime, Redacted, Result } from "effect"
import type { AuditEntry, AuditedEvent } from "../../domain/AuditEntry.ts"
import type { AppId, BrandId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { InvalidInput, InvalidState } from "../../domain/Problems.ts"
import {
  type SlackApp,
  type SlackAppSecrets,
  type SlackClientCredentials,
  slackAppSecrets
} from "../../domain/SlackApp.ts"
import type { RegisteredSlackApp, SlackAppChanged } from "./SlackAppStore.ts"

export interface SlackAppCreate {
  readonly name: string
  readonly clientId?: string | undefined
  readonly secrets: SlackAppSecrets
}

/** Absent leaves unchanged. */
export interface SlackAppChange {
  readonly name?: string | undefined
  readonly clientId?: string | undefined
  readonly secrets: SlackAppSecrets
  /** The app no longer receives events over sockets. */
  readonly dropsAppToken?: boolean | undefined
}

export const newSlackApp = (
  id: AppId,
  brandId: BrandId,
  { clientId, name, secrets }: SlackAppCreate,
  now: DateTime.Utc
): SlackApp => ({ id, brandId, name, clientId, known: knownOf(secrets), createdAt: now, updatedAt: now })

/** A different client id means a different app: the workspaces would lose the one that they installed. */
export const changeSlackApp = (
  app: SlackApp,
  before: SlackAppSecrets,
  { clientId, dropsAppToken = false, name, secrets }: SlackAppChange,
  now: DateTime.Utc
): Result.Result<SlackAppChanged, InvalidInput> => {
  if (clientId !== undefined && app.clientId !== undefined && clientId !== app.clientId)
    return Result.fail(InvalidInput.of("clientId", "not_allowed", "belongs to another app: add that app separately"))
  const { appToken, ...kept } = { ...before, ...secrets }
  const after: SlackAppSecrets = dropsAppToken || appToken === undefined ? kept : { ...kept, appToken }
  const replaced = slackAppSecrets.filter((one) => valueOf(before[one]) !== valueOf(after[one]))
  const changed: SlackApp = {
    ...app,
    name: name ?? app.name,
    clientId: clientId ?? app.clientId,
    known: knownOf(after),
    updatedAt: now
  }
  if (changed.name === app.name && changed.clientId === app.clientId && replaced.length === 0)
    return Result.succeed({ app, secrets: before, audit: undefined })
  const changes: JsonObject = {
    ...(changed.name === app.name ? {} : { name: { old: app.name, new: changed.name } }),
    ...(changed.clientId === app.clientId
      ? {}
      : { clientId: { old: app.clientId ?? null, new: changed.clientId ?? null } }),
    ...(replaced.length === 0 ? {} : { secrets: { old: null, new: [...replaced] } })
  }
  return Result.succeed({ app: changed, secrets: after, audit: toldOfApp("slack_app.updated", changed, changes) })
}

/** An app cannot be removed while a workspace is connected through it. */
export const removeSlackApp = (app: SlackApp, workspaces: number): Result.Result<AuditEntry, InvalidState> =>
  workspaces > 0
    ? Result.fail(new InvalidState({ state: "in_use", reason: "Disconnect the workspaces that use this app first." }))
    : Result.succeed(toldOfApp("slack_app.deleted", app))

/** The credentials to connect workspaces; `undefined` if a part of them is missing. */
export const clientOf = ({ app, secrets }: RegisteredSlackApp): SlackClientCredentials | undefined =>
  app.clientId === undefined || secrets.clientSecret === undefined
    ? undefined
    : { id: app.clientId, secret: secrets.clientSecret }

export const toldOfApp = (event: AuditedEvent, { id, name }: SlackApp, changes?: JsonObject): AuditEntry => ({
  event,
  entityType: "channel",
  entityId: id,
  changes,
  metadata: { kind: "slack_app", name }
})

const knownOf = (secrets: SlackAppSecrets) => slackAppSecrets.filter((one) => secrets[one] !== undefined)

const valueOf = (secret: Redacted.Redacted | undefined) => (secret === undefined ? undefined : Redacted.value(secret))
