import type { Invite } from "@trunkline/sdk"
import { Field, Select } from "../../../ui/Field.tsx"

const hints: Record<Exclude<Invite["role"], "member">, string> = {
  agent: "Can work on tickets.",
  admin: "Can work on tickets and change settings, keys and members.",
  owner: "Can do everything, including managing other owners."
}

/** A choice of role. */
export function RoleField({
  role,
  onChange,
  error
}: {
  readonly role: Invite["role"]
  readonly onChange: (role: Invite["role"]) => void
  readonly error?: string | undefined
}) {
  return (
    <Field label="Role" hint={role === "member" ? undefined : hints[role]} error={error}>
      <Select value={role} onChange={(event) => onChange(event.target.value as Invite["role"])}>
        <option value="agent">Agent</option>
        <option value="admin">Admin</option>
        <option value="owner">Owner</option>
      </Select>
    </Field>
  )
}
