import type { Ticket } from "@trunkline/sdk"

/** Formats a moment as a day such as `2026-12-05`, in the reader's time zone. */
const dayHere = (moment: Date) =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

/** The day by which a ticket is due, such as `2026-12-05`. A due date that was set as a day is the same day everywhere. */
export const dueDay = ({ dueAt }: Pick<Ticket, "dueAt">): string | undefined =>
  dueAt === undefined || /T00:00:00(?:\.0+)?Z$/.test(dueAt) ? dueAt?.slice(0, 10) : dayHere(new Date(dueAt))

/** Whether nobody is waiting any more. */
export const isDone = ({ statusCategory }: Pick<Ticket, "statusCategory">): boolean =>
  statusCategory === "resolved" || statusCategory === "closed"

/** Whether the due day is over while somebody is still waiting. */
export const isLate = (ticket: Pick<Ticket, "dueAt" | "statusCategory">, now = new Date()): boolean => {
  const day = dueDay(ticket)
  return day !== undefined && !isDone(ticket) && day < dayHere(now)
}
