import { createPrivateKey, X509Certificate } from "node:crypto"
import { createSecureContext } from "node:tls"
import { Effect, FileSystem, Option } from "effect"
import { InvalidSetting } from "../../src/runtime/Setting.ts"

/** The certificate chain and its key, as PEM texts. */
export interface SmtpTls {
  readonly cert: string
  readonly key: string
}

export type RenewedTls = Effect.Effect<SmtpTls | undefined, InvalidSetting, FileSystem.FileSystem>

/**
 * Reads what STARTTLS needs from the files that the settings name; none when neither is set. Fails with one sentence
 * when a file cannot be read, when only one is named, or when key and certificate do not belong together.
 */
export const loadTls = Effect.fn("loadTls")(function* (
  certFile: Option.Option<string>,
  keyFile: Option.Option<string>
): Effect.fn.Return<SmtpTls | undefined, InvalidSetting, FileSystem.FileSystem> {
  if (Option.isNone(certFile) && Option.isNone(keyFile)) return undefined
  const cert = yield* readPem("SMTP_TLS_CERT", certFile)
  const key = yield* readPem("SMTP_TLS_KEY", keyFile)
  const belongs = Effect.sync(() => {
    try {
      createSecureContext({ cert, key })
      // A context takes a certificate of one kind beside a key of another.
      return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
    } catch {
      return false
    }
  })
  if (!(yield* belongs))
    return yield* new InvalidSetting({ name: "SMTP_TLS_KEY", must: "name the PEM file with the key of SMTP_TLS_CERT" })
  return { cert, key }
})

const readPem = Effect.fnUntraced(function* (name: string, file: Option.Option<string>) {
  if (Option.isNone(file)) return yield* new InvalidSetting({ name, must: "be set too: STARTTLS needs both files" })
  const files = yield* FileSystem.FileSystem
  return yield* Effect.mapError(
    files.readFileString(file.value),
    () => new InvalidSetting({ name, value: file.value, must: "name a PEM file that this user may read" })
  )
})
