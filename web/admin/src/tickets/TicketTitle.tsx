import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query"
import type { Ticket } from "@trunkline/sdk"
import { useEffect, useRef, useState } from "react"
import { isComposing } from "../../../message/isComposing.ts"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { staleLists } from "../data/applyEvent.ts"
import { inTurn } from "../data/inTurn.ts"
import { expectTickets } from "../data/tickets.ts"
import { becameOf } from "../forms/useDraft.ts"
import { Button } from "../ui/Button.tsx"
import { messageOf, requestIdOf } from "../ui/errors.ts"
import { IconButton } from "../ui/IconButton.tsx"
import { toast } from "../ui/toasts.ts"

/** The title, edited in place: Enter saves it, Escape reverts it. A save that failed can be retried. */
export function TicketTitle({ ticket }: { readonly ticket: Ticket }) {
  const { brandId, id, publicId, title } = ticket
  const queryClient = useQueryClient()
  /** The title when editing began, and the edited title. */
  const [edit, setEdit] = useState<{ readonly from: string; readonly to: string }>()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = edit !== undefined
  const isOvertaken = isOpen && title !== edit.from && title !== edit.to.trim()
  useEffect(() => {
    if (isOpen) input.current?.select()
  }, [isOpen])

  const mutationKey = ["title", id]
  const { mutate } = useMutation({
    mutationKey,
    // Keeps a title that was not saved for as long as the page lives.
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: (wanted: string) => inTurn([id], () => client.tickets.update(brandId, id, { title: wanted })),
    onMutate: (wanted) => {
      // A read in progress would bring back the old title.
      void queryClient.cancelQueries({ queryKey: keys.ticket(id) })
      return expectTickets(queryClient, [ticket], (one) => ({ ...one, title: wanted }))
    },
    onError: (error) =>
      void toast({
        text: `The title of ${publicId} was not saved: ${messageOf(error)}`,
        tone: "bad",
        requestId: requestIdOf(error)
      }),
    onSettled: (_, error, __, takeBack) => {
      takeBack?.(new Set(error === null ? [] : [id]))
      void queryClient.invalidateQueries({ queryKey: keys.ticket(id) })
      staleLists(queryClient)
    }
  })
  const last = useMutationState({ filters: { mutationKey }, select: ({ state }) => state }).at(-1)
  const unsaved = last?.status === "error" ? String(last.variables) : undefined
  const forget = () => {
    const mutations = queryClient.getMutationCache()
    for (const mutation of mutations.findAll({ mutationKey })) mutations.remove(mutation)
  }
  const save = () => {
    const wanted = edit?.to.trim() ?? ""
    setEdit(undefined)
    // An unchanged title does not revert what somebody else has saved.
    if (wanted !== "" && wanted !== title && wanted !== edit?.from) mutate(wanted)
  }

  return (
    <>
      <h1 className="-mx-2 -my-1 max-h-29 overflow-y-auto px-2 py-1 text-lg leading-6 font-semibold">
        {isOpen ? (
          <input
            ref={input}
            dir="auto"
            aria-label="Title"
            maxLength={500}
            value={edit.to}
            onChange={(event) => setEdit({ ...edit, to: event.target.value })}
            onBlur={save}
            onKeyDown={(event) => {
              if (isComposing(event.nativeEvent)) return
              if (event.key === "Enter") save()
              if (event.key === "Escape") setEdit(undefined)
              if (event.key === "Enter" || event.key === "Escape") setTimeout(() => button.current?.focus())
            }}
            className="-mx-1 w-full rounded border border-edge bg-card px-1"
          />
        ) : (
          <button
            ref={button}
            type="button"
            dir="auto"
            title="Edit title"
            onClick={() => setEdit({ from: title, to: title })}
            className="-mx-1 max-w-full cursor-text rounded px-1 text-start break-words hover:bg-hover"
          >
            {title}
          </button>
        )}
      </h1>
      <p role="status" className="text-sm break-words text-warn empty:hidden">
        {isOvertaken ? becameOf(title) : ""}
      </p>
      {unsaved === undefined || isOpen ? undefined : (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-bad">
          <span className="min-w-0 break-words">Not saved: {unsaved}</span>
          <Button onClick={() => mutate(unsaved)}>Try again</Button>
          <Button onClick={() => setEdit({ from: title, to: unsaved })}>Edit</Button>
          <IconButton icon="close" label="Keep the old title" onClick={forget} />
        </p>
      )}
    </>
  )
}
