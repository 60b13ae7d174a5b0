import { useLayoutEffect } from "preact/hooks"

/** Asks whoever leaves the page, as long as something is on its way: from the moment that it is drawn. */
export const useLeaveWarning = (isUnderWay: boolean) =>
  useLayoutEffect(() => {
    if (!isUnderWay) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener("beforeunload", warn)
    return () => removeEventListener("beforeunload", warn)
  }, [isUnderWay])
