import { newKey } from "../../../../customer/keys.ts"
import { Island } from "../../islands/Island.tsx"
import { everything, type ShownRequest } from "../../ShownRequest.ts"
import { type Uploaded, uploadedIn } from "../../uploaded.ts"
import { formKeyIn, nextKey, sendFiles } from "../files.ts"
import { newestOf } from "../newestOf.ts"
import { refusalsOf, refuse, refuseForm, statusOf } from "../refuse.tsx"
import { goTo, json, page } from "../respond.tsx"
import { shortened } from "../shortened.ts"
import { refuseOther, signedIn } from "../signedIn.tsx"
import { keptRequest, type Visit } from "../Visit.ts"

/** Shows a request with its messages, as a page or, for a script, as data. */
export const showRequest = (visit: Visit, ticketId: string): Promise<Response> =>
  signedIn(
    visit,
    () => read(visit, ticketId),
    (ticket) =>
      visit.wantsJson
        ? json(visit, ticket)
        : threadPage(visit, ticket, { formKey: newKey(), refusals: [], uploaded: [], written: "" })
  )

/** Adds a reply, only once however often the form is submitted. */
export const reply = (visit: Visit, ticketId: string): Promise<Response> =>
  signedIn(
    visit,
    async () => undefined,
    async () => {
      const { base, portal, wantsJson } = visit
      const form = await visit.form("files")
      if (!(form instanceof FormData)) return refuseForm(visit, form)
      const refused = refuseOther(visit, form)
      if (refused !== undefined) return refused
      const written = String(form.get("body") ?? "")
      let uploaded: ReadonlyArray<Uploaded> = uploadedIn(form)
      try {
        uploaded = [...uploaded, ...(await sendFiles(portal, form))]
        const input = { body: written, attachmentIds: uploaded.map(({ id }) => id) }
        const comment = await portal.comments.create(ticketId, input, { idempotencyKey: formKeyIn(form) })
        return wantsJson ? json(visit, comment, { status: 201 }) : goTo(visit, `${base}/r/${ticketId}`)
      } catch (error) {
        const refusals = refusalsOf(visit, error)
        if (refusals === undefined || wantsJson) return refuse(visit, error, form)
        try {
          const ticket = await read(visit, ticketId)
          return threadPage(
            visit,
            ticket,
            { formKey: nextKey(error, form), refusals, uploaded, written },
            statusOf(error)
          )
        } catch {
          return refuse(visit, error, form)
        }
      }
    }
  )

/** Redirects to the bytes of a file. */
export const fetchFile = (visit: Visit, ticketId: string, attachmentId: string): Promise<Response> =>
  signedIn(
    visit,
    async () => visit.portal.attachments.get(ticketId, attachmentId),
    ({ downloadUrl }) => goTo(visit, downloadUrl)
  )

/** Reads a request with its newest messages, or all of them if asked. */
const read = async ({ portal, url }: Visit, ticketId: string): Promise<ShownRequest> => {
  const ticket = await portal.tickets.get(ticketId)
  return shortened(url.searchParams.has(everything) ? { ...ticket, earlier: 0 } : newestOf(ticket))
}

const threadPage = (
  visit: Visit,
  ticket: ShownRequest,
  about: {
    readonly formKey: string
    readonly refusals: ReadonlyArray<string>
    readonly uploaded: ReadonlyArray<Uploaded>
    readonly written: string
  },
  status = 200
) => {
  const { base } = visit
  return page(
    visit,
    { title: `${ticket.ticketNumber}: ${ticket.title}`, status },
    <Island name="thread" props={{ base, ticket, keptRequest: keptRequest(visit), ...about }} />
  )
}
