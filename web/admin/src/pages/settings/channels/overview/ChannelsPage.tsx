import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ActorStatus, Brand } from "@trunkline/sdk"
import { client } from "../../../../app/client.ts"
import { BrandPage } from "../../../../forms/BrandPage.tsx"
import { Loaded } from "../../../../forms/Loaded.tsx"
import { Card } from "../../../../ui/Card.tsx"
import { EmptyState } from "../../../../ui/EmptyState.tsx"
import { MailAddress } from "../../../../ui/MailAddress.tsx"
import { Table } from "../../../../ui/Table.tsx"
import { ActorTable } from "../../system/ActorTable.tsx"
import { interval, look } from "../../system/look.ts"
import { useActors } from "../../system/useActors.ts"
import { ChannelState, LastUse } from "../ChannelState.tsx"
import { channelsKey } from "../channelQueries.ts"

const pageOf: Readonly<Record<string, string>> = {
  email: "/settings/channels/email",
  chat: "/settings/channels/slack",
  sms: "/settings/channels/sms",
  custom: "/settings/channels/custom"
}
const nameOf: Readonly<Record<string, string>> = {
  email: "Email",
  chat: "Slack",
  sms: "Text messages",
  custom: "Custom"
}

export default function ChannelsPage() {
  return (
    <BrandPage title="Channels" lead="How customers reach this brand, and the state of each channel.">
      {(brand) => <Channels key={brand.id} brand={brand} />}
    </BrandPage>
  )
}

function Channels({ brand }: { readonly brand: Brand }) {
  const query = useQuery({
    queryKey: channelsKey(brand.id, "all"),
    queryFn: () => client.channels.list(brand.id, look),
    refetchInterval: interval
  })
  const actors = useActors()
  const isOwn = ({ brandId }: ActorStatus) => brandId === brand.id
  return (
    <>
      <Loaded query={query}>
        {(channels) =>
          channels.length === 0 ? (
            <EmptyState title="No channels yet" call={{ method: "GET", path: `/v1/brands/${brand.id}/channels` }}>
              Email to {brand.inboundEmail} works without one. Add your own address, a Slack workspace or a phone
              number.
            </EmptyState>
          ) : (
            <Table
              caption="Channels"
              rows={channels}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: "Channel",
                  cell: ({ kind, name }) => (
                    <>
                      <Link to={pageOf[kind] ?? "."} search={{ brand: brand.slug }} className="font-medium text-accent">
                        <MailAddress>{name}</MailAddress>
                      </Link>
                      <span className="block text-sm text-soft">{nameOf[kind] ?? kind}</span>
                    </>
                  )
                },
                { title: "State", cell: (channel) => <ChannelState {...channel} /> },
                { title: "Last message", wide: true, cell: (channel) => <LastUse {...channel} /> },
                { title: "Waiting to send", align: "end", wide: true, cell: ({ backlog }) => backlog ?? 0 }
              ]}
            />
          )
        }
      </Loaded>
      {actors.error === null && actors.data?.some(isOwn) !== true ? undefined : (
        <Card title="Actors">
          <Loaded query={actors}>{(all) => <ActorTable actors={all.filter(isOwn)} />}</Loaded>
        </Card>
      )}
    </>
  )
}
