import { readFileSync } from "node:fs"
import { Effect, Option, Schema } from "effect"
import type { SmtpListenerOptions } from "./SmtpListener.ts"

/** STARTTLS is half configured, or its files cannot be read. */
export class CertificateUnusable extends Schema.TaggedError<CertificateUnusable>()("CertificateUnusable", {
  reason: Schema.String
}) {
  override get message() {
    return `STARTTLS cannot be offered (${this.reason}): set SMTP_TLS_CERT and SMTP_TLS_KEY to readable PEM files, or neither of them.`
  }
}

/** The certificate chain and key that the two settings name; none when neither is set. */
export const certificate = (
  certFile: Option.Option<string>,
  keyFile: Option.Option<string>
): Effect.Effect<SmtpListenerOptions["tls"], CertificateUnusable> => {
  if (Option.isNone(certFile) && Option.isNone(keyFile)) return Effect.succeed(undefined)
  if (Option.isNone(certFile) || Option.isNone(keyFile))
    return Effect.fail(new CertificateUnusable({ reason: "only one of the two is set" }))
  return Effect.try({
    try: () => ({ cert: readFileSync(certFile.value, "utf8"), key: readFileSync(keyFile.value, "utf8") }),
    catch: (error) => new CertificateUnusable({ reason: error instanceof Error ? error.message : String(error) })
  })
}
