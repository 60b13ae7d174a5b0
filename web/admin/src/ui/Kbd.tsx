export const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

const names: Record<string, string> = isMac
  ? { Mod: "⌘", Shift: "⇧", Enter: "↵", Escape: "Esc" }
  : { Mod: "Ctrl", Shift: "⇧", Enter: "↵", Escape: "Esc" }

interface Props {
  readonly keys: string
  /** It is what the place is about, also on a tablet that may have a keyboard; elsewhere a screen to touch has none. */
  readonly always?: boolean
}

/** Keys as people read them: `Mod+Enter` is ⌘↵ or Ctrl ↵, and `g i` is one after the other. */
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
