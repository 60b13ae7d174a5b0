import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto"
import { Context, Effect, Layer, Redacted, Result } from "effect"
import { EncryptionKey } from "../../accounts/EncryptionKey.ts"
import { type AttachmentId, idOf, uuidOf } from "../../domain/Ids.ts"
import { InvalidSignature } from "../../domain/Problems.ts"

/** A token is `tag (16) ‖ use (1) ‖ expiry in seconds (6) ‖ tenant (16) ‖ file (16) ‖ holder (8)`, in bytes, as base64url. */
const tagEnd = 16
const useEnd = tagEnd + 1
const expiryEnd = useEnd + 6
const tenantEnd = expiryEnd + 16
const fileEnd = tenantEnd + 16
const length = fileEnd + 8

/** First byte of what is signed, so that an address for the one never does the other. */
const uses = { upload: 1, download: 2 } as const

/** What an address lets whoever has it do, and until when. */
export interface FileGrant {
  readonly use: keyof typeof uses
  readonly tenantId: string
  readonly id: AttachmentId
  /** Who asked for it; as it is read, a hash of that. */
  readonly holder: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Makes and reads the tokens in files' addresses: authenticated (HMAC-SHA-256), bound to one file, use and time. */
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
    Effect.map(EncryptionKey, (masters) => {
      const keys = Redacted.value(masters).map((master) =>
        Buffer.from(hkdfSync("sha256", master, "", "trunkline/http/files", 32))
      )
      const tag = (key: Buffer, payload: Uint8Array) =>
        createHmac("sha256", key).update(payload).digest().subarray(0, tagEnd)

      return FileTokens.of({
        write: ({ expiresAt, holder, id, tenantId, use }) => {
          const token = Buffer.alloc(length)
          token[tagEnd] = uses[use]
          token.writeUIntBE(Math.floor(expiresAt / 1000), useEnd, expiryEnd - useEnd)
          token.write(tenantId.replaceAll("-", ""), expiryEnd, "hex")
          token.write(uuidOf(id).replaceAll("-", ""), tenantEnd, "hex")
          createHash("sha256")
            .update(holder)
            .digest()
            .copy(token, fileEnd, 0, length - fileEnd)
          // The newest key comes first; there is always one.
          const [newest = Buffer.alloc(0)] = keys
          tag(newest, token.subarray(tagEnd)).copy(token)
          return token.toString("base64url")
        },

        read: (text, use, now) => {
          const token = Buffer.from(text.slice(0, 2 * length), "base64url")
          const payload = token.subarray(tagEnd)
          const authentic =
            token.length === length &&
            token.toString("base64url") === text &&
            keys.some((key) => timingSafeEqual(tag(key, payload), token.subarray(0, tagEnd)))
          const expiresAt = authentic ? token.readUIntBE(useEnd, expiryEnd - useEnd) * 1000 : 0
          return authentic && token[tagEnd] === uses[use] && now < expiresAt
            ? Result.succeed({
                use,
                tenantId: uuid(token.subarray(expiryEnd, tenantEnd)),
                id: idOf("attachment", uuid(token.subarray(tenantEnd, fileEnd))),
                holder: token.toString("hex", fileEnd),
                expiresAt
              })
            : Result.fail(new InvalidSignature())
        }
      })
    })
  )
}

const uuid = (bytes: Buffer) => bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
