import type { QueryKey } from "@tanstack/react-query"
import { queryClient } from "../app/queries.ts"

interface Known {
  readonly id: string
}

/** Shows a list as the API has just answered it, and has what is kept under `stale` read again, which nobody waits for. */
export const putList = <A>(list: QueryKey, records: ReadonlyArray<A>, stale: QueryKey = list) =>
  changeList<A>(list, () => records, stale)

/** Shows a record in its list as the API has just answered it. */
export const putRecord = <A extends Known>(list: QueryKey, record: A, stale: QueryKey = list) =>
  changeList<A>(
    list,
    (known) =>
      known.some(({ id }) => id === record.id)
        ? known.map((one) => (one.id === record.id ? record : one))
        : [...known, record],
    stale
  )

/** Takes records out of their list that are no more. */
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
