import { useQueryClient } from "@tanstack/react-query"
import type { Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { type Command, keyed, useCommands } from "../app/commands.ts"
import { keyTable } from "../app/keyTable.ts"
import { matching } from "../app/matching.ts"
import { createdPrefix, type Option, type Pick, pickMany, pickOne } from "../app/picks.ts"
import { keys } from "../app/queries.ts"
import { useSession } from "../app/session.ts"
import { memberName } from "../data/memberName.ts"
import { copyText } from "../ui/CopyButton.tsx"
import { messageOf, requestIdOf } from "../ui/errors.ts"
import { toast } from "../ui/toasts.ts"
import type { Action, Catalogue } from "./actions.ts"
import { perform } from "./perform.ts"
import { priorities } from "./priorities.ts"
import { ticketHref } from "./ticketHref.ts"

/** All commands for tickets, by key and from the palette, on the selected tickets or the open one. */
export const useTicketCommands = (tickets: ReadonlyArray<Ticket>) => {
  const actions = useTicketActions(tickets)
  const group = tickets.length > 1 ? `${tickets.length} tickets` : "Ticket"
  const one = tickets.length === 1
  const commands: ReadonlyArray<Command> = [
    keyed("assign", actions.assign, { group }),
    keyed("assign to me", actions.assignToMe, { group }),
    keyed("status", actions.setStatus, { group }),
    keyed("resolve", actions.resolve, { group }),
    keyed("close", actions.close, { group }),
    keyed("priority", actions.setPriority, { group }),
    keyed("tags", actions.setTags, { group }),
    { id: "category", label: "Change the category…", group, run: actions.setCategory },
    keyed("merge", actions.merge, { group }),
    keyed("spam", actions.toggleSpam, {
      group,
      label: tickets.every(({ isSpam }) => isSpam) ? "Not spam" : keyTable.spam.label
    }),
    keyed("trash", actions.toggleTrash, {
      group,
      label: tickets.every(({ deletedAt }) => deletedAt !== undefined) ? "Restore from the trash" : keyTable.trash.label
    }),
    ...(one ? [keyed("copy link", actions.copyLink, { group })] : []),
    keyed("copy curl", actions.copyCurl, { group })
  ]
  useCommands(tickets.length === 0 ? [] : commands)
  return actions
}

/** The same for buttons. Lists that belong to a brand are read for the first ticket's brand. */
const useTicketActions = (tickets: ReadonlyArray<Ticket>) => {
  const queryClient = useQueryClient()
  const { member } = useSession()
  const [first] = tickets
  const brandId = first?.brandId ?? ""

  const run = (choose: () => Promise<unknown>) => () => {
    choose().catch((error) => toast({ text: messageOf(error), tone: "bad", requestId: requestIdOf(error) }))
  }
  const act = (action: Action, said: string, catalogue?: Catalogue) =>
    perform(queryClient, tickets, [action], said, catalogue)
  /** A list to choose from: as last read or, if it was never read, while the picker is open. */
  const listOf = <A>(queryKey: ReadonlyArray<string>, queryFn: () => Promise<ReadonlyArray<A>>) => {
    const known = () => queryClient.getQueryData<ReadonlyArray<A>>(queryKey) ?? []
    const read = () => queryClient.fetchQuery({ queryKey, queryFn })
    return {
      known,
      offer: (optionsOf: (list: ReadonlyArray<A>) => ReadonlyArray<Option>): Pick["options"] => {
        if (queryClient.getQueryData(queryKey) === undefined)
          return async (text) => matching(optionsOf(await read()), text)
        void read().catch(() => {})
        return optionsOf(known())
      }
    }
  }

  return {
    assign: run(async () => {
      const nobody = { id: "nobody", label: "Nobody" }
      const members = listOf(keys.members, async () => (await client.members.list()).members)
      const options = members.offer((all) => [
        ...all
          .filter(
            ({ brandAssignment: { allBrands, brandIds } }) =>
              allBrands || tickets.every((ticket) => brandIds.includes(ticket.brandId))
          )
          .map((one) => ({
            id: one.id,
            label: one.id === member.id ? `${memberName(one)} (you)` : memberName(one),
            hint: one.email
          })),
        nobody
      ])
      const id = await pickOne({ title: "Assign to", options })
      if (id === undefined) return
      const assigneeId = id === nobody.id ? null : id
      await act({ action: "assign", assigneeId }, id === nobody.id ? "Unassigned" : "Assigned")
    }),
    assignToMe: run(() => act({ action: "assign", assigneeId: member.id }, "Assigned to you")),
    setStatus: run(async () => {
      const statuses = listOf(keys.statuses(brandId), () => client.statuses.list(brandId))
      const status = await pickOne({
        title: "Status",
        options: statuses.offer((all) => all.map(({ key, name, color }) => ({ id: key, label: name, color })))
      })
      const all = statuses.known()
      const name = all.find(({ key }) => key === status)?.name
      if (status === undefined || name === undefined) return
      await act({ action: "setStatus", status }, name, { statuses: all })
    }),
    resolve: run(() => act({ action: "resolve" }, "Resolved")),
    close: run(() => act({ action: "close" }, "Closed")),
    reopen: run(() => act({ action: "setStatus", status: "open" }, "Reopened")),
    setPriority: run(async () => {
      const id = await pickOne({ title: "Priority", options: priorities.map((one) => ({ id: one, label: one })) })
      const priority = priorities.find((one) => one === id)
      if (priority !== undefined) await act({ action: "setPriority", priority }, `Priority set to ${priority}`)
    }),
    setTags: run(async () => {
      const list = listOf(keys.tags(brandId), () => client.tags.list(brandId))
      const before = (first?.tags ?? []).filter(({ id }) =>
        tickets.every(({ tags }) => tags.some((tag) => tag.id === id))
      )
      const chosen = await pickMany({
        title: "Tags",
        options: list.offer((all) => all.map(({ id, name, color }) => ({ id, label: name, color }))),
        chosen: before.map(({ id }) => id),
        create: (text) => `New tag: ${text}`
      })
      const tags = [...list.known(), ...before]
      if (chosen === undefined) return
      const names = chosen.map((id) =>
        id.startsWith(createdPrefix) ? id.slice(createdPrefix.length) : (tags.find((tag) => tag.id === id)?.name ?? id)
      )
      const had = before.map(({ name }) => name)
      const added = names.filter((name) => !had.includes(name))
      const removed = had.filter((name) => !names.includes(name))
      if (added.length + removed.length === 0) return
      // Tags that were not shown are left alone: those that not all tickets have, and those added while the picker was open.
      const actions: ReadonlyArray<Action> = [
        { action: "addTags", tags: added },
        { action: "removeTags", tags: removed }
      ]
      const isNeeded = ({ tags }: Action) => tags?.length
      await perform(queryClient, tickets, actions.filter(isNeeded), "Tags changed", { tags })
      if (chosen.some((id) => id.startsWith(createdPrefix)))
        await queryClient.invalidateQueries({ queryKey: keys.tags(brandId) })
    }),
    setCategory: run(async () => {
      const none = { id: "none", label: "No category" }
      const categories = listOf(keys.categories(brandId), () => client.categories.list(brandId))
      const id = await pickOne({
        title: "Category",
        options: categories.offer((all) => [...all.map(({ id, name, color }) => ({ id, label: name, color })), none])
      })
      if (id === undefined) return
      await act({ action: "setCategory", categoryId: id === none.id ? null : id }, "Category changed")
    }),
    merge: run(async () => {
      const { mergeTickets } = await import("./mergeTickets.ts")
      await mergeTickets(queryClient, tickets)
    }),
    toggleSpam: run(() =>
      tickets.every(({ isSpam }) => isSpam)
        ? act({ action: "notSpam" }, "Not spam")
        : act({ action: "spam" }, "Marked as spam")
    ),
    toggleTrash: run(() =>
      tickets.every(({ deletedAt }) => deletedAt !== undefined)
        ? act({ action: "restore" }, "Restored")
        : act({ action: "delete" }, "Moved to trash")
    ),
    copyLink: run(async () => {
      if (first !== undefined)
        await copyText(`${location.origin}${await ticketHref(queryClient, first)}`, "Link copied")
    }),
    copyCurl: run(async () => {
      const { copyTicketCurl } = await import("./copyTicketCurl.ts")
      await copyTicketCurl(tickets, member)
    })
  }
}

export type TicketActions = ReturnType<typeof useTicketActions>
