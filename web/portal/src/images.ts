/** Returns the URL of a brand's image if pages may load it: only over TLS, so that nobody on the way sees or changes it. */
export const imageOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) && new URL(url).protocol === "https:" ? url : undefined
