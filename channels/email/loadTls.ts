import { createPrivateKey, X509Certificate } from "node:crypto"
import { createSecureContext } from "node:tls"
import { Effect, FileSystem, Option } from "effect"
import { InvalidSetting } from "../../src/runtime/Setting.ts"

/** The certificate chain and its private key, in PEM. */
export interface SmtpTls {
  readonly cert: string
  readonly key: string
}

export type RenewedTls = Effect.Effect<SmtpTls | undefined, InvalidSetting, FileSystem.FileSystem>

/**
 * Reads the certificate and key for STARTTLS from the files in the settings; `undefined` if neither is set. Fails with a
 * one-sentence reason if a file cannot be read, only one is set, or key and certificate do not match.
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
      // A secure context accepts a certificate with a key of another type.
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
