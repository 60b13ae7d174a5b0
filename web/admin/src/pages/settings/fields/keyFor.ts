/** The most characters in a key. */
const most = 64

/** Suggests a key for a field's label: `order_number` for "Order number", and none for a label without Latin letters. */
export const keyFor = (label: string): string =>
  label
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "")
    .slice(0, most)
    .replace(/_$/, "")
