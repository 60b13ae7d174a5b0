import type { SlackApp, SlackAppUpdate } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../../app/client.ts"
import { FormDialog } from "../../../../forms/FormDialog.tsx"
import { Checkbox, Field, TextInput } from "../../../../ui/Field.tsx"
import { fieldError } from "../../../../ui/fieldError.ts"
import { putChannel } from "../channelQueries.ts"

interface Props {
  readonly brandId: string
  readonly app?: SlackApp
  readonly onClose: () => void
}

const secrets = [
  { name: "clientSecret", label: "Client secret", known: "hasClientSecret" },
  { name: "signingSecret", label: "Signing secret", known: "hasSigningSecret" },
  { name: "appToken", label: "App-level token, for Socket Mode", known: "hasAppToken" }
] as const

/** Creates a Slack app with a name, or sets its secrets. */
export function AppDialog({ brandId, app, onClose }: Props) {
  const [name, setName] = useState(app?.name ?? "")
  const [clientId, setClientId] = useState(app?.clientId ?? "")
  const [told, setTold] = useState<Partial<Record<(typeof secrets)[number]["name"], string>>>({})
  const [isDeaf, setDeaf] = useState(false)
  const submit = async () => {
    const given: SlackAppUpdate = Object.fromEntries(
      Object.entries({ clientId, ...told }).filter(([, value]) => value !== "")
    )
    if (isDeaf) given.appToken = null
    const saved = await (app === undefined
      ? client.slackApps.create(brandId, { name })
      : client.slackApps.update(brandId, app.id, { name, ...given }))
    putChannel("slack-apps", saved)
  }
  return (
    <FormDialog
      title={app === undefined ? "Add your own app" : app.name}
      verb={app === undefined ? "Add app" : "Save"}
      submit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Field
            label="Name"
            hint="Its name here. Afterwards, create the app in Slack from its manifest."
            error={fieldError(error, "name")}
          >
            <TextInput value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
          </Field>
          {app === undefined ? undefined : (
            <>
              <Field
                label="Client ID"
                hint="Shown in Slack under Basic Information, with the secrets."
                error={fieldError(error, "clientId")}
              >
                <TextInput
                  value={clientId}
                  disabled={app.clientId !== undefined}
                  onChange={(event) => setClientId(event.target.value)}
                  autoComplete="off"
                />
              </Field>
              {secrets.map((secret) => (
                <Field
                  key={secret.name}
                  label={secret.label}
                  hint={
                    app[secret.known] ? "Leave empty to keep the current one." : "Stored encrypted and never shown."
                  }
                  error={fieldError(error, secret.name)}
                >
                  <TextInput
                    type="password"
                    value={told[secret.name] ?? ""}
                    onChange={(event) => setTold({ ...told, [secret.name]: event.target.value })}
                    autoComplete="off"
                  />
                </Field>
              ))}
              {app.hasAppToken ? (
                <Checkbox
                  label="Remove the app-level token"
                  hint="Turns off Socket Mode. Slack then sends events to the request URL."
                  checked={isDeaf}
                  onChange={(event) => setDeaf(event.target.checked)}
                />
              ) : undefined}
            </>
          )}
        </>
      )}
    </FormDialog>
  )
}
