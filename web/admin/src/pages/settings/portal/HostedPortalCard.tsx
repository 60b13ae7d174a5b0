import { useQuery } from "@tanstack/react-query"
import type { Brand, PortalDomain } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { queryClient } from "../../../app/queries.ts"
import { FormDialog } from "../../../forms/FormDialog.tsx"
import { Loaded } from "../../../forms/Loaded.tsx"
import { RecordTable } from "../../../forms/RecordTable.tsx"
import { reportFailure } from "../../../forms/reportFailure.ts"
import { ActButton } from "../../../ui/ActButton.tsx"
import { Badge } from "../../../ui/Badge.tsx"
import { Button, buttonClass } from "../../../ui/Button.tsx"
import { Card } from "../../../ui/Card.tsx"
import { CodeBlock } from "../../../ui/CodeBlock.tsx"
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx"
import { Field, TextInput } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"
import { Time } from "../../../ui/Time.tsx"
import { toast } from "../../../ui/toasts.ts"

const keyOf = (brandId: string) => ["portalDomain", brandId]

/** The portal that this server hosts for the brand's customers, and its domain. */
export function HostedPortalCard({ brand }: { readonly brand: Brand }) {
  const query = useQuery({ queryKey: keyOf(brand.id), queryFn: () => client.portalDomains.get(brand.id) })
  return (
    <Card title="Hosted portal">
      <div className="flex flex-col gap-4">
        <p className="text-soft">
          Customers sign in by a link in a mail. It works without JavaScript, in the colour and with the logo of the
          brand.
        </p>
        <Loaded query={query}>
          {(domain) => (
            <>
              <CodeBlock text={domain.url} label="Address of the portal" />
              <a className={`self-start ${buttonClass()}`} href={domain.url} target="_blank" rel="noreferrer">
                Open the portal
              </a>
              <DomainSection brandId={brand.id} domain={domain} />
            </>
          )}
        </Loaded>
      </div>
    </Card>
  )
}

function DomainSection({ brandId, domain }: { readonly brandId: string; readonly domain: PortalDomain }) {
  const [edited, setEdited] = useState(false)
  const [doomed, setDoomed] = useState(false)
  const keep = (now: PortalDomain) => queryClient.setQueryData(keyOf(brandId), now)
  const check = async () => {
    try {
      const checked = await client.portalDomains.verify(brandId)
      keep(checked)
      if (checked.error === undefined) toast({ text: `${checked.domain} is verified` })
    } catch (error) {
      reportFailure(error)
    }
  }
  return (
    <section aria-label="Domain of your own" className="flex flex-col gap-3 border-t border-line pt-4">
      <header className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">{domain.domain ?? "Domain of your own"}</h3>
        {domain.domain === null ? undefined : (
          <Badge tone={domain.verified ? "good" : "warn"}>{domain.verified ? "verified" : "not verified"}</Badge>
        )}
        <span className="flex-1" />
        {domain.domain === null ? undefined : (
          <>
            <ActButton act={check}>Check DNS</ActButton>
            <Button onClick={() => setDoomed(true)}>Remove</Button>
          </>
        )}
        <Button onClick={() => setEdited(true)}>{domain.domain === null ? "Set a domain" : "Change"}</Button>
      </header>
      {domain.domain === null ? (
        <p className="text-soft">
          None yet. With one, customers see your name in the address, such as help.example.com, and links in mail lead
          there.
        </p>
      ) : (
        <DomainState domain={domain} />
      )}
      {edited ? (
        <DomainDialog brandId={brandId} domain={domain} onSaved={keep} onClose={() => setEdited(false)} />
      ) : undefined}
      {doomed ? (
        <ConfirmDialog
          title={`Remove ${domain.domain}?`}
          verb="Remove the domain"
          act={() =>
            client.portalDomains.delete(brandId).then(() => queryClient.invalidateQueries({ queryKey: keyOf(brandId) }))
          }
          onClose={() => setDoomed(false)}
        >
          The portal is at this server's own address again. Links that were mailed to the domain stop working.
        </ConfirmDialog>
      ) : undefined}
    </section>
  )
}

/** What the domain needs, and what was found. */
function DomainState({ domain }: { readonly domain: PortalDomain }) {
  return (
    <>
      {domain.verified ? undefined : (
        <p className="text-soft">
          First point the name at this server, and let the proxy in front of it accept the name. Then set the TXT
          record: once both are there, the portal moves, and links in mail lead to it.
        </p>
      )}
      {domain.error === undefined ? undefined : (
        <p role="status" className="rounded-md bg-warn-tint px-3 py-2 text-sm text-warn">
          {domain.error}
          {domain.failingSince === null ? undefined : " A domain that was verified is given up after three days."}
        </p>
      )}
      <RecordTable records={domain.records} domain={domain.domain ?? ""} />
      <p className="text-sm text-soft">
        {domain.checkedAt === null ? (
          "DNS was not looked at yet."
        ) : (
          <>
            DNS was last looked at <Time at={domain.checkedAt} />.
          </>
        )}
      </p>
    </>
  )
}

function DomainDialog({
  brandId,
  domain,
  onSaved,
  onClose
}: {
  readonly brandId: string
  readonly domain: PortalDomain
  readonly onSaved: (domain: PortalDomain) => void
  readonly onClose: () => void
}) {
  const [name, setName] = useState(domain.domain ?? "")
  return (
    <FormDialog
      title="Domain of the portal"
      verb="Set the domain"
      submit={() => client.portalDomains.set(brandId, { domain: name }).then(onSaved)}
      onClose={onClose}
    >
      {(error) => (
        <Field
          label="Domain"
          hint={
            domain.verified ? `${domain.domain} stops working at once.` : "A name of yours that nothing else is at."
          }
          error={fieldError(error, "domain")}
        >
          <TextInput placeholder="help.example.com" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      )}
    </FormDialog>
  )
}
