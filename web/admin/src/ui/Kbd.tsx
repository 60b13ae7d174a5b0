const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

const names: Record<string, string> = isMac
  ? { Mod: "⌘", Shift: "⇧", Enter: "↵", Escape: "Esc" }
  : { Mod: "Ctrl", Shift: "⇧", Enter: "↵", Escape: "Esc" }

/** Keys as people read them: `Mod+Enter` is ⌘↵ or Ctrl ↵, and `g i` is one after the other. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <kbd className="font-sans text-xs font-normal opacity-75 pointer-coarse:hidden">
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
