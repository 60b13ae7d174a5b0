import { randomUUID } from "node:crypto"
import { SlackRefusal, type Wire } from "./slackRecords.ts"
import { allScopes, slackId, Workspace } from "./Workspace.ts"

/** A response URL accepts this many responses within this many milliseconds. */
const responseUses = 5
const responseLifetime = 30 * 60_000

/** The app as registered with Slack. */
export interface SlackApp {
  readonly id: string
  readonly clientId: string
  readonly clientSecret: string
  readonly signingSecret: string
  readonly appToken: string
  /** Its request URL, if it differs from the sender's common one. */
  target?: string
}

const newApp = (): SlackApp => ({
  id: slackId("A"),
  clientId: `${Math.floor(Math.random() * 1e9)}.${Math.floor(Math.random() * 1e9)}`,
  clientSecret: randomUUID(),
  signingSecret: randomUUID().replaceAll("-", ""),
  appToken: `xapp-1-${randomUUID()}`
})

export interface ResponseAddress {
  readonly team: Workspace
  readonly channel: string
  readonly user: string
  readonly expiresAt: number
  uses: number
  readonly answers: Array<Wire>
}

/** Everything the fake Slack knows, and the events that it emits. */
export class SlackState {
  readonly app = newApp()
  /** That app, and those that others have created. */
  readonly apps: Array<SlackApp> = [this.app]
  readonly workspaces = new Map<string, Workspace>()
  readonly triggers = new Map<string, { readonly team: Workspace; readonly user: string; readonly isUsed: boolean }>()
  readonly responses = new Map<string, ResponseAddress>()
  /** OAuth codes that have not been exchanged yet. */
  readonly codes = new Map<string, { readonly team: Workspace; readonly redirectUri: string }>()
  /** Tickets with which an app's sockets can be opened, once each, and the app that each belongs to. */
  readonly tickets = new Map<string, SlackApp>()
  /** Upload URLs, by file id. */
  readonly uploads = new Map<
    string,
    { readonly team: Workspace; readonly name: string; readonly length: number; bytes: Buffer | undefined }
  >()
  /** Whether the response to a post contains the posted message, as Slack's does. */
  echoes = true
  /** Lifetime of the access tokens of new installations; undefined: they do not expire, as without token rotation. */
  tokenLifetime: number | undefined = undefined
  /** Whether installations are for the whole enterprise. */
  installsEnterprises = false
  grantedScopes: ReadonlyArray<string> = allScopes
  readonly origin: string
  /** Sends an event of a workspace to the app. */
  readonly emit: (team: Workspace, event: Wire) => void

  constructor(origin: string, emit: (team: Workspace, event: Wire) => void) {
    this.origin = origin
    this.emit = emit
  }

  /** A workspace that has one app installed. */
  addWorkspace(name: string, options: { readonly enterpriseId?: string; readonly app?: SlackApp } = {}): Workspace {
    const workspace = new Workspace(name, (options.app ?? this.app).id, this.origin, options.enterpriseId)
    this.workspaces.set(workspace.id, workspace)
    return workspace
  }

  addApp(): SlackApp {
    const app = newApp()
    this.apps.push(app)
    return app
  }

  appOf({ appId }: Pick<Workspace, "appId">): SlackApp {
    return this.apps.find(({ id }) => id === appId) ?? this.app
  }

  newTrigger(team: Workspace, user: string): string {
    const id = `${Date.now()}.${randomUUID()}`
    this.triggers.set(id, { team, user, isUsed: false })
    return id
  }

  /**
   * Uses a trigger, which opens one view. Slack lets triggers expire after three seconds; these do not, because no test
   * measures time.
   */
  useTrigger(team: Workspace, id: unknown): string {
    const trigger = this.triggers.get(String(id))
    if (trigger === undefined || trigger.team !== team) throw new SlackRefusal("invalid_trigger_id")
    if (trigger.isUsed) throw new SlackRefusal("exchanged_trigger_id")
    this.triggers.set(String(id), { ...trigger, isUsed: true })
    return trigger.user
  }

  /** A response URL for a command or a click. */
  newResponse(
    team: Workspace,
    channel: string,
    user: string
  ): { readonly url: string; readonly response: ResponseAddress } {
    const id = randomUUID()
    const response = { team, channel, user, expiresAt: Date.now() + responseLifetime, uses: 0, answers: [] }
    this.responses.set(id, response)
    return { url: `${this.origin}/response/${id}`, response }
  }

  respond(id: string, answer: Wire): { readonly status: number; readonly body: string } {
    const response = this.responses.get(id)
    if (response === undefined || Date.now() > response.expiresAt) return { status: 404, body: "expired_url" }
    if (++response.uses > responseUses) return { status: 404, body: "used_url" }
    response.answers.push(answer)
    return { status: 200, body: "ok" }
  }
}
