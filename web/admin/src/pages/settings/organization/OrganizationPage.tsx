import { useQuery } from "@tanstack/react-query"
import type { Member, OrganizationUpdate } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { useSession } from "../../../app/session.ts"
import { useMembers } from "../../../data/brands.ts"
import { memberName } from "../../../data/memberName.ts"
import { DraftCard } from "../../../forms/DraftCard.tsx"
import { Loaded } from "../../../forms/Loaded.tsx"
import { useDraft } from "../../../forms/useDraft.ts"
import { Button } from "../../../ui/Button.tsx"
import { Card } from "../../../ui/Card.tsx"
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx"
import { Field, Select, TextInput } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"
import { Options } from "../../../ui/Options.tsx"
import { Page } from "../../../ui/Page.tsx"
import { toast } from "../../../ui/toasts.ts"
import { DeleteOrganization } from "./DeleteOrganization.tsx"

export default function OrganizationPage() {
  const { organization, member } = useSession()
  return (
    <Page title="Name and security" lead={`The organization ${organization.name}.`}>
      <NameCard />
      <UsageCard />
      <SessionsCard isOwner={member.role === "owner"} />
      {member.role === "owner" ? (
        <>
          <OwnershipCard />
          <DeleteOrganization />
        </>
      ) : undefined}
    </Page>
  )
}

function NameCard() {
  const { organization } = useSession()
  const [name, setName] = useState(organization.name)
  const draft = useDraft<OrganizationUpdate>({ name })
  const save = async (changes: Partial<OrganizationUpdate>) => {
    const saved = await client.organization.update({ name, ...changes })
    setName(saved.name)
  }
  return (
    <DraftCard title="Name" draft={draft} save={save}>
      {(error) => (
        <Field label="Organization name" error={fieldError(error, "name")}>
          <TextInput value={draft.value.name} onChange={(event) => draft.set({ name: event.target.value })} />
        </Field>
      )}
    </DraftCard>
  )
}

const gigabyte = 1024 ** 3

function UsageCard() {
  const query = useQuery({ queryKey: ["usage"], queryFn: () => client.accounts.usage() })
  return (
    <Card title="Usage">
      <Loaded query={query}>
        {({ ticketsThisMonth, ticketsTotal, brandsCount, membersCount, storageBytes, accountStorageMaxBytes }) => (
          <dl className="grid grid-cols-2 gap-3 md:grid-cols-5">
            <Figure name="Tickets this month" value={ticketsThisMonth.toLocaleString()} />
            <Figure name="Tickets in total" value={ticketsTotal.toLocaleString()} />
            <Figure name="Brands" value={String(brandsCount)} />
            <Figure name="Members" value={String(membersCount)} />
            <Figure
              name="Files"
              value={`${(storageBytes / gigabyte).toFixed(2)} GB${accountStorageMaxBytes === undefined ? "" : ` of ${(accountStorageMaxBytes / gigabyte).toFixed(0)}`}`}
            />
          </dl>
        )}
      </Loaded>
    </Card>
  )
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="text-lg font-medium">{value}</dd>
    </div>
  )
}

function SessionsCard({ isOwner }: { readonly isOwner: boolean }) {
  const [asked, setAsked] = useState<"own" | "all">()
  return (
    <Card title="Sessions">
      <div className="flex flex-wrap items-center gap-3">
        <p className="flex-1 basis-64 text-soft">Sign out on every device, for example after losing a laptop.</p>
        <Button kind="danger" onClick={() => setAsked("own")}>
          Sign me out everywhere
        </Button>
        {isOwner ? (
          <Button kind="danger" onClick={() => setAsked("all")}>
            Sign everyone out{" "}
          </Button>
        ) : undefined}
      </div>
      {asked === undefined ? undefined : (
        <ConfirmDialog
          title={asked === "own" ? "Sign out everywhere?" : "Sign everyone out?"}
          verb="Sign out"
          act={async () => {
            await (asked === "own" ? client.auth.endSessions() : client.organization.endSessions())
            location.assign("/login")
          }}
          onClose={() => setAsked(undefined)}
        >
          {asked === "own"
            ? "You will need a new sign-in link by email."
            : "Every member, including you, will need a new sign-in link by email."}
        </ConfirmDialog>
      )}
    </Card>
  )
}

function OwnershipCard() {
  const members = useMembers()
  return (
    <Card title="Ownership">
      <Loaded query={members}>{(all) => <HandOver members={all} />}</Loaded>
    </Card>
  )
}

function HandOver({ members }: { readonly members: ReadonlyArray<Member> }) {
  const { member: self } = useSession()
  const others = members.filter(({ id, role }) => id !== self.id && role !== "owner")
  const [chosen, setChosen] = useState("")
  const [asked, setAsked] = useState(false)
  const heir = others.find(({ id }) => id === chosen)
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Transfer ownership to" className="w-64">
          <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value="">{others.length === 0 ? "No other members" : "Choose a member"}</option>
            <Options of={others.map((member) => [member.id, memberName(member)])} />
          </Select>
        </Field>
        <Button kind="danger" disabled={heir === undefined} onClick={() => setAsked(true)}>
          Transfer ownership{" "}
        </Button>
      </div>
      {asked && heir !== undefined ? (
        <ConfirmDialog
          title={`Transfer ownership to ${memberName(heir)}?`}
          verb="Transfer ownership"
          act={async () => {
            await client.organization.transferOwnership({ newOwnerId: heir.id })
            toast({ text: `${memberName(heir)} is now the owner` })
            location.reload()
          }}
          onClose={() => setAsked(false)}
        >
          They become owner, and you become an admin. Only they can undo this.
        </ConfirmDialog>
      ) : undefined}
    </>
  )
}
