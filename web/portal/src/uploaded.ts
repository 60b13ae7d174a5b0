import type { PortalAttachment } from "../../../sdk/src/portal.ts"

/** A file that was sent before the form that it belongs to. */
export type Uploaded = Pick<PortalAttachment, "id" | "filename" | "size">

/** What a form calls the inputs that name such files. */
export const uploadedName = "uploaded"

/** A file as the value of an input, with what the next page shows of it should the form be refused. */
export const uploadedValue = ({ filename, id, size }: Uploaded): string => `${id} ${size} ${filename}`

/** The files that a form names. */
export const uploadedIn = (form: FormData): ReadonlyArray<Uploaded> =>
  form.getAll(uploadedName).flatMap((value) => {
    const [, id, size, filename] = /^(att_\w{1,64}) (\d{1,15}) (.{1,255})$/.exec(String(value)) ?? []
    return id === undefined || filename === undefined ? [] : [{ id, size: Number(size), filename }]
  })
