import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { type WebSocket, WebSocketServer } from "ws"
import type { SlackApp, SlackState } from "./SlackState.ts"
import type { Wire } from "./slackRecords.ts"

/** Milliseconds between Slack's pings. */
const pingEvery = 5000
/** Milliseconds after which an unacknowledged envelope goes to another socket; shorter than Slack's. */
const redeliverAfter = 250
/** Number of times that an envelope is sent. */
const attempts = 4

interface Envelope {
  readonly id: string
  readonly type: string
  readonly payload: Wire
  readonly app: SlackApp
  sent: number
  timer: NodeJS.Timeout | undefined
  readonly acknowledged: (payload: Wire) => void
}

/** Slack's side of Socket Mode: hello, pings, envelopes until they are acknowledged, and disconnects. */
export class SlackSockets {
  readonly open = new Set<WebSocket>()
  /** Number of sockets opened so far. */
  opened = 0
  /** Envelopes not acknowledged yet. */
  readonly waiting = new Map<string, Envelope>()
  private readonly server = new WebSocketServer({ noServer: true })
  private readonly state: SlackState
  private readonly owners = new WeakMap<WebSocket, SlackApp>()
  private turn = 0

  constructor(state: SlackState) {
    this.state = state
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const ticket = new URL(request.url ?? "/", this.state.origin).searchParams.get("ticket") ?? ""
    const app = this.state.tickets.get(ticket)
    this.state.tickets.delete(ticket)
    if (app === undefined) {
      socket.end("HTTP/1.1 408 Request Timeout\r\n\r\n")
      return
    }
    this.server.handleUpgrade(request, socket, head, (link) => this.welcome(link, app))
  }

  /** Sends an envelope over one of the sockets; resolves with the payload of its acknowledgement. */
  send(type: string, payload: Wire, app: SlackApp = this.state.app): Promise<Wire> {
    return new Promise((acknowledged) => {
      const envelope: Envelope = { id: randomUUID(), type, payload, app, sent: 0, timer: undefined, acknowledged }
      this.waiting.set(envelope.id, envelope)
      this.push(envelope)
    })
  }

  /** The open sockets of an app. */
  of(app: SlackApp): ReadonlyArray<WebSocket> {
    return [...this.open].filter((link) => this.owners.get(link) === app)
  }

  /** Sends arbitrary text over every socket. */
  raw(text: string) {
    for (const link of this.open) link.send(text)
  }

  /** Slack recycles its connections: `warning` announces that, `refresh_requested` asks for it. */
  disconnect(reason: "warning" | "refresh_requested" | "link_disabled", link = [...this.open][0]) {
    link?.send(JSON.stringify({ type: "disconnect", reason, debug_info: { host: "applink-1" } }))
  }

  /** Drops the sockets without a close frame. */
  cut() {
    for (const link of this.open) link.terminate()
  }

  close() {
    for (const { timer } of this.waiting.values()) clearTimeout(timer)
    this.waiting.clear()
    this.cut()
    this.server.close()
  }

  private welcome(link: WebSocket, app: SlackApp) {
    this.open.add(link)
    this.owners.set(link, app)
    this.opened++
    const ping = setInterval(() => link.ping("Ping from fake-slack"), pingEvery)
    link.on("close", () => {
      clearInterval(ping)
      this.open.delete(link)
    })
    link.on("error", () => {})
    link.on("message", (data) => {
      const said = JSON.parse(String(data)) as { readonly envelope_id?: string; readonly payload?: Wire }
      const envelope = this.waiting.get(said.envelope_id ?? "")
      if (envelope === undefined) return
      clearTimeout(envelope.timer)
      this.waiting.delete(envelope.id)
      envelope.acknowledged(said.payload ?? {})
    })
    link.send(
      JSON.stringify({
        type: "hello",
        num_connections: this.open.size,
        debug_info: { host: "applink-1", build_number: 1, approximate_connection_time: 18_060 },
        connection_info: { app_id: app.id }
      })
    )
    for (const envelope of this.waiting.values()) if (envelope.app === app) this.push(envelope)
  }

  /** Sends to the sockets in turn; an envelope without a socket waits for the next one. */
  private push(envelope: Envelope) {
    clearTimeout(envelope.timer)
    const links = this.of(envelope.app)
    const link = links[this.turn++ % Math.max(links.length, 1)]
    if (link === undefined || envelope.sent >= attempts) return
    link.send(
      JSON.stringify({
        envelope_id: envelope.id,
        type: envelope.type,
        payload: envelope.payload,
        accepts_response_payload: envelope.type !== "events_api",
        // Slack does not always count them: bolt-js#2487.
        retry_attempt: 0,
        retry_reason: ""
      })
    )
    envelope.sent++
    envelope.timer = setTimeout(() => this.push(envelope), redeliverAfter)
  }
}
