import { useState } from "react"

/** An act, whether it is in progress, and the error of its last attempt. */
export const useAct = (act: () => Promise<unknown>) => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const forgive = () => setError(undefined)
  const run = async () => {
    setBusy(true)
    forgive()
    try {
      await act()
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, forgive, run }
}
