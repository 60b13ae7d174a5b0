import { useQuery } from "@tanstack/react-query"
import type { Address, Brand } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../../app/client.ts"
import { Loaded } from "../../../../forms/Loaded.tsx"
import { reportFailure } from "../../../../forms/reportFailure.ts"
import { Badge } from "../../../../ui/Badge.tsx"
import { Button } from "../../../../ui/Button.tsx"
import { Card } from "../../../../ui/Card.tsx"
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx"
import { CopyButton } from "../../../../ui/CopyButton.tsx"
import { MailAddress } from "../../../../ui/MailAddress.tsx"
import { Menu } from "../../../../ui/Menu.tsx"
import { Table } from "../../../../ui/Table.tsx"
import { Time } from "../../../../ui/Time.tsx"
import { channelsKey, dropChannel, putChannel } from "../channelQueries.ts"
import { AddressDialog } from "./AddressDialog.tsx"
import { TestAddressDialog } from "./TestAddressDialog.tsx"
import { VerifyAddressDialog } from "./VerifyAddressDialog.tsx"

/** How mail to an address arrives here. */
const kinds: Record<Address["kind"], string> = {
  system: "this server's default",
  alias: "alias on this server",
  domain: "on your domain",
  forwarded: "forwarded here"
}

/** The addresses that customers write to. */
export function AddressesCard({ brand }: { readonly brand: Brand }) {
  const query = useQuery({
    queryKey: channelsKey(brand.id, "addresses"),
    queryFn: () => client.addresses.list(brand.id)
  })
  const [making, setMaking] = useState(false)
  const [verified, setVerified] = useState<Address>()
  const [tested, setTested] = useState<Address>()
  const [edited, setEdited] = useState<Address>()
  const [doomed, setDoomed] = useState<Address>()
  const makePrimary = ({ id }: Address) =>
    client.addresses
      .update(brand.id, id, { isPrimary: true })
      .then((changed) => putChannel("addresses", changed), reportFailure)
  return (
    <Card title="Addresses" actions={<Button onClick={() => setMaking(true)}>Add an address</Button>}>
      <Loaded query={query}>
        {(addresses) => (
          <Table
            caption="Support addresses"
            rows={addresses}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Address",
                cell: ({ address, fromName, kind, ...state }) => (
                  <>
                    <span className="flex flex-wrap items-center gap-1 font-medium md:flex-nowrap">
                      <MailAddress>{address}</MailAddress>
                      <CopyButton text={address} label={`Copy ${address}`} />
                    </span>
                    <span className="block text-sm text-soft">
                      {kinds[kind]}
                      {fromName === undefined ? undefined : `, as ${fromName}`}
                    </span>
                    {/* On narrow screens, the state is below the address. */}
                    <State {...state} className="mt-1 md:hidden" />
                  </>
                )
              },
              {
                title: "State",
                wide: true,
                cell: (state) => <State {...state} />
              },
              {
                title: "Last email",
                wide: true,
                cell: ({ lastInboundAt }) => (lastInboundAt === undefined ? "never" : <Time at={lastInboundAt} />)
              },
              {
                title: "Actions",
                hideTitle: true,
                align: "end",
                cell: (address) => (
                  <Menu
                    label={`More for ${address.address}`}
                    items={[
                      { label: "Send test email", run: () => setTested(address), disabled: !address.verified },
                      { label: "Edit", run: () => setEdited(address) },
                      { label: "Confirm", run: () => setVerified(address), disabled: address.verified },
                      {
                        label: "Use for replies",
                        act: () => makePrimary(address),
                        disabled: address.isPrimary || !address.verified
                      },
                      {
                        label: "Remove",
                        run: () => setDoomed(address),
                        danger: true,
                        disabled: address.kind === "system"
                      }
                    ]}
                  />
                )
              }
            ]}
          />
        )}
      </Loaded>
      {making ? <AddressDialog brand={brand} onClose={() => setMaking(false)} /> : undefined}
      {edited === undefined ? undefined : (
        <AddressDialog brand={brand} address={edited} onClose={() => setEdited(undefined)} />
      )}
      {verified === undefined ? undefined : (
        <VerifyAddressDialog brand={brand} address={verified} onClose={() => setVerified(undefined)} />
      )}
      {tested === undefined ? undefined : <TestAddressDialog address={tested} onClose={() => setTested(undefined)} />}
      {doomed === undefined ? undefined : (
        <ConfirmDialog
          title={`Remove ${doomed.address}?`}
          verb="Remove address"
          act={() => client.addresses.delete(brand.id, doomed.id).then(() => dropChannel("addresses", doomed))}
          onClose={() => setDoomed(undefined)}
        >
          Email to this address is rejected from now on, and senders are notified.
        </ConfirmDialog>
      )}
    </Card>
  )
}

interface StateProps extends Pick<Address, "verified" | "isPrimary"> {
  readonly className?: string
}

function State({ verified, isPrimary, className = "" }: StateProps) {
  return (
    <span className={`flex flex-wrap gap-1 ${className}`}>
      <Badge tone={verified ? "good" : "warn"}>{verified ? "confirmed" : "not confirmed"}</Badge>
      {isPrimary ? <Badge tone="accent">used for replies</Badge> : undefined}
    </span>
  )
}
