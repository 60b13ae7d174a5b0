import { useQuery } from "@tanstack/react-query"
import type { Brand, EmailDomain } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../../app/client.ts"
import { Loaded } from "../../../../forms/Loaded.tsx"
import { RecordTable } from "../../../../forms/RecordTable.tsx"
import { reportFailure } from "../../../../forms/reportFailure.ts"
import { ActButton } from "../../../../ui/ActButton.tsx"
import { Badge } from "../../../../ui/Badge.tsx"
import { Button } from "../../../../ui/Button.tsx"
import { Card } from "../../../../ui/Card.tsx"
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx"
import { Menu } from "../../../../ui/Menu.tsx"
import { toast } from "../../../../ui/toasts.ts"
import { channelsKey, dropChannel, putChannel, readChannelsAgain } from "../channelQueries.ts"
import { DomainDialog } from "./DomainDialog.tsx"

/** Domains that mail is sent from or received at, with their DNS records. */
export function DomainsCard({ brand }: { readonly brand: Brand }) {
  const query = useQuery({ queryKey: channelsKey(brand.id, "domains"), queryFn: () => client.domains.list(brand.id) })
  const [making, setMaking] = useState(false)
  return (
    <Card title="Domains" actions={<Button onClick={() => setMaking(true)}>Add a domain</Button>}>
      <Loaded query={query}>
        {(domains) =>
          domains.length === 0 ? (
            <p className="text-soft">
              None yet. With your own domain, replies are signed as yours and reach inboxes instead of spam folders.
            </p>
          ) : (
            <div className="flex flex-col gap-6">
              {domains.map((domain) => (
                <Domain key={domain.id} brand={brand} domain={domain} />
              ))}
            </div>
          )
        }
      </Loaded>
      {making ? <DomainDialog brandId={brand.id} onClose={() => setMaking(false)} /> : undefined}
    </Card>
  )
}

/** What a domain is used for, and the sender of its mail. */
const useOf = ({ fromEmail, fromName, type }: EmailDomain) =>
  type === "INBOUND"
    ? "receives email"
    : `sends email${fromEmail === null ? "" : ` from ${fromEmail}`}${fromName === null ? "" : ` as ${fromName}`}`

function Domain({ brand, domain }: { readonly brand: Brand; readonly domain: EmailDomain }) {
  const [edited, setEdited] = useState(false)
  const [doomed, setDoomed] = useState(false)
  const check = async () => {
    try {
      const { error, verified } = await client.domains.verify(brand.id, domain.id)
      toast(
        verified
          ? { text: `${domain.domain} is verified` }
          : { text: error ?? "Some DNS records are still missing", tone: "bad" }
      )
      readChannelsAgain(brand.id)
    } catch (error) {
      reportFailure(error)
    }
  }
  return (
    <section aria-label={domain.domain} className="flex flex-col gap-2">
      <header className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 font-medium">{domain.domain}</h3>
        <Badge tone={domain.verified ? "good" : "warn"}>{domain.verified ? "verified" : "not verified"}</Badge>
        <span className="flex-1 text-sm text-soft">{useOf(domain)}</span>
        <ActButton act={check}>Check DNS</ActButton>
        <Menu
          label={`More for ${domain.domain}`}
          items={[
            ...(domain.type === "OUTBOUND" ? [{ label: "Edit", run: () => setEdited(true) }] : []),
            {
              label: "Use for sending",
              act: () =>
                client.domains
                  .update(brand.id, domain.id, { isPrimary: true })
                  .then((changed) => putChannel("domains", changed), reportFailure),
              disabled: domain.isPrimary || !domain.verified || domain.type === "INBOUND"
            },
            { label: "Remove", run: () => setDoomed(true), danger: true }
          ]}
        />
      </header>
      <RecordTable records={domain.records} domain={domain.domain} />
      {edited ? <DomainDialog brandId={brand.id} domain={domain} onClose={() => setEdited(false)} /> : undefined}
      {doomed ? (
        <ConfirmDialog
          title={`Remove ${domain.domain}?`}
          verb="Remove domain"
          act={() => client.domains.delete(brand.id, domain.id).then(() => dropChannel("domains", domain))}
          onClose={() => setDoomed(false)}
        >
          Email is no longer sent from or received at this domain, and its signing key is deleted.
        </ConfirmDialog>
      ) : undefined}
    </section>
  )
}
