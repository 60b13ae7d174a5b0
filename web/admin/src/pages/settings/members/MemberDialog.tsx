import type { Invite, Member } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { memberName } from "../../../data/brands.ts"
import { BrandChoice, type BrandScope, scopeBody } from "../../../forms/BrandChoice.tsx"
import { FormDialog } from "../../../forms/FormDialog.tsx"
import { fieldError } from "../../../ui/errors.ts"
import { RoleField } from "./RoleField.tsx"
import { readTeamAgain } from "./teamQueries.ts"

/** Changes what a member may do, and on which brands. */
export function MemberDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const [role, setRole] = useState<Invite["role"]>(member.role)
  const [scope, setScope] = useState<BrandScope>(member.brandAssignment)
  const submit = async () => {
    const hasScope = role === "agent" && JSON.stringify(scope) !== JSON.stringify(member.brandAssignment)
    if (role !== member.role) await client.members.update(member.id, { role })
    if (hasScope) await client.members.setBrands(member.id, scopeBody(scope))
    readTeamAgain()
  }
  return (
    <FormDialog title={memberName(member)} verb="Save" submit={submit} onClose={onClose}>
      {(error) => (
        <>
          <RoleField role={role} onChange={setRole} error={fieldError(error, "role")} />
          {role === "agent" ? (
            <BrandChoice scope={scope} onChange={setScope} error={fieldError(error, "brandIds")} />
          ) : undefined}
        </>
      )}
    </FormDialog>
  )
}
