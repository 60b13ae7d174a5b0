import { useMemo } from "preact/hooks"
import type { PortalMe } from "../../../../sdk/src/portal.ts"
import { askedFields, customFieldsIn } from "../../../customer/customFields.ts"
import type { Draft } from "../../protocol.ts"
import { useWidget, useWords } from "../context.ts"
import type { Requests } from "../Requests.ts"
import { newRequest, type Written } from "../Unsent.ts"
import { useValue } from "../useValue.ts"
import { AddFiles } from "./AddFiles.tsx"
import { FieldInput } from "./FieldInput.tsx"
import { FileDrop } from "./FileDrop.tsx"
import { Labelled } from "./Labelled.tsx"
import { Problem } from "./Problem.tsx"
import { Uploading } from "./Uploading.tsx"

/** The form for a new request, with the brand's fields. */
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
  const uploads = requests.uploads(newRequest)
  useValue(uploads.items)
  const { error, isSending } = useValue(requests.opening)
  const { fields } = me.brand
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was written is read again with another draft alone
  const begun = useMemo(() => begunWith(requests.unsent.draft(newRequest), draft), [draft])

  const writtenIn = (form: HTMLFormElement) => {
    const content = new FormData(form)
    const asked = new Set(askedFields(fields).map(({ key }) => key))
    const unseen = Object.entries(begun.customFields).filter(([key]) => !asked.has(key))
    const customFields = { ...Object.fromEntries(unseen), ...customFieldsIn(content, fields) }
    return { title: `${content.get("title")}`, body: `${content.get("body")}`, customFields }
  }
  const keep = ({ currentTarget }: Event) => {
    const { unsent } = requests
    // The event comes from the form.
    unsent.write(newRequest, { ...writtenIn(currentTarget as HTMLFormElement), key: unsent.draft(newRequest)?.key })
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending || uploads.isBusy) return
    const { body, customFields, title } = writtenIn(event.currentTarget as HTMLFormElement)
    const input = {
      title: title.trim(),
      body: body.trim(),
      ...(Object.keys(customFields).length > 0 && { customFields }),
      attachmentIds: uploads.attachments.map(({ id }) => id)
    }
    // Leads the customer to the result even from another view, but not somebody who has signed in since.
    const lead = (show: () => void) => widget.requests.get() === requests && show()
    await requests.create(input).then(
      (ticket) => lead(() => widget.opened(ticket)),
      () => lead(() => widget.reopen())
    )
  }

  return (
    <form class="fill" onSubmit={submit} onInput={keep}>
      <FileDrop uploads={uploads}>
        <section class="scroll">
          <h1 tabIndex={-1}>{words.newRequest}</h1>
          <Labelled name="title" label={words.subject} required>
            <input id="title" name="title" required maxLength={500} dir="auto" defaultValue={begun.title} />
          </Labelled>
          <Labelled name="body" label={words.message} required={false}>
            <textarea id="body" name="body" rows={6} dir="auto" defaultValue={begun.body} />
          </Labelled>
          {askedFields(fields).map((field) => (
            <FieldInput key={field.key} field={field} value={begun.customFields[field.key]} />
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

/** The initial content of the form: what the page passes in, otherwise the last draft. */
const begunWith = (written: Written = {}, { body, customFields, title }: Draft) => ({
  title: title ?? written.title ?? "",
  body: body ?? written.body ?? "",
  customFields: { ...written.customFields, ...customFields }
})
