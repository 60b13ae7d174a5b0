/**
 * Bytes of texts after which a page ends, though it could have more records: a hundred tickets may hold a hundred megabytes,
 * and a server that shows several of such pages at once would run out of memory.
 */
export const maxPageBytes = 4 * 1024 * 1024

/** MiB of texts, each of up to one, that a page of so many records and bytes may have: the last of them is there as a whole. */
export const pageRoom = (records: number, bytes = maxPageBytes): number =>
  Math.min(records, Math.ceil(bytes / (1024 * 1024)) + 1)

/**
 * Selects the rows of a page, `found` in this order with one row more, until they have all the bytes that it may have; `bytes`
 * are those of a row `q`. `found_rows` tells how many there would be.
 */
export const untilFull = (found: string, order: string, bytes: string): string =>
  `select * from (
    select q.*, count(*) over () as found_rows,
      sum(${bytes}) over (order by ${order} rows unbounded preceding) - ${bytes} as bytes_before
    from (${found}) q) q
  where bytes_before < ${maxPageBytes} order by ${order}`

/** The rows of a page of at most so many, and whether there are more behind it. */
export const pageOfRows = <Row extends { readonly found_rows: number }>(rows: ReadonlyArray<Row>, limit: number) => {
  const page = rows.slice(0, limit)
  return { page, hasMore: (page[0]?.found_rows ?? 0) > page.length }
}
