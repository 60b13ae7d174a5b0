import type { Ticket } from "@trunkline/sdk"

/** Whether a ticket accepts messages and notes: it is neither in the trash nor merged into another. */
export const isWritable = ({ deletedAt, mergedIntoId }: Pick<Ticket, "deletedAt" | "mergedIntoId">): boolean =>
  deletedAt === undefined && mergedIntoId === undefined
