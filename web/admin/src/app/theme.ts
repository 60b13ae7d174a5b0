/** The member's choice; `system` follows the device. */
export type Theme = "system" | "light" | "dark"

const key = "trunkline.theme"
const themes: ReadonlyArray<Theme> = ["system", "light", "dark"]

const theme = (): Theme => themes.find((one) => one === localStorage.getItem(key)) ?? "system"

/** Applies a theme and remembers it; by default, the remembered one. */
export const applyTheme = (chosen: Theme = theme()) => {
  localStorage.setItem(key, chosen)
  if (chosen === "system") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = chosen
}

export const nextTheme = (): Theme => themes[(themes.indexOf(theme()) + 1) % themes.length] ?? "system"
