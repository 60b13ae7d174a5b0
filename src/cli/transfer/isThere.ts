import { NotFoundError } from "../../../sdk/src/index.ts"

/** Whether a record exists: one that is imported into its original brand may still be there. */
export const isThere = (asked: PromiseLike<unknown>): PromiseLike<boolean> =>
  asked.then(
    () => true,
    (error: unknown) => (error instanceof NotFoundError ? false : Promise.reject(error))
  )
