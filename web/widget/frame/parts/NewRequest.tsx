import { useRef, useState } from "preact/hooks"
import type { PortalMe } from "../../../../sdk/src/portal.ts"
import { askedFields, customFieldsIn } from "../../../customer/customFields.ts"
import { newKey } from "../../../customer/keys.ts"
import type { Draft } from "../../protocol.ts"
import { useWidget, useWords } from "../context.ts"
import type { Requests } from "../Requests.ts"
import { useUploads } from "../useUploads.ts"
import { AddFiles } from "./AddFiles.tsx"
import { FieldInput } from "./FieldInput.tsx"
import { FileDrop } from "./FileDrop.tsx"
import { Labelled } from "./Labelled.tsx"
import { Problem } from "./Problem.tsx"
import { Uploading } from "./Uploading.tsx"

/** The form of a new request, with the fields that the brand asks for. */
export const NewRequest = ({
  draft,
  me,
  requests
}: {
  readonly requests: Requests
  readonly me: PortalMe
  readonly draft: Draft
}) => {
  const widget = useWidget()
  const words = useWords()
  const uploads = useUploads(widget.session)
  const [error, setError] = useState<unknown>()
  const [isSending, setSending] = useState(false)
  // The same content has the same key, so that trying again never opens a second request.
  const last = useRef({ content: "", key: "" })
  const { fields } = me.brand

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const customFields = { ...draft.customFields, ...customFieldsIn(form, fields) }
    const input = {
      title: `${form.get("title")}`.trim(),
      body: `${form.get("body")}`.trim(),
      ...(Object.keys(customFields).length > 0 && { customFields }),
      attachmentIds: uploads.attachments.map(({ id }) => id)
    }
    const content = JSON.stringify(input)
    if (last.current.content !== content) last.current = { content, key: newKey() }
    setError(undefined)
    setSending(true)
    try {
      widget.opened(await requests.create(input, last.current.key))
    } catch (failure) {
      setError(failure)
      setSending(false)
    }
  }

  return (
    <form class="fill" onSubmit={submit}>
      <FileDrop uploads={uploads}>
        <section class="scroll">
          <h1 tabIndex={-1}>{words.newRequest}</h1>
          <Labelled name="title" label={words.subject} required>
            <input id="title" name="title" required maxLength={500} dir="auto" defaultValue={draft.title ?? ""} />
          </Labelled>
          <Labelled name="body" label={words.message} required={false}>
            <textarea id="body" name="body" rows={6} dir="auto" defaultValue={draft.body ?? ""} />
          </Labelled>
          {askedFields(fields).map((field) => (
            <FieldInput key={field.key} field={field} value={draft.customFields?.[field.key]} />
          ))}
          <Uploading uploads={uploads} />
          {error !== undefined && <Problem error={error} />}
        </section>
        <div class="foot">
          <AddFiles uploads={uploads} />
          <button type="submit" class="primary" disabled={isSending || uploads.isBusy}>
            {isSending ? words.sending : words.send}
          </button>
        </div>
      </FileDrop>
    </form>
  )
}
