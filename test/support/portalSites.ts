import { request } from "node:http"
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { DnsServer, publish, resolver, zoneRecordOf } from "./DnsServer.ts"
import { HttpSite, site } from "./HttpSite.ts"
import { openBrand, type PortalBrand } from "./portal.ts"

/** The whole API, with a DNS that tests write. */
export const sitesWorld = site({ dns: resolver.pipe(Layer.provide(DnsServer.layer)) }).pipe(
  Layer.provideMerge(DnsServer.layer)
)

export const freshName = () => `help-${crypto.randomUUID().slice(0, 8)}.north.example`

interface Records {
  readonly records: ReadonlyArray<{
    readonly name: string
    readonly type: string
    readonly value: string
    readonly purpose: string
  }>
}

/** Publishes the DNS records that a portal's domain needs, or only those with this purpose; its address is this machine's. */
export const publishPortal = Effect.fnUntraced(function* ({ records }: Records, only?: "address" | "ownership") {
  const { zone } = yield* DnsServer
  for (const { name, purpose, ...record } of records) {
    if (only !== undefined && purpose !== only) continue
    if (purpose === "ownership") publish(zone, name, zoneRecordOf(record))
    else zone.set(name, [{ type: "A", address: "127.0.0.1" }])
  }
})

/** Gives a brand's portal a domain whose records are in DNS. */
export const siteOf = Effect.fnUntraced(function* (brand: PortalBrand, domain = freshName()) {
  const set = yield* brand.ask("PUT", "/portal/domain", { body: { domain } })
  assert.strictEqual(set.status, 200, set.text)
  yield* publishPortal(set.json)
  const checked = yield* brand.ask("POST", "/portal/domain/verify")
  assert.strictEqual(checked.json.verified, true, checked.text)
  return { brand, domain, origin: `https://${domain}`, host: hostOf(domain) }
})

/** A brand whose portal has a domain. */
export const openSite = (options: Parameters<typeof openBrand>[0] = {}) =>
  Effect.flatMap(openBrand(options), (brand) => siteOf(brand))

export interface HostReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
}

interface HostAsked {
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Requests paths from the server under a host name, byte for byte, without the normalization that browsers do. */
export const hostOf =
  (host: string) =>
  (method: string, path: string, { body, form, headers = {} }: HostAsked = {}) =>
    Effect.flatMap(HttpSite, ({ port }) =>
      Effect.callback<HostReply>((resume) => {
        const sent = body ?? (form === undefined ? undefined : new URLSearchParams(form).toString())
        const asked = request(
          {
            host: "127.0.0.1",
            port,
            method,
            path,
            headers: {
              host,
              accept: "text/html",
              ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
              ...(sent === undefined ? {} : { "content-length": String(Buffer.byteLength(sent)) }),
              ...headers
            }
          },
          (answer) => {
            const parts: Array<Buffer> = []
            answer.on("data", (part: Buffer) => parts.push(part))
            answer.on("end", () =>
              resume(
                Effect.succeed({
                  status: answer.statusCode ?? 0,
                  headers: answer.headers,
                  text: Buffer.concat(parts).toString()
                })
              )
            )
          }
        )
        asked.on("error", (error) => resume(Effect.die(error)))
        asked.end(sent)
      })
    )
