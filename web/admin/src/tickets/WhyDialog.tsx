import { useQuery } from "@tanstack/react-query"
import type { InboundMessage } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { Loaded } from "../forms/Loaded.tsx"
import { Badge } from "../ui/Badge.tsx"
import { CopyAsCurl } from "../ui/CopyAsCurl.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { MailFrame } from "./MailFrame.tsx"
import type { TicketIds } from "./place.ts"
import { useInboundOf } from "./useInboundOf.ts"
import { wayOf } from "./wayWords.ts"

interface Props {
  readonly ticket: TicketIds
  /** The ticket's id, or a comment's. */
  readonly saidId: string
  readonly onClose: () => void
}

/** Why an inbound message became part of this ticket: every check and its result. */
export default function WhyDialog({ ticket, saidId, onClose }: Props) {
  const { message, query } = useInboundOf(ticket, saidId)
  return (
    <Dialog title="Why is this here?" size="large" onClose={onClose}>
      <Loaded query={query}>
        {() =>
          message === undefined ? (
            <p>The original message is no longer available. Inbound messages are stored for 30 days.</p>
          ) : (
            <Explanation message={message} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

const tones = { matched: "good", not_matched: "neutral", skipped: "neutral" } as const
const results = { matched: "yes", not_matched: "no", skipped: "skipped" } as const

export function Explanation({ message }: { readonly message: InboundMessage }) {
  const { brandId, id } = message
  const query = useQuery({
    queryKey: ["explanation", id],
    queryFn: async () => ({
      ...(await client.inbound.explain(brandId, id)),
      htmlView: (await client.inbound.get(brandId, id)).htmlView
    }),
    // The email's address is valid for an hour.
    gcTime: 0
  })
  return (
    <Loaded query={query}>
      {({ decision, htmlView, steps }) => (
        <div className="flex flex-col gap-4">
          <p>
            From <strong>{message.from}</strong> to {message.to.join(", ")} by {wayOf(message.channel)}. {decision}
          </p>
          <ol aria-label="Checks" className="flex flex-col gap-1">
            {steps.map(({ check, detail, result }) => (
              <li key={check} className="grid grid-cols-[5rem_1fr] gap-2">
                <span>
                  <Badge tone={tones[result]}>{results[result]}</Badge>
                </span>
                <span>
                  <span className="font-medium">{check.replaceAll("_", " ")}</span>
                  <span className="text-soft"> {detail}</span>
                </span>
              </li>
            ))}
          </ol>
          <Authentication message={message} />
          {htmlView === undefined ? undefined : <MailFrame view={htmlView} />}
          <CopyAsCurl call={{ method: "GET", path: `/v1/brands/${brandId}/inbound/${id}/explain` }} />
        </div>
      )}
    </Loaded>
  )
}

/** What the sender's domain vouches for. */
function Authentication({ message: { authentication } }: { readonly message: InboundMessage }) {
  if (authentication === undefined) return undefined
  const dkim = authentication.dkim.map(({ domain, result }) => `${result} (${domain})`).join(", ")
  return (
    <dl className="grid grid-cols-[5rem_1fr] gap-x-2 text-sm">
      <dt className="text-soft">SPF</dt>
      <dd>{authentication.spf.result}</dd>
      <dt className="text-soft">DKIM</dt>
      <dd>{dkim === "" ? "none" : dkim}</dd>
      <dt className="text-soft">DMARC</dt>
      <dd>{authentication.dmarc.result}</dd>
    </dl>
  )
}
