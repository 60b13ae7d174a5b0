import { NotFoundError } from "../../../sdk/src/index.ts"

/** Whether a record that was asked for is there: one that comes back to the brand that it is from may never have left it. */
export const isThere = (asked: PromiseLike<unknown>): PromiseLike<boolean> =>
  asked.then(
    () => true,
    (error: unknown) => (error instanceof NotFoundError ? false : Promise.reject(error))
  )
