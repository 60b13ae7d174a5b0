import { Effect, Layer, Option } from "effect"
import packageJson from "../../package.json" with { type: "json" }
import { AppConfig } from "../AppConfig.ts"
import * as ApiRoutes from "../http/ApiRoutes.ts"
import * as HttpApp from "../http/HttpApp.ts"
import * as HttpListener from "../http/HttpListener.ts"
import { HttpSettings } from "../http/HttpSettings.ts"
import { Pictures } from "../http/mail/Pictures.ts"
import * as ProviderRoutes from "../http/ProviderRoutes.ts"
import { RateLimits } from "../http/RateLimits.ts"
import { Addresses } from "./Addresses.ts"

/** The API, the pages and the providers' addresses, served by one listener. */
export const Http = Layer.unwrap(
  Effect.gen(function* () {
    const { adminOrigins, attachmentMaxBytes, host, httpProxies, inboundDomain, operatorToken, ...config } =
      yield* AppConfig
    const { port, publicUrl } = yield* Addresses
    const facts = {
      publicUrl,
      adminOrigins,
      rateLimitPerMinute: config.rateLimitPerMinute,
      attachmentMaxBytes,
      inboundDomain,
      hasMailRelay: Option.isSome(config.mailRelayUrl),
      proxies: httpProxies,
      operatorToken: Option.getOrUndefined(operatorToken),
      version: packageJson.version
    }
    return HttpApp.layer(Layer.merge(ApiRoutes.layer, ProviderRoutes.layer)).pipe(
      Layer.provide([RateLimits.layer, Pictures.layer(config.pictureAllowNetworks)]),
      Layer.provide(HttpListener.layer({ host, port })),
      Layer.provide(Layer.succeed(HttpSettings, facts))
    )
  })
)
