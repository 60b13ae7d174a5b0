import { type ComponentType, createElement, use, useEffect } from "react"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { toast } from "../ui/toasts.ts"
import { unsaved } from "./unsaved.ts"

/** Milliseconds for the server to say whether it is there. */
const patience = 5_000

/** Milliseconds before a server that did not answer is asked again. */
const pause = 5_000

const words = "This could not be loaded. Check your connection and try again."
/** Storage key of the address that was reloaded because a file of it did not load. */
const triedKey = "trunkline.tried"

interface Own {
  /** Closes the overlay. A notice then says that it could not be loaded. */
  readonly onFailed?: () => void
}

/**
 * A part of the dashboard whose file is fetched when it is first shown, or earlier by `preload`. If that fails, the part says
 * so in its place, and the page around it stays. Browsers do not fetch a failed script again, so trying again means reloading
 * the page once the server answers. If nobody would lose what they wrote, this is done once automatically.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  { isPage = false } = {}
) => {
  let part: ComponentType<P> | undefined
  let loading: Promise<void> | undefined
  const preload = () => {
    loading ??= settled(
      load().then(
        (file) => {
          part = file.default
          if (isPage) sessionStorage.removeItem(triedKey)
        },
        async () => {
          // Nobody can have written anything on it yet.
          if (isPage) await tryAnew()
        }
      )
    )
    return loading
  }
  const forget = () => {
    loading = undefined
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once for a module, when that is loaded
  const Part = (props: P & Own) => {
    use(preload())
    return part === undefined ? <Missing onFailed={props.onFailed} onLeft={forget} /> : createElement(part, props)
  }
  return Object.assign(Part, { preload })
}

/** Marks a promise as fulfilled once it is, so that React reads it without suspending, even the first time. */
const settled = (promise: Promise<void>) => {
  void promise.then(() => Object.assign(promise, { status: "fulfilled", value: undefined }))
  return promise
}

function Missing({ onFailed, onLeft }: { readonly onFailed: Own["onFailed"]; readonly onLeft: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => {
    if (onFailed !== undefined) {
      // No button: it would reload the page, and what was written there would be lost.
      toast({ text: "This could not be loaded. Save what you have typed, then reload the page.", tone: "bad" })
      onFailed()
      return onLeft
    }
    const asking = setInterval(() => {
      if (document.querySelector(unsaved) === null) void tryAnew()
    }, pause)
    return () => {
      clearInterval(asking)
      onLeft()
    }
  }, [])
  return onFailed === undefined ? (
    <div className="p-3">
      <ErrorPanel error={words} retry={() => void loadAnew()} />
    </div>
  ) : undefined
}

/** Reloads the page once the server answers, but only once for each address. */
const tryAnew = async () => {
  const address = location.href
  if (sessionStorage.getItem(triedKey) === address || !(await answers())) return
  sessionStorage.setItem(triedKey, address)
  location.reload()
  // Nothing is shown until the reload.
  await new Promise(() => {})
}

const loadAnew = async () => {
  if (await answers()) location.reload()
  else toast({ text: "The server could not be reached.", tone: "bad" })
}

/** Whether this page could be loaded now. */
const answers = async (): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(patience)
    return (await fetch(location.pathname, { headers: { accept: "text/html" }, cache: "no-store", signal })).ok
  } catch {
    return false
  }
}
