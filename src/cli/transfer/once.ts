/** The key under which the server does it once, within a day; after that what is there already is found. */
export const once = (id: string) => ({ idempotencyKey: `import-${id}` })
