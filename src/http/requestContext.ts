import { Context } from "effect"

/**
 * What of a context every request needs: what runs it, and no service of this program. Whoever serves requests has taken
 * those while it was made, and a context is copied for each request with all that it holds.
 */
export const requestContext = <R>(context: Context.Context<R>): Context.Context<R> =>
  Context.makeUnsafe(new Map([...context.mapUnsafe].filter(([key]) => !key.startsWith("trunkline/"))))
