/**
 * Bytes of texts after which a page ends, though it could have more records: a hundred tickets may hold a hundred megabytes,
 * and a server that shows several of such pages at once would run out of memory.
 */
export const maxPageBytes = 4 * 1024 * 1024

/** MiB of texts, each of up to one, that a page of so many records and bytes may have: the last of them is there as a whole. */
export const pageRoom = (records: number, bytes = maxPageBytes): number =>
  Math.min(records, Math.ceil(bytes / (1024 * 1024)) + 1)
