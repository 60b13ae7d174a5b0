import type { Invite } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { BrandChoice, type BrandScope, scopeBody } from "../../../forms/BrandChoice.tsx"
import { FormDialog } from "../../../forms/FormDialog.tsx"
import { Field, TextInput } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"
import { toast } from "../../../ui/toasts.ts"
import { RoleField } from "./RoleField.tsx"
import { readTeamAgain } from "./teamQueries.ts"

/** Sends somebody a link to join the team. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState("")
  const [role, setRole] = useState<Invite["role"]>("agent")
  const [scope, setScope] = useState<BrandScope>({ allBrands: true, brandIds: [] })
  const submit = async () => {
    const { message } = await client.members.invite({ email, role, ...(role === "agent" ? scopeBody(scope) : {}) })
    readTeamAgain()
    toast({ text: message })
  }
  return (
    <FormDialog title="Invite a member" verb="Send invitation" submit={submit} onClose={onClose}>
      {(error) => (
        <>
          <Field label="Email address" error={fieldError(error, "email")}>
            <TextInput
              type="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              autoComplete="off"
            />
          </Field>
          <RoleField role={role} onChange={setRole} error={fieldError(error, "role")} />
          {role === "agent" ? (
            <BrandChoice scope={scope} onChange={setScope} error={fieldError(error, "brandIds")} />
          ) : undefined}
        </>
      )}
    </FormDialog>
  )
}
