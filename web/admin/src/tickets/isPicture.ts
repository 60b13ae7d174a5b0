import type { Attachment } from "@trunkline/sdk"

/** Types that the server serves inline, once a file's first bytes match its type. */
const types = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"])
/** The most bytes of a picture that is loaded unasked. */
const mostBytes = 10_000_000
/** The most bytes of an inline image that is taken for the logo in a signature. */
const logoBytes = 20_000

/** Whether to show a file as a picture, rather than as a name to download. */
export const isPicture = ({ contentType, inline, scan, size }: Attachment): boolean =>
  types.has(contentType.toLowerCase()) &&
  size <= mostBytes &&
  (inline !== true || size > logoBytes) &&
  (scan === undefined || scan === "clean")
