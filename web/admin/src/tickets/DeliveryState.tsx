import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { MessageDelivery } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { Button } from "../ui/Button.tsx"
import { messageOf, requestIdOf } from "../ui/errors.ts"
import { Time } from "../ui/Time.tsx"
import { toast } from "../ui/toasts.ts"
import type { KeptTicket } from "./place.ts"

const words: Record<MessageDelivery["status"], string> = {
  queued: "Waiting to be sent to",
  sent: "Sent to",
  delayed: "Still on its way to",
  delivered: "Delivered to",
  failed: "Could not be sent to",
  bounced: "Bounced from",
  suppressed: "Not sent to"
}

/** The state of one delivery of a message to one recipient. */
export function DeliveryState({
  ticket,
  delivery
}: {
  readonly ticket: KeptTicket
  readonly delivery: MessageDelivery
}) {
  const queryClient = useQueryClient()
  const { error, messageId, status, to, updatedAt } = delivery
  const retry = useMutation({
    mutationFn: () => client.messages.retry(ticket.brandId, ticket.id, messageId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.comments(ticket.id) }),
    onError: (failure) => toast({ text: messageOf(failure), tone: "bad", requestId: requestIdOf(failure) })
  })
  const isBad = status === "failed" || status === "bounced"
  const isUnsent = status === "suppressed"
  return (
    <p className={`mt-1 flex flex-wrap items-center gap-2 text-sm ${isBad ? "text-bad" : "text-soft"}`}>
      <span className="min-w-0 wrap-anywhere">
        {words[status]} {to}, <Time at={updatedAt} />
        {error === undefined ? "" : `: ${error}`}
      </span>
      {(isBad || isUnsent) && ticket.deletedAt === undefined ? (
        <Button busy={retry.isPending} onClick={() => retry.mutate()}>
          {isUnsent ? "Send now" : "Send again"}
        </Button>
      ) : undefined}
    </p>
  )
}
