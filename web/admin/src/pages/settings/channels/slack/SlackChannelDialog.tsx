import type { SlackChannel } from "@trunkline/sdk"
import { useState } from "react"
import { useBrands } from "../../../../data/brands.ts"
import { FormDialog } from "../../../../forms/FormDialog.tsx"
import { Field, Select, TextInput } from "../../../../ui/Field.tsx"
import { fieldError } from "../../../../ui/fieldError.ts"
import { Options } from "../../../../ui/Options.tsx"

interface Props {
  /** The brand that connected the workspace. */
  readonly brandId: string
  readonly channel?: SlackChannel
  readonly save: (channel: SlackChannel) => Promise<unknown>
  readonly onClose: () => void
}

/** Sets what a Slack channel is used for. */
export function SlackChannelDialog({ brandId, channel, save, onClose }: Props) {
  const [channelId, setChannelId] = useState(channel?.channelId ?? "")
  const [role, setRole] = useState(channel?.role ?? "customer")
  const [trigger, setTrigger] = useState(channel?.trigger ?? "every_message")
  const [mirror, setMirror] = useState(channel?.mirror ?? "notes")
  const [owner, setOwner] = useState(channel?.brandId ?? brandId)
  const brands = useBrands().data ?? []
  const submit = () => {
    const where = { channelId, ...(owner === brandId ? {} : { brandId: owner }) }
    return save(role === "agent" ? { ...where, role, trigger: "shortcut", mirror } : { ...where, role, trigger })
  }
  return (
    <FormDialog
      title={channel === undefined ? "Add a channel" : "Edit channel"}
      verb={channel === undefined ? "Add channel" : "Save"}
      submit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Field
            label="Channel id"
            hint="Shown at the end of the channel's details in Slack. Begins with C or G."
            error={fieldError(error, "channels")}
          >
            <TextInput
              value={channelId}
              disabled={channel !== undefined}
              onChange={(event) => setChannelId(event.target.value.trim())}
              autoComplete="off"
            />
          </Field>
          {brands.length > 1 || owner !== brandId ? (
            <Field label="Brand" hint="The brand whose tickets are opened or mirrored there.">
              <Select value={owner} onChange={(event) => setOwner(event.target.value)}>
                {brands.some(({ id }) => id === owner) ? undefined : <option value={owner}>{owner}</option>}
                <Options of={brands.map(({ id, name }) => [id, name])} />
              </Select>
            </Field>
          ) : undefined}
          <Field label="Who writes there">
            <Select value={role} onChange={(event) => setRole(event.target.value as SlackChannel["role"])}>
              <option value="customer">Customers</option>
              <option value="agent">The team</option>
            </Select>
          </Field>
          {role === "customer" ? (
            <Field label="What opens a ticket">
              <Select value={trigger} onChange={(event) => setTrigger(event.target.value as SlackChannel["trigger"])}>
                <option value="every_message">Every message that is not a reply in a thread</option>
                <option value="mention">A mention of the app</option>
                <option value="shortcut">Only the shortcut or the reaction</option>
              </Select>
            </Field>
          ) : (
            <Field label="Ticket threads">
              <Select
                value={mirror}
                onChange={(event) => setMirror(event.target.value as NonNullable<SlackChannel["mirror"]>)}
              >
                <option value="off">None</option>
                <option value="alerts">Read only</option>
                <option value="notes">The team's messages become internal notes</option>
                <option value="replies">Internal notes, or replies if they begin with !reply</option>
              </Select>
            </Field>
          )}
        </>
      )}
    </FormDialog>
  )
}
