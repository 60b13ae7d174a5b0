// What host pages load as /widget.js: the function `Trunkline` and the element <trunkline-widget> (docs/widget.md).
import type { Draft, Events } from "../protocol.ts"
import { type Emit, type Mounted, mount } from "./mount.ts"
import type { Identity, Options } from "./options.ts"

type Listener = (detail: unknown) => void

declare global {
  interface Window {
    Trunkline?: ((...call: ReadonlyArray<unknown>) => void) & { q?: ReadonlyArray<ArrayLike<unknown>> }
  }
}

const script = document.currentScript as HTMLScriptElement | null
const server = new URL(script?.src || location.href).origin
const tag = "trunkline-widget"
const listeners: Partial<Record<keyof Events, Array<Listener>>> = {}
let widget: Mounted | undefined

const emit: Emit = (name, detail) => {
  // biome-ignore lint/suspicious/noConsole: it is for whoever builds the page
  if (name === "error") console.error("Trunkline:", detail)
  for (const listener of listeners[name] ?? []) listener(detail)
}

const commands = {
  boot: (options: Options) => {
    widget?.shutdown()
    widget = mount(server, document.body, options, false, emit)
  },
  open: () => widget?.send({ type: "open" }),
  close: () => widget?.send({ type: "close" }),
  newTicket: (draft: Draft = {}) => widget?.newTicket(draft),
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

/** The widget in a place of the page's own, always open. Its size is that of the element. */
class TrunklineWidget extends HTMLElement {
  /** A function that answers a token, as the option of the same name. */
  declare getToken: Options["getToken"]
  #mounted: Mounted | undefined

  connectedCallback() {
    const of = (name: string) => this.getAttribute(name) || undefined
    const options: Options = {
      brandId: of("brand-id") ?? "",
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

// The page itself comes first: what it calls before it has loaded waits.
let early: Array<ArrayLike<unknown>> | undefined = [...(window.Trunkline?.q ?? [])]
window.Trunkline = (...input) => {
  if (early) early.push(input)
  else call(...input)
}

const begin = () => {
  const waiting = early ?? []
  early = undefined
  if (script?.dataset["brandId"]) {
    const { accent, brandId, locale, theme, tokenUrl } = script.dataset
    commands.boot({ brandId, locale, tokenUrl, theme: { mode: theme as "auto" | undefined, accent } })
  }
  for (const input of waiting) call(...Array.from(input))
  // A page may have loaded it twice.
  if (!customElements.get(tag)) customElements.define(tag, TrunklineWidget)
}

if (document.readyState === "complete") begin()
else addEventListener("load", begin)
