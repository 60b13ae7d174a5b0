import type { DomainCreate, EmailDomain } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../../app/client.ts"
import { FormDialog } from "../../../../forms/FormDialog.tsx"
import { orNull } from "../../../../forms/useDraft.ts"
import { Field, Select, TextInput } from "../../../../ui/Field.tsx"
import { fieldError } from "../../../../ui/fieldError.ts"
import { putChannel } from "../channelQueries.ts"

interface Props {
  readonly brandId: string
  readonly domain?: EmailDomain
  readonly onClose: () => void
}

/** Adds a domain, whose DNS records are then shown, or changes the sender of mail from the given one. */
export function DomainDialog({ brandId, domain, onClose }: Props) {
  const [name, setName] = useState("")
  const [type, setType] = useState<DomainCreate["type"]>(domain?.type ?? "OUTBOUND")
  const [fromEmail, setFromEmail] = useState(domain?.fromEmail ?? "")
  const [fromName, setFromName] = useState(domain?.fromName ?? "")
  const [replyMode, setReplyMode] = useState<EmailDomain["replyMode"]>(domain?.replyMode ?? "MATCH")
  const submit = async () => {
    const sender = type === "OUTBOUND" ? { fromEmail: orNull(fromEmail), fromName: orNull(fromName), replyMode } : {}
    const given = Object.fromEntries(Object.entries(sender).filter(([, value]) => value !== null))
    const saved = await (domain === undefined
      ? client.domains.create(brandId, { domain: name, type, ...given })
      : client.domains.update(brandId, domain.id, sender))
    putChannel("domains", saved)
  }
  return (
    <FormDialog
      title={domain === undefined ? "Add a domain" : domain.domain}
      verb={domain === undefined ? "Add domain" : "Save"}
      submit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          {domain === undefined ? (
            <>
              <Field label="Domain" error={fieldError(error, "domain")}>
                <TextInput placeholder="example.com" value={name} onChange={(event) => setName(event.target.value)} />
              </Field>
              <Field label="Purpose" error={fieldError(error, "type")}>
                <Select value={type} onChange={(event) => setType(event.target.value as DomainCreate["type"])}>
                  <option value="OUTBOUND">Send replies from it</option>
                  <option value="INBOUND">Receive email at it</option>
                </Select>
              </Field>
            </>
          ) : undefined}
          {type === "OUTBOUND" ? (
            <>
              <Field label="Sender's address" hint="At this domain." error={fieldError(error, "fromEmail")}>
                <TextInput
                  type="email"
                  placeholder="support@example.com"
                  value={fromEmail}
                  onChange={(event) => setFromEmail(event.target.value)}
                />
              </Field>
              <Field
                label="Sender's name"
                hint="Shown on email from that address. Leave empty to use the brand's."
                error={fieldError(error, "fromName")}
              >
                <TextInput value={fromName} onChange={(event) => setFromName(event.target.value)} />
              </Field>
              <Field label="Send replies to email for this domain from" error={fieldError(error, "replyMode")}>
                <Select
                  value={replyMode}
                  onChange={(event) => setReplyMode(event.target.value as EmailDomain["replyMode"])}
                >
                  <option value="MATCH">the address they wrote to</option>
                  <option value="SINGLE">always the sender's address</option>
                </Select>
              </Field>
            </>
          ) : undefined}
        </>
      )}
    </FormDialog>
  )
}
