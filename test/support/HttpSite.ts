import { connect } from "node:net"
import { Context, Duration, Effect, Layer, References } from "effect"
import { HttpServer } from "effect/http"
import * as ApiRoutes from "../../src/http/ApiRoutes.ts"
import * as HttpApp from "../../src/http/HttpApp.ts"
import * as HttpListener from "../../src/http/HttpListener.ts"
import { HttpSettings } from "../../src/http/HttpSettings.ts"
import { RateLimits } from "../../src/http/RateLimits.ts"
import { TokenBuckets } from "../../src/http/TokenBuckets.ts"
import { ActorRegistry } from "../../src/runtime/ActorRegistry.ts"
import { Health } from "../../src/runtime/Health.ts"
import * as SqlCustomerStore from "../../src/sql/SqlCustomerStore.ts"
import * as SqlDeliveryLog from "../../src/sql/SqlDeliveryLog.ts"
import * as SqlTicketStore from "../../src/sql/SqlTicketStore.ts"
import * as SqlWebhookStore from "../../src/sql/SqlWebhookStore.ts"
import { Comments } from "../../src/tickets/Comments.ts"
import { Customers } from "../../src/tickets/Customers.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { Egress } from "../../src/webhooks/Egress.ts"
import { SafeHttpClient } from "../../src/webhooks/SafeHttpClient.ts"
import { TestSender } from "../../src/webhooks/TestSender.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import { accountServices, Installation } from "./Installation.ts"
import { signInServices } from "./signInServices.ts"
import { silentHandoff } from "./silentHandoff.ts"
import * as TestDatabase from "./TestDatabase.ts"

const publicUrl = "https://desk.example"

const Services = Layer.mergeAll(Tickets.layer, Comments.layer, Customers.layer, Webhooks.layer).pipe(
  Layer.provide([SqlTicketStore.layer, SqlCustomerStore.layer, SqlWebhookStore.layer, SqlDeliveryLog.layer]),
  Layer.provide(TestSender.layer),
  Layer.provide(SafeHttpClient.layer(Duration.seconds(2))),
  Layer.provide([silentHandoff, Egress.layer(["127.0.0.0/8"])])
)

/** An answer as its bytes came in. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; undefined when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it, and fail when it is not as they expect
  readonly json: any
}

export interface Asked {
  readonly key?: string | undefined
  readonly headers?: Record<string, string> | undefined
  /** Sent as JSON unless it is text or bytes. */
  readonly body?: unknown
}

/** The whole API over a real socket, on a database of its own, with the two brands of a first start. */
export class HttpSite extends Context.Service<
  HttpSite,
  {
    readonly port: number
    /** Sends a request, by default with the live key. */
    readonly ask: (method: string, path: string, options?: Asked) => Effect.Effect<Reply>
    /** Sends bytes as they are, and returns all that comes back until the server closes. */
    readonly raw: (bytes: string | Uint8Array) => Effect.Effect<string>
  }
>()("trunkline/test/HttpSite") {}

const Client = Layer.effect(
  HttpSite,
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const { live } = yield* Installation
    const port = "port" in address ? address.port : 0
    return HttpSite.of({
      port,
      ask: (method, path, { body, headers, key = live.key } = {}) =>
        Effect.promise(async () => {
          const response = await fetch(`http://127.0.0.1:${port}${path}`, {
            method,
            redirect: "manual",
            headers: {
              ...(key === "" ? {} : { authorization: `Bearer ${key}` }),
              ...(body === undefined ? {} : { "content-type": "application/json" }),
              ...headers
            },
            ...(body === undefined
              ? {}
              : { body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body) })
          })
          const text = await response.text()
          return { status: response.status, headers: response.headers, text, json: jsonOf(text) }
        }),
      raw: (bytes) =>
        Effect.callback<string>((resume) => {
          const chunks: Array<Buffer> = []
          const socket = connect(port, "127.0.0.1", () => socket.write(bytes))
          socket.on("data", (chunk) => chunks.push(chunk))
          const done = () => resume(Effect.succeed(Buffer.concat(chunks).toString()))
          socket.on("error", done).on("close", done)
        })
    })
  })
)

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Tests come from one address, and ask more in a second than people in an hour. */
const roomy = Layer.effect(
  RateLimits,
  Effect.map(RateLimits, (limits) => {
    const many = () => new TokenBuckets(1_000_000, 60_000)
    return { ...limits, anonymous: many(), magicLink: many(), magicLinkAddress: many(), verify: many() }
  })
).pipe(Layer.provide(RateLimits.layer))

export const site = (
  settings: { readonly rateLimitPerMinute?: number; readonly database?: typeof TestDatabase.layer } = {}
) =>
  Layer.merge(HttpApp.layer(ApiRoutes.layer), Client).pipe(
    Layer.provide(Services),
    Layer.provide([
      settings.rateLimitPerMinute === undefined ? roomy : RateLimits.layer,
      Health.layer,
      ActorRegistry.layer
    ]),
    Layer.provideMerge(signInServices(publicUrl)),
    Layer.provideMerge(HttpListener.layer({ host: "127.0.0.1", port: 0 })),
    Layer.provideMerge(
      Layer.succeed(HttpSettings, {
        publicUrl,
        adminOrigins: ["https://admin.example"],
        rateLimitPerMinute: settings.rateLimitPerMinute ?? 1_000_000,
        inboundDomain: "inbound.example",
        version: "1.2.3"
      })
    ),
    Layer.provideMerge(Installation.layer),
    Layer.provideMerge(accountServices(settings.database ?? TestDatabase.layer)),
    Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error"))
  )
