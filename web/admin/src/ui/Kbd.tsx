export const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

const names: Record<string, string> = isMac
  ? { Mod: "⌘", Shift: "⇧", Enter: "↵", Escape: "Esc" }
  : { Mod: "Ctrl", Shift: "⇧", Enter: "↵", Escape: "Esc" }

interface Props {
  readonly keys: string
  /**
   * Shows the keys even on touch screens, for places that are about keys: a tablet may have a keyboard. Elsewhere, touch
   * screens are assumed to have none.
   */
  readonly always?: boolean
}

/** Shows keys as people read them: `Mod+Enter` as ⌘↵ or Ctrl ↵, and `g i` as one after the other. */
export function Kbd({ keys, always = false }: Props) {
  return (
    <kbd className={`font-sans text-xs font-normal opacity-75 ${always ? "" : "pointer-coarse:hidden"}`}>
      {keys
        .split(" ")
        .map((press) =>
          press
            .split("+")
            .map((key) => names[key] ?? key)
            .join(isMac ? "" : " ")
        )
        .join(" ")}
    </kbd>
  )
}
