/** Media types that the API takes too (RFC 6838, 4.2), without parameters. */
const mediaType = /^[a-z0-9][\w.+-]{0,99}\/[a-z0-9][\w.+-]{0,99}$/

/** The media type that somebody says a file has, in lower case; one of which nothing is known where it is none. */
export const mediaTypeOf = (said: string): string => {
  const type = said.toLowerCase()
  return mediaType.test(type) ? type : "application/octet-stream"
}
