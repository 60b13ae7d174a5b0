/** The idempotency key of an imported record. The server forgets it after a day; from then on, existing records are found. */
export const once = (id: string) => ({ idempotencyKey: `import-${id}` })
