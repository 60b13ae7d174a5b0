/** A call in progress. Await it to get its value, or use `withResponse` to get the HTTP response too. */
export interface Answer<A> extends Promise<A> {
  /** The value together with the HTTP response: status and headers, such as `ETag`. The body has already been read. */
  withResponse(): Promise<Decoded<A>>
}

export interface Decoded<A> {
  readonly data: A
  readonly response: Response
}

/** A call that returns a whole list. Await it, or iterate over it with `for await`. */
export interface List<A> extends Answer<Array<A>>, AsyncIterable<A> {}

/** A call that returns a paginated list. Await it to get the first page, or iterate over all entries with `for await`. */
export interface Pages<A> extends Answer<Page<A>>, AsyncIterable<A> {
  /** All pages, one by one. */
  pages(): AsyncIterable<Page<A>>
}

/** One page of a list. */
export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly hasMore: boolean
  /** The `cursor` for the next page; null on the last page. */
  readonly nextCursor: string | null
  /** Fetches the next page; undefined on the last page. */
  next(): Promise<Page<A> | undefined>
}

/** Makes an `Answer` from `decoded`. */
export const answer = <A>(decoded: Promise<Decoded<A>>): Answer<A> => {
  const value = decoded.then(({ data }) => data)
  return Object.assign(value, {
    withResponse: () => {
      // The caller handles errors on the returned promise.
      value.catch(() => {})
      return decoded
    }
  })
}

export const list = <A>(decoded: Promise<Decoded<Array<A>>>): List<A> => {
  const call = answer(decoded)
  return Object.assign(call, {
    async *[Symbol.asyncIterator]() {
      yield* await call
    }
  })
}

/** `fetchPage` returns the page at a cursor, or without one the first. */
export const pages = <A>(fetchPage: (cursor?: string) => Promise<Decoded<Omit<Page<A>, "next">>>): Pages<A> => {
  const get = async (cursor?: string): Promise<Decoded<Page<A>>> => {
    const { data: page, response } = await fetchPage(cursor)
    const next = async () => (page.nextCursor === null ? undefined : (await get(page.nextCursor)).data)
    return { data: { ...page, next }, response }
  }
  const first = answer(get())
  async function* all() {
    for (let page: Page<A> | undefined = await first; page !== undefined; page = await page.next()) yield page
  }
  return Object.assign(first, {
    pages: all,
    async *[Symbol.asyncIterator]() {
      for await (const { data } of all()) yield* data
    }
  })
}
