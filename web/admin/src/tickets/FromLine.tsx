import type { ReplySender, ReplyWay, Ticket } from "@trunkline/sdk"

interface Props {
  readonly way: ReplyWay
  /** Id of the chosen sender. */
  readonly from: string | undefined
  readonly onChange: (from: string | undefined) => void
}

/** The sender of a reply. If there are several, one can be chosen. */
export function FromLine({ way, from, onChange }: Props) {
  const { channel, from: usual, refusal, senders } = way
  if (channel === undefined)
    return (
      <p className="flex min-h-7 items-center text-sm text-warn">
        No message will be sent, because no channel reaches the customer.
      </p>
    )
  return (
    <p className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
      {usual === undefined ? undefined : senders.length === 0 ? (
        <span className="wrap-anywhere">{`${leads[channel]} ${nameOf(usual)}`}</span>
      ) : (
        <label className="flex min-w-0 items-center gap-1.5">
          From
          <select
            value={offers(way, from) ? from : ""}
            onChange={(event) => onChange(event.target.value || undefined)}
            className="min-h-7 min-w-0 truncate rounded border border-transparent bg-transparent px-1 text-ink hover:border-line focus:border-edge"
          >
            <option value="">{nameOf(usual)}</option>
            {senders.map((sender) => (
              <option key={sender.connectionId} value={sender.connectionId}>
                {nameOf(sender)}
              </option>
            ))}
          </select>
        </label>
      )}
      {refusal === undefined ? undefined : <span className="text-warn">It will not be sent: {refusal}.</span>}
    </p>
  )
}

/** Whether a chosen sender is still available. */
export const offers = ({ senders }: ReplyWay, from: string | undefined) =>
  senders.some(({ connectionId }) => connectionId === from)

const leads: Record<NonNullable<ReplyWay["channel"]>, string> = {
  email: "From",
  chat: "By Slack, in",
  sms: "By text message from",
  custom: "By"
}

const nameOf = ({ address, name }: ReplySender) =>
  address === undefined ? name : name === "" ? address : `${name} <${address}>`

/** The recipient of a reply in words, since Slack and custom channels address people by ids. */
export const recipientOf = ({ customerEmail, customerName }: Ticket, way: ReplyWay | undefined): string =>
  way?.channel === "sms"
    ? (way.to ?? customerEmail)
    : way?.channel === "chat" || way?.channel === "custom"
      ? (customerName ?? customerEmail)
      : customerEmail
