/** The first page of a portal whose others are below `base`, which is empty where it has a host of its own. */
export const homeIn = (base: string): string => base || "/"
