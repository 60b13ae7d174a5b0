/** `<tenant>/<first two digits>/<SHA-256>`. */
const blob = /^[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f]{64}$/
/** `<tenant>/uploads/<upload>`. */
const upload = /^[0-9a-f-]{36}\/uploads\/[0-9a-f-]{36}$/

/**
 * The key of a tenant's bytes, the same in every kind of store, so that blobs can be copied between them. Equal bytes of one
 * tenant have the same key.
 */
export const blobKey = (tenantId: string, sha256: string): string => `${tenantId}/${sha256.slice(0, 2)}/${sha256}`

/** The key under which a store receives an upload directly from a client, before it is checked. */
export const uploadKey = ({ id, tenantId }: { readonly tenantId: string; readonly id: string }): string =>
  `${tenantId}/uploads/${id}`

/** Whether a key may be read. Nothing else ever is, so no key can escape its folder or prefix. */
export const isBlobKey = (key: string): boolean => blob.test(key)

/** Whether a key may be removed. Nothing else ever is. */
export const isRemovable = (key: string): boolean => blob.test(key) || upload.test(key)
