import { Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { BrandAccess } from "../domain/Principal.ts"
import { hashSecretText } from "./KeySecret.ts"

/** A credential that is still good, by the SHA-256 of its secret in base64, and the brands that it reaches now. */
export interface Reach {
  readonly hash: string
  readonly brands: BrandAccess
}

/** What tokens reach, of those that are still good, by what a store knows of their hashes. */
export const reachesOf = (
  tokens: ReadonlyArray<string>,
  find: (hashes: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Reach>, DatabaseUnavailable>
): Effect.Effect<ReadonlyMap<string, BrandAccess>, DatabaseUnavailable> =>
  Effect.suspend(() => {
    const tokenOf = new Map(tokens.map((token) => [hashSecretText(token), token]))
    return Effect.map(
      find([...tokenOf.keys()]),
      (good) =>
        new Map(
          good.flatMap(({ brands, hash }) => {
            const token = tokenOf.get(hash)
            return token === undefined ? [] : [[token, brands] as const]
          })
        )
    )
  })
