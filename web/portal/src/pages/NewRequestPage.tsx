import type { FieldDefinition } from "../../../../sdk/src/portal.ts"
import { askedFields } from "../../../customer/customFields.ts"
import { Island } from "../islands/Island.tsx"
import { useWords } from "../language.ts"
import type { Uploaded } from "../uploaded.ts"
import { Field, type Written } from "./Field.tsx"
import { Labelled } from "./Labelled.tsx"
import { Refusals } from "./Refusals.tsx"

/** The form for a new request. */
export const NewRequestPage = ({
  base,
  fields,
  formKey,
  kept,
  refusals,
  uploaded,
  written
}: {
  readonly base: string
  readonly fields: ReadonlyArray<FieldDefinition>
  /** The idempotency key, so that a form submitted twice makes one request. */
  readonly formKey: string
  /** The name under which the tab remembers the draft. */
  readonly kept: string
  /** Why the form was refused, one sentence each. */
  readonly refusals: ReadonlyArray<string>
  /** Files that are already uploaded. */
  readonly uploaded: ReadonlyArray<Uploaded>
  /** The content of a form that is shown again. */
  readonly written?: Written | undefined
}) => {
  const words = useWords()
  return (
    <section class="card">
      <h1>{words.newRequest}</h1>
      <Refusals refusals={refusals} />
      <form
        method="post"
        action={`${base}/new`}
        enctype="multipart/form-data"
        data-kept={kept}
        data-refused={written === undefined ? undefined : ""}
      >
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="whose" value={kept} />
        <Labelled name="title" label={words.subject} required>
          <input id="title" name="title" required maxLength={500} dir="auto" value={written?.["title"]?.[0]} />
        </Labelled>
        <Labelled name="body" label={words.message} required={false}>
          <textarea id="body" name="body" rows={8} dir="auto" value={written?.["body"]?.[0]} />
        </Labelled>
        {askedFields(fields).map((field) => (
          <Field key={field.id} field={field} written={written} />
        ))}
        <Island name="files" props={{ base, uploaded, kept: written === undefined ? kept : undefined }} />
        <button type="submit">{words.send}</button>
      </form>
    </section>
  )
}
