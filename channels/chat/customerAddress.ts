/** An address that a customer can have, in lower case; what people write into profiles and forms may be none. */
export const customerAddress = (written: string | undefined): string | undefined => {
  const address = written?.trim().toLowerCase()
  return address !== undefined &&
    address.length <= 254 &&
    /^[^\s\p{Cc}@<>",;:\\()[\]]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/u.test(address) &&
    !address.endsWith(".invalid")
    ? address
    : undefined
}
