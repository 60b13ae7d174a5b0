import type { Brand } from "@trunkline/sdk"
import { useEffect, useRef, useState } from "react"
import { Card } from "../../../ui/Card.tsx"
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx"
import { Field, Select } from "../../../ui/Field.tsx"

/** The custom element that the widget's loader defines (docs/widget.md). */
const element = "trunkline-widget"
/** The widget's size on a site, in pixels. */
const size = { width: 384, height: 560 }

/**
 * Returns the script that defines the element, or `undefined` if it is defined. A script that fails to load removes itself, so
 * that the next attempt adds another.
 */
const loader = (): HTMLElement | undefined => {
  if (customElements.get(element) !== undefined) return undefined
  const known = document.getElementById(element)
  if (known !== null) return known
  const script = Object.assign(document.createElement("script"), { id: element, src: "/widget.js" })
  script.addEventListener("error", () => script.remove())
  document.head.append(script)
  return script
}

/** The widget as anonymous visitors see it. It is the real one, from this server. */
export function PreviewCard({ brand }: { readonly brand: Brand }) {
  const place = useRef<HTMLDivElement>(null)
  const [theme, setTheme] = useState("auto")
  const [attempt, setAttempt] = useState(1)
  /** The number of the last attempt that failed. */
  const [failed, setFailed] = useState(0)
  const { color, id } = brand
  useEffect(() => {
    const fail = () => setFailed(attempt)
    const script = loader()
    script?.addEventListener("error", fail)
    const widget = document.createElement(element)
    widget.addEventListener("trunkline:error", fail)
    for (const [name, value] of Object.entries({ "brand-id": id, accent: color ?? "", theme, title: "The widget" }))
      widget.setAttribute(name, value)
    Object.assign(widget.style, { display: "block", height: "100%" })
    place.current?.replaceChildren(widget)
    return () => {
      script?.removeEventListener("error", fail)
      widget.remove()
    }
  }, [id, color, theme, attempt])
  return (
    <Card
      title="Preview"
      actions={
        <Field label="Theme of the preview" hideLabel className="w-36">
          <Select value={theme} onChange={(event) => setTheme(event.target.value)}>
            <option value="auto">system</option>
            <option value="light">light</option>
            <option value="dark">dark</option>
          </Select>
        </Field>
      }
    >
      {failed === attempt ? (
        <ErrorPanel error="The widget could not be loaded." retry={() => setAttempt(attempt + 1)} />
      ) : undefined}
      <div
        ref={place}
        hidden={failed === attempt}
        className="max-w-full overflow-hidden rounded-lg border border-line"
        style={size}
      />
    </Card>
  )
}
