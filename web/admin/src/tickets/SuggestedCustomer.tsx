import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { staleLists } from "../data/applyEvent.ts"
import { inTurn } from "../data/inTurn.ts"
import { Button } from "../ui/Button.tsx"
import { messageOf, requestIdOf } from "../ui/errors.ts"
import { toast } from "../ui/toasts.ts"
import { mailFacts } from "./mailFacts.ts"

/**
 * The author of a forwarded email, who becomes the ticket's customer once somebody confirms it. It is only what that email
 * claims.
 */
export function SuggestedCustomer({ ticket }: { readonly ticket: Ticket }) {
  const { brandId, customerEmail, id, mergedIntoId, publicId, source, sourceData } = ticket
  const queryClient = useQueryClient()
  const written = mailFacts(source, sourceData)?.writtenBy
  const { isPending, mutate } = useMutation({
    mutationFn: (email: string) => inTurn([id], () => client.tickets.update(brandId, id, { customerEmail: email })),
    onSuccess: (_, email) => void toast({ text: `${email} is now the customer of ${publicId}` }),
    onError: (error) =>
      void toast({
        text: `The customer of ${publicId} was not changed: ${messageOf(error)}`,
        tone: "bad",
        requestId: requestIdOf(error)
      }),
    onSettled: () => {
      for (const queryKey of [keys.ticket(id), keys.history(id)]) void queryClient.invalidateQueries({ queryKey })
      staleLists(queryClient)
    }
  })
  if (written === undefined || written.email === customerEmail || mergedIntoId !== undefined) return null
  const { email, name } = written
  return (
    <li className="flex flex-wrap items-center gap-2 text-sm">
      <span className="wrap-anywhere">
        Forwarded by {customerEmail}, written by {name === undefined ? email : `${name} (${email})`}.
      </span>
      <Button disabled={isPending} onClick={() => mutate(email)}>
        Make them the customer
      </Button>
    </li>
  )
}
