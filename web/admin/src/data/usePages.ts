import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query"
import { pollEvery } from "../app/queries.ts"

/** One page as the API answers it. */
interface Page<Row> {
  readonly data: ReadonlyArray<Row>
  readonly nextCursor: string | null
}

interface Options {
  readonly enabled?: boolean
  /** Milliseconds between two reads of all pages shown; `false` for none. */
  readonly refetchInterval?: number | false
}

/** Reads a list page by page. `read` gets the cursor of the page, or none for the first. */
export const usePages = <Row>(
  queryKey: QueryKey,
  read: (cursor: { readonly cursor?: string }, options: { readonly signal: AbortSignal }) => PromiseLike<Page<Row>>,
  { refetchInterval = false, ...options }: Options = {}
) => {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const { data, nextCursor } = await read(pageParam === "" ? {} : { cursor: pageParam }, { signal })
      return { data, nextCursor }
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refetchInterval === false ? false : pollEvery(refetchInterval),
    ...options
  })
  return {
    /** The rows read so far; `undefined` until the first page has loaded. */
    rows: query.data?.pages.flatMap(({ data }) => data),
    error: query.error,
    hasMore: query.hasNextPage,
    isReadingMore: query.isFetchingNextPage,
    readMore: () => void query.fetchNextPage(),
    /** Retries what failed: the next page, or all pages shown. */
    readAgain: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())
  }
}

export type Paged<Row> = Omit<ReturnType<typeof usePages>, "rows"> & { readonly rows: ReadonlyArray<Row> | undefined }
