import { useQueryClient } from "@tanstack/react-query"
import type { Ticket, Watcher } from "@trunkline/sdk"
import { Suspense, useRef, useState } from "react"
import { client } from "../app/client.ts"
import { keyed, useCommands, useKeysOf } from "../app/commands.ts"
import { lazyPart } from "../app/lazyPart.tsx"
import { useSession } from "../app/session.ts"
import { useMembers } from "../data/brands.ts"
import { memberName } from "../data/memberName.ts"
import { changeWatchers, useWatchers } from "../data/watchers.ts"
import { reportFailure } from "../forms/reportFailure.ts"
import { Button } from "../ui/Button.tsx"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"
import { AddWatcher } from "./AddWatcher.tsx"
import { isWritable } from "./isWritable.ts"
import { membersOf, newWatcher, toldOf } from "./watcherWords.ts"

const WatcherDialog = lazyPart(() => import("./WatcherDialog.tsx"))

interface Props {
  readonly ticket: Ticket
  /** Commands apply to other tickets. */
  readonly quiet: boolean
}

/** The watchers of a ticket, who are notified without taking part in it. */
export default function Watchers({ ticket, quiet }: Props) {
  const { brandId, id, publicId } = ticket
  const queryClient = useQueryClient()
  const { member } = useSession()
  const keysOf = useKeysOf()
  const query = useWatchers(ticket)
  const members = useMembers().data ?? []
  const [isAdding, setIsAdding] = useState(false)
  const [chosen, setChosen] = useState<Watcher>()
  const adding = useRef<HTMLButtonElement>(null)
  const canChange = isWritable(ticket)
  const watchers = query.data ?? []
  const own = watchers.find(({ memberId }) => memberId === member.id)
  const nameOf = ({ memberEmail, memberId, memberName: given }: Watcher) => {
    const found = members.find((one) => one.id === memberId)
    return found === undefined ? (given ?? memberEmail) : memberName(found)
  }

  const remove = (watcher: Watcher) => {
    const { memberId } = watcher
    const isOwn = memberId === member.id
    changeWatchers(queryClient, id, {
      after: (all) => all.filter((one) => one.memberId !== memberId),
      act: () => client.watchers.remove(brandId, id, memberId),
      done: {
        text: isOwn ? `You stopped watching ${publicId}` : `${nameOf(watcher)} no longer watches ${publicId}`,
        action: { label: "Undo", run: () => add(watcher) }
      }
    }).catch(reportFailure)
  }
  const add = (watcher: Watcher) => {
    const { memberEmail, memberId, memberName: given, notifyOnComment, notifyOnStatusChange } = watcher
    const input = { memberId, memberEmail, notifyOnComment, notifyOnStatusChange }
    const isOwn = memberId === member.id
    changeWatchers(queryClient, id, {
      after: (all) => [...all.filter((one) => one.memberId !== memberId), watcher],
      act: () => client.watchers.add(brandId, id, given === null ? input : { ...input, memberName: given }),
      done: {
        text: isOwn ? `You are watching ${publicId}` : `${nameOf(watcher)} is watching ${publicId}`,
        action: { label: "Undo", run: () => remove(watcher) }
      }
    }).catch(reportFailure)
  }
  const toggle = () => {
    if (own !== undefined) remove(own)
    else add(newWatcher(id, { memberId: member.id, memberEmail: member.email }, member.id))
  }
  const toggled = own === undefined ? "Watch" : "Stop watching"
  useCommands(quiet || !canChange || query.data === undefined ? [] : [keyed("watch", toggle, { label: toggled })])

  return (
    <details open className="mt-3">
      <summary className="py-1 font-semibold">Watchers{watchers.length === 0 ? "" : ` (${watchers.length})`}</summary>
      {query.error === null ? undefined : <ErrorPanel error={query.error} retry={() => void query.refetch()} />}
      {query.isLoading ? <Skeleton lines={1} /> : undefined}
      {query.data?.length === 0 ? <p className="text-soft">No watchers yet.</p> : undefined}
      <ul aria-label="Watchers">
        {watchers.map((watcher) => (
          <li key={watcher.memberId} className="flex items-center gap-1">
            <button
              type="button"
              disabled={!canChange}
              onClick={() => setChosen(watcher)}
              className="-ml-1.5 min-h-7 min-w-0 flex-1 rounded-md px-1.5 py-0.5 text-left enabled:hover:bg-hover"
            >
              <span dir="auto" className="block wrap-anywhere">
                {nameOf(watcher)}
                {watcher === own ? " (you)" : ""}
              </span>
              <span className="block text-soft">{toldOf(watcher)}</span>
            </button>
            {canChange ? (
              <IconButton
                icon="close"
                label={watcher === own ? "Stop watching" : `Remove ${nameOf(watcher)}`}
                onClick={() => {
                  remove(watcher)
                  adding.current?.focus()
                }}
              />
            ) : undefined}
          </li>
        ))}
      </ul>
      {canChange && query.data !== undefined ? (
        <div className="mt-1 flex flex-wrap gap-2">
          <Button keys={keysOf("watch")} onClick={toggle}>
            {toggled}
          </Button>
          <Button ref={adding} aria-expanded={isAdding} onClick={() => setIsAdding(!isAdding)}>
            Add a watcher
          </Button>
        </div>
      ) : undefined}
      {canChange && isAdding ? (
        <AddWatcher
          ticket={ticket}
          watchers={watchers}
          members={membersOf(brandId, members)}
          onUndo={remove}
          onClose={() => {
            setIsAdding(false)
            adding.current?.focus()
          }}
        />
      ) : undefined}
      <Suspense>
        {chosen === undefined ? undefined : (
          <WatcherDialog
            ticket={ticket}
            watcher={chosen}
            name={nameOf(chosen)}
            onClose={() => setChosen(undefined)}
            onFailed={() => setChosen(undefined)}
          />
        )}
      </Suspense>
    </details>
  )
}
