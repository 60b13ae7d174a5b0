import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { accentColors } from "./accentColors.ts"
import { useWidget } from "./context.ts"
import { Launcher } from "./parts/Launcher.tsx"
import { Panel } from "./parts/Panel.tsx"
import { useValue } from "./useValue.ts"

/** The launcher or the panel, in the colours of the brand and the page. */
export const App = () => {
  const widget = useWidget()
  const { boot, brand } = widget
  const isOpen = useValue(widget.isOpen)
  const session = useValue(widget.session.state)
  const isDark = useDark(boot.theme.mode)
  const wasOpen = useRef(isOpen)
  // Runs before the change is visible, so that it takes the focus from nothing that somebody has turned to meanwhile.
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) document.querySelector<HTMLElement>(".launcher button")?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  const color = session.name === "in" ? session.me.brand.color : brand.color
  const { accent, onAccent } = accentColors(boot.theme.accent, color)
  const style = {
    "--accent": accent,
    "--on-accent": onAccent,
    ...(boot.theme.radius && { "--radius": boot.theme.radius }),
    ...(boot.theme.font && { "--font": boot.theme.font })
  }
  return (
    <div class="app" data-mode={isDark ? "dark" : "light"} data-inline={boot.isInline ? "" : undefined} style={style}>
      {isOpen ? <Panel /> : boot.hasLauncher && <Launcher />}
    </div>
  )
}

const system = matchMedia("(prefers-color-scheme: dark)")

const useDark = (mode: "auto" | "light" | "dark" = "auto"): boolean => {
  const [isDark, setDark] = useState(system.matches)
  useEffect(() => {
    const change = () => setDark(system.matches)
    system.addEventListener("change", change)
    return () => system.removeEventListener("change", change)
  }, [])
  return mode === "dark" || (mode !== "light" && isDark)
}
