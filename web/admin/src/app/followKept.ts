/** Tells that another window has changed what this browser keeps under a key, until it is called off. */
export const followKept = (key: string, hear: () => void) => {
  const listener = (event: StorageEvent) => {
    if (event.key === key) hear()
  }
  addEventListener("storage", listener)
  return () => removeEventListener("storage", listener)
}
