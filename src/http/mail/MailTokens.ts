import { Context, Effect, Layer, Option, Result, Schema } from "effect"
import { AccountId, BrandId, InboundId, MessageId } from "../../domain/Ids.ts"
import { InvalidSignature } from "../../domain/Problems.ts"
import { makeSignedTokens } from "../signedTokens.ts"

/** Characters of a token: the longest address of a picture (Egress.ts), with room to spare. */
const maxLength = 4_096

const TokenTenant = Schema.Struct({
  id: Schema.String,
  accountId: AccountId,
  mode: Schema.Literals(["live", "test"])
})
/** Milliseconds since 1970. */
const expiresAt = Schema.Int

/** What a signed address shows: an email that came in, one that test mode captured, or a remote picture. */
export const MailGrant = Schema.Union([
  Schema.Struct({ use: Schema.Literal("inbound"), tenant: TokenTenant, brandId: BrandId, id: InboundId, expiresAt }),
  Schema.Struct({ use: Schema.Literal("captured"), tenant: TokenTenant, id: MessageId, expiresAt }),
  Schema.Struct({ use: Schema.Literal("picture"), tenantId: Schema.String, url: Schema.String, expiresAt })
])
export type MailGrant = typeof MailGrant.Type
export type PictureGrant = Extract<MailGrant, { readonly use: "picture" }>
export type PageGrant = Exclude<MailGrant, PictureGrant>

/**
 * Writes and reads the tokens in the addresses of emails and their pictures: authenticated (HMAC-SHA-256), and valid for one
 * thing until it expires.
 */
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
    Effect.map(makeSignedTokens("trunkline/http/mail", { maxLength }), (tokens) =>
      MailTokens.of({
        write: (grant) => tokens.write(Buffer.from(JSON.stringify(grant))),
        read: (token, now) => {
          const grant = Option.flatMap(Option.fromUndefinedOr(tokens.read(token)), (payload) =>
            decode(payload.toString())
          )
          return Option.isSome(grant) && now < grant.value.expiresAt
            ? Result.succeed(grant.value)
            : Result.fail(new InvalidSignature())
        }
      })
    )
  )
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(MailGrant))
