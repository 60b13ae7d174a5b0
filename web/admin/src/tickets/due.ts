import type { Ticket } from "@trunkline/sdk"

/** A day as `2026-12-05`, where the reader is. */
const dayHere = (moment: Date) =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

/** The day by which a ticket is due, as `2026-12-05`. What was given as a day is that day everywhere. */
export const dueDay = ({ dueAt }: Pick<Ticket, "dueAt">): string | undefined =>
  dueAt === undefined || /T00:00:00(?:\.0+)?Z$/.test(dueAt) ? dueAt?.slice(0, 10) : dayHere(new Date(dueAt))

/** Whether nobody waits for anything any more. */
export const isDone = ({ statusCategory }: Pick<Ticket, "statusCategory">): boolean =>
  statusCategory === "resolved" || statusCategory === "closed"

/** Whether somebody waits though that day is over. */
export const isLate = (ticket: Pick<Ticket, "dueAt" | "statusCategory">, now = new Date()): boolean => {
  const day = dueDay(ticket)
  return day !== undefined && !isDone(ticket) && day < dayHere(now)
}
