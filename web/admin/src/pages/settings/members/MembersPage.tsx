import { useQuery } from "@tanstack/react-query"
import type { Member } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { useSession } from "../../../app/session.ts"
import { memberName } from "../../../data/memberName.ts"
import { Loaded } from "../../../forms/Loaded.tsx"
import { reportFailure } from "../../../forms/reportFailure.ts"
import { Avatar } from "../../../ui/Avatar.tsx"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx"
import { Menu, type MenuItem } from "../../../ui/Menu.tsx"
import { Page } from "../../../ui/Page.tsx"
import { Table } from "../../../ui/Table.tsx"
import { Time } from "../../../ui/Time.tsx"
import { toast } from "../../../ui/toasts.ts"
import { InviteDialog } from "./InviteDialog.tsx"
import { MemberDialog } from "./MemberDialog.tsx"
import { readTeamAgain, teamKey } from "./teamQueries.ts"

export default function MembersPage() {
  const query = useQuery({ queryKey: teamKey, queryFn: () => client.members.list() })
  const [inviting, setInviting] = useState(false)
  const [edited, setEdited] = useState<Member>()
  const [doomed, setDoomed] = useState<Member>()
  return (
    <Page
      title="Members"
      lead="Owners and admins change settings; agents work on the tickets of their brands."
      actions={
        <Button kind="primary" onClick={() => setInviting(true)}>
          Invite
        </Button>
      }
    >
      <Loaded query={query}>
        {({ members, invites }) => <Team team={[...members, ...invites]} edit={setEdited} remove={setDoomed} />}
      </Loaded>
      {inviting ? <InviteDialog onClose={() => setInviting(false)} /> : undefined}
      {edited === undefined ? undefined : <MemberDialog member={edited} onClose={() => setEdited(undefined)} />}
      {doomed === undefined ? undefined : (
        <ConfirmDialog
          title={`Remove ${memberName(doomed)}?`}
          verb={doomed.status === "pending" ? "Remove invitation" : "Remove member"}
          act={() => client.members.remove(doomed.id).then(readTeamAgain)}
          onClose={() => setDoomed(undefined)}
        >
          {doomed.status === "pending"
            ? "The link in the invitation will no longer work."
            : "They are signed out immediately, and their tickets are left unassigned. What they wrote is kept."}
        </ConfirmDialog>
      )}
    </Page>
  )
}

function Team({
  team,
  edit,
  remove
}: {
  readonly team: ReadonlyArray<Member>
  readonly edit: (member: Member) => void
  readonly remove: (member: Member) => void
}) {
  const { member: self } = useSession()
  const resend = ({ id }: Member) =>
    client.members.resendInvite(id).then(({ message }) => toast({ text: message }), reportFailure)
  const itemsOf = (member: Member): ReadonlyArray<MenuItem> => [
    { label: "Edit name, role and brands", run: () => edit(member), disabled: member.id === self.id },
    ...(member.status === "pending" ? [{ label: "Resend invitation", act: () => resend(member) }] : []),
    { label: "Remove", run: () => remove(member), danger: true, disabled: member.id === self.id }
  ]
  return (
    <Table
      caption="Members and invitations"
      rows={team}
      keyOf={({ id }) => id}
      columns={[
        {
          title: "Member",
          cell: (member) => (
            <span className="flex items-center gap-2">
              <Avatar name={memberName(member)} />
              <span className="min-w-0">
                <span className="block font-medium">
                  {memberName(member)} {member.id === self.id ? <span className="text-soft">(you)</span> : undefined}
                </span>
                <span className="block truncate text-sm text-soft">{member.email}</span>
              </span>
            </span>
          )
        },
        { title: "Role", cell: ({ role }) => role },
        {
          title: "Brands",
          wide: true,
          cell: ({ brandAssignment: { allBrands, brandIds } }) => (allBrands ? "all" : brandIds.length)
        },
        {
          title: "Last seen",
          wide: true,
          cell: ({ status, sentAt, lastActiveAt }) =>
            status === "pending" ? (
              <Badge tone="warn">invited {sentAt === undefined ? "" : <Time at={sentAt} />}</Badge>
            ) : lastActiveAt === undefined ? (
              "never"
            ) : (
              <Time at={lastActiveAt} />
            )
        },
        {
          title: "Actions",
          hideTitle: true,
          align: "end",
          cell: (member) => <Menu label={`More for ${memberName(member)}`} items={itemsOf(member)} />
        }
      ]}
    />
  )
}
