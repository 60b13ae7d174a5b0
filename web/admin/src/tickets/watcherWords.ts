import type { Member, Watcher } from "@trunkline/sdk"

const prefix = "custom_"
const list = new Intl.ListFormat("en-GB")

/** Whether a watcher is not a team member. Such watchers are not notified of notes. */
export const isOutsider = ({ memberId }: Pick<Watcher, "memberId">) => memberId.startsWith(prefix)

/** Says in one line what a watcher is notified of. */
export const toldOf = (watcher: Pick<Watcher, "memberId" | "notifyOnComment" | "notifyOnStatusChange">): string => {
  const said = isOutsider(watcher) ? ["messages"] : ["messages", "notes"]
  const told = [...(watcher.notifyOnComment ? said : []), ...(watcher.notifyOnStatusChange ? ["status changes"] : [])]
  return told.length === 0 ? "No notifications" : `Notified of ${list.format(told)}`
}

/** Returns the watcher meant by typed text, as the API takes it: a member by name or address, or any other address. */
export const watcherIn = (
  typed: string,
  members: ReadonlyArray<{ readonly id: string; readonly email: string; readonly name: string }>
): Pick<Watcher, "memberId" | "memberEmail"> => {
  const text = typed.trim()
  const wanted = text.toLowerCase()
  const member =
    members.find(({ email }) => email.toLowerCase() === wanted) ??
    members.find(({ name }) => name.toLowerCase() === wanted)
  return member === undefined
    ? { memberId: `${prefix}${wanted}`, memberEmail: text }
    : { memberId: member.id, memberEmail: member.email }
}

/** Returns a watcher who is notified of everything, as the API would return it. */
export const newWatcher = (
  ticketId: string,
  who: Pick<Watcher, "memberId" | "memberEmail">,
  addedBy: string
): Watcher => ({
  ...{ id: "", ticketId, ...who, memberName: null, addedBy, addedAt: new Date().toISOString() },
  ...{ notifyOnComment: true, notifyOnStatusChange: true }
})

/** Returns the members who can see a brand. */
export const membersOf = (brandId: string, members: ReadonlyArray<Member>) =>
  members.filter(({ brandAssignment: { allBrands, brandIds } }) => allBrands || brandIds.includes(brandId))
