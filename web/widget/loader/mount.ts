import type { Boot, Events, ToFrame, ToHost } from "../protocol.ts"
import { type Identity, type Options, signInOf, takeLink, tokenOf } from "./options.ts"

/** Milliseconds within which a loaded frame answers, unless the browser has refused to show it. */
const patience = 5_000
const sandbox =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads"
const phone = matchMedia("(max-width:480px)")

// Set through the DOM, which a page's Content-Security-Policy allows, unlike style attributes.
const common = "border:0;color-scheme:light;background:none;"
const inline = `${common}display:block;width:100%;height:100%`
const fixed = `${common}position:fixed;inset-block-end:0;inset-inline-end:0;z-index:2147483000;max-width:100%;max-height:100%;`
const closed = `${fixed}width:88px;height:88px`
const open = `${fixed}width:416px;height:720px`
const full = `${fixed}width:100%;height:100%`
const hidden = `${fixed}visibility:hidden;width:0;height:0`

/** A widget on the page. */
export interface Mounted {
  send(message: ToFrame): void
  identify(identity: Identity): void
  /** Signs the visitor out, and removes the widget. */
  shutdown(): void
  /** Removes the widget. */
  remove(): void
}

export type Emit = <Name extends keyof Events>(name: Name, detail: Events[Name]) => void

/** Adds a widget to the page, and connects it. Messages wait until it listens. */
export const mount = (
  server: string,
  parent: Element,
  options: Options | undefined,
  isInline: boolean,
  emit: Emit
): Mounted => {
  if (!options?.brandId) throw new TypeError("Trunkline has no brandId")
  let identity: Identity = options
  // Taken before anything else on the page looks at its address.
  const link = signInOf(options) === "mail" ? takeLink() : undefined
  let isOpen = isInline
  let isReady = false
  let before: Partial<HTMLElement> | null = null
  let waiting: Array<ToFrame> | undefined = []
  const { port1: port, port2: theirs } = new MessageChannel()
  const frame = document.createElement("iframe")

  const lay = () => {
    if (!isInline)
      frame.style.cssText =
        !isReady || (!isOpen && options.launcher === false) ? hidden : !isOpen ? closed : phone.matches ? full : open
  }
  const remove = () => {
    phone.removeEventListener("change", lay)
    port.close()
    frame.remove()
  }
  const send = (message: ToFrame) => {
    if (message.type === "open" || message.type === "newTicket") {
      if (!isOpen) before = document.activeElement
      frame.focus()
    }
    if (waiting) waiting.push(message)
    else port.postMessage(message)
  }
  const answer = async (id: number, what: "token" | "page") => {
    try {
      send({ type: "answer", id, value: what === "page" ? location.href : await tokenOf(identity) })
    } catch (error) {
      send({ type: "answer", id, error: `${error}` })
    }
  }

  port.onmessage = ({ data }: MessageEvent<ToHost>) => {
    if (data.type === "ready") {
      isReady = true
      lay()
    } else if (data.type === "shown") {
      isOpen = data.isOpen
      lay()
      if (!isOpen) {
        before?.focus?.()
        before = null
      }
    } else if (data.type === "event") emit(data.name, data.detail as never)
    else if (data.type === "ask") answer(data.id, data.what)
    else remove()
  }

  frame.onload = () => {
    // A frame that loads again has no channel any more.
    if (!waiting) return
    const boot: Boot = {
      type: "boot",
      signIn: signInOf(identity),
      link,
      locale: options.locale || document.documentElement.lang || navigator.language,
      theme: options.theme ?? {},
      links: options.links,
      isInline,
      hasLauncher: options.launcher !== false
    }
    frame.contentWindow?.postMessage(boot, server, [theirs])
    for (const message of waiting) port.postMessage(message)
    waiting = undefined
    setTimeout(() => {
      // Unless it was removed meanwhile.
      if (!isReady && frame.isConnected)
        emit("error", {
          message: `${server} did not show the widget of ${options.brandId} on ${location.origin}: list this origin in the brand's portalOrigins`
        })
    }, patience)
  }
  frame.src = `${server}/widget/frame?brand=${encodeURIComponent(options.brandId)}`
  frame.title = options.title ?? "Support"
  frame.setAttribute("sandbox", sandbox)
  frame.style.cssText = isInline ? inline : hidden
  phone.addEventListener("change", lay)
  parent.append(frame)

  return {
    send,
    identify: (next) => {
      identity = next
      send({ type: "identify", signIn: signInOf(next) })
    },
    remove,
    shutdown: () => {
      frame.style.display = "none"
      send({ type: "shutdown" })
      // Removes it even if it could not report back.
      setTimeout(remove, patience)
    }
  }
}
