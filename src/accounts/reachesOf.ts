import { Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { Role } from "../domain/Member.ts"
import type { BrandAccess } from "../domain/Principal.ts"
import { hashSecretText } from "./KeySecret.ts"

/** What a valid credential reaches now. */
export interface Standing {
  readonly brands: BrandAccess
  /** For sessions: the member's role. */
  readonly role?: Role | undefined
}

/** A standing with the SHA-256 of the credential's secret, in base64. */
export interface Reach extends Standing {
  readonly hash: string
}

/** What each valid token reaches, looked up in a store by the tokens' hashes. */
export const reachesOf = (
  tokens: ReadonlyArray<string>,
  find: (hashes: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Reach>, DatabaseUnavailable>
): Effect.Effect<ReadonlyMap<string, Standing>, DatabaseUnavailable> =>
  Effect.suspend(() => {
    const tokenOf = new Map(tokens.map((token) => [hashSecretText(token), token]))
    return Effect.map(
      find([...tokenOf.keys()]),
      (good) =>
        new Map(
          good.flatMap(({ hash, ...standing }) => {
            const token = tokenOf.get(hash)
            return token === undefined ? [] : [[token, standing] as const]
          })
        )
    )
  })
