import type { Invite, Member, MemberUpdate } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { memberName } from "../../../data/memberName.ts"
import { BrandChoice, type BrandScope, scopeBody } from "../../../forms/BrandChoice.tsx"
import { FormDialog } from "../../../forms/FormDialog.tsx"
import { orNull } from "../../../forms/useDraft.ts"
import { Field, TextInput } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"
import { RoleField } from "./RoleField.tsx"
import { readTeamAgain } from "./teamQueries.ts"

/** Changes a member's name, role and brands. */
export function MemberDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const [role, setRole] = useState<Invite["role"]>(member.role)
  const [scope, setScope] = useState<BrandScope>(member.brandAssignment)
  const [firstName, setFirstName] = useState(member.firstName ?? "")
  const [lastName, setLastName] = useState(member.lastName ?? "")
  const submit = async () => {
    const changes: MemberUpdate = {
      ...(role === member.role ? {} : { role }),
      ...(firstName === (member.firstName ?? "") ? {} : { firstName: orNull(firstName) }),
      ...(lastName === (member.lastName ?? "") ? {} : { lastName: orNull(lastName) })
    }
    const hasScope = role === "agent" && JSON.stringify(scope) !== JSON.stringify(member.brandAssignment)
    if (Object.keys(changes).length > 0) await client.members.update(member.id, changes)
    if (hasScope) await client.members.setBrands(member.id, scopeBody(scope))
    readTeamAgain()
  }
  return (
    <FormDialog title={memberName(member)} verb="Save" submit={submit} onClose={onClose}>
      {(error) => (
        <>
          <div className="grid gap-3 md:grid-cols-2">
            <Field label="First name" error={fieldError(error, "firstName")}>
              <TextInput value={firstName} onChange={(event) => setFirstName(event.target.value)} autoComplete="off" />
            </Field>
            <Field label="Last name" error={fieldError(error, "lastName")}>
              <TextInput value={lastName} onChange={(event) => setLastName(event.target.value)} autoComplete="off" />
            </Field>
          </div>
          <RoleField role={role} onChange={setRole} error={fieldError(error, "role")} />
          {role === "agent" ? (
            <BrandChoice scope={scope} onChange={setScope} error={fieldError(error, "brandIds")} />
          ) : undefined}
        </>
      )}
    </FormDialog>
  )
}
