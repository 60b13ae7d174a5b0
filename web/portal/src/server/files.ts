import { ApiError, type PortalAttachment, type TrunklinePortal } from "../../../../sdk/src/portal.ts"
import { newKey } from "../../../customer/keys.ts"

/**
 * Uploads the files of a form, one after the other, for a request or reply that is created next. A form without files still
 * contains one without a name.
 */
export const sendFiles = async (portal: TrunklinePortal, form: FormData): Promise<ReadonlyArray<PortalAttachment>> => {
  const sent: Array<PortalAttachment> = []
  for (const file of form.getAll("files"))
    if (file instanceof File && file.name !== "")
      sent.push(await portal.attachments.send({ filename: file.name, content: file, ...typeOf(file) }))
  return sent
}

const typeOf = ({ type }: File) => (type === "" ? {} : { contentType: type })

/**
 * Returns the form's idempotency key, by which submitting it twice makes one command; a form that has lost it gets a new one.
 */
export const formKeyIn = (form: FormData): string => {
  const key = form.get("key")
  return typeof key === "string" && /^\w{1,100}$/.test(key) ? key : newKey()
}

/**
 * Returns the key for the form when it is shown again: the same, since what seems to have failed may have been done. Only after
 * something else was sent under it is another needed.
 */
export const nextKey = (error: unknown, form: FormData): string =>
  error instanceof ApiError && error.code === "idempotency_key_reused" ? newKey() : formKeyIn(form)
