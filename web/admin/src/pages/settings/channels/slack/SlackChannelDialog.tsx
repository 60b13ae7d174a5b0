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
      title={channel === undefined ? "Add a channel" : "The channel"}
      verb={channel === undefined ? "Add the channel" : "Save"}
      submit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Field
            label="Id of the channel"
            hint="At the end of the channel's details in Slack; it begins with C or G."
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
            <Field label="Brand" hint="Whose tickets are opened there, or have their threads there.">
              <Select value={owner} onChange={(event) => setOwner(event.target.value)}>
                {brands.some(({ id }) => id === owner) ? undefined : <option value={owner}>{owner}</option>}
                <Options of={brands.map(({ id, name }) => [id, name])} />
              </Select>
            </Field>
          ) : undefined}
          <Field label="Who writes there">
            <Select value={role} onChange={(event) => setRole(event.target.value as SlackChannel["role"])}>
              <option value="customer">customers</option>
              <option value="agent">the team</option>
            </Select>
          </Field>
          {role === "customer" ? (
            <Field label="What opens a ticket">
              <Select value={trigger} onChange={(event) => setTrigger(event.target.value as SlackChannel["trigger"])}>
                <option value="every_message">every message that is no answer</option>
                <option value="mention">a mention of the app</option>
                <option value="shortcut">only the shortcut or the reaction</option>
              </Select>
            </Field>
          ) : (
            <Field label="Threads of tickets">
              <Select
                value={mirror}
                onChange={(event) => setMirror(event.target.value as NonNullable<SlackChannel["mirror"]>)}
              >
                <option value="off">none</option>
                <option value="alerts">to be read</option>
                <option value="notes">what the team answers is an internal note</option>
                <option value="replies">a note, or an answer when it begins with !reply</option>
              </Select>
            </Field>
          )}
        </>
      )}
    </FormDialog>
  )
}
