import { customFieldsIn } from "../../../../customer/customFields.ts"
import { newKey } from "../../../../customer/keys.ts"
import type { Written } from "../../pages/Field.tsx"
import { NewRequestPage } from "../../pages/NewRequestPage.tsx"
import { type Uploaded, uploadedIn } from "../../uploaded.ts"
import { formKeyIn, nextKey, sendFiles } from "../files.ts"
import { refusalsOf, refuse, refuseForm, statusOf } from "../refuse.tsx"
import { goTo, page } from "../respond.tsx"
import { refuseOther, signedIn } from "../signedIn.tsx"
import { keptRequest, type Visit } from "../Visit.ts"

/** The form for a new request. */
export const askForRequest = (visit: Visit): Promise<Response> =>
  signedIn(
    visit,
    async () => undefined,
    () => formPage(visit, { formKey: newKey(), refusals: [], uploaded: [] })
  )

/** Creates a request, only once however often the form is submitted, and shows it. */
export const openRequest = (visit: Visit): Promise<Response> =>
  signedIn(
    visit,
    async () => undefined,
    async (_, me) => {
      const { base, portal } = visit
      const form = await visit.form("files")
      if (!(form instanceof FormData)) return refuseForm(visit, form)
      const refused = refuseOther(visit, form)
      if (refused !== undefined) return refused
      const customFields = customFieldsIn(form, me.brand.fields)
      let uploaded: ReadonlyArray<Uploaded> = uploadedIn(form)
      try {
        uploaded = [...uploaded, ...(await sendFiles(portal, form))]
        const ticket = await portal.tickets.create(
          {
            title: String(form.get("title") ?? "").trim(),
            body: String(form.get("body") ?? ""),
            ...(Object.keys(customFields).length === 0 ? {} : { customFields }),
            attachmentIds: uploaded.map(({ id }) => id)
          },
          { idempotencyKey: formKeyIn(form) }
        )
        return goTo(visit, `${base}/r/${ticket.id}`)
      } catch (error) {
        const refusals = refusalsOf(visit, error)
        if (refusals === undefined) return refuse(visit, error, form)
        const written = writtenIn(form)
        return formPage(visit, { formKey: nextKey(error, form), refusals, uploaded, written }, statusOf(error))
      }
    }
  )

const formPage = (
  visit: Visit,
  about: {
    readonly formKey: string
    readonly refusals: ReadonlyArray<string>
    readonly uploaded: ReadonlyArray<Uploaded>
    readonly written?: Written
  },
  status = 200
) =>
  page(
    visit,
    { title: visit.language.words.newRequest, current: "new", status },
    <NewRequestPage base={visit.base} fields={visit.me?.brand.fields ?? []} kept={keptRequest(visit)} {...about} />
  )

/** Returns the content of a form's inputs. */
const writtenIn = (form: FormData): Written =>
  Object.fromEntries(
    [...new Set(form.keys())].map((name) => [
      name,
      form.getAll(name).flatMap((value) => (typeof value === "string" ? [value] : []))
    ])
  )
