/** A valid email address of a customer, in lower case; `undefined` if it is not one, as is common in profiles and forms. */
export const customerAddress = (written: string | undefined): string | undefined => {
  const address = written?.trim().toLowerCase()
  return address !== undefined &&
    address.length <= 254 &&
    /^[^\s\p{Cc}@<>",;:\\()[\]]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/u.test(address) &&
    !address.endsWith(".invalid")
    ? address
    : undefined
}
