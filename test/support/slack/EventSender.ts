import { createHmac } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { SlackApp } from "./SlackState.ts"
import type { Wire } from "./slackRecords.ts"
import { slackId, type Workspace } from "./Workspace.ts"

/** Milliseconds before each of Slack's retries, which in reality come at once, after a minute and after five minutes. */
const retrySchedule = [0, 20, 100]
/**
 * Milliseconds after which an attempt is abandoned. Slack allows 3,000; a busy machine gets more, because no test measures
 * time.
 */
const patience = 60_000

/** The app's response to one attempt. */
export interface Attempt {
  /** Undefined if no response came in time. */
  readonly status: number | undefined
  readonly text: string
  readonly headers: Headers | undefined
  readonly ms: number
  readonly retryNum: number | undefined
}

/** What Slack told the app, and the attempts it took. */
export interface Delivery {
  readonly body: Wire
  readonly attempts: Array<Attempt>
}

export interface SendOptions {
  readonly contentType?: string
  /** Unix time in seconds for the signature. */
  readonly at?: number
  readonly secret?: string
  /** Used instead of the sender's own. */
  readonly target?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** The signature of a request (docs.slack.dev, Verifying requests from Slack). */
export const slackSignature = (secret: string, at: number | string, body: Uint8Array): string =>
  `v0=${createHmac("sha256", secret).update(`v0:${at}:`).update(body).digest("hex")}`

/** Sends what Slack sends over HTTP, signed, and retries until it is accepted. */
export class EventSender {
  /** The app's URL for events, commands and interactions. */
  target: string | undefined
  retries: ReadonlyArray<number> = retrySchedule
  readonly deliveries: Array<Delivery> = []
  private readonly app: SlackApp

  constructor(app: SlackApp) {
    this.app = app
  }

  /** Sends one request with these bytes, signed with the app's secret. */
  async send(body: string | Uint8Array, options: SendOptions = {}): Promise<Attempt> {
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
    const at = options.at ?? Math.floor(Date.now() / 1000)
    const started = performance.now()
    const retryNum = options.headers?.["x-slack-retry-num"]
    const rest = () => ({
      ms: performance.now() - started,
      retryNum: retryNum === undefined ? undefined : Number(retryNum)
    })
    try {
      const response = await fetch(options.target ?? this.target ?? "http://127.0.0.1:1/", {
        method: "POST",
        redirect: "manual",
        headers: {
          "content-type": options.contentType ?? "application/json; charset=utf-8",
          "x-slack-request-timestamp": String(at),
          "x-slack-signature": slackSignature(options.secret ?? this.app.signingSecret, at, bytes),
          ...options.headers
        },
        body: bytes,
        signal: AbortSignal.timeout(patience)
      })
      return { status: response.status, text: await response.text(), headers: response.headers, ...rest() }
    } catch {
      return { status: undefined, text: "", headers: undefined, ...rest() }
    }
  }

  /** Sends a form, as for commands and interactions. */
  form(fields: Readonly<Record<string, string>>, options: SendOptions = {}): Promise<Attempt> {
    return this.send(new URLSearchParams(fields).toString(), {
      contentType: "application/x-www-form-urlencoded",
      ...options
    })
  }

  /** Sends an event until it is accepted or Slack gives up. */
  async deliver(body: Wire, options: SendOptions = {}): Promise<Delivery> {
    const delivery: Delivery = { body, attempts: [] }
    this.deliveries.push(delivery)
    const text = JSON.stringify(body)
    for (const retry of [undefined, ...this.retries.keys()]) {
      const last = delivery.attempts.at(-1)
      if (retry !== undefined) await sleep(this.retries[retry])
      const attempt = await this.send(text, {
        ...options,
        headers: {
          ...options.headers,
          ...(retry === undefined
            ? {}
            : {
                "x-slack-retry-num": String(retry + 1),
                "x-slack-retry-reason": last?.status === undefined ? "http_timeout" : "http_error"
              })
        }
      })
      delivery.attempts.push(attempt)
      const isTaken = attempt.status !== undefined && attempt.status < 300
      if (isTaken || attempt.headers?.get("x-slack-no-retry") === "1") break
    }
    return delivery
  }
}

/** The envelope around an event. */
export const eventCallback = (app: SlackApp, team: Workspace, event: Wire, eventId = slackId("Ev")): Wire => ({
  token: "verification-token",
  team_id: team.id,
  api_app_id: app.id,
  event,
  type: "event_callback",
  event_id: eventId,
  event_time: Math.floor(Date.now() / 1000),
  authorizations: [
    {
      enterprise_id: team.enterpriseId ?? null,
      team_id: team.id,
      user_id: team.botUserId,
      is_bot: true,
      is_enterprise_install: false
    }
  ],
  is_ext_shared_channel: false
})

/** The signing secret and the target for requests to an app. */
export const asApp = ({ signingSecret, target }: SlackApp): SendOptions => ({ secret: signingSecret, target })
