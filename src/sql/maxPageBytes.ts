/**
 * Bytes of text after which a page ends even if more records would fit: a hundred tickets may hold a hundred megabytes, and a
 * server that shows several such pages at once would run out of memory.
 */
export const maxPageBytes = 4 * 1024 * 1024

/**
 * MiB of text, at most one per record, that a page of so many records and bytes may hold: its last record is included whole.
 */
export const pageRoom = (records: number, bytes = maxPageBytes): number =>
  Math.min(records, Math.ceil(bytes / (1024 * 1024)) + 1)

/**
 * Selects the rows of a page until they reach `maxPageBytes`. `found` selects the candidates in this order, one more than fit
 * the page; `bytes` is the size of a row `q`. `found_rows` counts the candidates.
 */
export const untilFull = (found: string, order: string, bytes: string): string =>
  `select * from (
    select q.*, count(*) over () as found_rows,
      sum(${bytes}) over (order by ${order} rows unbounded preceding) - ${bytes} as bytes_before
    from (${found}) q) q
  where bytes_before < ${maxPageBytes} order by ${order}`

/** The rows of a page of at most `limit`, and whether there are more after it. */
export const pageOfRows = <Row extends { readonly found_rows: number }>(rows: ReadonlyArray<Row>, limit: number) => {
  const page = rows.slice(0, limit)
  return { page, hasMore: (page[0]?.found_rows ?? 0) > page.length }
}
