/** A brand's image, if a page may load it: over TLS alone, so that nobody on the way sees or changes it. */
export const imageOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) && new URL(url).protocol === "https:" ? url : undefined
