import { render } from "preact"
import { languageOf } from "../../customer/words/language.ts"
import type { Boot } from "../protocol.ts"
import { App } from "./App.tsx"
import { WidgetContext } from "./context.ts"
import { frameBrand } from "./frameBrand.ts"
import { Widget } from "./Widget.ts"
import "./styles/base.css"
import "./styles/launcher.css"
import "./styles/panel.css"
import "./styles/controls.css"
import "./styles/requests.css"
import "./styles/forms.css"
import "./styles/states.css"

const brand = frameBrand()

/** Accepts one boot message, only from the embedding page, and only if the brand lists its origin. */
const listen = async ({ data, origin, ports: [port], source }: MessageEvent<Boot>) => {
  if (source !== parent || !brand.origins.includes(origin) || data?.type !== "boot" || port === undefined) return
  removeEventListener("message", listen)
  const language = await languageOf(data.locale)
  document.documentElement.lang = language.locale
  document.documentElement.dir = language.direction
  document.title = language.words.support
  const widget = new Widget(port, data, brand, language)
  render(
    <WidgetContext.Provider value={widget}>
      <App />
    </WidgetContext.Provider>,
    document.body
  )
  widget.start()
}

addEventListener("message", listen)
