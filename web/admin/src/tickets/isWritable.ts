import type { Ticket } from "@trunkline/sdk"

/** Whether anything can be written on a ticket: it is not in the trash, and not merged into another. */
export const isWritable = ({ deletedAt, mergedIntoId }: Pick<Ticket, "deletedAt" | "mergedIntoId">): boolean =>
  deletedAt === undefined && mergedIntoId === undefined
