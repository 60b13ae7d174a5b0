import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { asApp, EventSender, eventCallback } from "./EventSender.ts"
import { openMethods } from "./methods/accessMethods.ts"
import { answerFault, answerJson, type Fault, SlackFaults } from "./SlackFaults.ts"
import { SlackPeople } from "./SlackPeople.ts"
import { SlackSockets } from "./SlackSockets.ts"
import { SlackState } from "./SlackState.ts"
import { methods } from "./slackMethods.ts"
import { SlackRefusal, type SlackToken, type Wire } from "./slackRecords.ts"
import type { Workspace } from "./Workspace.ts"

/** A call of the Web API. Calls are kept in order of arrival. */
export interface SlackCall {
  readonly method: string
  readonly args: Wire
  readonly token: string
  readonly teamId: string | undefined
  /** Unix time in milliseconds. */
  readonly at: number
  /** The response; undefined if a fault withheld it. */
  readonly answer: Wire | undefined
}

/**
 * Slack on a loopback port: Web API, OAuth, private files, response URLs and Socket Mode, with the state of every workspace.
 * What our bot does comes back as signed events, as with the real Slack.
 */
export class FakeSlack {
  readonly state: SlackState
  readonly faults = new SlackFaults()
  readonly sender: EventSender
  readonly sockets: SlackSockets
  readonly people: SlackPeople
  readonly calls: Array<SlackCall> = []
  /** Requests for private files, and whether they carried a token. */
  readonly downloads: Array<{ readonly path: string; readonly hasToken: boolean }> = []
  /** Whether events of workspaces are sent over sockets instead of HTTP. */
  usesSockets = false
  private readonly watchers = new Set<() => void>()
  private readonly under = new Set<Promise<unknown>>()

  constructor(origin: string) {
    this.state = new SlackState(origin, (team, event) => void this.emit(team, event))
    this.sender = new EventSender(this.state.app)
    this.sockets = new SlackSockets(this.state)
    this.people = new SlackPeople(this)
  }

  /** The value for `SLACK_API_URL`. */
  get apiUrl() {
    return `${this.state.origin}/api/`
  }

  fault(fault: Fault) {
    this.faults.add(fault)
  }

  /** Sends the app an event, over HTTP or a socket; resolves once it is accepted or abandoned. */
  emit(team: Workspace, event: Wire, eventId?: string): Promise<unknown> {
    const app = this.state.appOf(team)
    const body = eventCallback(app, team, event, eventId)
    const told = this.usesSockets
      ? this.sockets.send("events_api", body, app)
      : this.sender.target === undefined
        ? Promise.resolve()
        : this.sender.deliver(body, asApp(app))
    this.under.add(told)
    void told.finally(() => {
      this.under.delete(told)
      this.look()
    })
    return told
  }

  /** Waits until every event that was sent is accepted. */
  readonly told: Effect.Effect<void> = Effect.promise(async () => {
    while (this.under.size > 0) await Promise.allSettled([...this.under])
  })

  /** The first call that `wanted` accepts, once it has been made. */
  until(wanted: (call: SlackCall) => boolean): Effect.Effect<SlackCall> {
    return this.untilFound(() => this.calls.find(wanted))
  }

  /** The first result of `find`, which is retried whenever something happens in this Slack. */
  untilFound<A>(find: () => A | undefined): Effect.Effect<A> {
    return Effect.callback((resume) => {
      const look = () => {
        const found = find()
        if (found === undefined) return
        this.watchers.delete(look)
        resume(Effect.succeed(found))
      }
      this.watchers.add(look)
      look()
      return Effect.sync(() => void this.watchers.delete(look))
    })
  }

  private look() {
    for (const watcher of [...this.watchers]) watcher()
  }

  async serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "/", this.state.origin)
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const [, area = "", ...rest] = url.pathname.split("/")
    if (area === "api") this.call(rest.join("/"), request, body, response)
    else if (area === "oauth") this.authorize(url, response)
    else if (area === "files-pri") this.download(url.pathname, request, response)
    else if (area === "moved") response.writeHead(302, { location: url.searchParams.get("to") ?? "" }).end()
    else if (area === "upload") await this.upload(rest[1] ?? "", request, body, response)
    else if (area === "response") {
      const { body: text, status } = this.state.respond(rest[0] ?? "", JSON.parse(body.toString()) as Wire)
      response.writeHead(status).end(text)
    } else response.writeHead(404).end()
    this.look()
  }

  private call(method: string, request: IncomingMessage, body: Buffer, response: ServerResponse) {
    const args = readArguments(request, body)
    const bearer = (request.headers.authorization ?? "").replace(/^Bearer /, "") || String(args["token"] ?? "")
    const fault = this.faults.next(method)
    const isKeptBack =
      fault !== undefined && !(typeof fault === "string" ? fault.startsWith("applied") : "until" in fault)
    const answer = isKeptBack ? undefined : this.answer(method, bearer, args)
    this.calls.push({ method, args, token: bearer, teamId: this.teamOf(bearer)?.team.id, at: Date.now(), answer })
    if (fault !== undefined) return answerFault(response, fault, answer)
    const scopes = this.teamOf(bearer)?.token.scopes ?? []
    answerJson(response, answer ?? {}, 200, { "x-oauth-scopes": [...scopes].join(",") })
  }

  private answer(method: string, bearer: string, args: Wire): Wire {
    const app =
      this.state.apps.find(({ appToken, clientId }) => clientId === args["client_id"] || appToken === bearer) ??
      this.state.app
    try {
      const open = openMethods[method]
      if (open !== undefined) return { ok: true, ...open({ slack: this.state, app, bearer, args }) }
      const { team, token } = this.authenticate(bearer)
      const known = methods[method]
      if (known === undefined) throw new SlackRefusal("unknown_method")
      if (known.scope !== undefined && !token.scopes.has(known.scope))
        throw new SlackRefusal("missing_scope", [known.scope])
      return { ok: true, ...known.run({ slack: this.state, team, token, args }) }
    } catch (error) {
      if (!(error instanceof SlackRefusal)) throw error
      const { code, details } = error
      return { ok: false, error: code, ...(details.length === 0 ? {} : { response_metadata: { messages: details } }) }
    }
  }

  private teamOf(bearer: string): { readonly team: Workspace; readonly token: SlackToken } | undefined {
    for (const team of this.state.workspaces.values()) {
      const token = team.tokens.get(bearer)
      if (token !== undefined) return { team, token }
    }
    return undefined
  }

  private authenticate(bearer: string) {
    if (bearer === "") throw new SlackRefusal("not_authed")
    const found = this.teamOf(bearer)
    if (found === undefined) throw new SlackRefusal("invalid_auth")
    if (found.team.isDeactivated) throw new SlackRefusal("account_inactive")
    if (found.token.isRevoked) throw new SlackRefusal("token_revoked")
    if (found.token.expiresAt !== undefined && found.token.expiresAt <= Date.now())
      throw new SlackRefusal("token_expired")
    return found
  }

  /** The page on which an admin approves the installation. This one always approves, for `team` if it is given. */
  private authorize(url: URL, response: ServerResponse) {
    const team = this.state.workspaces.get(url.searchParams.get("team") ?? "") ?? [...this.state.workspaces.values()][0]
    const redirectUri = url.searchParams.get("redirect_uri") ?? ""
    if (team === undefined || url.searchParams.get("client_id") !== this.state.appOf(team).clientId)
      return void response.writeHead(400).end("invalid client_id")
    const back = new URL(redirectUri)
    back.searchParams.set("code", this.people.codeFor(team, redirectUri))
    back.searchParams.set("state", url.searchParams.get("state") ?? "")
    response.writeHead(302, { location: back.href }).end()
  }

  /** A private file: its bytes for whoever may read it, a sign-in page for everyone else. */
  private download(path: string, request: IncomingMessage, response: ServerResponse) {
    const bearer = (request.headers.authorization ?? "").replace(/^Bearer /, "")
    this.downloads.push({ path, hasToken: bearer !== "" })
    const fault = this.faults.next("download")
    if (fault !== undefined) return answerFault(response, fault)
    const [teamId = "", fileId = ""] = (path.split("/")[2] ?? "").split("-")
    const found = this.teamOf(bearer)
    const file = this.state.workspaces.get(teamId)?.files.get(fileId)
    if (found?.team.id !== teamId || !found.token.scopes.has("files:read") || found.token.isRevoked)
      return void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html>Sign in</html>")
    if (file === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { "content-type": file.mimetype }).end(file.bytes)
  }

  private async upload(id: string, request: IncomingMessage, body: Buffer, response: ServerResponse) {
    const upload = this.state.uploads.get(id)
    const fault = this.faults.next("upload")
    if (fault !== undefined) return answerFault(response, fault)
    if (upload === undefined) return void response.writeHead(404).end()
    const type = request.headers["content-type"] ?? ""
    const bytes = type.startsWith("multipart/") ? await firstPart(type, body) : body
    if (bytes.length !== upload.length) return void response.writeHead(400).end("length mismatch")
    upload.bytes = bytes
    response.writeHead(200).end(`OK - ${bytes.length}`)
  }
}

const firstPart = async (type: string, body: Buffer): Promise<Buffer> => {
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData()
  for (const part of form.values())
    return typeof part === "string" ? Buffer.from(part) : Buffer.from(await part.arrayBuffer())
  return Buffer.alloc(0)
}

/** Arguments arrive as JSON, or as a form whose objects are JSON. */
const readArguments = (request: IncomingMessage, body: Buffer): Wire => {
  if ((request.headers["content-type"] ?? "").startsWith("application/json")) return JSON.parse(body.toString()) as Wire
  return Object.fromEntries(
    [...new URLSearchParams(body.toString())].map(([name, value]) => [name, fromForm(name, value)])
  )
}

/** Slack parses structured values; times are strings there, whatever they look like. */
const fromForm = (name: string, value: string): unknown => {
  if (value === "true" || value === "false") return value === "true"
  if (!/^[[{]/.test(value) || name === "text" || name === "initial_comment") return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** A Slack of its own, until the scope closes. */
export const fakeSlack = Effect.gen(function* () {
  let slack: FakeSlack | undefined
  const server = createServer((request, response) => {
    slack?.serve(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end(String(error))
    })
  })
  server.on("upgrade", (request, socket, head) => slack?.sockets.upgrade(request, socket, head))
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.callback<void>((resume) => {
        slack?.sockets.close()
        server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
  )
  slack = new FakeSlack(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return slack
})
