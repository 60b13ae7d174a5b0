import type { Brand } from "@trunkline/sdk"
import { useEffect, useRef, useState } from "react"
import { Card } from "../../../ui/Card.tsx"
import { Field, Select } from "../../../ui/Field.tsx"

/** The element that the widget's loader defines (docs/widget.md). */
const element = "trunkline-widget"
/** Pixels: what the widget has on a page of somebody's. */
const size = { width: 384, height: 560 }

/** The widget as visitors see it whom nobody has vouched for; it is the real one, from this very server. */
export function PreviewCard({ brand }: { readonly brand: Brand }) {
  const place = useRef<HTMLDivElement>(null)
  const [theme, setTheme] = useState("auto")
  const { color, id } = brand
  useEffect(() => {
    if (customElements.get(element) === undefined && document.getElementById(element) === null)
      document.head.append(Object.assign(document.createElement("script"), { id: element, src: "/widget.js" }))
    const widget = document.createElement(element)
    for (const [name, value] of Object.entries({ "brand-id": id, accent: color ?? "", theme, title: "The widget" }))
      widget.setAttribute(name, value)
    Object.assign(widget.style, { display: "block", height: "100%" })
    place.current?.replaceChildren(widget)
    return () => widget.remove()
  }, [id, color, theme])
  return (
    <Card
      title="How it looks"
      actions={
        <Field label="Theme of the preview" hideLabel className="w-36">
          <Select value={theme} onChange={(event) => setTheme(event.target.value)}>
            <option value="auto">as the system</option>
            <option value="light">light</option>
            <option value="dark">dark</option>
          </Select>
        </Field>
      }
    >
      <div ref={place} className="max-w-full overflow-hidden rounded-lg border border-line" style={size} />
    </Card>
  )
}
