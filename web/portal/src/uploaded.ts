import type { PortalAttachment } from "../../../sdk/src/portal.ts"

/** A file that was uploaded before its form was submitted. */
export type Uploaded = Pick<PortalAttachment, "id" | "filename" | "size">

/** The name of the inputs that list such files. */
export const uploadedName = "uploaded"

/** Returns a file as an input's value, with what the page shows of it if the form is refused. */
export const uploadedValue = ({ filename, id, size }: Uploaded): string => `${id} ${size} ${filename}`

/** Returns the files listed in a form. */
export const uploadedIn = (form: FormData): ReadonlyArray<Uploaded> =>
  form.getAll(uploadedName).flatMap((value) => {
    const [, id, size, filename] = /^(att_\w{1,64}) (\d{1,15}) (.{1,255})$/.exec(String(value)) ?? []
    return id === undefined || filename === undefined ? [] : [{ id, size: Number(size), filename }]
  })
