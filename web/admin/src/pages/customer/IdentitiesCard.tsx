import type { Customer } from "@trunkline/sdk"
import { Card } from "../../ui/Card.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { MailAddress } from "../../ui/MailAddress.tsx"
import { Table } from "../../ui/Table.tsx"

const ways: Readonly<Record<string, string>> = {
  email: "Email",
  phone: "Phone",
  sms: "Text messages",
  slack: "Slack"
}

/** The customer's identity on a channel. */
interface Identity {
  readonly channel: string
  readonly address: string
}

const isIdentity = (value: unknown): value is Identity =>
  typeof value === "object" && value !== null && "channel" in value && "address" in value

/** Every identity of the customer: address, phone number and chat accounts. */
export function IdentitiesCard({ customer }: { readonly customer: Customer }) {
  const { email, emailIsPlaceholder, externalId, identities = [], phone } = customer
  const known: ReadonlyArray<Identity> = [
    ...(emailIsPlaceholder === true ? [] : [{ channel: "email", address: email }]),
    ...(phone === undefined ? [] : [{ channel: "phone", address: phone }]),
    ...(externalId === undefined ? [] : [{ channel: "External id", address: externalId }]),
    // They may have adopted the address of a customer who was merged into them.
    ...identities.filter(isIdentity).filter(({ address, channel }) => channel !== "email" || address !== email)
  ]
  return (
    <Card title="Identities">
      {known.length === 0 ? (
        <p className="text-soft">None yet.</p>
      ) : (
        <Table
          caption="Identities"
          rows={known}
          keyOf={({ address, channel }) => `${channel} ${address}`}
          columns={[
            { title: "Channel", cell: ({ channel }) => ways[channel] ?? channel },
            { title: "Address", cell: ({ address }) => <MailAddress>{address}</MailAddress> },
            {
              title: "Copy",
              hideTitle: true,
              align: "end",
              cell: ({ address }) => <CopyButton text={address} label={`Copy ${address}`} />
            }
          ]}
        />
      )}
    </Card>
  )
}
