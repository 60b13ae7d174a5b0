import { useLayoutEffect } from "preact/hooks"

/** Asks for confirmation before the page is left while something is in progress, as soon as that is rendered. */
export const useLeaveWarning = (isUnderWay: boolean) =>
  useLayoutEffect(() => {
    if (!isUnderWay) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener("beforeunload", warn)
    return () => removeEventListener("beforeunload", warn)
  }, [isUnderWay])
