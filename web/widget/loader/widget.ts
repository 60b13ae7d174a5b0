// Loaded by host pages as /widget.js: the function `Trunkline` and the element <trunkline-widget> (docs/widget.md).
import type { Draft, Events } from "../protocol.ts"
import { type Emit, type Mounted, mount } from "./mount.ts"
import type { Identity, Options } from "./options.ts"

type Listener = (detail: unknown) => void

declare global {
  interface Window {
    Trunkline?: ((...call: ReadonlyArray<unknown>) => void) & {
      /** Calls made before the loader was there. */
      q?: ReadonlyArray<Iterable<unknown>>
      /** Set once a loader has run. */
      on?: true
    }
  }
}

const script = document.currentScript as HTMLScriptElement | null
const server = new URL(script?.src || location.href).origin
const listeners: Partial<Record<keyof Events, Array<Listener>>> = {}
let widget: Mounted | undefined

const emit: Emit = (name, detail) => {
  // biome-ignore lint/suspicious/noConsole: it is for whoever builds the page
  if (name === "error") console.error("Trunkline:", detail)
  for (const listener of listeners[name] ?? []) listener(detail)
}

const commands = {
  // Replaces the current widget, whose visitor stays signed in.
  boot: (options?: Options) => {
    widget?.remove()
    widget = mount(server, document.body, options, false, emit)
  },
  open: () => widget?.send({ type: "open" }),
  close: () => widget?.send({ type: "close" }),
  newTicket: (draft: Draft = {}) => widget?.send({ type: "newTicket", draft }),
  identify: (identity: Identity = {}) => widget?.identify(identity),
  shutdown: () => {
    widget?.shutdown()
    widget = undefined
  },
  on: (name: keyof Events, listener: Listener) => {
    listeners[name] = [...(listeners[name] ?? []), listener]
  }
}
type Command = keyof typeof commands

const call = (...[name, ...input]: ReadonlyArray<unknown>) => {
  if (!Object.hasOwn(commands, name as string)) throw new TypeError(`Trunkline has no command ${name}`)
  ;(commands[name as Command] as (...input: ReadonlyArray<unknown>) => void)(...input)
}

/** The inline widget, always open. It fills its element. */
class TrunklineWidget extends HTMLElement {
  /** A function that returns a token, as the option of the same name. */
  declare getToken: Options["getToken"]
  #mounted: Mounted | undefined

  connectedCallback() {
    const of = (name: string) => this.getAttribute(name) || undefined
    const options: Options = {
      brandId: of("brand-id"),
      getToken: this.getToken,
      tokenUrl: of("token-url"),
      token: of("token"),
      locale: of("locale"),
      title: of("title"),
      theme: { mode: of("theme") as "auto" | undefined, accent: of("accent") }
    }
    this.#mounted = mount(server, this, options, true, (name, detail) =>
      this.dispatchEvent(new CustomEvent(`trunkline:${name}`, { detail, bubbles: true }))
    )
  }

  disconnectedCallback() {
    this.#mounted?.remove()
  }
}

const { accent, brandId, locale, theme, tokenUrl } = script?.dataset ?? {}
const boot = brandId ? [["boot", { brandId, locale, tokenUrl, theme: { mode: theme, accent } }]] : []

// A page that has loaded this twice has only one widget.
if (window.Trunkline?.on) for (const input of boot) window.Trunkline(...input)
else {
  // The page loads first, so calls wait until it has.
  const early: Array<Iterable<unknown>> = [...boot, ...(window.Trunkline?.q ?? [])]
  let hasBegun = false
  window.Trunkline = (...input) => {
    if (hasBegun) call(...input)
    else early.push(input)
  }
  window.Trunkline.on = true
  const begin = () => {
    hasBegun = true
    for (const input of early) call(...input)
    customElements.define("trunkline-widget", TrunklineWidget)
  }
  if (document.readyState === "complete") begin()
  else addEventListener("load", begin)
}
