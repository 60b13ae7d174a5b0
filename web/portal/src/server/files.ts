import { ApiError, type PortalAttachment, type TrunklinePortal } from "../../../../sdk/src/portal.ts"
import { newKey } from "../../../customer/keys.ts"

/**
 * Sends the files of a form, one after the other, for a request or reply that is yet to come. A form without files still
 * has one, without a name.
 */
export const sendFiles = async (portal: TrunklinePortal, form: FormData): Promise<ReadonlyArray<PortalAttachment>> => {
  const sent: Array<PortalAttachment> = []
  for (const file of form.getAll("files"))
    if (file instanceof File && file.name !== "")
      sent.push(await portal.attachments.send({ filename: file.name, content: file, ...typeOf(file) }))
  return sent
}

const typeOf = ({ type }: File) => (type === "" ? {} : { contentType: type })

/** The key that makes a form which is sent twice one command; a form that has lost it gets one. */
export const formKeyIn = (form: FormData): string => {
  const key = form.get("key")
  return typeof key === "string" && /^\w{1,100}$/.test(key) ? key : newKey()
}

/**
 * The key of the form that is shown again: the same, since what seems to have failed may have been done. Only who has
 * sent something else under it needs another.
 */
export const nextKey = (error: unknown, form: FormData): string =>
  error instanceof ApiError && error.code === "idempotency_key_reused" ? newKey() : formKeyIn(form)
