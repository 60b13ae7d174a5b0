import type { Attachment } from "@trunkline/sdk"

/** Types that the server shows in place, once a file's first bytes agree with its type. */
const types = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"])
/** Bytes of a picture that is fetched before anybody asks for it. */
const mostBytes = 10_000_000
/** Bytes up to which what stands within a mail is taken for the logo of a signature. */
const logoBytes = 20_000

/** Whether a file is a picture to be shown where it was sent, and not a name to be downloaded. */
export const isPicture = ({ contentType, inline, scan, size }: Attachment): boolean =>
  types.has(contentType.toLowerCase()) &&
  size <= mostBytes &&
  (inline !== true || size > logoBytes) &&
  (scan === undefined || scan === "clean")
