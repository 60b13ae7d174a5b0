import { sendFiles } from "../files.ts"
import { refuseForm } from "../refuse.tsx"
import { json } from "../respond.tsx"
import { signedIn } from "../signedIn.tsx"
import type { Visit } from "../Visit.ts"

/** Receives a file for a request or reply that is not sent yet. */
export const takeFile = (visit: Visit): Promise<Response> =>
  signedIn(
    visit,
    async () => undefined,
    async () => {
      const form = await visit.form("files")
      if (!(form instanceof FormData)) return refuseForm(visit, form)
      const [file] = await sendFiles(visit.portal, form)
      return file === undefined
        ? refuseForm(visit, { status: 400, why: "no form" })
        : json(visit, file, { status: 201 })
    }
  )
