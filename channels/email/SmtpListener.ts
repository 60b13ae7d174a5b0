import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { Clock, Context, Deferred, Duration, Effect, FileSystem, Layer, Option } from "effect"
import { namingSettings } from "../../src/runtime/CannotListen.ts"
import { DataFolder } from "../../src/runtime/DataFolder.ts"
import { supervise } from "../../src/runtime/Supervised.ts"
import type { RenewedTls, SmtpTls } from "./loadTls.ts"
import type { TrustedRelays } from "./relayVerdicts.ts"
import { defaultLimits, type SmtpLimits } from "./SmtpLimits.ts"
import { serveSmtp } from "./serveSmtp.ts"

export interface SmtpListenerOptions {
  readonly host: string
  /** 0 binds any free port, for tests. */
  readonly port: number
  /** Our own mail domain, which is also the server's name in its greeting. */
  readonly domain: string
  /** For STARTTLS, which is not offered without it. */
  readonly tls?: SmtpTls | undefined
  /** Reads the certificate again, since servers run longer than certificates are valid. */
  readonly renewedTls?: RenewedTls | undefined
  readonly limits?: Partial<SmtpLimits> | undefined
  /** Addresses of load balancers that pass on the client's address by the PROXY protocol. */
  readonly proxies?: ReadonlyArray<string> | undefined
  /** The operator's own mail servers, which relay email from everywhere. */
  readonly relays?: TrustedRelays | undefined
}

/** A spooled message untouched for this long belongs to a process that was killed. */
const abandonedAfter = Duration.hours(1)

/** The inbound SMTP server, as an actor. */
export class SmtpListener extends Context.Service<
  SmtpListener,
  {
    /** The address that it listens on, once it does. */
    readonly address: Effect.Effect<AddressInfo>
  }
>()("trunkline/channels/email/SmtpListener") {
  /** Fails with `CannotListen` if the port is not available at startup; later failures are supervised. */
  static readonly layer = (options: SmtpListenerOptions) =>
    Layer.effect(
      SmtpListener,
      Effect.gen(function* () {
        const spool = join(yield* DataFolder, "spool")
        yield* sweep(spool)
        if (options.port !== 0) yield* Effect.scoped(listening(createServer(), options))
        const address = yield* Deferred.make<AddressInfo>()

        yield* supervise({
          name: `${options.host}:${options.port}`,
          kind: "smtp",
          live: Effect.fnUntraced(function* (self) {
            const limits = { ...defaultLimits, ...options.limits }
            const server = yield* serveSmtp({
              ...options,
              proxies: options.proxies ?? [],
              relays: options.relays ?? { networks: [] },
              limits,
              spool,
              taken: self.carried("in")
            })
            yield* Deferred.succeed(address, yield* listening(server, options))
            yield* self.ready
            return yield* Effect.never
          })
        })
        return SmtpListener.of({ address: Deferred.await(address) })
      })
    )
}

interface Listening {
  listen(port: number, host: string): unknown
  address(): AddressInfo | string | null
  once(event: "listening" | "error", listener: (error?: Error) => void): unknown
  off(event: "listening" | "error", listener: (error?: Error) => void): unknown
  close(): unknown
}

/** Binds `server` until the scope closes. */
const listening = (server: Listening, { host, port }: SmtpListenerOptions) =>
  Effect.callback<AddressInfo, Error>((resume) => {
    const done = (error?: Error) => {
      server.off("listening", done)
      server.off("error", done)
      const address = server.address()
      resume(
        error === undefined && address !== null && typeof address === "object"
          ? Effect.succeed(address)
          : Effect.fail(error ?? new Error("not a TCP address"))
      )
    }
    server.once("listening", done)
    server.once("error", done)
    server.listen(port, host)
  }).pipe(namingSettings({ hostSetting: "SMTP_HOST", host, portSetting: "SMTP_PORT", port }), (bound) =>
    Effect.acquireRelease(bound, () => Effect.sync(() => server.close()))
  )

/** Removes partly received messages of killed processes. */
const sweep = Effect.fnUntraced(function* (spool: string) {
  const files = yield* FileSystem.FileSystem
  yield* Effect.orDie(files.makeDirectory(spool, { recursive: true }))
  const now = yield* Clock.currentTimeMillis
  for (const name of yield* Effect.orDie(files.readDirectory(spool))) {
    const path = join(spool, name)
    const { mtime } = yield* Effect.orDie(files.stat(path))
    if (Option.isSome(mtime) && now - mtime.value.getTime() > Duration.toMillis(abandonedAfter))
      yield* Effect.orDie(files.remove(path, { recursive: true }))
  }
})
