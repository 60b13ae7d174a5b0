import { type ComponentType, createElement, use, useEffect } from "react"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { toast } from "../ui/toasts.ts"

/** Milliseconds in which the server says which dashboard it has now. */
const patience = 5_000

const words = "This could not be loaded. Check the connection and try again."

interface Own {
  /** Closes what lies over a page: that it could not be loaded is then said in a notice. */
  readonly onFailed?: () => void
}

/**
 * A part of the dashboard whose file is fetched when it is first shown, or before that by `preload`. Where that fails,
 * the part says so in its place, and the page around it stays. Browsers do not ask again for a script that failed: trying
 * again loads the page anew, once the server answers. A page whose file is gone, since the server has been renewed, does
 * that by itself: nobody has written on it yet.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  { isPage = false } = {}
) => {
  let part: ComponentType<P> | undefined
  let loading: Promise<void> | undefined
  const preload = () => {
    loading ??= load().then(
      (file) => {
        part = file.default
      },
      async () => {
        if (isPage && isRenewed(await currentPage())) location.reload()
      }
    )
    return loading
  }
  const forget = () => {
    loading = undefined
  }
  const Part = (props: P & Own) => {
    if (part === undefined) use(preload())
    return part === undefined ? <Missing onFailed={props.onFailed} onLeft={forget} /> : createElement(part, props)
  }
  return Object.assign(Part, { preload })
}

function Missing({ onFailed, onLeft }: { readonly onFailed: Own["onFailed"]; readonly onLeft: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => {
    if (onFailed !== undefined) {
      // Without a button: it would load the page anew, and what is written there would be lost.
      toast({ text: "This could not be loaded. Save what you write here, then load the page again.", tone: "bad" })
      onFailed()
    }
    return onLeft
  }, [])
  return onFailed === undefined ? (
    <div className="p-3">
      <ErrorPanel error={words} retry={() => void loadAnew()} />
    </div>
  ) : undefined
}

const loadAnew = async () => {
  if ((await currentPage()) === undefined) toast({ text: "The server was not reached.", tone: "bad" })
  else location.reload()
}

/** The page that would be loaded here now; undefined when the server does not answer. */
const currentPage = async (): Promise<string | undefined> => {
  try {
    const signal = AbortSignal.timeout(patience)
    const answer = await fetch(location.pathname, { headers: { accept: "text/html" }, cache: "no-store", signal })
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}

/** Whether that page begins with another script than this one. */
const isRenewed = (page: string | undefined) => {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute("src")
  return page !== undefined && script != null && !page.includes(script)
}
