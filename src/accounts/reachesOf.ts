import { Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { Role } from "../domain/Member.ts"
import type { BrandAccess } from "../domain/Principal.ts"
import { hashSecretText } from "./KeySecret.ts"

/** What a credential that is still good reaches now. */
export interface Standing {
  readonly brands: BrandAccess
  /** Of a session: its member's. */
  readonly role?: Role | undefined
}

/** The same, by the SHA-256 of its secret in base64. */
export interface Reach extends Standing {
  readonly hash: string
}

/** What tokens reach, of those that are still good, by what a store knows of their hashes. */
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
