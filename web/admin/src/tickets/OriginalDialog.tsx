import { useQuery } from "@tanstack/react-query"
import type { InboundMessage } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { Loaded } from "../forms/Loaded.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { MailFrame } from "./MailFrame.tsx"
import { Prose } from "./Prose.tsx"
import type { TicketIds } from "./place.ts"
import { useInboundOf } from "./useInboundOf.ts"

interface Props {
  readonly ticket: TicketIds
  /** The ticket's id, or a comment's. */
  readonly saidId: string
  readonly onClose: () => void
}

/** A customer's email in its original design. */
export default function OriginalDialog({ ticket, saidId, onClose }: Props) {
  const { message, query } = useInboundOf(ticket, saidId)
  return (
    <Dialog title={message?.subject ?? "Original email"} size="large" onClose={onClose}>
      <Loaded query={query}>
        {() =>
          message === undefined ? (
            <p>The original is not available. It is no longer among this ticket's latest 100 inbound messages.</p>
          ) : (
            <Original message={message} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Original({ message: { brandId, from, id } }: { readonly message: InboundMessage }) {
  const query = useQuery({
    queryKey: ["original", id],
    queryFn: () => client.inbound.get(brandId, id),
    // The email's address is valid for an hour.
    gcTime: 0
  })
  return (
    <Loaded query={query}>
      {({ htmlView, quotedText }) => (
        <div className="flex flex-col gap-3">
          <p className="text-soft">From {from}</p>
          {htmlView === undefined ? (
            <p>This email is plain text. The conversation shows all of it.</p>
          ) : (
            <MailFrame view={htmlView} />
          )}
          {htmlView !== undefined || quotedText === undefined ? undefined : (
            <blockquote className="border-l-2 border-line pl-3 text-soft">
              <Prose text={quotedText} />
            </blockquote>
          )}
        </div>
      )}
    </Loaded>
  )
}
