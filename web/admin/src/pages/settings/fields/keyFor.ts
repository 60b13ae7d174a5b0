/** Letters that a key has at most. */
const most = 64

/** The key that a field of this label is offered: "Order number" has `order_number`, and what has no Latin letter none. */
export const keyFor = (label: string): string =>
  label
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "")
    .slice(0, most)
    .replace(/_$/, "")
