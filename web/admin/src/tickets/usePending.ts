import { useQueryClient } from "@tanstack/react-query"
import type { Comment, Ticket } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { staleLists } from "../data/applyEvent.ts"
import { addComment } from "../data/conversation.ts"

/** A message that is written, and not known to be taken yet. */
export interface Pending {
  /** Also the Idempotency-Key: however often it is sent, it arrives once. */
  readonly key: string
  readonly body: string
  readonly visibility: Comment["visibility"]
  readonly cc: ReadonlyArray<string>
  readonly attachmentIds: ReadonlyArray<string>
  readonly filenames: ReadonlyArray<string>
  readonly setStatus?: string | undefined
  /** Why it was not taken; while it is undefined, it is on its way. */
  readonly error?: unknown
}

/** Messages between "send" and the API's yes. They are shown as what they are: sending, or not sent. */
export const usePending = (ticket: Ticket) => {
  const queryClient = useQueryClient()
  const [messages, setMessages] = useState<ReadonlyArray<Pending>>([])
  const remove = (key: string) => setMessages((all) => all.filter((one) => one.key !== key))

  const send = async ({ error: _, ...message }: Pending) => {
    setMessages((all) => [...all.filter(({ key }) => key !== message.key), message])
    const { attachmentIds, body, cc, key, setStatus, visibility } = message
    try {
      const comment = await client.comments.create(
        ticket.brandId,
        ticket.id,
        {
          body,
          visibility,
          ...(cc.length === 0 ? {} : { cc: [...cc] }),
          ...(attachmentIds.length === 0 ? {} : { attachmentIds: [...attachmentIds] }),
          ...(setStatus === undefined ? {} : { setStatus })
        },
        { idempotencyKey: key }
      )
      addComment(queryClient, comment)
      remove(key)
      void queryClient.invalidateQueries({ queryKey: keys.ticket(ticket.id) })
      staleLists(queryClient)
    } catch (error) {
      setMessages((all) => all.map((one) => (one.key === key ? { ...message, error } : one)))
    }
  }

  return { messages, send: (message: Pending) => void send(message), remove }
}
