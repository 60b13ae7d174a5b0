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
          Customers sign in with a link sent by email. The portal has the brand's colour and logo, and works without
          JavaScript.
        </p>
        <Loaded query={query}>
          {(domain) => (
            <>
              <CodeBlock text={domain.url} label="Portal URL" />
              <a className={`self-start ${buttonClass()}`} href={domain.url} target="_blank" rel="noreferrer">
                Open portal
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
    <section aria-label="Your own domain" className="flex flex-col gap-3 border-t border-line pt-4">
      <header className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">{domain.domain ?? "Your own domain"}</h3>
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
        <Button onClick={() => setEdited(true)}>{domain.domain === null ? "Set up a domain" : "Change"}</Button>
      </header>
      {domain.domain === null ? (
        <p className="text-soft">
          None yet. With your own domain, such as help.example.com, customers see your name in the address, and links in
          email lead there.
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
          verb="Remove domain"
          act={() =>
            client.portalDomains.delete(brandId).then(() => queryClient.invalidateQueries({ queryKey: keyOf(brandId) }))
          }
          onClose={() => setDoomed(false)}
        >
          The portal moves back to this server's own address. Links to the domain in email already sent stop working.
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
          First point the domain at this server, and let the proxy in front of it accept the domain. Then add the TXT
          record. Once both are in place, the portal moves, and links in email lead to it.
        </p>
      )}
      {domain.error === undefined ? undefined : (
        <p role="status" className="rounded-md bg-warn-tint px-3 py-2 text-sm text-warn">
          {domain.error}
          {domain.failingSince === null ? undefined : " If this lasts for three days, the domain is no longer used."}
        </p>
      )}
      <RecordTable records={domain.records} domain={domain.domain ?? ""} />
      <p className="text-sm text-soft">
        {domain.checkedAt === null ? (
          "DNS has not been checked yet."
        ) : (
          <>
            DNS was last checked <Time at={domain.checkedAt} />.
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
      title="Portal domain"
      verb="Save domain"
      submit={() => client.portalDomains.set(brandId, { domain: name }).then(onSaved)}
      onClose={onClose}
    >
      {(error) => (
        <Field
          label="Domain"
          hint={
            domain.verified
              ? `${domain.domain} will stop working immediately.`
              : "A domain of yours that nothing else uses."
          }
          error={fieldError(error, "domain")}
        >
          <TextInput placeholder="help.example.com" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      )}
    </FormDialog>
  )
}
