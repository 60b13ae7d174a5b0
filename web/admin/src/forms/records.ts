import type { QueryKey } from "@tanstack/react-query"
import { queryClient } from "../app/queries.ts"

interface Known {
  readonly id: string
}

/**
 * Puts a list that the API has just returned into the cache, and reads what is cached under `stale` again in the background.
 */
export const putList = <A>(list: QueryKey, records: ReadonlyArray<A>, stale: QueryKey = list) =>
  changeList<A>(list, () => records, stale)

/** Puts a record that the API has just returned into its cached list. */
export const putRecord = <A extends Known>(list: QueryKey, record: A, stale: QueryKey = list) =>
  changeList<A>(
    list,
    (known) =>
      known.some(({ id }) => id === record.id)
        ? known.map((one) => (one.id === record.id ? record : one))
        : [...known, record],
    stale
  )

/** Removes records that no longer exist from their cached list. */
export const dropRecords = (list: QueryKey, ids: ReadonlyArray<string>, stale: QueryKey = list) =>
  changeList<Known>(list, (known) => known.filter(({ id }) => !ids.includes(id)), stale)

const changeList = <A>(
  list: QueryKey,
  change: (known: ReadonlyArray<A>) => ReadonlyArray<A>,
  stale: QueryKey
): undefined => {
  queryClient.setQueryData<ReadonlyArray<A>>(list, (known) => known && change(known))
  void queryClient.invalidateQueries({ queryKey: stale })
}
