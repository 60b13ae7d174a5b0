import { Context, Effect, type FileSystem, Layer, type Option } from "effect"
import type { InvalidSetting } from "../../src/runtime/Setting.ts"
import { loadTls, type RenewedTls, type SmtpTls } from "./loadTls.ts"

/** The certificate for STARTTLS: as loaded at startup, and an effect that reads its files again. */
export class SmtpCertificate extends Context.Service<
  SmtpCertificate,
  {
    /** `undefined` without STARTTLS. */
    readonly first: SmtpTls | undefined
    readonly renewed: RenewedTls
  }
>()("trunkline/email/SmtpCertificate") {
  static readonly layer = (
    certFile: Option.Option<string>,
    keyFile: Option.Option<string>
  ): Layer.Layer<SmtpCertificate, InvalidSetting, FileSystem.FileSystem> => {
    const renewed = loadTls(certFile, keyFile)
    return Layer.effect(
      SmtpCertificate,
      Effect.map(renewed, (first) => ({ first, renewed }))
    )
  }
}
