import { createHash } from "node:crypto"
import { Context, Effect, Layer, Result } from "effect"
import { type AttachmentId, idOf, uuidOf } from "../../domain/Ids.ts"
import { InvalidSignature } from "../../domain/Problems.ts"
import { makeSignedTokens } from "../signedTokens.ts"

/** Layout of the signed bytes: `use (1) ‖ expiry in seconds (6) ‖ tenant (16) ‖ file (16) ‖ holder (8)`. */
const useEnd = 1
const expiryEnd = useEnd + 6
const tenantEnd = expiryEnd + 16
const fileEnd = tenantEnd + 16
const length = fileEnd + 8

/** First signed byte, so that an address for one use never works for the other. */
const uses = { upload: 1, download: 2 } as const

/** What a signed address allows, and until when. */
export interface FileGrant {
  readonly use: keyof typeof uses
  readonly tenantId: string
  readonly id: AttachmentId
  /** Who asked for it; when read from a token, a hash of that. */
  readonly holder: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/**
 * Writes and reads the tokens in the addresses of files: authenticated (HMAC-SHA-256), and valid for one file, use and time.
 */
export class FileTokens extends Context.Service<
  FileTokens,
  {
    readonly write: (grant: FileGrant) => string
    /** `now` in milliseconds since 1970. */
    readonly read: (token: string, use: FileGrant["use"], now: number) => Result.Result<FileGrant, InvalidSignature>
  }
>()("trunkline/http/files/FileTokens") {
  static readonly layer = Layer.effect(
    FileTokens,
    Effect.map(makeSignedTokens("trunkline/http/files", { maxLength: 2 * length }), (tokens) =>
      FileTokens.of({
        write: ({ expiresAt, holder, id, tenantId, use }) => {
          const grant = Buffer.alloc(length)
          grant[0] = uses[use]
          grant.writeUIntBE(Math.floor(expiresAt / 1000), useEnd, expiryEnd - useEnd)
          grant.write(tenantId.replaceAll("-", ""), expiryEnd, "hex")
          grant.write(uuidOf(id).replaceAll("-", ""), tenantEnd, "hex")
          createHash("sha256")
            .update(holder)
            .digest()
            .copy(grant, fileEnd, 0, length - fileEnd)
          return tokens.write(grant)
        },

        read: (token, use, now) => {
          const grant = tokens.read(token)
          if (grant?.length !== length || grant[0] !== uses[use]) return Result.fail(new InvalidSignature())
          const expiresAt = grant.readUIntBE(useEnd, expiryEnd - useEnd) * 1000
          return now < expiresAt
            ? Result.succeed({
                use,
                tenantId: uuid(grant.subarray(expiryEnd, tenantEnd)),
                id: idOf("attachment", uuid(grant.subarray(tenantEnd, fileEnd))),
                holder: grant.toString("hex", fileEnd),
                expiresAt
              })
            : Result.fail(new InvalidSignature())
        }
      })
    )
  )
}

const uuid = (bytes: Buffer) => bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
