/** Matches the media types that the API accepts (RFC 6838, 4.2), without parameters. */
const mediaType = /^[a-z0-9][\w.+-]{0,99}\/[a-z0-9][\w.+-]{0,99}$/

/** The declared media type of a file in lower case, or `application/octet-stream` if it is not valid. */
export const mediaTypeOf = (said: string): string => {
  const type = said.toLowerCase()
  return mediaType.test(type) ? type : "application/octet-stream"
}
