/** The first page of the portal at `base`, which is empty if the portal has its own host. */
export const homeIn = (base: string): string => base || "/"
