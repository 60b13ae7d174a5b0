import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto"
import { Context, Effect, Layer, Redacted, Result, Schema } from "effect"
import { EncryptionKey } from "../../accounts/EncryptionKey.ts"
import { AccountId, BrandId, InboundId, MessageId } from "../../domain/Ids.ts"
import { InvalidSignature } from "../../domain/Problems.ts"

/** Bytes of a token's authentication code. */
const tagLength = 16
/** Characters of a token: the longest address of a picture (Egress.ts), and room to spare. */
const maxLength = 4_096

const TokenTenant = Schema.Struct({
  id: Schema.String,
  accountId: AccountId,
  mode: Schema.Literals(["live", "test"])
})
/** Milliseconds since 1970. */
const expiresAt = Schema.Int

/** What an address lets whoever has it look at: a mail that came in, one that test mode captured, or a picture elsewhere. */
export const MailGrant = Schema.Union([
  Schema.Struct({ use: Schema.Literal("inbound"), tenant: TokenTenant, brandId: BrandId, id: InboundId, expiresAt }),
  Schema.Struct({ use: Schema.Literal("captured"), tenant: TokenTenant, id: MessageId, expiresAt }),
  Schema.Struct({ use: Schema.Literal("picture"), tenantId: Schema.String, url: Schema.String, expiresAt })
])
export type MailGrant = typeof MailGrant.Type
export type PictureGrant = Extract<MailGrant, { readonly use: "picture" }>
export type PageGrant = Exclude<MailGrant, PictureGrant>

/** Makes and reads the tokens in the addresses of mails and their pictures: authenticated (HMAC-SHA-256), for one thing and a time. */
export class MailTokens extends Context.Service<
  MailTokens,
  {
    readonly write: (grant: MailGrant) => string
    /** `now` in milliseconds since 1970. */
    readonly read: (token: string, now: number) => Result.Result<MailGrant, InvalidSignature>
  }
>()("trunkline/http/mail/MailTokens") {
  static readonly layer = Layer.effect(
    MailTokens,
    Effect.map(EncryptionKey, (masters) => {
      const keys = Redacted.value(masters).map((master) =>
        Buffer.from(hkdfSync("sha256", master, "", "trunkline/http/mail", 32))
      )
      const tag = (key: Buffer, payload: Uint8Array) =>
        createHmac("sha256", key).update(payload).digest().subarray(0, tagLength)

      return MailTokens.of({
        write: (grant) => {
          const payload = Buffer.from(JSON.stringify(grant))
          // The newest key comes first; there is always one.
          const [newest = Buffer.alloc(0)] = keys
          return Buffer.concat([tag(newest, payload), payload]).toString("base64url")
        },

        read: (token, now) => {
          const bytes = token.length > maxLength ? Buffer.alloc(0) : Buffer.from(token, "base64url")
          const payload = bytes.subarray(tagLength)
          const isAuthentic =
            bytes.length > tagLength &&
            bytes.toString("base64url") === token &&
            keys.some((key) => timingSafeEqual(tag(key, payload), bytes.subarray(0, tagLength)))
          return Result.flatMap(
            isAuthentic
              ? Result.mapError(decode(payload.toString()), () => new InvalidSignature())
              : Result.fail(new InvalidSignature()),
            (grant) => (now < grant.expiresAt ? Result.succeed(grant) : Result.fail(new InvalidSignature()))
          )
        }
      })
    })
  )
}

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(MailGrant))
