/** Calls `hear` when another window changes what this browser stores under a key. Returns a function that stops it. */
export const followKept = (key: string, hear: () => void) => {
  const listener = (event: StorageEvent) => {
    if (event.key === key) hear()
  }
  addEventListener("storage", listener)
  return () => removeEventListener("storage", listener)
}
