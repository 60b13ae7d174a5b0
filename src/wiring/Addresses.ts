import { Context, Effect, Layer, Option } from "effect"
import { AppConfig } from "../AppConfig.ts"
import { domainOf } from "../domain/SupportAddress.ts"
import { freePort } from "../runtime/freePort.ts"

/** The addresses of this server, with the port that it will listen on. */
export class Addresses extends Context.Service<Addresses, { readonly port: number; readonly publicUrl: string }>()(
  "trunkline/Addresses"
) {
  static readonly layer = Layer.effect(
    Addresses,
    Effect.gen(function* () {
      const config = yield* AppConfig
      const port = config.port === 0 ? yield* freePort(config.host) : config.port
      const publicUrl = Option.match(config.publicUrl, { onNone: () => `http://localhost:${port}`, onSome: originOf })
      return { port, publicUrl }
    })
  )
}

const originOf = (url: URL) => url.href.replace(/\/$/, "")

/** The sender of our own mail. */
export const sender = AppConfig.useSync(({ inboundDomain, mailFrom }) =>
  Option.getOrElse(mailFrom, () => ({ name: "Trunkline", address: `no-reply@${inboundDomain}` }))
)

/** The same, with the domain of brands' addresses on this server. */
export const mailSite = Effect.gen(function* () {
  const { inboundDomain } = yield* AppConfig
  const { publicUrl } = yield* Addresses
  return { sender: yield* sender, inboundDomain, publicUrl }
})

/** What links and Message-IDs in mail to the team consist of. */
export const teamMail = Effect.gen(function* () {
  const { address } = yield* sender
  const { publicUrl } = yield* Addresses
  return { mailDomain: domainOf(address), publicUrl }
})
