import type { FieldDefinition } from "../../../../sdk/src/portal.ts"
import { isAskable } from "../customFields.ts"
import { Island } from "../islands/Island.tsx"
import type { Uploaded } from "../uploaded.ts"
import { Field, type Written } from "./Field.tsx"
import { Refusals } from "./Refusals.tsx"

/** The form for a new request. */
export const NewRequestPage = ({
  base,
  fields,
  formKey,
  refusals,
  uploaded,
  written
}: {
  readonly base: string
  readonly fields: ReadonlyArray<FieldDefinition>
  /** Makes a form that is sent twice one request. */
  readonly formKey: string
  /** Why the form was not taken, sentence by sentence. */
  readonly refusals: ReadonlyArray<string>
  /** Files that were sent already. */
  readonly uploaded: ReadonlyArray<Uploaded>
  readonly written: Written
}) => (
  <section class="card">
    <h1>New request</h1>
    <Refusals refusals={refusals} />
    <form method="post" action={`${base}/new`} enctype="multipart/form-data">
      <input type="hidden" name="key" value={formKey} />
      <div class="field">
        <label for="title">What is it about?</label>
        <input id="title" name="title" required maxLength={500} dir="auto" value={written["title"]?.[0]} />
      </div>
      <div class="field">
        <label for="body">
          Tell us more<span class="soft"> (optional)</span>
        </label>
        <textarea id="body" name="body" rows={8} dir="auto" value={written["body"]?.[0]} />
      </div>
      {fields.filter(isAskable).map((field) => (
        <Field key={field.id} field={field} written={written} />
      ))}
      <Island name="files" props={{ base, uploaded }} />
      <button type="submit">Send</button>
    </form>
  </section>
)
