/** `<tenant>/<first two digits>/<SHA-256>`. */
const pattern = /^[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f]{64}$/

/**
 * The name of a tenant's bytes in every store, so that blobs can be copied from one kind of store to another. Equal
 * bytes of one tenant have one key.
 */
export const blobKey = (tenantId: string, sha256: string): string => `${tenantId}/${sha256.slice(0, 2)}/${sha256}`

/** Nothing else is ever read, so no key leads out of a folder or a prefix. */
export const isBlobKey = (key: string): boolean => pattern.test(key)
