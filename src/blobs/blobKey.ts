/** `<tenant>/<first two digits>/<SHA-256>`. */
const blob = /^[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f]{64}$/
/** `<tenant>/uploads/<upload>`. */
const upload = /^[0-9a-f-]{36}\/uploads\/[0-9a-f-]{36}$/

/**
 * The name of a tenant's bytes in every store, so that blobs can be copied from one kind of store to another. Equal
 * bytes of one tenant have one key.
 */
export const blobKey = (tenantId: string, sha256: string): string => `${tenantId}/${sha256.slice(0, 2)}/${sha256}`

/** Where a store takes bytes from clients directly, before anybody has looked at them. */
export const uploadKey = ({ id, tenantId }: { readonly tenantId: string; readonly id: string }): string =>
  `${tenantId}/uploads/${id}`

/** Nothing else is ever read, so no key leads out of a folder or a prefix. */
export const isBlobKey = (key: string): boolean => blob.test(key)

/** Nothing else is ever taken away. */
export const isRemovable = (key: string): boolean => blob.test(key) || upload.test(key)
